/** Where the program says what it has to say beside its answers: stderr, or a file. Nothing but frames and answers goes to stdout. */

import { createWriteStream } from "node:fs";
import { Writable } from "node:stream";
import type { Logger } from "../../error.js";

export function openLog(path: string | undefined): Logger {
  return createLogger(path === undefined ? process.stderr : openLogFile(path));
}

/** For who asks once: their terminal is for answers, so without `--log` what servers chat about goes nowhere. */
export function openQuietLog(path: string | undefined): { readonly stream: Writable; readonly log: Logger } {
  const stream = path === undefined ? new Writable({ write: (_chunk, _encoding, done) => done() }) : openLogFile(path);
  return { stream, log: createLogger(stream) };
}

function openLogFile(path: string): Writable {
  return createWriteStream(path, { flags: "a" });
}

function createLogger(stream: Writable): Logger {
  stream.on("error", () => {}); // nobody is left to be told
  return (line) => {
    stream.write(`lsp-locate: ${line}\n`);
  };
}
