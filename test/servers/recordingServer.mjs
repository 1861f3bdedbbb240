// A server that returns, on `recording/seen`, what it was started with and what it was told.
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";

const connection = createMessageConnection(
  new StreamMessageReader(process.stdin),
  new StreamMessageWriter(process.stdout),
);
const section = process.env.RECORDED_SECTION;
const seen = { argv: process.argv.slice(2), notified: [], answered: [] };
connection.onRequest("initialize", ({ initializationOptions }) => {
  seen.initializationOptions = initializationOptions;
  return { capabilities: { textDocumentSync: 1, hoverProvider: true } };
});
connection.onNotification("workspace/didChangeConfiguration", ({ settings }) => {
  seen.notified.push(settings);
});
connection.onNotification("workspace/didChangeWorkspaceFolders", ({ event }) => {
  seen.added = event.added.map(({ name }) => name);
});
connection.onRequest("recording/seen", async () => {
  const items = [{ section }];
  seen.answered.push(...(await connection.sendRequest("workspace/configuration", { items })));
  const { RUSTC, RUSTC_WRAPPER, RUSTUP_TOOLCHAIN } = process.env;
  return { ...seen, env: { RUSTC, RUSTC_WRAPPER, RUSTUP_TOOLCHAIN } };
});
connection.onRequest("shutdown", () => null);
connection.onNotification("exit", () => process.exit(0));
connection.listen();
