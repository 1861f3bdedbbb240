/**
 * Declarations in lines that a grammar can't read, recovered from the heads that begin lines there,
 * and from the indentation, which says what they are in.
 */

import type { HeadPattern } from "../../languages/heads.js";
import type { Document } from "../../text/document.js";
import type { LineRange } from "../../text/lineRange.js";
import { callableKinds } from "./callableKinds.js";
import type { OutlineSymbol } from "./outlineSymbol.js";

/** The detail of a symbol of which the head alone could be read. */
export const RECOVERED_DETAIL = "could not be parsed";

/** A head, and what is in it. */
interface HeadLine {
  readonly head: HeadPattern;
  readonly name: string;
  readonly nameFrom: number;
  readonly line: number;
  readonly indent: number;
  /** The last line of what it declares. */
  readonly lastLine: number;
  readonly inner: HeadLine[];
}

/**
 * Adds to an outline what the heads in unreadable lines declare. A declaration that the tree has
 * outside of the type that it is in, as an error ended that, is moved there.
 */
export function withRecovered(
  symbols: OutlineSymbol[],
  document: Document,
  heads: readonly HeadPattern[],
  lines: readonly LineRange[],
): OutlineSymbol[] {
  const known = new Map<number, OutlineSymbol>();
  const note = (each: OutlineSymbol) => {
    known.set(each.nameFrom, each);
    each.children.forEach(note);
  };
  symbols.forEach(note);
  const isUnreadable = (line: number) => lines.some(({ from, to }) => from <= line && line <= to);
  /** Symbols by the name of the type that they are in. */
  const placed = new Map<number, OutlineSymbol[]>();
  const owners = new Map<number, number>();
  const visit = (line: HeadLine, owner: HeadLine | undefined): void => {
    const isType = !callableKinds.has(line.head.kind) && line.head.kind !== "variable" && line.head.kind !== "property";
    const isFound = known.has(line.nameFrom);
    if (isFound || isUnreadable(line.line)) {
      if (owner) owners.set(line.nameFrom, owner.nameFrom);
      if (!isFound)
        placed.set(owner?.nameFrom ?? -1, [
          ...(placed.get(owner?.nameFrom ?? -1) ?? []),
          symbolOf(line, owner, document),
        ]);
    }
    if (isType) for (const each of line.inner) visit(each, line);
  };
  for (const each of headLinesOf(document, heads)) visit(each, undefined);
  const around = new Map<number, number>();
  const moved = new Map<number, OutlineSymbol[]>();
  const collect = (each: OutlineSymbol, parents: readonly OutlineSymbol[]): void => {
    const owner = owners.get(each.nameFrom);
    const isInOwner = owner === undefined || parents.some(({ nameFrom }) => nameFrom === owner);
    const mayMove = parents.every(({ kind }) => !callableKinds.has(kind));
    if (!isInOwner && mayMove && (known.has(owner) || isPlaced(owner))) {
      around.set(each.nameFrom, owner);
      const kind = memberKinds[each.kind] ?? each.kind;
      moved.set(owner, [...(moved.get(owner) ?? []), { ...each, kind }]);
    }
    for (const child of each.children) collect(child, [...parents, each]);
  };
  const isPlaced = (nameFrom: number) =>
    [...placed.values()].some((all) => all.some((each) => each.nameFrom === nameFrom));
  for (const each of symbols) collect(each, []);
  if (placed.size === 0 && moved.size === 0) return symbols;
  const rebuild = (each: OutlineSymbol): OutlineSymbol => {
    const kept = each.children.filter(({ nameFrom }) => !around.has(nameFrom));
    const added = [...(moved.get(each.nameFrom) ?? []), ...(placed.get(each.nameFrom) ?? [])];
    const children = [...kept, ...added].map(rebuild).sort((one, other) => one.from - other.from);
    return { ...each, to: added.reduce((most, { to }) => Math.max(most, to), each.to), children };
  };
  return [...symbols.filter(({ nameFrom }) => !around.has(nameFrom)), ...(placed.get(-1) ?? [])]
    .map(rebuild)
    .sort((one, other) => one.from - other.from);
}

/** What is a member by another name than outside of types. */
const memberKinds: Readonly<Record<string, string>> = { function: "method", variable: "property" };

function symbolOf({ head, name, nameFrom, line, lastLine }: HeadLine, owner: HeadLine | undefined, document: Document) {
  const from =
    document.lineFrom(line) + indentOf(document.slice(document.lineFrom(line), document.lineTo(line))).length;
  const kind = owner ? (head.memberKind ?? head.kind) : head.kind;
  const to = Math.max(document.lineTo(lastLine), nameFrom + name.length);
  return {
    ...{ name, kind, detail: RECOVERED_DETAIL, from, to, codeFrom: from, nameFrom, nameTo: nameFrom + name.length },
    isLocal: false,
    children: [],
  };
}

/** Block comments and strings of several lines, in which no line is a head. */
const masked = /\/\*[\s\S]*?(?:\*\/|$)|"""[\s\S]*?(?:"""|$)/g;

function headLinesOf(document: Document, heads: readonly HeadPattern[]): HeadLine[] {
  const text = document.text.replace(masked, (match) => match.replace(/[^\r\n]/g, " "));
  const count = document.lineCount;
  const lineText = (line: number) => text.slice(document.lineFrom(line), document.lineTo(line));
  const roots: HeadLine[] = [];
  const open: HeadLine[] = [];
  for (let line = 0; line < count; line++) {
    const written = lineText(line);
    const indent = indentOf(written);
    if (indent.length === written.length) continue;
    const width = widthOf(indent);
    while (open.length > 0 && (open.at(-1) as HeadLine).indent >= width && !/^\s*[{}()\]]/.test(written)) open.pop();
    const owner = open.at(-1);
    const from = document.lineFrom(line) + indent.length;
    const isInType = owner !== undefined && !callableKinds.has(owner.head.kind) && owner.head.kind !== "variable";
    const head = heads.find((each) => {
      each.pattern.lastIndex = from;
      return (isInType || !each.isMemberOnly) && each.pattern.test(text);
    });
    if (head === undefined) continue;
    head.pattern.lastIndex = from;
    const match = head.pattern.exec(text);
    const [nameFrom, nameTo] = match?.indices?.groups?.["name"] ?? [];
    if (nameFrom === undefined || nameTo === undefined) continue;
    // Modifiers may be on lines of their own.
    const lastLine = lastLineOf(document.lineAt(nameFrom), width, count, lineText);
    const each: HeadLine = {
      head,
      name: text.slice(nameFrom, nameTo),
      nameFrom,
      line,
      indent: width,
      lastLine,
      inner: [],
    };
    (owner?.inner ?? roots).push(each);
    open.push(each);
    line = document.lineAt(nameFrom);
  }
  return roots;
}

/** Returns the last line of a declaration: what follows is no deeper and closes none of it. */
function lastLineOf(head: number, width: number, count: number, lineText: (line: number) => string): number {
  let last = head;
  for (let line = head + 1; line < count; line++) {
    const written = lineText(line);
    if (written.trim() === "") continue;
    const isCloser = /^\s*(?:[)\]}]|end\b)/.test(written);
    const goesOn = /^\s*(?:\{|[)\]}].*[{(=:]\s*$)/.test(written);
    if (widthOf(indentOf(written)) > width || goesOn) last = line;
    else return isCloser && widthOf(indentOf(written)) === width ? line : last;
  }
  return last;
}

function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

const TAB_WIDTH = 4;

function widthOf(indent: string): number {
  return indent.length + (TAB_WIDTH - 1) * (indent.length - indent.replaceAll("\t", "").length);
}
