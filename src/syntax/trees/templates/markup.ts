/**
 * Reads the markup of a component's template: the names of its tags, their attributes, and what is
 * in braces. Lenient, as templates are read while they are written.
 */

import type { Stretch } from "../../../text/stretch.js";

/** An element; what is left open ends with the template. */
export interface MarkupElement extends Stretch {
  readonly name: string;
  to: number;
  /** Whether it has no content, and its tag does not say so: `<br>`. */
  isVoid?: true;
}

export interface MarkupAttribute {
  readonly kind: "attribute";
  /** Undefined for braces among the attributes: `{name}`, `{...all}`. */
  readonly name: Stretch | undefined;
  /** Without its quotes or braces. */
  readonly value: Stretch | undefined;
  readonly quote: '"' | "'" | "{" | "";
  readonly element: MarkupElement;
}

export type MarkupToken =
  /** The name of a tag that opens or closes an element. */
  | { readonly kind: "tag"; readonly name: Stretch; readonly element: MarkupElement | undefined }
  | MarkupAttribute
  /** What braces enclose, without them. */
  | { readonly kind: "braces"; readonly value: Stretch };

const voidElements = new Set(
  "area base br col embed hr img input link meta param source track wbr !doctype".split(" "),
);
const rawElements = /^(?:script|style)$/i;
const attributeName = /[^\s"'<>/=]+/y;
const tagName = /[^\s"'<>/={]+/y;

/** Returns the tokens of a stretch of a text, in order. `open` is what opens code: `{` or `{{`. */
export function readMarkup(text: string, { from, to }: Stretch, open: "{" | "{{"): readonly MarkupToken[] {
  const tokens: MarkupToken[] = [];
  const elements: MarkupElement[] = [];
  let at = from;
  while (at < to) {
    if (text.startsWith("<!--", at)) at = after(text, "-->", at, to);
    else if (text.startsWith("</", at)) {
      const name = matchAt(tagName, text, at + 2);
      const end = after(text, ">", at, to);
      const closed = name ? elements.findLastIndex((each) => each.name === text.slice(name.from, name.to)) : -1;
      const element = elements[closed];
      if (element) for (const each of elements.splice(closed)) each.to = end;
      if (name) tokens.push({ kind: "tag", name, element });
      at = end;
    } else if (text[at] === "<" && /[\p{ID_Start}!]/u.test(text[at + 1] ?? "")) at = readTag(at);
    else if (text.startsWith(open, at)) at = readBraces(at);
    else at++;
  }
  return tokens;

  function readBraces(start: number): number {
    const end = closingBrace(text, start + open.length, to);
    tokens.push({ kind: "braces", value: { from: start + open.length, to: end } });
    return Math.min(to, end + open.length);
  }

  /** Reads a tag that opens an element, and returns the offset after it. */
  function readTag(start: number): number {
    const name = matchAt(tagName, text, start + 1) as Stretch;
    const element: MarkupElement = { name: text.slice(name.from, name.to), from: start, to };
    tokens.push({ kind: "tag", name, element });
    let end = name.to;
    while (end < to && text[end] !== ">") {
      if (text.startsWith("/>", end)) {
        element.to = end + 2;
        return element.to;
      }
      end = readAttribute(end, element);
    }
    end = Math.min(to, end + 1);
    if (rawElements.test(element.name)) element.to = after(text, `</${element.name}`, end, to);
    else if (voidElements.has(element.name.toLowerCase())) {
      element.to = end;
      element.isVoid = true;
    } else elements.push(element);
    return rawElements.test(element.name) ? after(text, ">", element.to, to) : end;
  }

  /** Reads an attribute, if one begins at an offset, and returns the offset after it. */
  function readAttribute(start: number, element: MarkupElement): number {
    if (text[start] === "{") {
      const value = { from: start + 1, to: closingBrace(text, start + 1, to) };
      tokens.push({ kind: "attribute", name: undefined, value, quote: "{", element });
      return value.to + 1;
    }
    const name = matchAt(attributeName, text, start);
    if (name === undefined) return start + 1;
    const [blank = ""] = /^\s*=\s*/.exec(text.slice(name.to, name.to + MAX_BLANKS)) ?? [];
    if (blank === "") {
      tokens.push({ kind: "attribute", name, value: undefined, quote: "", element });
      return name.to;
    }
    const begin = name.to + blank.length;
    const mark = text[begin];
    const quote = mark === '"' || mark === "'" || mark === "{" ? mark : "";
    const inner = begin + quote.length;
    const end =
      quote === "{"
        ? closingBrace(text, inner, to)
        : quote === ""
          ? wordEnd(text, inner, to)
          : find(text, quote, inner, to);
    tokens.push({ kind: "attribute", name, value: { from: inner, to: end }, quote, element });
    return Math.min(to, end + quote.length);
  }
}

/** Returns the stretches that braces enclose in a value in quotes: `"a {b}"`. */
export function bracesIn(text: string, { from, to }: Stretch): readonly Stretch[] {
  const found: Stretch[] = [];
  for (let at = find(text, "{", from, to); at < to; at = find(text, "{", (found.at(-1)?.to ?? at) + 1, to))
    found.push({ from: at + 1, to: closingBrace(text, at + 1, to) });
  return found;
}

const MAX_BLANKS = 100;

/** Returns the offset of the brace that closes the one before an offset; the end without one. */
function closingBrace(text: string, from: number, end: number): number {
  let depth = 0;
  for (let at = from; at < end; at++) {
    const mark = text[at];
    if (mark === "{") depth++;
    else if (mark === "}" && depth-- === 0) return at;
    else if (mark === "`") at = templateEnd(text, at + 1, end);
    else if (mark === '"' || mark === "'") at = stringEnd(text, at, end);
    else if (text.startsWith("/*", at)) at = after(text, "*/", at, end) - 1;
    else if (text.startsWith("//", at) && text[at - 1] !== ":") at = find(text, "\n", at, end);
  }
  return end;
}

/** Returns the offset of the quote that ends a string in its line, else its own: an apostrophe. */
function stringEnd(text: string, from: number, end: number): number {
  for (let at = from + 1; at < end && text[at] !== "\n"; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === text[from]) return at;
  }
  return from;
}

function templateEnd(text: string, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "`") return at;
    else if (text.startsWith("${", at)) at = closingBrace(text, at + 2, end);
  }
  return end;
}

function wordEnd(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && !/[\s>]/.test(text[at] ?? "")) at++;
  return at;
}

function find(text: string, what: string, from: number, end: number): number {
  const at = text.indexOf(what, from);
  return at < 0 || at > end ? end : at;
}

function after(text: string, what: string, from: number, end: number): number {
  return Math.min(end, find(text, what, from, end) + what.length);
}

function matchAt(pattern: RegExp, text: string, at: number): Stretch | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  return match ? { from: at, to: at + match[0].length } : undefined;
}
