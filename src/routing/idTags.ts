/**
 * Tags for ids and progress tokens of backends. All backends count from 1, so the client gets each
 * id as a string with the tag of the process (`pyright#2.1`) and the original.
 *
 * Ids and tokens are JSON text, one character per byte as in the envelope: `7`, `"7"` and
 * `9007199254740993` come back as they were written.
 */

import { setLatest } from "../text/list.js";
import { findValue, keyEquals, type Splice, splice, stringAt, valueEnd, walkObject } from "../wire/json.js";

/** The tag of requests that the proxy itself sends to the client. */
export const OWN_TAG = "lsp-locate";

export interface TaggedId {
  readonly tag: string;
  /** The backend's own id, as JSON text. */
  readonly id: string;
}

/** Returns the id for the client, as JSON text in ASCII without escapes. */
export function tagId(idText: string, tag: string): string {
  return `"lsp-locate@${escapeText(tag, /[^\w.#-]/g)}:${escapeText(idText, /[^\w.-]/g)}"`;
}

const taggedIdPattern = /^lsp-locate@((?:[\w.#-]|%[0-9a-f]{4})+):((?:[\w.-]|%[0-9a-f]{4})+)$/;

/**
 * Reverses `tagId`, also if the client has written the string with escapes. Returns `undefined` for
 * any other id.
 */
export function untagId(idText: string): TaggedId | undefined {
  const bytes = Buffer.from(idText, "latin1");
  const [, tag, id] = taggedIdPattern.exec(stringAt(bytes, { from: 0, to: bytes.length }) ?? "") ?? [];
  return tag === undefined || id === undefined ? undefined : { tag: unescapeText(tag), id: unescapeText(id) };
}

function escapeText(text: string, what: RegExp): string {
  return text.replace(what, (character) => `%${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function unescapeText(text: string): string {
  return text.replace(/%([0-9a-f]{4})/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Returns the body with every `id` at its top level replaced; the same buffer if it has none. */
export function withId(body: Buffer, idText: string): Buffer {
  const splices: Splice[] = [];
  walkObject(body, 0, (keyFrom, keyTo, from) => {
    const to = valueEnd(body, from);
    if (to >= 0 && keyEquals(body, keyFrom, keyTo, "id"))
      splices.push({ from, to, bytes: Buffer.from(idText, "latin1") });
    return to;
  });
  return splices.length === 0 ? body : splice(body, splices);
}

/** Returns the body of a backend's `$/cancelRequest` with the id tagged, as the client has it. */
export function withTaggedCancel(body: Buffer, tag: string): Buffer {
  return replaceAt(body, ["params", "id"], (id) => tagId(id, tag)) ?? body;
}

/** Returns the body of a client's request with its progress tokens tagged. */
export function withTaggedTokens(body: Buffer, tag: string): Buffer {
  return ["workDoneToken", "partialResultToken"].reduce(
    (tagged, name) =>
      replaceAt(tagged, ["params", name], (token) => (token === "null" ? token : tagId(token, tag))) ?? tagged,
    body,
  );
}

/** The maximum number of tokens that a process may have; the oldest are forgotten. */
const MAX_TOKENS = 10_000;

/** The progress tokens that one process has created at the client. */
export class ProgressTokens {
  readonly #tag: string;
  /** By the backend's token (JSON text): whether progress under it has begun. */
  readonly #begun = new Map<string, boolean>();

  constructor(tag: string) {
    this.#tag = tag;
  }

  /** Returns the body of the backend's `window/workDoneProgress/create` with the token tagged. */
  tagCreate(body: Buffer): Buffer {
    const made = replaceAt(body, TOKEN, (token) => {
      setLatest(this.#begun, token, false, MAX_TOKENS);
      return tagId(token, this.#tag);
    });
    return made ?? body;
  }

  /**
   * Returns the body of the backend's `$/progress` with the token tagged; the same buffer for a
   * token of the client.
   */
  tagProgress(body: Buffer): Buffer {
    if (this.#begun.size === 0) return body;
    const span = findValue(body, TOKEN);
    const token = span && textAt(body, span);
    if (!span || token === undefined || !this.#begun.has(token)) return body;
    const kind = stringAt(body, findValue(body, ["params", "value", "kind"]));
    if (kind === "begin") this.#begun.set(token, true);
    if (kind === "end") this.#begun.delete(token);
    return splice(body, [{ ...span, bytes: Buffer.from(tagId(token, this.#tag), "latin1") }]);
  }

  /** Returns the tagged tokens (JSON text) of progress that has begun and not ended. */
  openTokens(): readonly string[] {
    return [...this.#begun].flatMap(([token, begun]) => (begun ? [tagId(token, this.#tag)] : []));
  }

  /**
   * Reads the client's `window/workDoneProgress/cancel`: the tag of the token, and the body with
   * the backend's own token. Returns `undefined` for a token of the client.
   */
  static untagCancel(body: Buffer): { readonly tag: string; readonly body: Buffer } | undefined {
    const span = findValue(body, TOKEN);
    const own = span && untagId(textAt(body, span));
    if (!span || !own) return undefined;
    return { tag: own.tag, body: splice(body, [{ ...span, bytes: Buffer.from(own.id, "latin1") }]) };
  }
}

/** Builds the body of the `$/progress` that ends the progress under a tagged token (JSON text). */
export function buildProgressEnd(token: string): Buffer {
  return Buffer.from(
    `{"jsonrpc":"2.0","method":"$/progress","params":{"token":${token},"value":{"kind":"end"}}}`,
    "latin1",
  );
}

const TOKEN: readonly string[] = ["params", "token"];

function textAt(body: Buffer, { from, to }: { readonly from: number; readonly to: number }): string {
  return body.toString("latin1", from, to);
}

/**
 * Returns a copy with the id or token at `path` (JSON text) replaced; `undefined` if there is none.
 */
function replaceAt(body: Buffer, path: readonly string[], replace: (text: string) => string): Buffer | undefined {
  const span = findValue(body, path);
  return span && splice(body, [{ ...span, bytes: Buffer.from(replace(textAt(body, span)), "latin1") }]);
}
