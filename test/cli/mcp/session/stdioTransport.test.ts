/** MCP messages on stdin and stdout: what is passed on, and what is refused with an error. */

import { PassThrough } from "node:stream";
import { StdioTransport } from "../../../../src/cli/mcp/session/stdioTransport.js";
import { law, pick } from "../../../text/random.js";

const MAX_BYTES = 400;

/** Sends chunks; returns the messages that the server gets, and those that the client gets. */
async function exchange(chunks: readonly (string | Buffer)[]) {
  const input = new PassThrough();
  const output = new PassThrough();
  const transport = new StdioTransport(input, output, MAX_BYTES);
  const received: unknown[] = [];
  const dropped: string[] = [];
  transport.onmessage = (message) => received.push(message);
  transport.onerror = ({ message }) => dropped.push(message);
  await transport.start();
  for (const chunk of chunks) input.write(chunk);
  input.end();
  await transport.closed;
  const text = (output.read() as Buffer | null)?.toString() ?? "";
  const sent = text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { id: unknown; error: { code: number; message: string } });
  return { received, sent, dropped };
}

const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
const long = "x".repeat(500);

test.each<[string, string, object[]]>([
  ["A request", `${JSON.stringify(ping)}\n`, [ping]],
  ["A line that ends in \\r\\n", `${JSON.stringify(ping)}\r\n`, [ping]],
  ["A notification", '{"jsonrpc":"2.0","method":"a"}\n', [{ jsonrpc: "2.0", method: "a" }]],
  ["A response", '{"jsonrpc":"2.0","id":"é💣","result":{}}\n', [{ jsonrpc: "2.0", id: "é💣", result: {} }]],
  ["An empty line", "\n  \r\n", []],
  ["A last line without an end", JSON.stringify(ping), []],
])("%s is passed on or ignored", async (_, text, messages) => {
  expect(await exchange([text])).toEqual({ received: messages, sent: [], dropped: [] });
});

test.each<[line: string, ...refusals: [id: unknown, code: number][]]>([
  ["x", [null, -32700]],
  ['{"jsonrpc":"2.0","id":7,"method":"ping",', [7, -32700]],
  ['{"method":"ping","params":{"a":b},"jsonrpc":"2.0","id":"a"}', ["a", -32700]],
  ["1", [null, -32600]],
  ["null", [null, -32600]],
  ["{}", [null, -32600]],
  ['{"id":3}', [3, -32600]],
  ['{"id":3,"method":"ping"}', [3, -32600]],
  ['{"jsonrpc":"1.0","id":"a","method":"ping"}', ["a", -32600]],
  ['{"jsonrpc":"2.0","id":3,"method":5}', [3, -32600]],
  ['{"jsonrpc":"2.0","id":3,"method":"ping","params":[1]}', [3, -32600]],
  ['{"jsonrpc":"2.0","id":3.5,"method":"ping"}', [3.5, -32600]],
  ['{"jsonrpc":"2.0","id":null,"method":"ping"}', [null, -32600]],
  ['{"jsonrpc":"2.0","id":{},"method":"ping"}', [null, -32600]],
  ["[]", [null, -32600]],
  ['[{"id":1},{"id":"b"},{"method":"a"}]', [1, -32600], ["b", -32600]],
  [`[${Array.from({ length: 50 }, () => '{"a":1}').join()}]`, [null, -32600]],
  // Over the limit, with the id first, last, before the version, and nowhere.
  [`{"jsonrpc":"2.0","id":4,"method":"ping","params":{"a":"${long}"}}`, [4, -32600]],
  [`{"method":"ping","params":{"a":"${long}"},"jsonrpc":"2.0","id":4}`, [4, -32600]],
  [`{"method":"ping","params":{"a":"${long}"},"id": "4\\"" , "jsonrpc": "2.0"}`, ['4"', -32600]],
  [`{"method":"ping","params":{"a":"${long}","id":4}}`, [null, -32600]],
  [long, [null, -32600]],
])("The line %s is refused, and the next one is read", async (line, ...refusals) => {
  const { received, sent, dropped } = await exchange([line, "\n", `${JSON.stringify(ping)}\n`]);
  expect(sent.map(({ id, error }) => [id, error.code])).toEqual(refusals);
  expect(received).toEqual([ping]);
  expect(dropped).toHaveLength(refusals.length);
});

test.each([
  '{"method":"a"}',
  '{"jsonrpc":"2.0","method":"a","params":7}',
  '{"id":1,"result":{}}',
  '{"jsonrpc":"2.0","id":{},"error":7}',
])("%s, no request, is dropped and logged", async (line) => {
  const { received, sent, dropped } = await exchange([`${line}\n`]);
  expect([received, sent]).toEqual([[], []]);
  expect(dropped).toEqual([expect.stringMatching(/^A message of the client was dropped/)]);
});

test("The error for a message over the limit names both lengths and the flag", async () => {
  const { sent } = await exchange([`${"x".repeat(2_097_152)}\n`]);
  expect(sent[0]?.error.message).toBe(
    "The message has 2.0 MB, more than the 0.0 MB that one may have. Send less at a time; --max-frame=<MB> raises the limit.",
  );
});

test("An error that repeats much of a message is cut, without its control characters", async () => {
  const output = new PassThrough();
  const transport = new StdioTransport(new PassThrough(), output);
  await transport.start();
  const message = `Tool ${"\x1b".repeat(10)}${"x".repeat(10_000)} not found`;
  await transport.send({ jsonrpc: "2.0", id: 1, error: { code: -32602, message } });
  const { error } = JSON.parse(String(output.read()));
  expect(error.message.length).toBeLessThan(1_100);
  expect(error.message).toMatch(/^Tool [^\x1b]*x…$/);
  await transport.close();
});

law("A stream is read alike, however it is cut", 100, async (random) => {
  const lines = Array.from({ length: 8 }, (_, id) =>
    pick(random, [
      JSON.stringify({ ...ping, id }),
      `{"jsonrpc":"2.0","id":${id},"method":"ping","params":{"a":"${long}"}}`,
      "💣",
      "",
      `{"id":${id}}`,
    ]),
  );
  const bytes = Buffer.from(`${lines.join("\n")}\n`);
  const chunks: Buffer[] = [];
  for (let from = 0; from < bytes.length; ) {
    const to = from + 1 + random(120);
    chunks.push(bytes.subarray(from, to));
    from = to;
  }
  expect(await exchange(chunks)).toEqual(await exchange([bytes]));
});
