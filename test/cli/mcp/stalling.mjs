/** A language server for tests: it answers the first hover only when that is cancelled. */

let buffer = Buffer.alloc(0);
let waiting;
let cancelled = 0;

process.stdin.on("data", (chunk) => {
  buffer = Buffer.concat([buffer, chunk]);
  for (;;) {
    const end = buffer.indexOf("\r\n\r\n");
    const length = Number(/Content-Length: (\d+)/.exec(buffer.toString("latin1", 0, Math.max(0, end)))?.[1]);
    if (end < 0 || buffer.length < end + 4 + length) return;
    const message = JSON.parse(buffer.toString("utf8", end + 4, end + 4 + length));
    buffer = buffer.subarray(end + 4 + length);
    receive(message);
  }
});

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

function send(message) {
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
  process.stdout.write(`Content-Length: ${body.length}\r\n\r\n`);
  process.stdout.write(body);
}
