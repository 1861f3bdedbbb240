/** The gate of MCP's input: it closes when too much of the answers is unread. */

import { PassThrough, Writable } from "node:stream";
import { InputGate } from "../../../../src/cli/mcp/session/stdioTransport.js";

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("The input is paused while more than 256 KB of answers are unread", async () => {
  const input = new PassThrough();
  let read = () => {};
  const output = new Writable({
    highWaterMark: 10,
    write: (_chunk, _encoding, done) => {
      read = done;
    },
  });
  new InputGate(input, output).open();
  output.write(Buffer.alloc(256 * 1024));
  input.write("a call");
  await turn();
  expect(input.isPaused()).toBe(false);
  output.write("more");
  input.write("a call");
  await turn();
  expect(input.isPaused()).toBe(true);
  read();
  await turn();
  read();
  await turn();
  expect(input.isPaused()).toBe(false);
});
