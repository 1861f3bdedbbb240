/** A shared server at the end of a stream, as the process of one session. */

import { type Duplex, PassThrough } from "node:stream";
import type { BackendProcess, Exit } from "../../backend/process.js";
import { LocateError } from "../../error.js";
import { frameOf } from "../../wire/frames.js";
import { buildNotification } from "../../wire/messages.js";
import type { Message } from "../../wire/wholeMessages.js";
import { splitMessages } from "../companions/splitMessages.js";
import { sessionEndedError } from "../instances/instanceErrors.js";
import {
  ALONE,
  ATTACH,
  ATTACHED,
  type AttachedParams,
  DETACHED,
  type DetachedParams,
  FILE_EVENTS,
  KILL,
  type SharedError,
  type SharedServerSpec,
} from "./attachment.js";

/** How long the other end may take to close the stream. */
const CLOSE_TIMEOUT_MS = 1000;

/** Asks for a server on a new stream. Its end is the exit of the process. */
export function attachedProcess(stream: Duplex, spec: SharedServerSpec): BackendProcess {
  const output = new PassThrough();
  let attached: AttachedParams = { pid: undefined, isLoaded: false };
  let detached: DetachedParams | undefined;
  const notify = (method: string, params: unknown) => {
    if (stream.writable) stream.write(frameOf(buildNotification(method, params)));
  };
  const shared = {
    get isLoaded() {
      return attached.isLoaded;
    },
    onFileEvents: (_changes: readonly { readonly uri: string; readonly type: number }[]) => {},
    setAlone: (isAlone: boolean) => notify(ALONE, { isAlone }),
  };
  const take = ({ method, body, bytes }: Message): Buffer | undefined => {
    if (method === undefined || !method.startsWith("sharing/")) return bytes;
    const { params } = JSON.parse(body.toString("utf8")) as { readonly params: unknown };
    if (method === ATTACHED) attached = params as AttachedParams;
    else if (method === DETACHED) detached = params as DetachedParams;
    else if (method === FILE_EVENTS)
      shared.onFileEvents((params as { changes: Parameters<typeof shared.onFileEvents>[0] }).changes);
    return undefined;
  };
  const split = splitMessages({
    take,
    pass: (bytes) => output.write(bytes),
    oversized: () => stream.destroy(),
    maxFrameBytes: undefined,
  });
  stream.on("data", (chunk: Buffer) => {
    split(chunk);
    if (!output.writableNeedDrain) return;
    stream.pause();
    output.once("drain", () => stream.resume());
  });
  const exited = new Promise<Exit>((resolve) => {
    stream.on("error", () => {}).once("end", () => stream.end());
    stream.once("close", () => {
      output.end();
      resolve(exitOf(detached));
    });
  });
  notify(ATTACH, spec);
  return {
    command: spec.command,
    get pid() {
      return attached.pid;
    },
    stdin: stream,
    stdout: output,
    stderrTail: () => detached?.stderr ?? [],
    exited,
    stop() {
      stream.end();
      setTimeout(() => stream.destroy(), CLOSE_TIMEOUT_MS).unref();
      return exited;
    },
    kill: ({ kind, message, data: { kind: _, ...facts } }) =>
      notify(KILL, { kind, message, facts } satisfies SharedError),
    shared,
  };
}

function exitOf(detached: DetachedParams | undefined): Exit {
  if (!detached) return { code: null, signal: null, error: sessionEndedError() };
  const { code, signal, error } = detached;
  return { code, signal, ...(error ? { error: new LocateError(error.kind, error.message, error.facts) } : {}) };
}
