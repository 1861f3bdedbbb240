/**
 * Where items come from whose details only their origin knows: `completionItem/resolve` and its like must reach the backend whose answer held the item.
 *
 * The first backend to answer with items of a kind keeps its bytes: what comes back unmarked is its own. In the items of all others `data` is wrapped: `{"lsp-locate":"<key>","data":<as it was>}`,
 * without the inner `data` where an item had none. A client must send `data` back as it got it, so nothing has to be remembered about single items.
 */

import {
  findValue,
  members,
  removeValue,
  type Span,
  type Splice,
  skipSpace,
  splice,
  stringAt,
} from "../../wire/json.js";
import { answers, type Found, itemsIn, type Kind, questions } from "./items.js";

const MARK = "lsp-locate";
/** Beside what was there, instead of around it: in defaults that the client merges into the items' own data. */
const MARK_WITHIN = "lsp-locate-within";

export class Origins {
  /** The key of the first backend that had items of the kind. */
  readonly #first = new Map<Kind, string>();
  /** Keys that stand in items at the client. Anything else under our mark is somebody else's data. */
  readonly #marked = new Set<string>();

  /** The body for the client of a backend's answer to `method`. The same buffer where nothing in it must change. */
  answer(method: string, key: string, body: Buffer): Buffer {
    return this.#marking(method, key, body, "result");
  }

  /** The same for a `$/progress` that holds part of such an answer. */
  partial(method: string, key: string, body: Buffer): Buffer {
    return this.#marking(method, key, body, "partial");
  }

  /**
   * The client's request about an item: which backend it is for, and the body with the item as that backend had sent it. `key` is
   * undefined where nobody has ever answered with such items, and for methods that are about no item.
   */
  resolve(method: string, body: Buffer): { readonly key: string | undefined; readonly body: Buffer } {
    const question = questions.get(method);
    if (!question) return { key: undefined, body };
    const path = [...question.item, "data"];
    const data = findValue(body, path);
    const all = data ? members(body, data.from) : [];
    const key = this.#knownAt(body, all.find((member) => member.key === MARK)?.value);
    if (data && key !== undefined && all.every((member) => member.key === MARK || member.key === "data")) {
      const own = findValue(body, ["data"], data.from);
      if (!own) return { key, body: removeValue(body, path) };
      return { key, body: splice(body, [{ ...data, bytes: body.subarray(own.from, own.to) }]) };
    }
    const within = this.#knownAt(body, all.find((member) => member.key === MARK_WITHIN)?.value);
    if (within !== undefined) return { key: within, body: removeValue(body, [...path, MARK_WITHIN]) };
    return { key: this.#first.get(question.kind), body };
  }

  #knownAt(body: Buffer, span: Span | undefined): string | undefined {
    const key = stringAt(body, span);
    return key !== undefined && this.#marked.has(key) ? key : undefined;
  }

  #marking(method: string, key: string, body: Buffer, part: "result" | "partial"): Buffer {
    const answer = answers.get(method);
    if (!answer) return body;
    const first = this.#first.get(answer.kind);
    if (first === key) return body;
    const found = itemsIn(body, answer, part);
    if (!found || found.items.length === 0) return body;
    if (first === undefined) {
      this.#first.set(answer.kind, key);
      return body;
    }
    this.#marked.add(key);
    return splice(body, marks(body, found, JSON.stringify(key)));
  }
}

const CLOSE = 0x7d;
const OPEN = 0x7b;

function marks(body: Buffer, { items, defaults, merged }: Found, key: string): Splice[] {
  const around = Buffer.from(`{"${MARK}":${key},"data":`);
  const behind = Buffer.from("}");
  const alone = Buffer.from(`"data":{"${MARK}":${key}}`);
  const wrapped = ({ from, to }: Span): Splice[] => [
    { from, to: from, bytes: around },
    { from: to, to, bytes: behind },
  ];
  const added = (from: number, member: Buffer): Splice => {
    const isOnly = body[skipSpace(body, from)] === CLOSE;
    return { from, to: from, bytes: isOnly ? member : Buffer.concat([member, COMMA]) };
  };
  if (!defaults) return items.flatMap((item) => (hasData(item) ? wrapped(item) : [added(item.from, alone)]));
  if (merged && body[defaults.from] === OPEN) {
    // Around both halves, of what the client puts together one would be lost.
    return [added(defaults.from + 1, Buffer.from(`"${MARK_WITHIN}":${key}`))];
  }
  // An item whose own data is null takes the defaults' as one does that has none.
  const own = items.filter((item) => hasData(item) && body.toString("latin1", item.from, item.to) !== "null");
  return [defaults, ...own].flatMap(wrapped);
}

const COMMA = Buffer.from(",");

function hasData({ from, to }: Span): boolean {
  return to > from;
}
