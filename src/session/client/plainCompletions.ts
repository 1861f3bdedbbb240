/** Makes the snippets in completions plain text, for a client that takes none. */

import type { CompletionItem, CompletionList } from "vscode-languageserver-protocol";
import { findValue, splice } from "../../wire/json.js";

/** The capability by which a client takes snippets: a dotted path in ClientCapabilities. */
export const SNIPPET_SUPPORT = "textDocument.completion.completionItem.snippetSupport";

const completionMethods: ReadonlySet<string> = new Set(["textDocument/completion", "completionItem/resolve"]);

/** LSP's InsertTextFormat. */
const PLAIN_TEXT = 1;
const SNIPPET = 2;

/**
 * Returns the body of a response with plain text in place of each snippet; the same buffer where
 * there is none, and for other methods.
 */
export function plainCompletions(method: string, body: Buffer): Buffer {
  if (!completionMethods.has(method) || !body.includes('"insertTextFormat"')) return body;
  const span = findValue(body, ["result"]);
  if (!span) return body;
  try {
    const result = JSON.parse(body.toString("utf8", span.from, span.to)) as
      | CompletionItem
      | CompletionItem[]
      | CompletionList
      | null;
    return splice(body, [{ ...span, bytes: Buffer.from(JSON.stringify(plainResult(result))) }]);
  } catch {
    return body; // no JSON: the client will report it
  }
}

function plainResult(result: CompletionItem | CompletionItem[] | CompletionList | null): unknown {
  if (Array.isArray(result)) return result.map((item) => plainItem(item, undefined));
  if (result === null || !("items" in result)) return result && plainItem(result, undefined);
  const { itemDefaults } = result;
  return {
    ...result,
    ...(itemDefaults?.insertTextFormat === SNIPPET && {
      itemDefaults: { ...itemDefaults, insertTextFormat: PLAIN_TEXT },
    }),
    items: result.items.map((item) => plainItem(item, itemDefaults?.insertTextFormat)),
  };
}

/** `defaultFormat` is that of the item's list. */
function plainItem(item: CompletionItem, defaultFormat: number | undefined): CompletionItem {
  if ((item.insertTextFormat ?? defaultFormat) !== SNIPPET) return item;
  const { insertText, textEdit, textEditText } = item;
  return {
    ...item,
    insertTextFormat: PLAIN_TEXT,
    ...(insertText !== undefined && { insertText: plainText(insertText) }),
    ...(textEditText !== undefined && { textEditText: plainText(textEditText) }),
    ...(textEdit !== undefined && { textEdit: { ...textEdit, newText: plainText(textEdit.newText) } }),
  };
}

/**
 * Returns the text of a snippet in LSP's syntax: each placeholder its default or first choice, each
 * tab stop the text of a placeholder with its number, and each variable its default.
 */
export function plainText(snippet: string): string {
  const defaults = new Map<string, string>();
  new SnippetReader(snippet, defaults).read();
  return new SnippetReader(snippet, defaults).read();
}

/** A tab stop or variable after `$` or `${`. */
const NAME = /\d+|[A-Za-z_]\w*/y;

class SnippetReader {
  readonly #text: string;
  /** The texts of placeholders, by number. */
  readonly #defaults: Map<string, string>;
  #at = 0;

  constructor(text: string, defaults: Map<string, string>) {
    this.#text = text;
    this.#defaults = defaults;
  }

  read(): string {
    return this.#readUntil("");
  }

  /** Reads up to an unescaped character of `ends`, or to the end. */
  #readUntil(ends: string): string {
    let plain = "";
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at] as string;
      if (ends.includes(char)) break;
      if (char === "$") plain += this.#readDollar();
      else plain += this.#readCharacter("$}\\");
    }
    return plain;
  }

  /** Reads one character, or one of `escapable` after a backslash. */
  #readCharacter(escapable: string): string {
    const next = this.#text[this.#at + 1];
    if (this.#text[this.#at] === "\\" && next !== undefined && escapable.includes(next)) this.#at++;
    return this.#text[this.#at++] ?? "";
  }

  /** Reads what begins with `$`. A `$` that begins nothing is text. */
  #readDollar(): string {
    const start = this.#at++;
    const isBraced = this.#take("{");
    NAME.lastIndex = this.#at;
    const name = NAME.exec(this.#text)?.[0];
    if (name === undefined) {
      this.#at = start + 1;
      return "$";
    }
    this.#at += name.length;
    if (!isBraced) return this.#defaults.get(name) ?? "";
    if (this.#take("}")) return this.#defaults.get(name) ?? "";
    if (this.#take(":")) return this.#remember(name, this.#readUntil("}"));
    if (this.#take("|")) return this.#remember(name, this.#readChoice());
    if (this.#text[this.#at] === "/") {
      this.#skipTransform();
      return "";
    }
    this.#at = start + 1;
    return "$";
  }

  #remember(name: string, text: string): string {
    this.#take("}");
    if (text !== "" && !this.#defaults.has(name)) this.#defaults.set(name, text);
    return text;
  }

  /** Returns the first of the choices up to `|`. */
  #readChoice(): string {
    const choices = [""];
    while (this.#at < this.#text.length && !this.#take("|")) {
      if (this.#take(",")) choices.push("");
      else choices.push(choices.pop() + this.#readCharacter(",|\\"));
    }
    return choices[0] ?? "";
  }

  /** Skips a transform up to the brace that ends it. */
  #skipTransform(): void {
    for (let depth = 1; this.#at < this.#text.length && depth > 0; ) {
      const char = this.#readCharacter("/$}\\");
      if (char === "{" && this.#text[this.#at - 2] === "$") depth++;
      else if (char === "}" && this.#text[this.#at - 2] !== "\\") depth--;
    }
  }

  #take(char: string): boolean {
    if (this.#text[this.#at] !== char) return false;
    this.#at++;
    return true;
  }
}
