/** LSP messages on stdin and stdout, for language servers that tests start. */

/** Calls `receive` with each message from the client. */
export function receiveMessages(receive) {
  let buffer = Buffer.alloc(0);
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
}

/** Sends a message to the client; adds `jsonrpc`. */
export function send(message) {
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
  process.stdout.write(`Content-Length: ${body.length}\r\n\r\n`);
  process.stdout.write(body);
}
