/** The `initialize` of a server that several sessions share: that of the first of them. */

import { initializeResultOf, positionEncodingOf } from "../../session/lifecycle.js";
import type { PositionEncoding } from "../../text/position.js";
import { frameOf } from "../../wire/frames.js";
import { findValue, splice } from "../../wire/json.js";
import { withId } from "../idTags.js";

export const INITIALIZE_ID = '"lsp-locate:initialize"';

/** What a server takes, as its response says. */
export interface SharedCapabilities {
  readonly encoding: PositionEncoding;
  /** Whether changes of documents may be ranges. */
  readonly takesRanges: boolean;
  readonly takesFolders: boolean;
}

export const unknownCapabilities: SharedCapabilities = { encoding: "utf-16", takesRanges: false, takesFolders: false };

/** Returns the server's request, made of a session's (body): it outlives the session's process. */
export function initializeFrame(body: Buffer): Buffer {
  const processId = findValue(body, ["params", "processId"]);
  const isLocal = processId && body.toString("latin1", processId.from, processId.to) !== "null";
  const own = isLocal ? splice(body, [{ ...processId, bytes: Buffer.from(String(process.pid)) }]) : body;
  return frameOf(withId(own, INITIALIZE_ID));
}

/** Reads the server's response (body). */
export function readCapabilities(body: Buffer): SharedCapabilities {
  const result = initializeResultOf(body) ?? {};
  const { textDocumentSync: sync, workspace } = result.capabilities ?? {};
  const { supported, changeNotifications = false } = workspace?.workspaceFolders ?? {};
  return {
    encoding: (result.capabilities && positionEncodingOf({ capabilities: {}, ...result })) ?? "utf-16",
    takesRanges: (typeof sync === "object" ? sync?.change : sync) === INCREMENTAL,
    takesFolders: supported === true && changeNotifications !== false,
  };
}

/** LSP's TextDocumentSyncKind.Incremental. */
const INCREMENTAL = 2;
