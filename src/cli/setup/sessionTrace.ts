/** `--trace <file>`: what is said in this session is written down as it streams by. */

import type { Readable, Writable } from "node:stream";
import type { BackendProcess } from "../../backend/process.js";
import type { Logger } from "../../error.js";
import type { SessionOptions } from "../options.js";
import { VERSION } from "./version.js";

export interface SessionTrace {
  tapClient(input: Readable, output: Writable): void;
  /** Of each process anew. */
  tapBackend(name: string, process: Pick<BackendProcess, "stdin" | "stdout">): void;
  end(): Promise<void>;
}

const noTrace: SessionTrace = { tapClient: () => {}, tapBackend: () => {}, end: () => Promise.resolve() };

/** Taps nothing, and loads nothing, where no trace is asked for. */
export async function openSessionTrace(
  { trace: path }: Pick<SessionOptions, "trace">,
  log: Logger,
): Promise<SessionTrace> {
  if (path === undefined) return noTrace;
  const { openTrace, tapReadable, tapWritable } = await import("../../wire/trace.js");
  const trace = openTrace(path, { version: VERSION, argv: process.argv.slice(2) }, log);
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
