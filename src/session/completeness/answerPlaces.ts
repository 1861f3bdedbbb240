/** The places that an answer of a backend consists of. Answers come from peers of any quality. */

import type { Position, Range } from "../../text/position.js";
import { fileKeyOf } from "../../uri.js";
import { RawJson } from "../../wire/rawJson.js";
import type { FilePosition } from "./enclosingSymbols.js";
import { rangesOfRename, readRenameEdits } from "./rename/renameEdits.js";

/** Methods whose answers name the symbols around their places. */
export const methodsWithEnclosingSymbols: ReadonlySet<string> = new Set([
  "references",
  "implementation",
  "incomingCalls",
]);

/**
 * Returns a position for each item of an answer: of references and implementations, the start; of
 * incoming calls, the first call. Undefined if an item is not what LSP says.
 */
export function positionsOfItems(name: string, answer: unknown): readonly FilePosition[] | undefined {
  if (!Array.isArray(answer)) return undefined;
  const positions = answer.map((item) => (name === "incomingCalls" ? firstCall(item) : locationStart(item)));
  return positions.every((each) => each !== undefined) ? positions : undefined;
}

/** A range in a file, as a backend counts it. */
export interface FileRange {
  readonly uri: string;
  readonly range: Range;
  /** The embedded server has found it by its name only. */
  readonly byName?: true;
}

/**
 * Returns all ranges of an answer: of references and implementations, the locations; of subtypes,
 * the whole types; of incoming calls, the calls; of a rename, the edits. Items that are not what
 * LSP says are left out.
 */
export function rangesOfAnswer(name: string, answer: unknown): readonly FileRange[] {
  if (name === "rename") return rangesOfRename(readRenameEdits(answer));
  const items = Array.isArray(answer) ? answer : name === "implementation" && answer !== null ? [answer] : [];
  return items.flatMap((item) => {
    const { uri, range, from, fromRanges, targetUri, targetRange, byName } = (item ?? {}) as Record<string, unknown>;
    const mark = byName === true ? { byName: true as const } : {};
    if (name !== "incomingCalls")
      return fileRange(uri ?? targetUri, range ?? targetRange).map((each) => ({ ...each, ...mark }));
    const caller = (from as { uri?: unknown } | null | undefined)?.uri;
    return Array.isArray(fromRanges) ? fromRanges.flatMap((each) => fileRange(caller, each)) : [];
  });
}

/** Whether two answers have the same ranges, in any order. */
export function hasSameRanges(name: string, one: unknown, other: unknown): boolean {
  const keys = (answer: unknown) => rangesOfAnswer(name, answer).map(keyOfRange).sort();
  return keys(one).join("\n") === keys(other).join("\n");
}

/**
 * Returns a later answer to the same request with the earlier one's items in files that it does not
 * have: with other files open, a server may have unloaded these.
 */
export function withEarlierItems(name: string, earlier: RawJson, later: RawJson): RawJson {
  const [before, now] = [earlier.parse(), later.parse()];
  if (!Array.isArray(before)) return later;
  const filesOf = (answer: unknown) => new Set(rangesOfAnswer(name, answer).map(({ uri }) => fileKeyOf(uri)));
  const found = filesOf(now);
  const lost = before.filter((item) => [...filesOf([item])].some((file) => !found.has(file)));
  if (lost.length === 0) return later;
  const both = [...(Array.isArray(now) ? now : []), ...lost];
  return hasSameRanges(name, before, both) ? earlier : RawJson.of(both);
}

function keyOfRange({ uri, range: { start, end } }: FileRange): string {
  return [start.line, start.character, end.line, end.character, fileKeyOf(uri)].join(" ");
}

/** Returns the calls of outgoing calls, all in the caller's file, and the names they lead to. */
export function outgoingCallsOf(answer: unknown, callerUri: string) {
  const items = (Array.isArray(answer) ? answer : []) as readonly Readonly<Record<string, unknown>>[];
  return {
    ranges: items.flatMap((item) => {
      const ranges = item?.["fromRanges"];
      return Array.isArray(ranges) ? ranges.flatMap((each) => fileRange(callerUri, each)) : [];
    }),
    names: new Set(items.map((item) => (item?.["to"] as { name?: unknown } | null | undefined)?.name)),
  };
}

function fileRange(uri: unknown, range: unknown): readonly FileRange[] {
  const { start, end } = (range ?? {}) as { start?: unknown; end?: unknown };
  const [first, last] = [filePosition(uri, start), filePosition(uri, end)];
  return first && last ? [{ uri: first.uri, range: { start: first.position, end: last.position } }] : [];
}

function locationStart(item: unknown): FilePosition | undefined {
  const { uri, range, targetUri, targetSelectionRange } = (item ?? {}) as {
    uri?: unknown;
    range?: { start?: unknown } | null;
    targetUri?: unknown;
    targetSelectionRange?: { start?: unknown } | null;
  };
  return filePosition(uri ?? targetUri, (range ?? targetSelectionRange)?.start);
}

function firstCall(item: unknown): FilePosition | undefined {
  const { from, fromRanges } = (item ?? {}) as {
    from?: { uri?: unknown; selectionRange?: { start?: unknown } } | null;
    fromRanges?: unknown;
  };
  const [first] = Array.isArray(fromRanges) ? (fromRanges as ({ start?: unknown } | null)[]) : [];
  return filePosition(from?.uri, first?.start ?? from?.selectionRange?.start);
}

function filePosition(uri: unknown, position: unknown): FilePosition | undefined {
  const { line, character } = (position ?? {}) as Partial<Record<keyof Position, unknown>>;
  if (typeof uri !== "string" || typeof line !== "number" || typeof character !== "number") return undefined;
  return { uri, position: { line, character } };
}
