/** Texts from standard input. */
import { Readable } from "node:stream";
import { UsageError } from "../../../src/cli/options.js";
import { fillInputText, readStandardInput } from "../../../src/cli/request/sendCommand.js";

const never = new AbortController().signal;
const stream = (...chunks: (string | Uint8Array)[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));

test.each([
  ["a\n", ["a\n"]],
  ["a\r\n\n", ["a\r\n\n"]],
  ["💣", [new Uint8Array([0xf0, 0x9f]), new Uint8Array([0x92, 0xa3])]],
  ["a", ["\ufeffa"]],
])("Standard input is read as %j", async (text, chunks) => {
  expect(await readStandardInput(stream(...chunks), never)).toBe(text);
});

test.each([
  ["empty", [], "Standard input is empty. To take text away, write --delete."],
  ["binary", ["a\0"], "Standard input can't be used as the text: it holds NUL bytes."],
  ["in Latin-1", [new Uint8Array([0xe9])], "Standard input can't be used as the text: it is not valid UTF-8."],
])("Standard input that is %s is a usage error", async (_name, chunks, message) => {
  await expect(readStandardInput(stream(...chunks), never)).rejects.toThrow(new UsageError(message));
});

test("Reading standard input stops when it is aborted", async () => {
  const controller = new AbortController();
  const reading = readStandardInput(new Readable({ read() {} }), controller.signal);
  controller.abort();
  await expect(reading).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
});

test("A text other than - is not read from standard input", async () => {
  const params = { operation: "replace", new_text: "--" };
  expect(await fillInputText(params, () => stream(), never)).toBe(params);
});
