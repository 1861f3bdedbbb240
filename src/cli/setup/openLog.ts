/** The program's log: stderr, or the file of `--log`. Stdout is for frames and answers. */

import { createWriteStream } from "node:fs";
import { Writable } from "node:stream";
import { flushLog } from "../../backend/stderr.js";
import type { Logger } from "../../error.js";
import { escapeControls } from "../../text/printable.js";

export interface OpenLog {
  readonly stream: Writable;
  readonly log: Logger;
  /**
   * Resolves when the lines up to now are written, and what servers wrote to stderr, or after a
   * few seconds at most. To be awaited before the process exits, which would lose the rest.
   */
  readonly flush: () => Promise<void>;
}

/** Returns a log to a file, or to stderr without a path. */
export function openLog(path: string | undefined): OpenLog {
  return createLog(path === undefined ? process.stderr : openLogFile(path));
}

/**
 * Returns a log for one request: the terminal is for its answer, so without a path the log is
 * discarded.
 */
export function openQuietLog(path: string | undefined): OpenLog {
  return createLog(
    path === undefined ? new Writable({ write: (_chunk, _encoding, done) => done() }) : openLogFile(path),
  );
}

function openLogFile(path: string): Writable {
  return createWriteStream(path, { flags: "a" });
}

function createLog(stream: Writable): OpenLog {
  stream.on("error", () => {}); // there is no other place to report it
  return {
    stream,
    log: (line) => {
      stream.write(`lsp-locate: ${escapeControls(line)}\n`);
    },
    flush: async () => {
      await Promise.all([flushLog(stream), flushLog(process.stderr)]);
    },
  };
}
