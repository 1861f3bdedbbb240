/** A text read from standard input. */
import { Readable } from "node:stream";
import { UsageError } from "../../../src/cli/options.js";
import { fillInputText, readStandardInput } from "../../../src/cli/request/standardInput.js";

const never = new AbortController().signal;
const stream = (...chunks: (string | Uint8Array)[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));

test.each([
  ["a\n", ["a\n"]],
  ["a\r\n\n", ["a\r\n\n"]],
  ["💣", [new Uint8Array([0xf0, 0x9f]), new Uint8Array([0x92, 0xa3])]],
  ["a", ["\ufeffa"]],
])("%j", async (text, chunks) => {
  expect(await readStandardInput(stream(...chunks), never)).toBe(text);
});

test.each([
  ["nothing", [], "Standard input is empty. To take text away, write --delete."],
  ["NUL bytes", ["a\0"], "Standard input can't be used as the text: it holds NUL bytes."],
  ["Latin-1", [new Uint8Array([0xe9])], "Standard input can't be used as the text: it is not valid UTF-8."],
])("%s is refused", async (_name, chunks, message) => {
  await expect(readStandardInput(stream(...chunks), never)).rejects.toThrow(new UsageError(message));
});

test("who is interrupted waits no longer", async () => {
  const controller = new AbortController();
  const reading = readStandardInput(new Readable({ read() {} }), controller.signal);
  controller.abort();
  await expect(reading).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
});

test("a text that is no - stays", async () => {
  const params = { operation: "replace", new_text: "--" };
  expect(await fillInputText(params, never)).toBe(params);
});
