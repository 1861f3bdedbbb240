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
import { type FoundItems, findItems, type ItemKind, itemRequests, itemResponses } from "./items.js";

const MARK = "lsp-locate";
/** Beside what was there, instead of around it: in defaults that the client merges into the items' own data. */
const MARK_WITHIN = "lsp-locate-within";

export class ItemOrigins {
  /** The key of the first backend that had items of the kind. */
  readonly #unmarkedBackends = new Map<ItemKind, string>();
  /** Keys that stand in items at the client. Anything else under our mark is somebody else's data. */
  readonly #markedBackends = new Set<string>();

  /** The body for the client of a backend's answer to `method`. The same buffer where nothing in it must change. */
  markResponse(method: string, key: string, body: Buffer): Buffer {
    return this.#mark(method, key, body, "result");
  }

  /** The same for a `$/progress` that holds part of such an answer. */
  markPartialResult(method: string, key: string, body: Buffer): Buffer {
    return this.#mark(method, key, body, "partial");
  }

  /**
   * The client's request about an item: which backend it is for, and the body with the item as that backend had sent it. `key` is
   * undefined where nobody has ever answered with such items, and for methods that are about no item.
   */
  resolve(method: string, body: Buffer): { readonly key: string | undefined; readonly body: Buffer } {
    const request = itemRequests.get(method);
    if (!request) return { key: undefined, body };
    const path = [...request.item, "data"];
    const data = findValue(body, path);
    const all = data ? members(body, data.from) : [];
    const key = this.#backendKeyAt(body, all.find((member) => member.key === MARK)?.value);
    if (data && key !== undefined && all.every((member) => member.key === MARK || member.key === "data")) {
      const own = findValue(body, ["data"], data.from);
      if (!own) return { key, body: removeValue(body, path) };
      return { key, body: splice(body, [{ ...data, bytes: body.subarray(own.from, own.to) }]) };
    }
    const keyWithin = this.#backendKeyAt(body, all.find((member) => member.key === MARK_WITHIN)?.value);
    if (keyWithin !== undefined) return { key: keyWithin, body: removeValue(body, [...path, MARK_WITHIN]) };
    return { key: this.#unmarkedBackends.get(request.kind), body };
  }

  #backendKeyAt(body: Buffer, span: Span | undefined): string | undefined {
    const key = stringAt(body, span);
    return key !== undefined && this.#markedBackends.has(key) ? key : undefined;
  }

  #mark(method: string, key: string, body: Buffer, part: "result" | "partial"): Buffer {
    const response = itemResponses.get(method);
    if (!response) return body;
    const first = this.#unmarkedBackends.get(response.kind);
    if (first === key) return body;
    const found = findItems(body, response, part);
    if (!found || found.items.length === 0) return body;
    if (first === undefined) {
      this.#unmarkedBackends.set(response.kind, key);
      return body;
    }
    this.#markedBackends.add(key);
    return splice(body, markSplices(body, found, JSON.stringify(key)));
  }
}

const CLOSE = 0x7d;
const OPEN = 0x7b;

function markSplices(body: Buffer, { items, defaultData, mergesDefaults }: FoundItems, key: string): Splice[] {
  const prefix = Buffer.from(`{"${MARK}":${key},"data":`);
  const suffix = Buffer.from("}");
  const alone = Buffer.from(`"data":{"${MARK}":${key}}`);
  const wrapped = ({ from, to }: Span): Splice[] => [
    { from, to: from, bytes: prefix },
    { from: to, to, bytes: suffix },
  ];
  const added = (from: number, member: Buffer): Splice => {
    const isOnly = body[skipSpace(body, from)] === CLOSE;
    return { from, to: from, bytes: isOnly ? member : Buffer.concat([member, COMMA]) };
  };
  if (!defaultData) return items.flatMap((item) => (hasData(item) ? wrapped(item) : [added(item.from, alone)]));
  if (mergesDefaults && body[defaultData.from] === OPEN) {
    // Around both halves, of what the client puts together one would be lost.
    return [added(defaultData.from + 1, Buffer.from(`"${MARK_WITHIN}":${key}`))];
  }
  // An item whose own data is null takes the defaults' as one does that has none.
  const own = items.filter((item) => hasData(item) && body.toString("latin1", item.from, item.to) !== "null");
  return [defaultData, ...own].flatMap(wrapped);
}

const COMMA = Buffer.from(",");

function hasData({ from, to }: Span): boolean {
  return to > from;
}
