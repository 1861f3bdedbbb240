/** Where answers go and how they may look: stdout, colours, width, and a line on stderr that comes and goes. */

import { createColors } from "picocolors";
import type { Colors } from "picocolors/types.js";
import { columnsOf, escapeControls } from "./show/cells.js";

/** In a pipe there is no width; lines of machine-made code would still have no end. */
const PIPE_WIDTH = 160;

export interface Terminal {
  readonly colours: Colors;
  readonly isTerminal: boolean;
  readonly width: number;
}

/** How stdout wants its text. NO_COLOR and FORCE_COLOR have the last word. */
export function detectTerminal(
  stream: NodeJS.WriteStream = process.stdout,
  env: NodeJS.ProcessEnv = process.env,
): Terminal {
  const isTerminal = stream.isTTY === true;
  const isColoured = env["NO_COLOR"]
    ? false
    : env["FORCE_COLOR"]
      ? env["FORCE_COLOR"] !== "0"
      : isTerminal && env["TERM"] !== "dumb";
  return { colours: createColors(isColoured), isTerminal, width: isTerminal ? stream.columns || 80 : PIPE_WIDTH };
}

const ignoreError = () => {};

/** Resolves when the text is out, or nobody is left to read it (`… | head`), which is no error. */
export function print(text: string, stream: NodeJS.WritableStream = process.stdout): Promise<void> {
  // A pipe whose reader has left may say so again, behind the answer to our writing.
  if (!stream.listeners("error").includes(ignoreError)) stream.on("error", ignoreError);
  return new Promise((resolve, reject) => {
    const settle = (error?: Error | null) => {
      if (error && (error as NodeJS.ErrnoException).code !== "EPIPE") reject(error);
      else resolve();
    };
    stream.write(text.endsWith("\n") || text === "" ? text : `${text}\n`, settle);
  });
}

export interface StatusLine {
  /** Replaces what it says, and says for how long it has been there; nothing takes it away. */
  show(words: string): void;
}

/** How long a wait may be before it is said how long it is. */
const ELAPSED_AFTER_MS = 3000;

/** One line on stderr that is gone when there is something to read; none where stderr is no terminal, or one that can't take a line back. `now` is a clock in milliseconds. */
export function createStatusLine(
  stream: NodeJS.WriteStream = process.stderr,
  { env = process.env, now = Date.now }: { readonly env?: NodeJS.ProcessEnv; readonly now?: () => number } = {},
): StatusLine {
  if (!stream.isTTY || env["TERM"] === "dumb") return { show: () => {} };
  let words = "";
  let shown = "";
  let since = 0;
  let ticking: NodeJS.Timeout | undefined;
  const draw = () => {
    const waited = now() - since;
    const seconds = words !== "" && waited >= ELAPSED_AFTER_MS ? `  ${Math.floor(waited / 1000)} s` : "";
    const line =
      truncate(escapeControls(words).replace(/\s+/g, " "), (stream.columns || 80) - 1 - seconds.length) + seconds;
    if (line === shown) return;
    stream.write(`\r\x1b[K${line}`);
    shown = line;
  };
  return {
    show(next) {
      if (words === "" && next !== "") {
        since = now();
        ticking = setInterval(draw, 1000).unref();
      }
      if (next === "") clearInterval(ticking);
      words = next;
      draw();
    },
  };
}

function truncate(text: string, columns: number): string {
  let line = text.slice(0, 2 * columns);
  while (columnsOf(line) > columns) line = [...line].slice(0, -1).join("");
  return line;
}
