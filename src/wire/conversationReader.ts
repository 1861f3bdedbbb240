/** Reads messages for vscode-jsonrpc as the proxy does: text between frames is skipped. */

import type { Readable } from "node:stream";
import { AbstractMessageReader, type DataCallback, type Disposable, type Message } from "vscode-jsonrpc/node";
import { frameSplitter, type OversizedFrame } from "./frames.js";
import { endOf } from "./relay.js";

export interface ConversationReaderOptions {
  readonly from: Readable;
  /** The maximum length of a message's body, if it is not the default. */
  readonly maxFrameBytes?: number | undefined;
  /** Receives text between frames, and bodies that are not messages. */
  readonly onStray: (bytes: Buffer) => void;
  /** Called with a frame over the limit, after which nothing more is read. */
  readonly onOversized: (frame: OversizedFrame) => void;
}

/** A reader that skips what is not a message and reads on, up to a message over the limit. */
export class ConversationReader extends AbstractMessageReader {
  /**
   * Resolves at the end of the input, or at a message over the limit. The connection is not closed:
   * it would fail to send the responses to what was read before.
   */
  readonly ended: Promise<void>;
  readonly #options: ConversationReaderOptions;
  #end = () => {};

  constructor(options: ConversationReaderOptions) {
    super();
    this.#options = options;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  listen(callback: DataCallback): Disposable {
    const { from, maxFrameBytes, onStray, onOversized } = this.#options;
    const take = (body: Buffer) => {
      const message = parseMessage(body);
      if (message === undefined) return onStray(body);
      try {
        callback(message);
      } catch {
        // vscode-jsonrpc throws for what is no message, as a cancellation without an id.
        onStray(body);
      }
    };
    const split = frameSplitter(
      {
        decide: () => ({ kind: "see", see: take }),
        pass: () => {},
        stray: onStray,
        oversized: (frame) => {
          onOversized(frame);
          this.#end();
        },
      },
      maxFrameBytes,
    );
    from.on("data", split);
    void endOf(from).then(() => this.#end());
    return { dispose: () => void from.off("data", split) };
  }
}

/** Returns a message, or undefined for what is not a JSON object. */
function parseMessage(body: Buffer): Message | undefined {
  try {
    const value: unknown = JSON.parse(body.toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Message) : undefined;
  } catch {
    return undefined;
  }
}
