/**
 * Reads the messages between client and proxy from a trace; those between proxy and servers are
 * skipped.
 */
import { readFileSync } from "node:fs";
import { objectOf, textAt } from "./message.mjs";

/** The trace format that this script reads. */
const TRACE_FORMAT = 1;

/** The file is not a trace, or of another format. Printed without a stack. */
export class TraceError extends Error {}

/**
 * Returns the messages in order, each `{ fromClient, body, message }`: its bytes with paths
 * rewritten, and the parsed object or undefined. `leftOut` and `unreadable` count missing messages
 * and lines. Throws TraceError.
 */
export function readTrace(path, rewrite, wire) {
  const [first = "", ...lines] = readFileSync(path, "utf8").split("\n");
  const header = objectOf(first);
  if (header?.trace === undefined)
    throw new TraceError(`${path} is not a trace: its first line has no member "trace".`);
  if (header.trace !== TRACE_FORMAT) {
    throw new TraceError(`${path} is a trace of format ${header.trace}, and this script reads format ${TRACE_FORMAT}.`);
  }
  const messages = [];
  let leftOut = 0;
  let unreadable = 0;
  for (const text of lines.filter((line) => line.trim() !== "")) {
    const line = objectOf(text);
    if (!line) unreadable++;
    const fromClient = line?.from === "client" && line.to === "proxy";
    if (!fromClient && !(line?.from === "proxy" && line.to === "client")) continue;
    leftOut += line.left_out ?? 0;
    const written = bodyOf(line, text, wire);
    if (written === undefined) continue;
    const body = rewrite(written);
    messages.push({ fromClient, body, message: objectOf(body.toString("utf8")) });
  }
  return { header, messages, leftOut, unreadable };
}

/** Returns the original bytes of a line's message, or undefined for a line without one. */
function bodyOf(line, text, wire) {
  if (line.raw !== undefined) return Buffer.from(line.raw);
  if (line.raw_base64 !== undefined) return Buffer.from(line.raw_base64, "base64");
  const message = textAt(Buffer.from(text), ["message"], wire);
  return message === undefined ? undefined : Buffer.from(message);
}
