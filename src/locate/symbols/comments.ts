/**
 * Comments, decorators and attributes around a declaration, recognised by their text, as there is
 * no syntax tree here.
 */

import { factsOf } from "../../languages/languages.js";
import type { Document } from "../../text/document.js";
import { isSpaceAt } from "../find/characters.js";

/**
 * Returns the first offset in from..to after the comments and whitespace there; `to` where nothing
 * else is left.
 */
export function skipComments(text: string, from: number, to: number, language: string): number {
  const { line, block } = factsOf(language).comments;
  let offset = from;
  for (;;) {
    while (offset < to && isSpaceAt(text, offset)) offset++;
    const opened = block.find(([open]) => text.startsWith(open, offset));
    const end = opened !== undefined ? blockEnd(text, offset, opened) : lineEnd(text, offset, line);
    if (end < 0 || end > to) return Math.min(offset, to);
    offset = end;
  }
}

function blockEnd(text: string, offset: number, [open, close]: readonly [string, string]): number {
  const found = text.indexOf(close, offset + open.length);
  return found < 0 ? -1 : found + close.length;
}

/** Returns the end of the line comment that begins at `offset`, or -1. */
function lineEnd(text: string, offset: number, openers: readonly string[]): number {
  // `#[` opens an attribute, in PHP too.
  if (!openers.some((open) => text.startsWith(open, offset)) || text.startsWith("#[", offset)) return -1;
  let end = offset;
  while (end < text.length && text[end] !== "\n" && text[end] !== "\r") end++;
  return end;
}

/** The maximum of lines that a decorator or attribute above a declaration may have. */
const MAX_ATTRIBUTE_LINES = 40;

/**
 * Returns the first of the lines directly above `line` (0-based) that are comments, decorators,
 * attributes or template headers; `line` where there are none.
 */
export function firstLeadingLine(document: Document, line: number, language: string): number {
  const { line: openers, block } = factsOf(language).comments;
  const lineText = (at: number) => document.slice(document.lineFrom(at), document.lineTo(at)).trim();
  let first = line;
  while (first > 0) {
    const text = lineText(first - 1);
    if (text === "") break;
    const isComment = openers.some((open) => text.startsWith(open));
    if (isComment || isAttribute(text, language)) {
      first--;
      continue;
    }
    const closed = block.find(([, close]) => text.endsWith(close));
    const start =
      closed !== undefined ? blockStart(lineText, first - 1, closed[0]) : attributeStart(lineText, first - 1, language);
    if (start < 0) break;
    first = start;
  }
  return first;
}

/** Matches an attribute that is complete in a line. */
function isAttribute(text: string, language: string): boolean {
  return opensAttribute(text, language) && balance(text) === 0 && !/[,;]$/.test(text);
}

/**
 * Whether a line, without its indentation, begins a decorator or an attribute: `@decorator`,
 * `#[attribute]`, `[Attribute]`, `[[nodiscard]]`, `template <class T>`, `@Annotation(…)`.
 */
export function opensAttribute(text: string, language: string): boolean {
  return factsOf(language).attribute.test(text);
}

/**
 * Returns the line that opens the block comment that ends in line `at`; -1 where code precedes it.
 */
function blockStart(lineText: (line: number) => string, at: number, open: string): number {
  for (let line = at; line >= 0; line--) {
    const text = lineText(line);
    const found = text.lastIndexOf(open);
    if (found >= 0) return found === 0 ? line : -1;
  }
  return -1;
}

/**
 * Returns the line in which the attribute begins that ends in line `at`; -1 where there is none.
 */
function attributeStart(lineText: (line: number) => string, at: number, language: string): number {
  let depth = 0;
  for (let line = at; line >= 0 && line > at - MAX_ATTRIBUTE_LINES; line--) {
    const text = lineText(line);
    depth += balance(text);
    if (text === "" || depth > 0) return -1;
    if (depth === 0) return opensAttribute(text, language) ? line : -1;
  }
  return -1;
}

/**
 * Returns opened brackets less closed ones. Brackets in strings count too, as this is an estimate.
 */
function balance(text: string): number {
  let depth = 0;
  for (const character of text) {
    if ("([{".includes(character)) depth++;
    else if (")]}".includes(character)) depth--;
  }
  return depth;
}
