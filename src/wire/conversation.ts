/**
 * A JSON-RPC conversation of this program on a stream that it shares with relayed messages.
 * vscode-jsonrpc handles pending requests, cancellation and errors. It receives only the messages
 * delivered to it. Ids are JSON text on the wire, so that `9007199254740993` keeps its digits and
 * `1` stays different from `"1"`.
 */

import {
  AbstractMessageReader,
  AbstractMessageWriter,
  createMessageConnection,
  type DataCallback,
  type Disposable,
  type Message,
  type MessageConnection,
} from "vscode-jsonrpc/node";
import type { Envelope } from "./envelope.js";
import { frameOf } from "./frames.js";
import { findValue } from "./json.js";
import {
  buildCancel,
  buildError,
  buildNotification,
  buildRequest,
  buildResult,
  CANCEL_METHOD,
  type ErrorObject,
} from "./messages.js";
import { RawJson } from "./rawJson.js";

/** Converts the ids of a conversation to JSON text and back. */
export interface IdFormat {
  toWire(id: string | number | null): string;
  /** Returns null for an id that is not of this conversation. */
  fromWire(text: string): string | number | null;
}

export interface Conversation {
  readonly connection: MessageConnection;
  /**
   * Delivers a message of this conversation. `inspectParams` is called before the handlers. Throws
   * SyntaxError if the body is not JSON.
   */
  deliver(body: Buffer, envelope: Envelope, first?: (params: unknown) => void): void;
}

/**
 * Sends a whole frame. `answeredId` is the id, as JSON text, of the request that a response
 * answers.
 */
export type SendFrame = (frame: Buffer, answeredId: string | undefined) => void;

/** Opens a conversation that sends its messages by `send`. */
export function openConversation(send: SendFrame, ids: IdFormat): Conversation {
  const reader = new PushReader();
  const connection = createMessageConnection(
    reader,
    new ConversationWriter(send, ids),
    undefined,
    // With any bound, vscode-jsonrpc settles responses at once instead of one per event-loop turn.
    { maxParallelism: Number.MAX_SAFE_INTEGER },
  );
  connection.listen();
  return {
    connection,
    deliver(body, envelope, inspectParams) {
      const message = readMessage(body, envelope, ids);
      inspectParams?.(message.params);
      reader.deliver(message);
    },
  };
}

class PushReader extends AbstractMessageReader {
  #callback: DataCallback | undefined;

  listen(callback: DataCallback): Disposable {
    this.#callback = callback;
    return { dispose: () => {} };
  }

  deliver(message: Message): void {
    this.#callback?.(message);
  }
}

class ConversationWriter extends AbstractMessageWriter {
  readonly #send: SendFrame;
  readonly #ids: IdFormat;

  constructor(send: SendFrame, ids: IdFormat) {
    super();
    this.#send = send;
    this.#ids = ids;
  }

  write(message: Message): Promise<void> {
    const { method, id } = message as AnyMessage;
    const answeredId = method === undefined && id !== undefined ? this.#ids.toWire(id) : undefined;
    this.#send(frameOf(writeMessage(message as AnyMessage, this.#ids)), answeredId);
    return Promise.resolve();
  }

  end(): void {}
}

interface AnyMessage extends Message {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: ErrorObject;
}

function readMessage(body: Buffer, { id, method }: Envelope, ids: IdFormat): AnyMessage {
  const ownId = id === undefined ? {} : { id: ids.fromWire(id) };
  if (method === undefined) {
    const result = findValue(body, ["result"]);
    if (result) return { jsonrpc: "2.0", ...ownId, result: new RawJson(body.subarray(result.from, result.to)) };
  }
  const message = JSON.parse(body.toString("utf8")) as AnyMessage;
  if (method === CANCEL_METHOD) {
    const cancelled = findValue(body, ["params", "id"]);
    const text = cancelled && body.toString("latin1", cancelled.from, cancelled.to);
    return { ...message, params: { id: text === undefined ? null : ids.fromWire(text) } };
  }
  return { ...message, ...ownId };
}

function writeMessage({ id, method, params, result, error }: AnyMessage, ids: IdFormat): Buffer {
  if (method === CANCEL_METHOD) return buildCancel(ids.toWire((params as { id: string | number }).id));
  if (method !== undefined)
    return id === undefined ? buildNotification(method, params) : buildRequest(ids.toWire(id), method, params);
  const idText = ids.toWire(id ?? null);
  if (error !== undefined) return buildError(idText, error);
  return buildResult(idText, result instanceof RawJson ? result.bytes : result);
}
