/** The messages that somebody gets, read off the bytes. */

import { frameSplitter } from "../../src/wire/frames.js";
import type { Message } from "../session/pair.js";
import { waitableList } from "./waitableList.js";

export type Inbox = ReturnType<typeof inbox>;

/** `heard` is called with each message when it is among the others. */
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
  });
  return {
    messages: items,
    /** Their JSON, as it came; what is none is only here. */
    bodies,
    take(chunk: Buffer): void {
      chunks.push(chunk);
      split(chunk);
    },
    /** All that has come, headers too. */
    bytes: () => Buffer.concat(chunks),
    /** The nth message, come or to come, that fits. */
    until,
    /** The nth message with that method. */
    got: (method: string, n = 1): Promise<Message> =>
      until((message) => message.method === method, `${method} (${n})`, n),
    /** Those with that method so far. */
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
