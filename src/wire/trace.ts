/**
 * Traces: the messages of a session with sender, receiver and time, as one line of JSON each. For
 * people, `jq` and `scripts/replay.mjs`. docs/trace.md describes the lines.
 */

import { isUtf8 } from "node:buffer";
import { createWriteStream, renameSync, statSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import type { Logger } from "../error.js";
import { workingFolder } from "../files/workingFolder.js";
import { type Decision, frameSplitter, passDecision } from "./frames.js";

/** The version of the format, in a trace's first line. */
const TRACE_FORMAT = 1;

/** The maximum number of buffered bytes. Messages beyond it are left out and counted. */
const MAX_BUFFERED_BYTES = 32 * 1024 * 1024;

/** Takes a copy of the chunks of one stream. Never throws and never blocks. */
export type Tap = (chunk: Buffer) => void;

export interface Trace {
  /**
   * Creates a tap for one stream, from its writer to its reader. Each stream needs its own, as
   * frames come in pieces.
   */
  tap(from: string, to: string): Tap;
  /** Resolves when everything is written. Later messages are dropped. */
  end(): Promise<void>;
}

/** The facts in the first line that the process itself does not know. */
export interface TraceSession {
  readonly version: string;
  readonly argv: readonly string[];
  /** The maximum length of a message's body in this session, if it is not the default. */
  readonly maxFrameBytes?: number | undefined;
}

/**
 * Starts a trace in a file that only its owner can read, as it will contain whole documents. An
 * existing file is renamed to `<path>.old`, so that the trace of a crashed session survives the
 * next one. A failure to write is logged once.
 */
export function openTrace(path: string, session: TraceSession, log: Logger): Trace {
  keepPrevious(path);
  const file = createWriteStream(path, { mode: 0o600, highWaterMark: MAX_BUFFERED_BYTES });
  file.once("error", ({ message }) => log(`the trace can't be written, the session goes on without it: ${message}`));
  return traceTo(file, session);
}

/** Starts a trace on a stream, which buffers at most its high-water mark. */
export function traceTo(stream: Writable, { version, argv, maxFrameBytes }: TraceSession): Trace {
  const start = performance.now();
  const omissionReports: (() => void)[] = []; // one per tap: writes the number of messages left out
  let isFull = false;
  let isEnded = false;

  const write = (line: Buffer | string) => {
    if (!stream.write(line)) isFull = true;
  };
  const reportOmissions = () => {
    for (const reportOmission of omissionReports) reportOmission();
  };
  stream.on("drain", () => {
    isFull = false;
    reportOmissions();
  });
  stream.on("error", () => {
    isEnded = true;
  });
  write(`${JSON.stringify(headerOf(version, argv))}\n`);

  return {
    tap(from, to) {
      const direction = `"from":${JSON.stringify(from)},"to":${JSON.stringify(to)}`;
      const line = (member: Buffer | string) => {
        const at = Math.round(performance.now() - start);
        return Buffer.concat([Buffer.from(`{"at":${at},${direction},`), Buffer.from(member), Buffer.from("}\n")]);
      };
      let leftOut = 0;
      const reportOmission = () => {
        if (leftOut === 0) return;
        write(line(`"left_out":${leftOut}`));
        leftOut = 0;
      };
      const note = (bytes: Buffer, member: (bytes: Buffer) => Buffer | string) => {
        if (isEnded) return;
        if (isFull || bytes.length > stream.writableHighWaterMark) {
          leftOut++;
          return;
        }
        reportOmission();
        write(line(member(bytes)));
      };
      omissionReports.push(reportOmission);
      const see: Decision = { kind: "see", see: (body) => note(body, messageMember) };
      const decide = () => {
        if (isFull && !isEnded) leftOut++;
        return isFull || isEnded ? passDecision : see; // no need to collect what is not written
      };
      const stray = (bytes: Buffer) => note(bytes, (text) => textMember("stray", text));
      const oversized = () => {
        leftOut++;
      };
      return frameSplitter({ decide, pass: () => {}, stray, oversized }, maxFrameBytes);
    },
    end() {
      if (!isEnded) reportOmissions();
      isEnded = true;
      return new Promise((resolve) => stream.end(() => resolve()));
    },
  };
}

/**
 * Copies what is read from a stream to a tap, before its readers get it. Does not make the stream
 * flow.
 */
export function tapReadable(stream: Readable, tap: Tap): void {
  // Only `on` makes a stream flow. The first listener records a message before it can be answered.
  stream.prependListener("data", tap);
}

/** Copies what is written to a stream to a tap, before it is written. */
export function tapWritable(stream: Writable, tap: Tap): void {
  const write = stream.write.bind(stream) as (chunk: Buffer | string, ...rest: unknown[]) => boolean;
  stream.write = (chunk: Buffer | string, ...rest: unknown[]) => {
    const encoding = typeof rest[0] === "string" ? (rest[0] as BufferEncoding) : "utf8";
    tap(typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk);
    return write(chunk, ...rest);
  };
}

function headerOf(version: string, argv: readonly string[]) {
  return {
    trace: TRACE_FORMAT,
    lsp_locate: version,
    argv,
    cwd: workingFolder(),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
    started: new Date().toISOString(),
  };
}

const MESSAGE = Buffer.from('"message":');
const LF = 0x0a;
const CR = 0x0d;

/**
 * Returns a body unchanged, so that large numbers and the order of members survive, or as a string
 * if it is not one line of JSON.
 */
function messageMember(body: Buffer): Buffer | string {
  const isLine = !body.includes(LF) && !body.includes(CR) && isUtf8(body) && isJson(body.toString("utf8"));
  return isLine ? Buffer.concat([MESSAGE, body]) : textMember("raw", body);
}

function textMember(name: "raw" | "stray", bytes: Buffer): string {
  return isUtf8(bytes)
    ? `"${name}":${JSON.stringify(bytes.toString("utf8"))}`
    : `"${name}_base64":"${bytes.toString("base64")}"`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Renames an existing file; a pipe or a terminal stays. */
function keepPrevious(path: string): void {
  try {
    if (statSync(path).isFile()) renameSync(path, `${path}.old`);
  } catch {
    // There is none, or it can't be renamed: it is overwritten.
  }
}
