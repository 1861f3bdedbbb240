/** What client and proxy said to each other, read off a trace; what the proxy said to its servers is passed over. */
import { readFileSync } from "node:fs";
import { objectOf, textAt } from "./message.mjs";

/** The format of traces that is read here. */
const format = 1;

/** The file is no trace, or none that can be read here: said without a stack. */
export class TraceError extends Error {}

/**
 * Messages in order, each `{ fromClient, body, message }`: its bytes with paths rewritten, and what they say, undefined where they
 * hold no JSON object. `leftOut` and `unreadable` count messages and lines that are missing. Throws TraceError.
 */
export function readTrace(path, rewrite, wire) {
  const [first = "", ...lines] = readFileSync(path, "utf8").split("\n");
  const header = objectOf(first);
  if (header?.trace === undefined) throw new TraceError(`${path} is no trace: its first line has no member "trace".`);
  if (header.trace !== format) {
    throw new TraceError(`${path} is a trace of format ${header.trace}, and this script reads format ${format}.`);
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

/** The bytes of a line's message, not of what parsing has made of them; undefined for a line that holds none. */
function bodyOf(line, text, wire) {
  if (line.raw !== undefined) return Buffer.from(line.raw);
  if (line.raw_base64 !== undefined) return Buffer.from(line.raw_base64, "base64");
  const message = textAt(Buffer.from(text), ["message"], wire);
  return message === undefined ? undefined : Buffer.from(message);
}
