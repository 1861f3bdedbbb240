/** A text that is read from standard input, written as `-`. */

import { addAbortSignal, type Readable } from "node:stream";
import { decode } from "../../text/decode.js";
import { DELETE_HINT, STDIN_MARKER, UsageError } from "../options.js";

type Params = Readonly<Record<string, unknown>>;

/** Returns the params with the text of standard input in place of `-`. */
export async function fillInputText(params: Params, stdin: () => Readable, signal: AbortSignal): Promise<Params> {
  if (params["new_text"] !== STDIN_MARKER) return params;
  return { ...params, new_text: await readStandardInput(stdin(), signal) };
}

/**
 * Reads a stream to its end; the text keeps its last line end. Throws UsageError if it is empty or
 * not UTF-8.
 */
export async function readStandardInput(stream: Readable, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of addAbortSignal(signal, stream)) chunks.push(chunk as Buffer);
  const decoded = decode(Buffer.concat(chunks));
  if ("binary" in decoded) throw unusableInputError(decoded.binary);
  if (!decoded.valid) throw unusableInputError("it is not valid UTF-8");
  if (decoded.text === "") throw new UsageError(`Standard input is empty. ${DELETE_HINT}`);
  return decoded.text;
}

function unusableInputError(reason: string): UsageError {
  return new UsageError(`Standard input can't be used as the text: ${reason}.`);
}
