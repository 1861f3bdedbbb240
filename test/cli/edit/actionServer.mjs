/** A language server with code actions: two of like titles, and commands that apply no edit. */

import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";

const client = createMessageConnection(new StreamMessageReader(process.stdin), new StreamMessageWriter(process.stdout));
const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

client.onRequest("initialize", () => ({
  capabilities: {
    textDocumentSync: 1,
    codeActionProvider: true,
    executeCommandProvider: { commands: ["nothing", "question"] },
  },
}));
client.onRequest("shutdown", () => null);
client.onRequest("textDocument/codeAction", ({ textDocument: { uri } }) => [
  ...["Import a", "Import b"].map((title) => ({ title, edit: { changes: { [uri]: [{ range, newText: title }] } } })),
  ...["nothing", "question"].map((command) => ({ title: `Run ${command}`, command: { title: command, command } })),
]);
client.onRequest("workspace/executeCommand", async ({ command }) => {
  if (command === "nothing") return null;
  const actions = [{ title: "This" }, { title: "That" }];
  return client.sendRequest("window/showMessageRequest", { type: 3, message: "Which one?", actions });
});
client.onNotification("exit", () => process.exit(0));
client.listen();
