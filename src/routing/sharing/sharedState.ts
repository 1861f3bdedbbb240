/**
 * The state of a shared server that a session which comes later is told: the response to the
 * `initialize` of the first session, and the last notifications.
 */

import { initializeResultOf, positionEncodingOf } from "../../session/sessionLifecycle.js";
import type { PositionEncoding } from "../../text/position.js";
import { frameOf } from "../../wire/frames.js";
import { findValue, splice, stringAt } from "../../wire/json.js";
import { withId } from "../idTags.js";

/** Notifications about a moment, of which a later session is told nothing. */
const passing: ReadonlySet<string> = new Set([
  ...["window/logMessage", "window/showMessage", "telemetry/event", "$/logTrace"],
]);

/**
 * The notifications about the server's state: the progress that is open, and the last notification
 * of each other kind.
 */
export class LastNotifications {
  /** By token (JSON text): the frames that have begun a progress which is open. */
  readonly #openProgress = new Map<string, readonly Buffer[]>();
  /** By method: the last frame. */
  readonly #last = new Map<string, Buffer>();

  /** Notes a `window/workDoneProgress/create`. */
  noteCreate({ body, bytes }: { readonly body: Buffer; readonly bytes: Buffer }): void {
    const span = findValue(body, ["params", "token"]);
    if (span) this.#openProgress.set(body.toString("latin1", span.from, span.to), [Buffer.from(bytes)]);
  }

  /** Notes a `$/progress` with a token (JSON text). */
  noteProgress(token: string, { body, bytes }: { readonly body: Buffer; readonly bytes: Buffer }): void {
    const kind = stringAt(body, findValue(body, ["params", "value", "kind"]));
    const begun = this.#openProgress.get(token) ?? [];
    if (kind === "begin") this.#openProgress.set(token, [...begun, Buffer.from(bytes)]);
    else if (kind === "end") this.#openProgress.delete(token);
  }

  /** Notes another notification. */
  note(method: string, bytes: Buffer): void {
    if (!passing.has(method)) this.#last.set(method, Buffer.from(bytes));
  }

  /** Sends what is kept. */
  replay(send: (frame: Buffer) => void): void {
    for (const frame of [...[...this.#openProgress.values()].flat(), ...this.#last.values()]) send(frame);
  }
}

export const INITIALIZE_ID = '"lsp-locate:initialize"';

/** What a server takes, as its response says. */
interface SharedCapabilities {
  readonly encoding: PositionEncoding;
  /** Whether changes of documents may be ranges. */
  readonly takesRanges: boolean;
  readonly takesFolders: boolean;
  /** Whether it may name documents that are in no file. */
  readonly namesDocuments: boolean;
}

export const unknownCapabilities: SharedCapabilities = {
  encoding: "utf-16",
  takesRanges: false,
  takesFolders: false,
  namesDocuments: false,
};

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
    namesDocuments: Boolean(workspace?.textDocumentContent),
  };
}

/** LSP's TextDocumentSyncKind.Incremental. */
const INCREMENTAL = 2;
