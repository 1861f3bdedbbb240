/** Frames of a client and of a server with random damage, as of a broken or hostile peer. */

import { frameOf } from "../../src/wire/frames.js";
import { pick, type Random } from "../text/random.js";

const range = { start: { line: 0, character: 1 }, end: { line: 1, character: 2 } };

/** Messages of a client about a document; none of them ends the session. */
export function clientMessages(uri: string): readonly object[] {
  const textDocument = { uri };
  const about = { textDocument, position: range.start };
  return [
    {
      method: "textDocument/didOpen",
      params: { textDocument: { uri, languageId: "fuzz", version: 1, text: "a b\nc" } },
    },
    {
      method: "textDocument/didChange",
      params: { textDocument: { uri, version: 2 }, contentChanges: [{ range, text: "x" }] },
    },
    {
      method: "textDocument/didChange",
      params: { textDocument: { uri, version: 3 }, contentChanges: [{ text: "a b c" }] },
    },
    { method: "textDocument/didClose", params: { textDocument } },
    { method: "$/cancelRequest", params: { id: 7 } },
    { id: 7, method: "textDocument/hover", params: about },
    { id: "s", method: "textDocument/completion", params: about },
    { id: 8, method: "completionItem/resolve", params: { label: "x", data: { a: 1 } } },
    { id: 9, method: "workspace/symbol", params: { query: "a" } },
    { id: 10, method: "workspace/executeCommand", params: { command: "c", arguments: [uri] } },
    { id: 11, method: "locate/resolve", params: { locate: "a.fuzz@b" } },
    { id: 12, method: "locate/hover", params: { locate: { file_path: "a.fuzz", find: "b" } } },
    { id: 13, method: "locate/outline", params: { file_path: "a.fuzz" } },
    { id: 14, method: "locate/describe", params: about },
    { id: 15, result: null },
    { id: 16, error: { code: 1, message: "no" } },
    { method: "workspace/didChangeConfiguration", params: { settings: {} } },
    { method: "workspace/didChangeWatchedFiles", params: { changes: [{ uri, type: 2 }] } },
  ];
}

/** Messages of a server about a document. */
export function serverMessages(uri: string): readonly object[] {
  const watcher = { globPattern: "**/{a,b}*.[ch]" };
  return [
    { id: 7, result: { contents: "x" } },
    { id: "s", result: { isIncomplete: false, items: [{ label: "x", data: 1 }] } },
    { id: 9, result: [{ name: "a", kind: 5, location: { uri, range } }] },
    { id: 10, error: { code: -32603, message: "no" } },
    {
      id: 1,
      method: "client/registerCapability",
      params: {
        registrations: [
          { id: "w", method: "workspace/didChangeWatchedFiles", registerOptions: { watchers: [watcher] } },
        ],
      },
    },
    {
      id: 2,
      method: "client/unregisterCapability",
      params: { unregisterations: [{ id: "w", method: "workspace/didChangeWatchedFiles" }] },
    },
    { id: 3, method: "workspace/configuration", params: { items: [{ section: "x" }] } },
    { id: 4, method: "workspace/applyEdit", params: { edit: { changes: { [uri]: [{ range, newText: "y" }] } } } },
    { id: 5, method: "window/workDoneProgress/create", params: { token: 1 } },
    { method: "$/progress", params: { token: 1, value: { kind: "begin", title: "t" } } },
    { method: "$/progress", params: { token: 1, value: { kind: "end" } } },
    { method: "window/logMessage", params: { type: 3, message: "loaded" } },
    { method: "textDocument/publishDiagnostics", params: { uri, diagnostics: [{ range, message: "m" }] } },
  ];
}

const pieces = [
  "{",
  "}",
  "[",
  "]",
  '"',
  "\\",
  ",",
  ":",
  "null",
  "-1",
  "1e999",
  "\u0000",
  "\r\n\r\n",
  "\\u0000",
  '"id":',
  "💣",
];

/** Returns a frame of one of the messages, damaged or not. */
export function mutatedFrame(messages: readonly object[], random: Random): Buffer {
  const message = { jsonrpc: "2.0", ...pick(random, messages) };
  switch (random(10)) {
    case 0:
      return frameOf(JSON.stringify(message));
    case 1:
      return frameOf(JSON.stringify({ ...message, params: pick<unknown>(random, [null, [], 1, "x", {}, [[]]]) }));
    case 2:
      return frameOf(
        JSON.stringify({ ...message, id: pick<unknown>(random, [null, -1, 2 ** 53, 1.5, "", "💣", {}, []]) }),
      );
    case 3:
      return damaged(frameOf(JSON.stringify(message)), random);
    case 4:
      return withHeader(JSON.stringify(message), random);
    case 5:
      return Buffer.from(pick(random, ["\r\n\r\n", "Content-Type: x\r\n\r\n", "stray\n", "{}", "\u0000".repeat(50)]));
    default:
      return frameOf(damaged(Buffer.from(JSON.stringify(message)), random));
  }
}

/** Returns the bytes with pieces replaced, inserted, removed or repeated. */
export function damaged(bytes: Buffer, random: Random): Buffer {
  let result = bytes;
  for (let times = 1 + random(3); times > 0; times--) {
    const at = random(result.length + 1);
    const to = Math.min(result.length, at + random(12));
    const middle = pick(random, [
      Buffer.of(random(256)),
      Buffer.from(pick(random, pieces)),
      result.subarray(at, to),
      Buffer.alloc(0),
    ]);
    const isInsertion = random(2) === 0;
    result = Buffer.concat([result.subarray(0, at), middle, result.subarray(isInsertion ? at : to)]);
  }
  return result;
}

/** Returns a frame with a wrong or an odd header. A length that is far too long is rare. */
function withHeader(body: string, random: Random): Buffer {
  const length = Buffer.byteLength(body);
  const wrong = random(2_000) === 0 ? 10 ** 12 : Math.max(0, length + random(9) - 4);
  const header = pick(random, [
    `Content-Length: ${wrong}`,
    `content-length:${length}`,
    `Content-Length: -${length}`,
    `Content-Length: ${length}\r\nContent-Length: ${wrong}`,
    `X: y\r\nContent-Length: ${length}\r\nContent-Type: z`,
    "Content-Length: many",
  ]);
  return Buffer.from(`${header}\r\n\r\n${body}`);
}
