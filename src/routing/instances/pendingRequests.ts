/** Requests of the client's that are a backend's to answer: each gets exactly one response, whatever becomes of the backend. */

import type { Frame } from "../../wire/frames.js";
import { findValue } from "../../wire/json.js";
import type { Message } from "../../wire/readMessages.js";

export interface Asked {
  /** JSON text. */
  readonly id: string;
  readonly method: string;
  /** A copy of the whole message: what can be asked again is, should the backend die. */
  readonly message: Message;
  /** The document it is about, as the client spells it. */
  readonly uri: string | undefined;
  /** How often that document had changed by then. */
  readonly changes: number;
  /** Takes the whole response, with the client's id. */
  readonly answered: Answered;
}

export type Answered = (answer: Frame) => void;

/** A message that may be kept: what came in a chunk would keep the whole chunk. */
export function kept({ method, id, bytes, body }: Message): Message {
  const copy = Buffer.from(bytes);
  return { method, id, bytes: copy, body: copy.subarray(copy.length - body.length) };
}

/** Those of one backend that it has been asked, and how often its documents have changed meanwhile. */
export class UnderWay {
  /** By id. */
  readonly #asked = new Map<string, Asked>();
  readonly #cancelled = new Set<string>();
  /** Ids of which an answer may still come, and is none of anybody's. */
  readonly #abandoned = new Set<string>();
  /** By the URI as the client writes it. */
  readonly #changes = new Map<string, number>();

  /** The request as of now. */
  note(message: Message & { readonly id: string }, uri: string | undefined, answered: Answered): Asked {
    const { id, method = "" } = message;
    return { id, method, message: kept(message), uri, changes: this.#changesOf(uri), answered };
  }

  put(asked: Asked): void {
    this.#asked.set(asked.id, asked);
  }

  /** It is answered; undefined for what was not asked, or answered before. */
  take(id: string | undefined): Asked | undefined {
    const asked = id === undefined ? undefined : this.#asked.get(id);
    if (!asked) return undefined;
    this.#asked.delete(asked.id);
    this.#cancelled.delete(asked.id);
    return asked;
  }

  /** The client does not want its answer any more, and gets one all the same; undefined for what is not under way. */
  cancel(id: string): Asked | undefined {
    if (this.#asked.has(id)) this.#cancelled.add(id);
    return this.#asked.get(id);
  }

  /** Its answer is not waited for any longer; false where it has come. */
  abandon(asked: Asked): boolean {
    if (this.#asked.get(asked.id) !== asked) return false;
    this.take(asked.id);
    this.#abandoned.add(asked.id);
    return true;
  }

  /** Whether an answer is that to what was abandoned. */
  wasAbandoned(id: string | undefined): boolean {
    return id !== undefined && this.#abandoned.delete(id);
  }

  /** Nobody answers these any more. */
  takeAll(): readonly (Asked & { readonly isCancelled: boolean })[] {
    const all = [...this.#asked.values()].map((asked) => ({ ...asked, isCancelled: this.#cancelled.has(asked.id) }));
    this.#asked.clear();
    this.#cancelled.clear();
    this.#abandoned.clear();
    return all;
  }

  /** A document is opened, changed or closed. */
  changed(uri: string): void {
    this.#changes.set(uri, this.#changesOf(uri) + 1);
  }

  /** Whether the document that a request is about has changed since. */
  isStale({ uri, changes }: Asked): boolean {
    return this.#changesOf(uri) !== changes;
  }

  #changesOf(uri: string | undefined): number {
    return (uri === undefined ? undefined : this.#changes.get(uri)) ?? 0;
  }
}

/** Requests that ask and change nothing: a second backend answers them like the first. An item to resolve is the first one's own. */
export function isRepeatable({ method, message }: Asked): boolean {
  if (!/^(?:textDocument|workspace|callHierarchy|typeHierarchy)\//.test(method)) return false;
  if (method === "workspace/executeCommand" || /Hierarchy\/[a-z]+(?:Calls|types)$/.test(method)) return false;
  // Part of the answer may have gone to the client already.
  return !findValue(message.body, ["params", "partialResultToken"]);
}
