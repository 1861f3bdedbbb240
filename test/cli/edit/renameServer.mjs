/** A language server whose answer to every rename is the WorkspaceEdit in a file. */

import { readFileSync } from "node:fs";

const [editFile] = process.argv.slice(2);
const answers = {
  initialize: () => ({ capabilities: { textDocumentSync: 1, renameProvider: true } }),
  shutdown: () => null,
  "textDocument/rename": () => JSON.parse(readFileSync(editFile, "utf8")),
};

let received = Buffer.alloc(0);
process.stdin.on("data", (chunk) => {
  received = Buffer.concat([received, chunk]);
  for (;;) {
    const bodyFrom = received.indexOf("\r\n\r\n") + 4;
    const length = Number(/Content-Length: (\d+)/i.exec(received.toString("latin1", 0, Math.max(0, bodyFrom)))?.[1]);
    if (bodyFrom < 4 || !(received.length >= bodyFrom + length)) return;
    const { id, method } = JSON.parse(received.toString("utf8", bodyFrom, bodyFrom + length));
    received = received.subarray(bodyFrom + length);
    if (method === "exit") process.exit(0);
    if (id === undefined || method === undefined) continue;
    const body = JSON.stringify({ jsonrpc: "2.0", id, result: answers[method]?.() ?? null });
    process.stdout.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }
});
