/**
 * A language server that answers at once and never parses JSON, so that the measurement covers what
 * is in front of it. The response to `textDocument/completion` has the requested number of `bytes`;
 * `bench/flood` sends that number as notifications first.
 */
import { createFrameSplitter, encodeFrame, readScalar } from "../lib/frames.mjs";

const encoding = process.argv[2] ?? "utf-16";
const capabilities = {
  positionEncoding: encoding,
  textDocumentSync: { openClose: true, change: 2 },
  hoverProvider: true,
  completionProvider: {},
};
const megabyte = 1024 * 1024;

let out = [];
const write = (bytes) => out.push(bytes);
const answer = (id, result) => write(encodeFrame(`{"jsonrpc":"2.0","id":${id},"result":${result}}`));

/** Returns a completion list of about `size` bytes. Each size is generated once. */
const lists = new Map();
function completionList(size) {
  let list = lists.get(size);
  if (list) return list;
  const items = [];
  for (let bytes = 0; bytes < size; bytes += items.at(-1).length + 1) {
    const name = `candidate${items.length}`;
    const value = `Returns the \u201c${name}\u201d of this.`;
    items.push(JSON.stringify({ label: name, kind: 3, sortText: "11", detail: `(method) ${name}(): void`, value }));
  }
  list = Buffer.from(`{"isIncomplete":false,"items":[${items.join(",")}]}`);
  lists.set(size, list);
  return list;
}

/** Writes a large response, with the id before the result or, as some servers do, after it. */
function answerLarge(id, size, isIdLast) {
  const list = completionList(size);
  const before = Buffer.from(isIdLast ? '{"jsonrpc":"2.0","result":' : `{"jsonrpc":"2.0","id":${id},"result":`);
  const after = Buffer.from(isIdLast ? `,"id":${id}}` : "}");
  const length = before.length + list.length + after.length;
  for (const part of [Buffer.from(`Content-Length: ${length}\r\n\r\n`), before, list, after]) write(part);
}

async function flood(id, size) {
  const note = encodeFrame({ method: "window/logMessage", params: { type: 4, message: "x".repeat(megabyte - 100) } });
  for (let sent = 0; sent < size; sent += note.length) {
    if (!process.stdout.write(note)) await new Promise((resolve) => process.stdout.once("drain", resolve));
  }
  answer(id, "null");
  flush();
}

function flush() {
  if (out.length > 0) process.stdout.write(out.length === 1 ? out[0] : Buffer.concat(out));
  out = [];
}

const split = createFrameSplitter((head) => {
  const method = readScalar(head, "method");
  const id = readScalar(head, "id");
  switch (method) {
    case '"textDocument/hover"':
      return answer(id, '{"contents":{"kind":"markdown","value":"```ts\\nconst fuse: number\\n```"}}');
    case '"textDocument/completion"':
      return answerLarge(id, Number(readScalar(head, "bytes")), readScalar(head, "idLast") === "true");
    case '"bench/flood"':
      return void flood(id, Number(readScalar(head, "bytes")));
    case '"initialize"':
      return answer(id, JSON.stringify({ capabilities, serverInfo: { name: "echo" } }));
    case '"exit"':
      return process.exit(0);
    default:
      if (method !== undefined && id !== undefined) answer(id, "null");
  }
}, 512);

process.stdin.on("data", (chunk) => {
  split(chunk);
  flush();
});
process.stdin.on("end", () => process.exit(0));
