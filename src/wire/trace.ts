/**
 * A trace: what was said in a session, by whom, to whom and when, one line of JSON a message, for people, for `jq` and for
 * `scripts/replay.mjs`. What the lines are stands in docs/trace.md.
 */

import { isUtf8 } from "node:buffer";
import { createWriteStream, renameSync, statSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import type { Logger } from "../error.js";
import { frameSplitter, passVerdict, type Verdict } from "./frames.js";

/** The format, named in a trace's first line. */
const TRACE_FORMAT = 1;

/** So many bytes may wait for the disk. What is said while it is behind is left out, and counted. */
const MAX_BUFFERED_BYTES = 32 * 1024 * 1024;

/** Takes what streams by in one direction, in chunks of any size. It never throws and never waits. */
export type Tap = (chunk: Buffer) => void;

export interface Trace {
  /** A tap for one stream, from who writes it to who reads it. Every stream has its own, as a frame may come in pieces. */
  tap(from: string, to: string): Tap;
  /** Resolves when all of it is written. What a tap gets afterwards is dropped. */
  end(): Promise<void>;
}

/** What the first line says of the session, beside what this process knows of itself. */
export interface TraceSession {
  readonly version: string;
  readonly argv: readonly string[];
}

/**
 * Begins a trace in a file that only its owner may read, as whole documents will stand in it. What is there already is kept as
 * `<path>.old`: a session that died is soon followed by the next one. A file that can't be written is told to `log` once.
 */
export function openTrace(path: string, session: TraceSession, log: Logger): Trace {
  keepPrevious(path);
  const file = createWriteStream(path, { mode: 0o600, highWaterMark: MAX_BUFFERED_BYTES });
  file.once("error", ({ message }) => log(`the trace can't be written, the session goes on without it: ${message}`));
  return traceTo(file, session);
}

/** Begins a trace on a stream; no more waits in it than its high-water mark allows. */
export function traceTo(stream: Writable, { version, argv }: TraceSession): Trace {
  const start = performance.now();
  const omissionReports: (() => void)[] = []; // of each tap: how much it has left out
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
      const see: Verdict = { kind: "see", see: (body) => note(body, messageMember) };
      return frameSplitter({
        decide() {
          if (isFull && !isEnded) leftOut++;
          return isFull || isEnded ? passVerdict : see; // what will not be written is not collected either
        },
        pass() {},
        stray: (bytes) => note(bytes, (text) => textMember("stray", text)),
      });
    },
    end() {
      if (!isEnded) reportOmissions();
      isEnded = true;
      return new Promise((resolve) => stream.end(() => resolve()));
    },
  };
}

/** Shows a tap all that is read from a stream, before its readers get it. The stream does not begin to flow by that. */
export function tapReadable(stream: Readable, tap: Tap): void {
  // Only `on` makes a stream flow; and whoever listens first has noted a message before anybody could answer it.
  stream.prependListener("data", tap);
}

/** Shows a tap all that is written to a stream, before it is written. */
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
    cwd: process.cwd(),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
    started: new Date().toISOString(),
  };
}

const MESSAGE = Buffer.from('"message":');
const LF = 0x0a;
const CR = 0x0d;

/** A body as it came, so that a number too large for a double and the order of members survive; as a string where it is not one line of JSON. */
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

/** Only a file is moved: a pipe or a terminal is written to as it is. */
function keepPrevious(path: string): void {
  try {
    if (statSync(path).isFile()) renameSync(path, `${path}.old`);
  } catch {
    // There is none, or it may not be moved: then it is written over.
  }
}
