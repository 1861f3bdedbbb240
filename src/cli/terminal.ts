/**
 * Output to stdout and stderr: colours, width, and a status line. Here texts from outside are made
 * harmless, whatever a command prints.
 */

import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { createColors } from "picocolors";
import type { Colors } from "picocolors/types.js";
import { escapeControls, escapeLine } from "../text/printable.js";
import { columnsOf } from "./show/text/cells.js";

/** Columns in a pipe, which has no width of its own: lines of generated code can be very long. */
const PIPE_WIDTH = 160;

/** A stream that may be a terminal's; of this process, or of a client of a shared session. */
export interface TerminalStream extends NodeJS.WritableStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** Where a command reads and prints. */
export interface CommandStreams {
  readonly stdin: () => Readable;
  readonly stdout: TerminalStream;
  readonly stderr: TerminalStream;
  /** The variables that decide about colours: NO_COLOR, FORCE_COLOR, TERM. */
  readonly env: NodeJS.ProcessEnv;
}

export const processStreams: CommandStreams = {
  // Standard input is opened with the first access.
  stdin: () => process.stdin,
  get stdout() {
    return process.stdout;
  },
  get stderr() {
    return process.stderr;
  },
  env: process.env,
};

export interface Terminal {
  readonly colours: Colors;
  readonly isTerminal: boolean;
  /** Columns. */
  readonly width: number;
}

/**
 * Detects colours and width of a stream. NO_COLOR goes before FORCE_COLOR, and both before
 * detection.
 */
export function detectTerminal(
  stream: Pick<TerminalStream, "isTTY" | "columns"> = process.stdout,
  env: NodeJS.ProcessEnv = process.env,
): Terminal {
  const isTerminal = stream.isTTY === true;
  const isColoured = env["NO_COLOR"]
    ? false
    : env["FORCE_COLOR"]
      ? env["FORCE_COLOR"] !== "0"
      : isTerminal && env["TERM"] !== "dumb";
  const colours = createColors(isColoured);
  return {
    colours: isColoured ? markColours(colours) : colours,
    isTerminal,
    width: isTerminal ? stream.columns || 80 : PIPE_WIDTH,
  };
}

/**
 * Takes the place of the escape character in colours, since one in a text from outside is escaped.
 * A server can't know it. Undefined before colours are used.
 */
let colourMark: string | undefined;
const ESCAPE = "\x1b";

/** Returns the same colours, with marks that `print` replaces. */
function markColours(colours: Colors): Colors {
  colourMark ??= `colour-${randomUUID()}-`;
  const replacement = colourMark;
  const mark = (paint: Colors["bold"]): Colors["bold"] => {
    const [start = "", end = ""] = paint("|").replaceAll(ESCAPE, replacement).split("|");
    // Inside, the end of another colour may end this one, too.
    return (text) => `${start}${end === "" ? text : String(text).replaceAll(end, `${end}${start}`)}${end}`;
  };
  const entries = Object.entries(colours).map(([name, paint]) => [
    name,
    typeof paint === "function" ? mark(paint) : paint,
  ]);
  return Object.fromEntries(entries) as Colors;
}

/**
 * Writes a text and a final newline. Control characters are escaped, except tabs, line feeds and
 * our colours. Resolves also if the reader has closed the pipe (`… | head`).
 */
export function print(text: string, stream: NodeJS.WritableStream = process.stdout): Promise<void> {
  const escaped = escapeControls(text);
  return write(colourMark === undefined ? escaped : escaped.replaceAll(colourMark, ESCAPE), stream);
}

/** Prints a text for a program, byte for byte: a diff that another program applies. */
export function printVerbatim(text: string, stream: NodeJS.WritableStream = process.stdout): Promise<void> {
  return write(text, stream);
}

/** Standard output can't be written, as on a full device. */
export class OutputError extends Error {}

const ignoreError = () => {};

function write(text: string, stream: NodeJS.WritableStream): Promise<void> {
  // A closed pipe may also emit an error after the callback of `write`.
  if (!stream.listeners("error").includes(ignoreError)) stream.on("error", ignoreError);
  return new Promise((resolve, reject) => {
    const settle = (error?: Error | null) => {
      // Nobody can be told that stderr can't be written, and the rest goes on.
      const isLost = error && (error as NodeJS.ErrnoException).code !== "EPIPE" && stream !== process.stderr;
      if (isLost) reject(new OutputError(describeOutputError(error)));
      else resolve();
    };
    stream.write(text.endsWith("\n") || text === "" ? text : `${text}\n`, settle);
  });
}

export function describeOutputError(error: Error): string {
  return `Standard output can't be written: ${error.message}.`;
}

export interface StatusLine {
  /** Replaces the line's text; an empty text removes the line. */
  show(text: string): void;
}

/** How long the line is shown before it also shows the seconds. */
const ELAPSED_AFTER_MS = 3000;
/** How long a command may wait before it says so where a line can't be erased. */
const SILENT_MS = 10_000;

/**
 * Returns a status line on stderr. Where stderr is not a terminal that can erase a line, a wait of
 * 10 s is printed, once. `now` is a clock in milliseconds.
 */
export function createStatusLine(
  stream: TerminalStream = process.stderr,
  { env = process.env, now = Date.now }: { readonly env?: NodeJS.ProcessEnv; readonly now?: () => number } = {},
): StatusLine {
  if (!stream.isTTY || env["TERM"] === "dumb") return createWaitNotice(stream);
  let text = "";
  let shown = "";
  let since = 0;
  let timer: NodeJS.Timeout | undefined;
  const draw = () => {
    const elapsedMs = now() - since;
    const seconds = text !== "" && elapsedMs >= ELAPSED_AFTER_MS ? `  ${Math.floor(elapsedMs / 1000)} s` : "";
    const line = truncate(escapeLine(text.replace(/\s+/g, " ")), (stream.columns || 80) - 1 - seconds.length) + seconds;
    if (line === shown) return;
    stream.write(`\r\x1b[K${line}`);
    shown = line;
  };
  return {
    show(next) {
      if (text === "" && next !== "") {
        since = now();
        timer = setInterval(draw, 1000).unref();
      }
      if (next === "") clearInterval(timer);
      text = next;
      draw();
    },
  };
}

/** Prints what a command waits for, after a long wait, and not again. */
function createWaitNotice(stream: TerminalStream): StatusLine {
  let text = "";
  let isPrinted = false;
  let timer: NodeJS.Timeout | undefined;
  const printText = () => {
    isPrinted = true;
    void print(`lsp-locate: still waiting after ${SILENT_MS / 1000} s: ${escapeLine(text)}`, stream);
  };
  return {
    show(next) {
      if (next === "") {
        clearTimeout(timer);
        timer = undefined;
      } else if (!isPrinted) timer ??= setTimeout(printText, SILENT_MS).unref();
      text = next;
    },
  };
}

function truncate(text: string, columns: number): string {
  let line = text.slice(0, 2 * columns);
  while (columnsOf(line) > columns) line = [...line].slice(0, -1).join("");
  return line;
}
