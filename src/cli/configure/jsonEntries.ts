/**
 * Entries in a text of JSON, with comments or without: read, inserted and removed. All other bytes
 * stay as they are.
 */

import { isDeepStrictEqual } from "node:util";
import {
  createScanner,
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import type { ConfigEntry, JsonValue } from "./clientFile.js";
import { type EntryState, faultError } from "./entryState.js";
import { formatJson, type JsonLayout } from "./jsonText.js";
import type { IsWritten } from "./setupRecord.js";

/** Says which of the entries a file has. Throws SetupError for a text that is not JSON. */
export function jsonEntryState(path: string, text: string, entries: readonly ConfigEntry[]): EntryState {
  const tree = parseJson(path, text);
  const states = entries.map(({ path: keys, value, isDefault, isItem }): EntryState => {
    const node = tree && findNodeAtLocation(tree, [...keys]);
    if (node === undefined) return "absent";
    if (isItem) return itemWith(node, value) ? "present" : "absent";
    return isDefault || hasValue(node, value) ? "present" : "different";
  });
  if (states.includes("different")) return "different";
  return states.includes("absent") ? "absent" : "present";
}

/** Inserts the entries that are absent, and replaces those that are different. */
export function insertJsonEntries(path: string, text: string, entries: readonly ConfigEntry[]): string {
  return entries.reduce((current, entry) => insertEntry(path, current, entry), text);
}

/**
 * Removes the entries that have our value, or one that `setup` has written, and the objects that
 * are empty without them.
 */
export function removeJsonEntries(
  path: string,
  text: string,
  entries: readonly ConfigEntry[],
  isWritten: IsWritten,
): string {
  return entries.reduceRight((current, { path: keys, value, isItem }) => {
    const tree = parseJson(path, current);
    const node = tree && findNodeAtLocation(tree, [...keys]);
    if (node === undefined) return current;
    const isOurs = (found: Node) => hasValue(found, value) || isWritten(valueOfNode(found));
    const item = isItem ? node.children?.find(isOurs) : isOurs(node) ? node : undefined;
    return item === undefined ? current : removeMember(current, item);
  }, text);
}

/** Whether a text holds nothing: no member and no comment. */
export function isEmptyJson(text: string): boolean {
  return /^[\uFEFF\s]*(?:\{\s*\}\s*)?$/.test(text);
}

/** Returns the item of a list that has a value. */
function itemWith({ children = [] }: Node, value: JsonValue): Node | undefined {
  return children.find((item) => hasValue(item, value));
}

function hasValue(node: Node, value: JsonValue): boolean {
  return isDeepStrictEqual(valueOfNode(node), value);
}

/** The library's objects have no prototype, so that they differ from others. */
function valueOfNode(node: Node): unknown {
  return JSON.parse(JSON.stringify(getNodeValue(node)));
}

/** Returns the root; undefined for a text without any content. */
function parseJson(path: string, text: string): Node | undefined {
  const errors: ParseError[] = [];
  const offset = text.startsWith("\uFEFF") ? 1 : 0;
  // A mark at the beginning is a space to a parser that doesn't know it.
  const tree = parseTree(offset === 1 ? ` ${text.slice(1)}` : text, errors, { allowTrailingComma: true });
  if (/^[\uFEFF\s]*$/.test(text)) return undefined;
  const [error] = errors;
  if (error !== undefined) throw faultError(path, text, error.offset, `JSON: ${printParseErrorCode(error.error)}`);
  if (tree !== undefined && tree.type !== "object") throw faultError(path, text, tree.offset, "it is no JSON object");
  return tree;
}

function insertEntry(path: string, text: string, { path: keys, value: own, isDefault, isItem }: ConfigEntry): string {
  const layout = layoutOf(text);
  const tree = parseJson(path, text);
  const value = isItem ? [own] : own;
  if (tree === undefined) return `${text.trimStart()}${formatJson(nest(keys, value), "", layout)}${layout.lineEnd}`;
  const existing = findNodeAtLocation(tree, [...keys]);
  if (existing !== undefined && isItem) {
    if (existing.type !== "array")
      throw faultError(path, text, existing.offset, `${JSON.stringify(keys.at(-1))} is no JSON list`);
    return itemWith(existing, own) ? text : insertChild(text, existing, { key: undefined, value: own }, layout);
  }
  if (existing !== undefined) {
    if (isDefault || hasValue(existing, value)) return text;
    const replacement = formatJson(value, indentAt(text, existing.offset), layout);
    return splice(text, existing.offset, existing.length, replacement);
  }
  let parent = tree;
  let depth = 0;
  for (; depth < keys.length - 1; depth++) {
    const next = findNodeAtLocation(tree, keys.slice(0, depth + 1));
    if (next === undefined) break;
    if (next.type !== "object")
      throw faultError(path, text, next.offset, `${JSON.stringify(keys[depth])} is no JSON object`);
    parent = next;
  }
  const [key = "", ...rest] = keys.slice(depth);
  return insertChild(text, parent, { key, value: nest(rest, value) }, layout);
}

/** Returns the value in an object for each key. */
function nest(keys: readonly string[], value: JsonValue): JsonValue {
  return keys.reduceRight<JsonValue>((inner, key) => ({ [key]: inner }), value);
}

interface NewChild {
  /** Undefined for an item of a list. */
  readonly key: string | undefined;
  readonly value: JsonValue;
}

/** Inserts a member of an object, or an item of a list, after the others. */
function insertChild(text: string, parent: Node, { key, value }: NewChild, layout: JsonLayout): string {
  const last = parent.children?.at(-1);
  const name = key === undefined ? "" : `${JSON.stringify(key)}: `;
  const member = (base: string) => `${name}${formatJson(value, base, layout)}`;
  const end = parent.offset + parent.length - 1;
  const outer = indentAt(text, parent.offset);
  if (last === undefined) {
    const base = outer + layout.indent;
    // After comments, if there are any.
    const content = text.slice(parent.offset + 1, end).trimEnd();
    const closing = `${layout.lineEnd}${outer}`;
    const inner = `${content}${layout.lineEnd}${base}${member(base)}${closing}`;
    return splice(text, parent.offset + 1, end - parent.offset - 1, inner);
  }
  const { commaEnd, lineEnd } = afterMember(text, last);
  const isOneLine = !text.slice(parent.offset, end).includes("\n");
  const base = isOneLine ? outer : indentAt(text, (parent.children?.[0] ?? last).offset);
  const before = isOneLine ? " " : `${layout.lineEnd}${base}`;
  const inserted = `${before}${isOneLine ? `${name}${JSON.stringify(value)}` : member(base)}`;
  if (commaEnd !== undefined) return splice(text, Math.max(lineEnd, commaEnd), 0, `${inserted},`);
  const memberEnd = last.offset + last.length;
  return splice(splice(text, lineEnd, 0, inserted), memberEnd, 0, ",");
}

/** Removes a member or an item, and the objects and lists around it that are empty then. */
function removeMember(text: string, value: Node): string {
  const isInList = value.parent?.type === "array";
  const member = isInList ? value : (value.parent as Node);
  const parent = member.parent as Node;
  const siblings = parent.children ?? [];
  const isAlone = siblings.length === 1;
  const inside = text.slice(parent.offset + 1, parent.offset + parent.length - 1);
  const others = inside.replace(text.slice(member.offset, member.offset + member.length), "").replace(",", "");
  if (isAlone && others.trim() === "") {
    if (parent.parent !== undefined) return removeMember(text, parent);
    return splice(text, parent.offset, parent.length, "{}");
  }
  const { commaEnd } = afterMember(text, member);
  const end = commaEnd ?? member.offset + member.length;
  const start = text.slice(0, member.offset).trimEnd().length;
  const gap = text.slice(start, member.offset);
  // The member goes with its own line, or with the space before it.
  const from = gap.includes("\n")
    ? member.offset - (gap.length - gap.lastIndexOf("\n") - 1) - lineEndLength(gap)
    : start;
  const without = splice(text, from, end - from, "");
  const previous = siblings[siblings.indexOf(member) - 1];
  if (commaEnd !== undefined || previous === undefined) return without;
  // The last member has no comma after it, so the one before it can't have one either.
  const { commaEnd: previousComma } = afterMember(text, previous);
  return previousComma === undefined ? without : splice(without, previousComma - 1, 1, "");
}

function lineEndLength(gap: string): number {
  const at = gap.lastIndexOf("\n");
  return gap[at - 1] === "\r" ? 2 : 1;
}

/**
 * Returns the end of the comma after a member, if there is one, and the end of the comments after
 * it in the same line.
 */
function afterMember(text: string, member: Node): { readonly commaEnd: number | undefined; readonly lineEnd: number } {
  const scanner = createScanner(text, false);
  scanner.setPosition(member.offset + member.length);
  let commaEnd: number | undefined;
  let lineEnd = member.offset + member.length;
  let isSameLine = true;
  for (;;) {
    const token = scanner.scan();
    const end = scanner.getTokenOffset() + scanner.getTokenLength();
    if (token === COMMA && commaEnd === undefined) {
      commaEnd = end;
      if (isSameLine) lineEnd = end;
    } else if (token === LINE_BREAK) isSameLine = false;
    else if (token === LINE_COMMENT || token === BLOCK_COMMENT) {
      if (isSameLine) lineEnd = end;
    } else if (token !== TRIVIA) return { commaEnd, lineEnd };
  }
}

// The library's SyntaxKind is a const enum, which isolated modules can't import.
const COMMA = 5;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const LINE_BREAK = 14;
const TRIVIA = 15;

function layoutOf(text: string): JsonLayout {
  const [, indent = "  "] = /^\s*(?:\/\/.*\n\s*)*\{(?:[^\S\n]*\n)+([ \t]+)\S/.exec(text) ?? [];
  return { indent, lineEnd: text.includes("\r\n") ? "\r\n" : "\n" };
}

/** Returns the white space at the beginning of the line of an offset. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line.replace("\uFEFF", ""))?.[0] ?? "";
}

function splice(text: string, offset: number, length: number, replacement: string): string {
  return text.slice(0, offset) + replacement + text.slice(offset + length);
}
