/** Which of several assignments of a variable a use reads, where statements follow each other. */

import { factsOf } from "../../languages/languages.js";
import type { OutlineSymbol } from "../../syntax/outline/outlineSymbols.js";
import type { CodeFiles } from "./codeFiles.js";
import type { CodeFile } from "./entity.js";

/** A long stretch between an assignment and a use is not read. */
const MAX_LENGTH = 100_000;
const MAX_NAME_LENGTH = 200;

/**
 * Returns the definitions that a use at an offset may read: the last one before it whose block
 * contains the use, and those in blocks that end between them; none that is deleted. A use in a
 * function reads what its module has assigned at its end. Empty for a use at the top of a module
 * before all of them. All of them in languages where a name is declared once, and where functions
 * assign them.
 */
export async function reachingDefinitions<Definition extends { readonly from: number }>(
  definitions: readonly Definition[],
  offset: number,
  file: CodeFile,
  files: CodeFiles,
): Promise<readonly Definition[]> {
  const { hasRebinding, isIndented, deletion } = factsOf(file.languageId);
  if (!hasRebinding || !isIndented) return definitions;
  const remaining = deletion ? definitions.filter(({ from }) => !isDeleted(from, offset, file, deletion)) : definitions;
  return remaining.length < 2 ? remaining : reachingOf(remaining, offset, file, files);
}

async function reachingOf<Definition extends { readonly from: number }>(
  definitions: readonly Definition[],
  offset: number,
  file: CodeFile,
  files: CodeFiles,
): Promise<readonly Definition[]> {
  const own = definitions.filter(({ from }) => from === offset);
  if (own.length > 0) return own;
  const around = await callableAround(file, offset, files);
  const makers = new Set<OutlineSymbol | undefined>();
  for (const { from } of definitions) makers.add(await callableAround(file, from, files));
  const [maker] = makers;
  if (makers.size > 1 || (maker !== around && maker !== undefined)) return definitions;
  const end = maker === around ? offset : file.text.length;
  const found: Definition[] = [];
  for (const each of definitions.toSorted((a, b) => b.from - a.from)) {
    if (each.from > end) continue;
    found.push(each);
    if (reaches(each.from, end, file)) return found;
  }
  if (found.length > 0) return found;
  return maker === undefined && isAtTop(offset, file) ? [] : definitions;
}

/** Whether a line between a definition at the top of a module and a use there deletes its name. */
function isDeleted(from: number, offset: number, file: CodeFile, deletion: RegExp): boolean {
  const { text } = file;
  if (offset - from > MAX_LENGTH || !isAtTop(from, file) || !isAtTop(offset, file)) return false;
  const name = /^[\p{ID_Continue}]+/u.exec(text.slice(from, from + MAX_NAME_LENGTH))?.[0] ?? "";
  const between = text.slice(from, Math.max(from, text.lastIndexOf("\n", offset - 1)));
  return between.split("\n").some(
    (line) =>
      deletion
        .exec(line)?.[1]
        ?.split(/[\s,()]+/)
        .includes(name) === true,
  );
}

/** Whether a line is in no block, so that none of a loop's earlier rounds comes before it. */
function isAtTop(offset: number, { text }: CodeFile): boolean {
  return !/\s/.test(text[text.lastIndexOf("\n", offset - 1) + 1] ?? "");
}

async function callableAround(file: CodeFile, offset: number, files: CodeFiles): Promise<OutlineSymbol | undefined> {
  const around = await files.around(file, offset);
  return around.findLast(({ kind, nameFrom }) => /^(?:function|method|constructor)$/.test(kind) && nameFrom < offset);
}

/**
 * Whether no line after a definition, up to a use, is less deep than the line of the definition.
 */
function reaches(from: number, to: number, { text }: CodeFile): boolean {
  if (to - from > MAX_LENGTH) return false;
  const start = text.lastIndexOf("\n", from) + 1;
  const depth = depthOf(text.slice(start, from));
  const lines = text.slice(text.indexOf("\n", from) + 1, lineEnd(text, to)).split("\n");
  return text.indexOf("\n", from) >= to || lines.every((line) => line.trim() === "" || depthOf(line) >= depth);
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function depthOf(line: string): number {
  return /^[ \t]*/.exec(line)?.[0].length ?? 0;
}
