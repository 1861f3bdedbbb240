/**
 * A language server that publishes diagnostics in three steps after each change, as servers do that
 * check syntax before types. It never parses documents.
 */
import { createFrameSplitter, encodeFrame, readScalar } from "../lib/frames.mjs";

/** Milliseconds after a change. */
const STEPS = [1, 40, 80];
const capabilities = {
  positionEncoding: "utf-16",
  textDocumentSync: { openClose: true, change: 1 },
  hoverProvider: true,
};

let timers = [];
const send = (message) => process.stdout.write(encodeFrame(message));

function publish(uri, version) {
  for (const timer of timers) clearTimeout(timer);
  timers = STEPS.map((ms, step) =>
    setTimeout(() => {
      const diagnostics = Array.from({ length: step }, () => ({ range: null, message: `step ${step}` }));
      send({ method: "textDocument/publishDiagnostics", params: { uri, version, diagnostics } });
    }, ms),
  );
}

process.stdin.on(
  "data",
  createFrameSplitter((body) => {
    const { method, id, params } = JSON.parse(body.toString());
    if (method === "textDocument/didOpen" || method === "textDocument/didChange")
      publish(params.textDocument.uri, params.textDocument.version);
    if (id === undefined || readScalar(body, "method") === undefined) return;
    const result =
      method === "initialize" ? { capabilities } : method === "textDocument/hover" ? { contents: "x" } : null;
    send({ id, result });
  }),
);
process.stdin.on("end", () => process.exit(0));
