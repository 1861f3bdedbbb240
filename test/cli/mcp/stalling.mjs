/** A language server for tests: it answers the first hover only when that is cancelled. */

import { receiveMessages, send } from "../../serverStdio.mjs";

let waiting;
let cancelled = 0;

receiveMessages(receive);

function receive({ id, method, params }) {
  if (method === "initialize") send({ id, result: { capabilities: { hoverProvider: true, textDocumentSync: 1 } } });
  else if (method === "textDocument/hover") hover(id, params);
  else if (method === "$/cancelRequest" && params.id === waiting) {
    cancelled++;
    send({ id: waiting, error: { code: -32800, message: "cancelled" } });
  } else if (method === "exit") process.exit(0);
  else if (id !== undefined) send({ id, result: null });
}

function hover(id, { workDoneToken }) {
  if (waiting !== undefined) {
    send({ id, result: { contents: `process ${process.pid}, cancelled: ${cancelled}` } });
    return;
  }
  waiting = id;
  send({ method: "$/progress", params: { token: workDoneToken, value: { kind: "begin", title: "asked" } } });
}
