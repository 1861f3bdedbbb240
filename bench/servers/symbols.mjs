/**
 * A language server that finds functions by a pattern alone, `function name(…) {` up to the next
 * `}` in column 0, and counts the requests for symbols.
 */
import { createFrameSplitter, encodeFrame } from "../lib/frames.mjs";

const capabilities = {
  textDocumentSync: { openClose: true, change: 2 },
  hoverProvider: true,
  documentSymbolProvider: true,
};
const texts = new Map();
let requestCount = 0;

const answers = {
  initialize: () => ({ capabilities, serverInfo: { name: "symbols" } }),
  "textDocument/hover": () => ({ contents: { kind: "markdown", value: "```ts\nconst fuse: number\n```" } }),
  "textDocument/documentSymbol": ({ textDocument }) => {
    requestCount++;
    return symbolsOf(texts.get(textDocument.uri) ?? "");
  },
  "bench/asked": () => requestCount,
  shutdown: () => null,
};

const notifications = {
  "textDocument/didOpen": ({ textDocument }) => texts.set(textDocument.uri, textDocument.text),
  "textDocument/didClose": ({ textDocument }) => texts.delete(textDocument.uri),
  exit: () => process.exit(0),
};

function symbolsOf(text) {
  const symbols = [];
  let current;
  for (const [line, words] of text.split("\n").entries()) {
    const name = /^function (\w+)/.exec(words)?.[1];
    if (name !== undefined) current = { name, line };
    if (words !== "}" || current === undefined) continue;
    const start = { line: current.line, character: "function ".length };
    symbols.push({
      name: current.name,
      kind: 12,
      range: { start: { line: current.line, character: 0 }, end: { line, character: 1 } },
      selectionRange: { start, end: { line: current.line, character: start.character + current.name.length } },
    });
    current = undefined;
  }
  return symbols;
}

const split = createFrameSplitter((body) => {
  const { id, method, params } = JSON.parse(body.toString());
  notifications[method]?.(params);
  if (id === undefined || method === undefined) return;
  const answer = answers[method];
  process.stdout.write(
    encodeFrame(answer ? { id, result: answer(params) } : { id, error: { code: -32601, message: method } }),
  );
});

process.stdin.on("data", split);
process.stdin.on("end", () => process.exit(0));
