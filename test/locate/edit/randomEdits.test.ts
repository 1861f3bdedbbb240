/**
 * Random edits of small sources in many languages: whatever is written, the words of the old and of
 * the new text stay words, and no list has two separators in a row.
 */

import type { TextEdit } from "vscode-languageserver-protocol";
import { type OperationName, operationNames } from "../../../src/locate/edit/editRequest.js";
import type { Locate } from "../../../src/locate/locate.js";
import { Document } from "../../../src/text/document.js";
import { offsetsToRange, type Range, rangeToOffsets } from "../../../src/text/position.js";
import type { Stretch } from "../../../src/text/stretch.js";
import { closePairs, type Pair, pair } from "../../session/pair.js";
import { pick, type Random, randomFrom, testRounds } from "../../text/random.js";
import { snippets } from "./snippets.js";

afterAll(closePairs);

const EDITS = Math.ceil(80 * testRounds);

/** Prose has no words that must stay apart. */
const languages = Object.keys(snippets).filter((language) => language !== "markdown");

test.each(languages.map((language, at) => ({ language, seed: at + 1 })))(
  "Random edits of $language glue no words and double no separators (seed $seed)",
  async ({ language, seed }) => {
    const random = randomFrom(seed);
    const text = snippets[language] as string;
    const session = pair();
    await session.open();
    session.didOpen("source", text, language);
    const source = { session, uri: session.uri("source"), document: Document.of(text) };
    let written = 0;
    const faults: string[] = [];
    for (let left = EDITS; left > 0; left--) {
      const edit = await randomEdit(random, source);
      const result = edit && (await applyEdit(edit, source));
      if (edit === undefined || result === undefined) continue;
      written++;
      const fault = faultOf(text, edit, result);
      if (fault !== undefined) faults.push(`${fault}: ${JSON.stringify(edit)} gives ${excerptOf(text, result)}`);
    }
    expect(faults).toEqual([]);
    expect(written).toBeGreaterThan(EDITS / 20);
  },
);

interface Source {
  readonly session: Pair;
  readonly uri: string;
  readonly document: Document;
}

interface RandomEdit {
  readonly locate: Locate;
  readonly operation: OperationName;
  readonly newText: string;
}

/** Returns an edit at a node or at whole lines; undefined for a place that can't be described. */
async function randomEdit(random: Random, source: Source): Promise<RandomEdit | undefined> {
  const { session, uri, document } = source;
  const stretch = await randomPlace(random, source);
  if (await isProse(stretch, source)) return undefined;
  const range = offsetsToRange(document, stretch, "utf-16");
  const { result } = await session.request("locate/describe", { textDocument: { uri }, range });
  if (result === undefined) return undefined;
  const operation = pick(random, operationNames);
  const copied = await randomPlace(random, source);
  const newText = document.slice(copied.from, copied.to).trim() + pick(random, ["", "\n"]);
  return newText.trim() === "" ? undefined : { locate: result.locate, operation, newText };
}

/** Returns a node, or one to three lines. */
async function randomPlace(random: Random, source: Source): Promise<Stretch> {
  const { document } = source;
  const offset = random(document.length);
  if (random(2) === 0) {
    const first = document.lineAt(offset);
    const last = Math.min(document.lineCount - 1, first + random(3));
    return { from: document.lineFrom(first), to: document.lineTo(last) };
  }
  const nodes = await nodesAt(offset, source);
  const { range } = pick(random, nodes.length > 1 ? nodes.slice(0, -1) : nodes);
  const zeroBased = ({ line, character }: Range["start"]) => ({ line: line - 1, character: character - 1 });
  return rangeToOffsets(document, { start: zeroBased(range.start), end: zeroBased(range.end) }, "utf-16");
}

interface NodeEntry {
  readonly type: string;
  /** 1-based. */
  readonly range: Range;
}

/** Returns the nodes at an offset, the smallest first. */
async function nodesAt(offset: number, { session, uri, document }: Source): Promise<readonly NodeEntry[]> {
  const { start: position } = offsetsToRange(document, { from: offset, to: offset }, "utf-16");
  const { result } = await session.request("locate/nodes", { textDocument: { uri }, position });
  return result.nodes;
}

/** Returns whether a place begins or ends in a comment or a string, where words may be joined. */
async function isProse({ from, to }: Stretch, source: Source): Promise<boolean> {
  const nodes = [...(await nodesAt(from, source)), ...(await nodesAt(Math.max(from, to - 1), source))];
  return nodes.some(({ type }) => /comment|string|heredoc|text|scalar/.test(type));
}

/** Returns the text after an edit; undefined for one that is refused. */
async function applyEdit({ locate, operation, newText }: RandomEdit, source: Source): Promise<string | undefined> {
  const { session, uri, document } = source;
  const { result } = await session.request("locate/edit", {
    locate: { ...locate, file_path: uri },
    operation,
    ...(operation !== "delete" && { new_text: newText }),
  });
  if (result === undefined) return undefined;
  const [[edit]] = Object.values(result.edit.changes) as [[TextEdit]];
  const { from, to } = rangeToOffsets(document, edit.range, "utf-16");
  const { text } = document;
  return text.slice(0, from) + edit.newText + text.slice(to);
}

function faultOf(before: string, { operation, newText }: RandomEdit, after: string): string | undefined {
  const added = operation === "delete" ? [] : wordsOf(newText);
  const [old, fresh] = [wordsOf(before), wordsOf(after)];
  const removed = old.length + added.length - fresh.length;
  if (operation.startsWith("insert") && removed !== 0)
    return `${Math.abs(removed)} words too ${removed < 0 ? "many" : "few"}`;
  const fits = (at: number) =>
    sameWords(old.slice(0, at), fresh.slice(0, at)) &&
    sameWords(added, fresh.slice(at, at + added.length)) &&
    sameWords(old.slice(at + removed), fresh.slice(at + added.length));
  if (removed < 0 || !Array.from({ length: old.length + 1 }, (_, at) => at).some(fits)) return "other words";
  const doubled = [before, newText, after].map((text) => text.match(/[([{,]\s*,/g)?.length ?? 0) as [
    number,
    number,
    number,
  ];
  return doubled[2] > doubled[0] + doubled[1] ? "doubled separators" : undefined;
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{ID_Continue}$]+/gu) ?? [];
}

function sameWords(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word, at) => word === other[at]);
}

/** Returns the text around the first difference. */
function excerptOf(before: string, after: string): string {
  let at = 0;
  while (before[at] === after[at] && at < before.length) at++;
  return JSON.stringify(after.slice(Math.max(0, at - 40), at + 80));
}
