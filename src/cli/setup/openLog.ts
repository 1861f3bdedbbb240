/** Where the program says what it has to say beside its answers: stderr, or a file. Nothing but frames and answers goes to stdout. */

import { createWriteStream } from "node:fs";
import { Writable } from "node:stream";

export type Log = (line: string) => void;

export function logTo(path: string | undefined): Log {
  return logInto(path === undefined ? process.stderr : logFile(path));
}

/** For who asks once: their terminal is for answers, so without `--log` what servers chat about goes nowhere. */
export function quietLog(path: string | undefined): { readonly stream: Writable; readonly log: Log } {
  const stream = path === undefined ? new Writable({ write: (_chunk, _encoding, done) => done() }) : logFile(path);
  return { stream, log: logInto(stream) };
}

function logFile(path: string): Writable {
  return createWriteStream(path, { flags: "a" });
}

function logInto(stream: Writable): Log {
  stream.on("error", () => {}); // nobody is left to be told
  return (line) => {
    stream.write(`lsp-locate: ${line}\n`);
  };
}
