/** Compares the diagnostics of a text before and after a change. */

import type { Diagnostic } from "vscode-languageserver-protocol";
import { mapThrough } from "../../text/change.js";
import { diffTexts } from "../../text/diff/difference.js";
import type { Document } from "../../text/document.js";
import { type PositionEncoding, rangeToOffsets } from "../../text/position.js";

/** The errors and warnings of one text. */
export interface CheckedText {
  readonly text: Document;
  readonly items: readonly Diagnostic[];
}

export interface DiagnosticsChange {
  /** In the text after the change. */
  readonly added: readonly Diagnostic[];
  /** In the text before it. */
  readonly removed: readonly Diagnostic[];
  readonly unchanged: number;
}

export interface CompareOptions {
  readonly encoding: PositionEncoding;
  /** A name that the change replaces, in messages, too. */
  readonly renamed?: { readonly from: string; readonly to: string } | undefined;
}

/**
 * Compares errors and warnings by message, code and range, the range as the change moves it. What
 * is left over on both sides with the same message and code is the same, too: its line was
 * replaced. So is what has the same range and the same first sentence: tsserver gives other advice
 * on a missing module, under another code, in a file that it has put in another project. And so is
 * what has the same range, code and words: tsserver writes a union's types in the order in which it
 * has seen them.
 */
export function compareDiagnostics(
  before: CheckedText,
  after: CheckedText,
  options: CompareOptions,
): DiagnosticsChange {
  const changes = diffTexts(before.text, after.text.text);
  const placeBefore = (diagnostic: Diagnostic) => {
    const { from, to } = rangeToOffsets(before.text, diagnostic.range, options.encoding);
    return { from: mapThrough(changes, from, "after"), to: mapThrough(changes, to, from === to ? "after" : "before") };
  };
  const placeAfter = ({ range }: Diagnostic) => rangeToOffsets(after.text, range, options.encoding);
  const readMessage = messageReader(options.renamed);
  const keyedBy = (place: (item: Diagnostic) => MappedStretch) => (item: Diagnostic) =>
    keyed(item, readMessage(messageOf(item)), place(item));
  const old = before.items.filter(isProblem).map(keyedBy(placeBefore));
  const now = after.items.filter(isProblem).map(keyedBy(placeAfter));
  let left: Comparison = { removed: old, added: now };
  for (const key of ["exact", "message", "place", "words"] as const) left = matchOff(left, key);
  return {
    added: left.added.map(({ item }) => item),
    removed: left.removed.map(({ item }) => item),
    unchanged: old.length - left.removed.length,
  };
}

/** A range in the new text; `null` where the change deletes an end of it. */
interface MappedStretch {
  readonly from: number | null;
  readonly to: number | null;
}

/** A problem with what it is compared by, in turn. */
interface KeyedProblem {
  readonly item: Diagnostic;
  readonly exact: string;
  readonly message: string;
  readonly place: string;
  readonly words: string;
}

function keyed(item: Diagnostic, message: string, place: MappedStretch): KeyedProblem {
  const what = [message, item.code ?? null];
  const [firstSentence, advice] = message.split(/(?<=\.)\s(.*)/s);
  return {
    item,
    exact: JSON.stringify([what, place]),
    message: JSON.stringify(what),
    place: JSON.stringify([advice ? firstSentence : what, place]),
    words: JSON.stringify([(message.match(/[\p{ID_Continue}$]+/gu) ?? []).sort(), item.code ?? null, place]),
  };
}

/** Returns the message of a diagnostic as text. */
export function messageOf({ message }: Diagnostic): string {
  return typeof message === "string" ? message : message.value;
}

/** LSP's DiagnosticSeverity. */
const ERROR = 1;
const WARNING = 2;

/** Whether a diagnostic is an error, as one without a severity is. */
export function isError({ severity = ERROR }: Diagnostic): boolean {
  return severity === ERROR;
}

/** Whether a diagnostic is an error or a warning; one without a severity counts as an error. */
function isProblem({ severity = ERROR }: Diagnostic): boolean {
  return severity <= WARNING;
}

interface Comparison {
  readonly removed: readonly KeyedProblem[];
  readonly added: readonly KeyedProblem[];
}

/** Returns what has no counterpart with the same key on the other side. */
function matchOff({ removed: old, added: now }: Comparison, key: Exclude<keyof KeyedProblem, "item">): Comparison {
  const counts = new Map<string, number>();
  for (const each of old) counts.set(each[key], (counts.get(each[key]) ?? 0) + 1);
  const take = (each: KeyedProblem) => {
    const count = counts.get(each[key]) ?? 0;
    if (count > 0) counts.set(each[key], count - 1);
    return count > 0;
  };
  const added = now.filter((each) => !take(each));
  // What is left of the counts has no counterpart.
  const removed = old.toReversed().filter(take);
  return { removed: removed.toReversed(), added };
}

/**
 * Returns a function that writes the new name for the old one, in messages of both texts: after the
 * change, another symbol may still have the old name.
 */
function messageReader(renamed: CompareOptions["renamed"]): (message: string) => string {
  if (renamed === undefined) return (message) => message;
  const { from, to } = renamed;
  const word = /[\p{L}\p{M}\p{N}_$]+/gu;
  return (message) => message.replace(word, (each) => (each === from ? to : each));
}
