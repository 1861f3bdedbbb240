/**
 * A language server for the tests of mutated frames: it answers `initialize`, and then writes bytes
 * of the file FUZZ_FRAMES, some for each chunk that it reads, over and over.
 */
import { readFileSync } from "node:fs";

const frames = readFileSync(process.env["FUZZ_FRAMES"]);
const BYTES_PER_CHUNK = 32 * 1024;
let at = 0;
let head = "";
let isInitialized = false;

process.stdin.on("data", (chunk) => {
  if (!isInitialized) {
    head += chunk.toString("latin1");
    const body = head.slice(head.indexOf('"method":"initialize"'));
    const id = /"id":("[^"]*"|\d+)/.exec(head)?.[1];
    if (id === undefined || !body.includes("capabilities")) return;
    isInitialized = true;
    const capabilities = { textDocumentSync: 2, hoverProvider: true, documentSymbolProvider: true };
    const answer = `{"jsonrpc":"2.0","id":${id},"result":{"capabilities":${JSON.stringify(capabilities)}}}`;
    process.stdout.write(`Content-Length: ${answer.length}\r\n\r\n${answer}`);
    return;
  }
  process.stdout.write(frames.subarray(at, at + BYTES_PER_CHUNK));
  at = at + BYTES_PER_CHUNK < frames.length ? at + BYTES_PER_CHUNK : 0;
});
process.stdin.on("end", () => process.exit(0));
