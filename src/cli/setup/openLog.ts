/** The program's log: stderr, or the file of `--log`. Stdout is for frames and answers. */

import { createWriteStream } from "node:fs";
import { Writable } from "node:stream";
import type { Logger } from "../../error.js";

/** Returns a logger to a file, or to stderr without a path. */
export function openLog(path: string | undefined): Logger {
  return createLogger(path === undefined ? process.stderr : openLogFile(path));
}

/**
 * Returns a log for one request: the terminal is for its answer, so without a path the log is
 * discarded.
 */
export function openQuietLog(path: string | undefined): { readonly stream: Writable; readonly log: Logger } {
  const stream = path === undefined ? new Writable({ write: (_chunk, _encoding, done) => done() }) : openLogFile(path);
  return { stream, log: createLogger(stream) };
}

function openLogFile(path: string): Writable {
  return createWriteStream(path, { flags: "a" });
}

function createLogger(stream: Writable): Logger {
  stream.on("error", () => {}); // there is no other place to report it
  return (line) => {
    stream.write(`lsp-locate: ${line}\n`);
  };
}
