/**
 * MCP messages on stdin and stdout, one per line. In place of the SDK's transport, which ends the
 * connection at a message of more than 10 MB and does not answer what is no message. Input is read
 * in lines of bounded length, and not while too much of the answers is unread.
 */

import type { Readable, Writable } from "node:stream";
import {
  type JSONRPCMessage,
  parseJSONRPCMessage,
  type RequestId,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/server";
import { codes } from "../../../error.js";
import { clip } from "../../../locate/errorText.js";
import { escapeControls } from "../../../text/printable.js";
import { readEnvelope } from "../../../wire/envelope.js";
import { DEFAULT_MAX_FRAME_BYTES } from "../../../wire/frames.js";
import { MAX_CALLS } from "./callLimit.js";

const MEGABYTE = 1024 * 1024;

/**
 * A transport of the SDK. A request that can't be read gets an error, with its id as far as that
 * can be found; a notification or a response is dropped, and reported to `onerror`.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport["onmessage"];
  /** Resolves when the transport is closed, by the server or at the end of the streams. */
  readonly closed: Promise<void>;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #maxBytes: number;
  /** The ids, as JSON, of requests that are not answered yet. */
  readonly #pendingIds = new Set<string>();
  #resolveClosed = () => {};
  #isClosed = false;

  /** `maxBytes` is the maximum length of a message. */
  constructor(input: Readable, output: Writable, maxBytes = DEFAULT_MAX_FRAME_BYTES) {
    this.#input = input;
    this.#output = output;
    this.#maxBytes = maxBytes;
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
  }

  async start(): Promise<void> {
    const close = () => void this.close();
    const read = lineReader({
      maxBytes: this.#maxBytes,
      onLine: (line) => this.#receive(line),
      onOversized: (line) => this.#refuseOversized(line),
    });
    this.#input.on("data", (chunk: Buffer) => {
      if (!this.#isClosed) read(chunk);
    });
    this.#input.on("error", (error) => this.onerror?.(error));
    this.#input.once("end", close).once("close", close);
    this.#output.once("error", close);
    new InputGate(this.#input, this.#output).open();
  }

  /** Resolves when the message has left; rejects if it can't be written. */
  send(message: JSONRPCMessage): Promise<void> {
    if (!("method" in message)) this.#pendingIds.delete(JSON.stringify(message.id));
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new Error("the client is gone"));
      this.#output.write(serializeMessage(withShortError(message)), (error) => (error ? reject(error) : resolve()));
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#input.pause();
    this.onclose?.();
    this.#resolveClosed();
  }

  #receive(line: Buffer): void {
    const text = line.toString("utf8");
    if (text.trim() === "") return;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      this.#refuse(idIn(line, line), codes.parseError, `The line is not JSON: ${(error as Error).message}`);
      return;
    }
    const message = readMessage(value);
    if (message !== undefined) this.#accept(message);
    else if (Array.isArray(value)) this.#refuseBatch(value);
    else this.#refuseInvalid(value);
  }

  /** Of two pending requests of one id the SDK would answer one. */
  #accept(message: JSONRPCMessage): void {
    if ("method" in message && "id" in message) {
      const id = JSON.stringify(message.id);
      if (this.#pendingIds.has(id)) {
        const text = `The id ${id} is that of a request that is not answered yet. Give each request an id of its own.`;
        this.#refuse(message.id, codes.invalidRequest, text);
        return;
      }
      this.#pendingIds.add(id);
    }
    // A cancelled request is not answered.
    if ("method" in message && message.method === "notifications/cancelled")
      this.#pendingIds.delete(JSON.stringify(message.params?.["requestId"]));
    this.onmessage?.(message);
  }

  #refuseOversized({ byteLength, head, tail }: OversizedLine): void {
    const [size, limit] = [byteLength, this.#maxBytes].map((bytes) => `${(bytes / MEGABYTE).toFixed(1)} MB`);
    const message = `The message has ${size}, more than the ${limit} that one may have. Send less at a time; --max-frame=<MB> raises the limit.`;
    this.#refuse(idIn(head, tail), codes.invalidRequest, message);
  }

  /** Refuses each request of a batch, and a batch without any, or with too many, as one message. */
  #refuseBatch(batch: readonly unknown[]): void {
    const ids = batch.map(idOf).filter((id) => id !== null);
    for (const id of ids.length > 0 && ids.length <= MAX_CALLS ? ids : [null])
      this.#refuse(id, codes.invalidRequest, "MCP has no batches. Send each message on a line of its own.");
  }

  /** Responds to a request that is none by MCP's rules, and to what can't be told from one. */
  #refuseInvalid(value: unknown): void {
    const members = (typeof value === "object" ? value : undefined) ?? {};
    const isNotification = "method" in members && typeof members.method === "string" && !("id" in members);
    if (isNotification || "result" in members || "error" in members)
      this.onerror?.(new Error(`A message of the client was dropped. ${INVALID_MESSAGE}`));
    else this.#refuse(idOf(value), codes.invalidRequest, INVALID_MESSAGE);
  }

  #refuse(id: RequestId | null, code: number, message: string): void {
    this.onerror?.(new Error(`A message of the client was refused. ${message}`));
    if (!this.#isClosed) this.#output.write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } })}\n`);
  }
}

const INVALID_MESSAGE =
  'It is no message of JSON-RPC 2.0. A request is an object such as {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}: the id is a string or an integer, and params are an object.';

/** Errors of the SDK repeat what the client sent, such as the name of a tool. */
const MAX_ERROR_LENGTH = 1_000;

function withShortError(message: JSONRPCMessage): JSONRPCMessage {
  if (!("error" in message)) return message;
  const { error } = message;
  return { ...message, error: { ...error, message: escapeControls(clip(error.message, MAX_ERROR_LENGTH)) } };
}

function readMessage(value: unknown): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(value);
  } catch {
    return undefined;
  }
}

/** Where clients write the id last. */
const trailingId = /"id"\s*:\s*(-?\d{1,16}|"(?:[^"\\]|\\.)*")\s*(?:,\s*"jsonrpc"\s*:\s*"2.0"\s*)?\}\s*$/;
const TRAILING_LENGTH = 500;

/** Returns the id of a message from its beginning or its end; `null` if it can't be found. */
function idIn(head: Buffer, tail: Buffer): RequestId | null {
  const found = readEnvelope(head, false)?.id ?? trailingId.exec(tail.subarray(-TRAILING_LENGTH).toString("utf8"))?.[1];
  try {
    return idOf({ id: JSON.parse(found ?? "null") });
  } catch {
    return null;
  }
}

function idOf(message: unknown): RequestId | null {
  const id = (message as { readonly id?: unknown } | null)?.id;
  return typeof id === "string" || typeof id === "number" ? id : null;
}

/**
 * Above the answers to the calls of a client that reads. While the input is paused, its end is not
 * noticed, nor are cancellations.
 */
const MAX_UNREAD_BYTES = 256 * 1024;

/**
 * Pauses the client's input while too much of the answers is unread, so that a client that reads
 * none does not fill the memory.
 */
export class InputGate {
  readonly #input: Readable;
  readonly #output: Writable;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  /** To be called when the input is read: a listener makes it flow. */
  open(): void {
    // Each answer that waits for the output has listeners.
    this.#output.setMaxListeners(0);
    this.#input.on("data", () => this.#update());
    this.#output.on("drain", () => this.#update());
  }

  #update(): void {
    const isOpen = this.#output.writableLength <= MAX_UNREAD_BYTES;
    if (isOpen === !this.#input.isPaused()) return;
    if (isOpen) this.#input.resume();
    else this.#input.pause();
  }
}

interface LineReaderOptions {
  readonly maxBytes: number;
  /** Gets each line without its line end, and without a last line that has none. */
  readonly onLine: (line: Buffer) => void;
  /** Gets what is kept of a line with more than `maxBytes`, at its end. */
  readonly onOversized: (line: OversizedLine) => void;
}

interface OversizedLine {
  readonly byteLength: number;
  readonly head: Buffer;
  readonly tail: Buffer;
}

/** How many bytes of the beginning and of the end of an oversized line are kept. */
const KEPT_BYTES = 4096;
const LINE_END = 0x0a;

/** Returns a function that takes the chunks of a stream. */
function lineReader({ maxBytes, onLine, onOversized }: LineReaderOptions): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let byteLength = 0;
  let head: Buffer | undefined;
  let tail: Buffer = Buffer.alloc(0);

  function add(part: Buffer): void {
    byteLength += part.length;
    if (head !== undefined) {
      tail = Buffer.from(Buffer.concat([tail, part.subarray(-KEPT_BYTES)]).subarray(-KEPT_BYTES));
      return;
    }
    parts.push(part);
    if (byteLength <= maxBytes) return;
    const line = Buffer.concat(parts);
    head = Buffer.from(line.subarray(0, KEPT_BYTES));
    tail = Buffer.from(line.subarray(-KEPT_BYTES));
    parts = [];
  }

  function endLine(): void {
    if (head !== undefined) onOversized({ byteLength, head, tail });
    else onLine(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts));
    parts = [];
    byteLength = 0;
    head = undefined;
  }

  return (chunk) => {
    let from = 0;
    for (let to = chunk.indexOf(LINE_END); to >= 0; to = chunk.indexOf(LINE_END, from)) {
      add(chunk.subarray(from, to));
      endLine();
      from = to + 1;
    }
    add(chunk.subarray(from));
  };
}
