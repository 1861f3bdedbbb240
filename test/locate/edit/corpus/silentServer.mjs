/** A language server that knows nothing: symbols come from the syntax tree. */
import { receiveMessages, send } from "../../../serverStdio.mjs";

receiveMessages(({ id, method }) => {
  if (method === "initialize") send({ id, result: { capabilities: { textDocumentSync: 1 } } });
  else if (method === "exit") process.exit(0);
  else if (id !== undefined && method !== undefined) send({ id, result: null });
});
