/**
 * A server on another file system, as a process whose paths are those of this one. Each message is
 * read whole, since its length changes with its paths; one without paths passes as it is.
 */

import type { Logger } from "../../error.js";
import { codes, LocateError } from "../../error.js";
import { pathOfUri } from "../../uri.js";
import { findTrailingId, readEnvelope } from "../../wire/envelope.js";
import { type Decision, type Frame, frameOf } from "../../wire/frames.js";
import type { FrameWriter } from "../../wire/frameWriter.js";
import { interceptFrames } from "../../wire/interceptFrames.js";
import { findValue, setValue, stringAt } from "../../wire/json.js";
import { buildError, buildResult } from "../../wire/messages.js";
import { REMOTE_SCHEME } from "../config/pathPairs.js";
import type { RemoteRule } from "../config/servers.js";
import { type BackendProcess, killForFrame } from "../process.js";
import { CONFIGURATION_RESPONSE, createMessageMapping, type OutsidePlaces } from "./messageMapping.js";
import { type CopiedPlaces, copiedPlaces, virtualPlaces } from "./outsidePlaces.js";
import { createPathMapping, type PathMapping, remotePathOf } from "./pathMapping.js";
import { readRemoteFile } from "./remoteFiles.js";

interface MappedProcessOptions {
  /** Where copies of its files are kept: an absolute path. */
  readonly copies: string;
  readonly log: Logger;
  /** The maximum length of a message's body, if it is not the default. */
  readonly maxFrameBytes?: number | undefined;
}

/** How many files of one answer are read before it is passed on. The others follow later. */
const MAX_AWAITED_COPIES = 32;

const CONTENT_METHOD = "workspace/textDocumentContent";

/** Returns the process `main` with the paths of this machine. */
export function mapProcess(main: BackendProcess, rule: RemoteRule, options: MappedProcessOptions): BackendProcess {
  const { toClient, connect } = interceptFrames(main, {
    oversized: killForFrame(main),
    maxFrameBytes: options.maxFrameBytes,
  });
  const session = openMapping(rule, main, { ...options, toClient });
  const whole = (take: (frame: Frame) => Buffer | undefined) => {
    const decision: Decision = { kind: "take", take };
    return () => decision;
  };
  const streams = connect({
    fromClient: whole(session.takeFromClient),
    fromServer: whole(session.takeFromServer),
    idle: session.idle,
  });
  return { ...main, ...streams };
}

interface MappingSession {
  readonly takeFromClient: (frame: Frame) => Buffer | undefined;
  readonly takeFromServer: (frame: Frame) => Buffer | undefined;
  /** Resolves when no answer waits for files. */
  idle(): Promise<unknown>;
}

function openMapping(
  rule: RemoteRule,
  { command }: BackendProcess,
  { copies, log, toClient }: MappedProcessOptions & { readonly toClient: FrameWriter },
): MappingSession {
  const paths = createPathMapping(rule.paths);
  const mapping = createMessageMapping(paths);
  const copied: CopiedPlaces = copiedPlaces(copies, { origin: [command, rule], reading: rule, log });
  const virtual = virtualPlaces(rule);
  let outside: OutsidePlaces = copied;
  let initializeId: string | undefined;
  const configurationIds = new Set<string>();
  const waiting = new Set<Promise<void>>();

  const respondWithContent = async (id: string, uri: string) => {
    const path = remotePathOf(virtual.toRemote(uri) ?? "");
    const answer = await readContent(uri, path, rule).then(
      (text) => buildResult(id, { text }),
      (error: unknown) => buildError(id, toErrorObject(error)),
    );
    toClient.send(frameOf(answer));
  };
  const track = (work: Promise<void>) => {
    const settled = work.finally(() => waiting.delete(settled));
    waiting.add(settled);
  };

  return {
    takeFromClient({ bytes, body }) {
      const envelope = readEnvelope(body, true);
      if (!envelope) return bytes;
      const { method } = envelope;
      let kind = method;
      let message = body;
      if (method === "initialize") {
        initializeId = envelope.id ?? findTrailingId(body);
        if (findValue(body, ["params", "capabilities", "workspace", "textDocumentContent"])) outside = virtual;
        warnOfUnmappedRoot(body, paths, { name: rule.name, log });
        // The server would look for a process of this machine on its own, and end.
        message = setValue(body, ["params", "processId"], null) ?? body;
      } else if (method === CONTENT_METHOD) {
        const uri = stringAt(body, findValue(body, ["params", "uri"])) ?? "";
        const id = envelope.id ?? findTrailingId(body);
        if (id !== undefined && uri.startsWith(virtual.uriPrefix)) {
          track(respondWithContent(id, uri));
          return undefined;
        }
      } else if (method === undefined && configurationIds.size > 0) {
        const id = envelope.id ?? findTrailingId(body);
        if (id !== undefined && configurationIds.delete(id)) kind = CONFIGURATION_RESPONSE;
      }
      return mapping.toRemote(message, kind, outside) ?? (message === body ? bytes : frameOf(message));
    },
    takeFromServer({ bytes, body }) {
      const envelope = readEnvelope(body, true);
      if (!envelope) return bytes;
      const { method } = envelope;
      let message = body;
      if (method === "workspace/configuration") {
        const id = envelope.id ?? findTrailingId(body);
        if (id !== undefined) configurationIds.add(id);
      } else if (method === undefined && initializeId !== undefined) {
        if ((envelope.id ?? findTrailingId(body)) === initializeId) {
          initializeId = undefined;
          // A refusal says what is wrong there: a folder that is missing there may well be here.
          if (findValue(body, ["error"])) return bytes;
          if (outside === virtual) message = announceContent(body);
        }
      }
      const places = new Set<string>();
      const isAnswer = method === undefined && outside === copied;
      const mapped = mapping.toLocal(message, outside, isAnswer ? (uri) => places.add(uri) : undefined);
      const frame = mapped ?? (message === body ? bytes : frameOf(message));
      if (places.size === 0) return frame;
      const kept = Buffer.from(frame);
      const all = [...places].map((uri) => copied.copy(uri));
      track(Promise.all(all.slice(0, MAX_AWAITED_COPIES)).then(() => toClient.send(kept)));
      return undefined;
    },
    idle: () => Promise.all(waiting),
  };
}

/** Says that a server gets a folder that it can't see. */
function warnOfUnmappedRoot(
  initialize: Buffer,
  { toRemote }: PathMapping,
  { name, log }: { readonly name: string; readonly log: Logger },
): void {
  const root = stringAt(initialize, findValue(initialize, ["params", "rootUri"])) ?? "";
  if (!root.startsWith("file:") || toRemote.uri(root) !== undefined) return;
  const folder = pathOfUri(root) ?? root;
  const folders = toRemote.folders.map(({ from }) => from.path).join(", ");
  log(
    `${name} runs on another file system, and its paths are those of ${folders}. It can't see ${folder}: add that folder to servers.${name}.paths, or to --map.`,
  );
}

async function readContent(uri: string, path: string | undefined, rule: RemoteRule): Promise<string> {
  if (path !== undefined) return (await readRemoteFile(path, rule)).toString("utf8");
  throw new LocateError("file_unreadable", `${uri} names no file.`, { path: uri, why: "it names no file" });
}

function toErrorObject(error: unknown) {
  if (error instanceof LocateError) return { code: error.code, message: error.message, data: error.data };
  return { code: codes.internalError, message: String(error) };
}

/** Adds our scheme to those that a server announces in its response to `initialize`. */
function announceContent(body: Buffer): Buffer {
  const path = ["result", "capabilities", "workspace", "textDocumentContent"];
  const present = findValue(body, [...path, "schemes"]);
  const schemes: unknown = present && JSON.parse(body.toString("utf8", present.from, present.to));
  const all = [...(Array.isArray(schemes) ? schemes : []), REMOTE_SCHEME];
  return setValue(body, path, { schemes: all }) ?? body;
}
