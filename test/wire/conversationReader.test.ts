/** The reader of a server's own messages: it reads on after what is not a message. */

import { PassThrough } from "node:stream";
import type { Message } from "vscode-jsonrpc/node";
import { ConversationReader } from "../../src/wire/conversationReader.js";
import { frameOf } from "../../src/wire/frames.js";

/** Fails as vscode-jsonrpc does for a cancellation without an id. */
function rejectCancellation(message: Message): void {
  if ("method" in message && message.method === "$/cancelRequest") throw new TypeError("no id");
}

/** Reads the chunks. `isEnded` before the end of the input shows that the reader has ended it. */
async function read(chunks: readonly (Buffer | string)[], maxFrameBytes?: number) {
  const from = new PassThrough();
  const messages: Message[] = [];
  const reported: string[] = [];
  let isEnded = false;
  const reader = new ConversationReader({
    from,
    maxFrameBytes,
    onStray: (bytes) => reported.push(bytes.toString()),
    onOversized: ({ length }) => reported.push(`${length} bytes`),
  });
  void reader.ended.then(() => {
    isEnded = true;
  });
  reader.listen((message) => {
    rejectCancellation(message);
    messages.push(message);
  });
  for (const chunk of chunks) from.write(chunk);
  await new Promise((resolve) => setImmediate(resolve));
  return { messages, reported, isEnded };
}

test.each([
  ["a header without a length", "Content-Type: x\r\n\r\n"],
  ["a negative length", "Content-Length: -1\r\n\r\n"],
  ["a length that is no number", "Content-Length: many\r\n\r\n"],
  ["text", "starting up\r\n\r\n"],
  ["a body that is not JSON", frameOf("{]")],
  ["a body that is no object", frameOf("[1]")],
  ["a message that can't be handled", frameOf('{"jsonrpc":"2.0","method":"$/cancelRequest"}')],
])("After %s the next message is read, and the stray bytes are reported", async (_title, bad) => {
  const { messages, reported, isEnded } = await read([bad, frameOf('{"jsonrpc":"2.0","method":"shutdown"}')]);
  expect(messages).toEqual([{ jsonrpc: "2.0", method: "shutdown" }]);
  expect(reported).toHaveLength(1);
  expect(bad.toString()).toContain(reported[0]);
  expect(isEnded).toBe(false);
});

test("A message over the limit ends the reader, and is reported with its length", async () => {
  const chunks = ["Content-Length: 101\r\n\r\n", "x".repeat(101), frameOf("{}")];
  const { messages, reported, isEnded } = await read(chunks, 100);
  expect(messages).toEqual([]);
  expect(reported).toEqual(["101 bytes"]);
  expect(isEnded).toBe(true);
});
