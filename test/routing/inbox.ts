/** Collects messages from a stream of bytes. */

import { frameSplitter } from "../../src/wire/frames.js";
import type { Message } from "../session/pair.js";
import { waitableList } from "./waitableList.js";

export type Inbox = ReturnType<typeof inbox>;

/** Makes an inbox. The callback gets each message once it is in the list. */
export function inbox(heard: (message: Message) => void = () => {}) {
  const bodies: string[] = [];
  const chunks: Buffer[] = [];
  const { items, add, until } = waitableList<Message>(() => bodies.map((body) => body.slice(0, 300)).join("\n"));
  const split = frameSplitter({
    decide: () => ({
      kind: "see",
      see(body) {
        const text = body.toString("utf8");
        bodies.push(text);
        const message = readJson(text);
        if (!message) return;
        add(message);
        heard(message);
      },
    }),
    pass: () => {},
    stray: (bytes) => {
      throw new Error(`stray: ${bytes.toString()}`);
    },
    oversized: ({ length }) => {
      throw new Error(`a frame of ${length} bytes`);
    },
  });
  return {
    messages: items,
    /** The bodies as they came, also those that are no JSON. */
    bodies,
    take(chunk: Buffer): void {
      chunks.push(chunk);
      split(chunk);
    },
    /** All bytes, headers included. */
    bytes: () => Buffer.concat(chunks),
    /** Resolves with the nth message that matches. */
    until,
    /** Resolves with the nth message with this method. */
    got: (method: string, n = 1): Promise<Message> =>
      until((message) => message.method === method, `${method} (${n})`, n),
    /** Returns the messages with this method so far. */
    all: (method: string): readonly Message[] => items.filter((message) => message.method === method),
  };
}

function readJson(text: string): Message | undefined {
  try {
    return JSON.parse(text) as Message;
  } catch {
    return undefined;
  }
}
