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
  completionProvider: { triggerCharacters: ["."] },
  referencesProvider: true,
};
const megabyte = 1024 * 1024;

let out = [];
const write = (bytes) => out.push(bytes);
const answer = (id, result) => write(encodeFrame(`{"jsonrpc":"2.0","id":${id},"result":${result}}`));

/** Returns the result of a large response of about `size` bytes. Each is generated once. */
const results = new Map();
function resultOf(size, { item, wrap }) {
  let result = results.get(size)?.get(item);
  if (result) return result;
  const items = [];
  for (let bytes = 0; bytes < size; bytes += items.at(-1).length + 1) items.push(JSON.stringify(item(items.length)));
  result = Buffer.from(wrap(items.join(",")));
  results.set(size, (results.get(size) ?? new Map()).set(item, result));
  return result;
}

const completion = {
  item(n) {
    const name = `candidate${n}`;
    const value = `Returns the \u201c${name}\u201d of this.`;
    return { label: name, kind: 3, sortText: "11", detail: `(method) ${name}(): void`, value };
  },
  wrap: (items) => `{"isIncomplete":false,"items":[${items}]}`,
};

/** In 100 files of a folder that the client has under another path, where it is mapped. */
const references = {
  item(n) {
    const range = { start: { line: n, character: 4 }, end: { line: n, character: 9 } };
    return { uri: `file:///srv/bench/src/file${n % 100}.ts`, range };
  },
  wrap: (items) => `[${items}]`,
};

/** Writes a large response, with the id before the result or, as some servers do, after it. */
function answerLarge(id, head, kind) {
  const list = resultOf(Number(readScalar(head, "bytes")), kind);
  const isIdLast = readScalar(head, "idLast") === "true";
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
      return answerLarge(id, head, completion);
    case '"textDocument/references"':
      return answerLarge(id, head, references);
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
