/**
 * Marks items with the backend that sent them, so that requests such as `completionItem/resolve` go
 * back to it.
 *
 * The first backend to answer with items of a kind keeps its bytes: an item without a mark is its
 * own. In the items of all others `data` is wrapped as `{"lsp-locate":"<key>","data":<original>}`,
 * without the inner `data` if the item had none. A client must return `data` unchanged, so nothing
 * is stored about single items.
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
import { type FoundItems, findItems, type ItemKind, itemRequests, itemResponses } from "./resolvableItems.js";

const MARK = "lsp-locate";
/**
 * A member beside the original ones, for defaults that the client merges into the items' own data.
 */
const MARK_WITHIN = "lsp-locate-within";

export class ItemOrigins {
  /** The key of the first backend that has answered with items of the kind. */
  readonly #unmarkedBackends = new Map<ItemKind, string>();
  /** Keys that are in marks at the client. A mark with any other value is data of the server. */
  readonly #markedBackends = new Set<string>();

  /** Whether the items of a response may have to be marked: all but those of the first backend. */
  mayMark(method: string, key: string): boolean {
    const kind = itemResponses.get(method)?.kind;
    return kind !== undefined && this.#unmarkedBackends.get(kind) !== key;
  }

  /** Marks the items in the body of a response. Returns the same buffer if nothing changes. */
  markResponse(method: string, key: string, body: Buffer): Buffer {
    return this.#mark(method, key, body, "result");
  }

  /** Does the same for a `$/progress` with a partial result. */
  markPartialResult(method: string, key: string, body: Buffer): Buffer {
    return this.#mark(method, key, body, "partial");
  }

  /**
   * Returns the key of the backend that a request about an item is for, and the body with the item
   * as that backend sent it. `key` is undefined if no backend has sent such items, and for other
   * methods.
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
    const first = this.#unmarkedBackends.get(response.kind) ?? key;
    this.#unmarkedBackends.set(response.kind, first);
    if (first === key) return body;
    const found = findItems(body, response, part);
    if (!found || found.items.length === 0) return body;
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
    // Wrapping both would lose one of them when the client merges.
    return [added(defaultData.from + 1, Buffer.from(`"${MARK_WITHIN}":${key}`))];
  }
  // An item with null for data takes the defaults, like one without data.
  const own = items.filter((item) => hasData(item) && body.toString("latin1", item.from, item.to) !== "null");
  return [defaultData, ...own].flatMap(wrapped);
}

const COMMA = Buffer.from(",");

function hasData({ from, to }: Span): boolean {
  return to > from;
}

/** Returns a result with its items as the backend sent them, for a reader that sends none back. */
export function withoutMarks(result: unknown): unknown {
  // Most results have none, and may be long.
  return hasMarks(result) ? copyWithoutMarks(result) : result;
}

function hasMarks(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(hasMarks);
  return Object.entries(value).some(
    ([key, inner]) => key === MARK_WITHIN || (key === "data" && isMark(inner)) || hasMarks(inner),
  );
}

function copyWithoutMarks(result: unknown): unknown {
  if (Array.isArray(result)) return result.map(copyWithoutMarks);
  if (typeof result !== "object" || result === null) return result;
  const entries = Object.entries(result).flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
    if (key === MARK_WITHIN) return [];
    if (key !== "data" || !isMark(value)) return [[key, copyWithoutMarks(value)]];
    return "data" in value ? [[key, value.data]] : [];
  });
  return Object.fromEntries(entries);
}

function isMark(value: unknown): value is { readonly data?: unknown } {
  if (typeof value !== "object" || value === null || !(MARK in value)) return false;
  return Object.keys(value).every((key) => key === MARK || key === "data");
}
