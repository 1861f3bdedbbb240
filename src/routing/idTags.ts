/**
 * Whose an id or a progress token is: backends count from 1 each for themselves, so on its way to the client every one of theirs is made a string
 * that carries the backend's tag (`pyright#2.1`) and the original.
 *
 * Ids and tokens are JSON text, one character per byte as the envelope has them: `7`, `"7"` and `9007199254740993` come back as they were written.
 */

import { findValue, keyEquals, type Splice, splice, stringAt, valueEnd, walkObject } from "../wire/json.js";

/** The tag of requests that the proxy itself sends to the client. */
export const OWN_TAG = "lsp-locate";

export interface TaggedId {
  readonly tag: string;
  /** The backend's own id, as JSON text. */
  readonly id: string;
}

/** The id for the client, as JSON text. All of it is ASCII without escapes, whatever the original holds, so there is nothing to write differently. */
export function tagId(idText: string, tag: string): string {
  return `"lsp-locate@${escapeText(tag, /[^\w.#-]/g)}:${escapeText(idText, /[^\w.-]/g)}"`;
}

const taggedIdPattern = /^lsp-locate@((?:[\w.#-]|%[0-9a-f]{4})+):((?:[\w.-]|%[0-9a-f]{4})+)$/;

/** What `tagged` was given, also where the client has written the string with other escapes; undefined for an id that is none of ours. */
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

/** A body with another id: every `id` of its top level, wherever it stands. The same body where it has none. */
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

/** A backend's `$/cancelRequest` of what it had asked the client: the client knows the request by its tagged id. */
export function withTaggedCancel(body: Buffer, tag: string): Buffer {
  return replaceAt(body, ["params", "id"], (id) => tagId(id, tag)) ?? body;
}

/** The progress tokens that one run of a backend has created at the client. */
export class ProgressTokens {
  readonly #tag: string;
  /** By the backend's token as JSON text: whether progress under it has begun. */
  readonly #begun = new Map<string, boolean>();

  constructor(tag: string) {
    this.#tag = tag;
  }

  /** The body of the backend's `window/workDoneProgress/create`, with the token for the client. */
  tagCreate(body: Buffer): Buffer {
    const made = replaceAt(body, TOKEN, (token) => {
      this.#begun.set(token, false);
      return tagId(token, this.#tag);
    });
    return made ?? body;
  }

  /** The body of the backend's `$/progress`; the same buffer where the token is not one that it has created: those are the client's own. */
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

  /** The client's tokens (JSON text) under which something is shown as going on: to be ended when the backend dies. */
  openTokens(): readonly string[] {
    return [...this.#begun].flatMap(([token, begun]) => (begun ? [tagId(token, this.#tag)] : []));
  }

  /** The client's `window/workDoneProgress/cancel`: whose token it is, and the body with that backend's own; undefined for a token that is none of ours. */
  static untagCancel(body: Buffer): { readonly tag: string; readonly body: Buffer } | undefined {
    const span = findValue(body, TOKEN);
    const own = span && untagId(textAt(body, span));
    if (!span || !own) return undefined;
    return { tag: own.tag, body: splice(body, [{ ...span, bytes: Buffer.from(own.id, "latin1") }]) };
  }
}

/** The body of the `$/progress` that ends a token of the client's (JSON text). */
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

/** A copy in which the id or token under `path` is what `replace` makes of its JSON text; undefined where none stands there. */
function replaceAt(body: Buffer, path: readonly string[], replace: (text: string) => string): Buffer | undefined {
  const span = findValue(body, path);
  return span && splice(body, [{ ...span, bytes: Buffer.from(replace(textAt(body, span)), "latin1") }]);
}
