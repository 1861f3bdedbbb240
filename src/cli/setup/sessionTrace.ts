/** `--trace <file>`: records the messages of a session. */

import type { Readable, Writable } from "node:stream";
import type { BackendProcess } from "../../backend/process.js";
import type { Logger } from "../../error.js";
import { readMaxFrameBytes, type SessionOptions } from "../options.js";
import { VERSION } from "./program.js";

export interface SessionTrace {
  tapClient(input: Readable, output: Writable): void;
  /** Records the streams of one server process; called for each process. */
  tapBackend(name: string, process: Pick<BackendProcess, "stdin" | "stdout">): void;
  end(): Promise<void>;
}

const noTrace: SessionTrace = { tapClient: () => {}, tapBackend: () => {}, end: () => Promise.resolve() };

/** Opens the trace; without `--trace`, loads and records nothing. */
export async function openSessionTrace(
  options: Pick<SessionOptions, "trace" | "max-frame">,
  log: Logger,
): Promise<SessionTrace> {
  const { trace: path } = options;
  if (path === undefined) return noTrace;
  const { openTrace, tapReadable, tapWritable } = await import("../../wire/trace.js");
  const trace = openTrace(
    path,
    { version: VERSION, argv: process.argv.slice(2), maxFrameBytes: readMaxFrameBytes(options) },
    log,
  );
  return {
    tapClient(input, output) {
      tapReadable(input, trace.tap("client", "proxy"));
      tapWritable(output, trace.tap("proxy", "client"));
    },
    tapBackend(name, { stdin, stdout }) {
      tapReadable(stdout, trace.tap(name, "proxy"));
      tapWritable(stdin, trace.tap("proxy", name));
    },
    end: () => trace.end(),
  };
}
