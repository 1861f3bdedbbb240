/**
 * The places where the old name of a rename remains: in code, as other symbols, in strings, in
 * comments and documents. Whole words alone count.
 */

import type { TextEdit } from "vscode-languageserver-protocol";
import type { Backend } from "../../../ask/backend/backend.js";
import type { Deadline } from "../../../ask/deadline.js";
import { factsOf } from "../../../languages/languages.js";
import { isDocstring, proseOf } from "../../../syntax/trees/lineKinds.js";
import { appendAll } from "../../../text/list.js";
import { offsetsToRange, offsetToPosition } from "../../../text/position.js";
import { fileKeyOf } from "../../../uri.js";
import { offsetsOfWord } from "../../../workspace/parse/wordSearch.js";
import { displayPath } from "../../documents/filePaths.js";
import { queryText } from "../../place/declarationQueries.js";
import { type DocumentVersion, toSyntaxText } from "../../place/syntaxView.js";
import { MAX_COUNT, type PossiblePlace } from "../searchRun.js";
import { isInRanges, joinRenames, type RenameEdits, rangesOf, readRenameEdits } from "./renameEdits.js";
import type { RenamedText } from "./renameOptions.js";
import type { RenameRequest } from "./renameRequest.js";

/** What a name is written in; a document's text counts as a comment. */
export type TextKind = "code" | "strings" | "comments";

export interface NamePlace extends PossiblePlace {
  readonly kind: TextKind;
  /** Whether the grammar can't read its line, so that it may mean anything. */
  readonly isUnreadable?: boolean;
}

/** The places of a name in the workspace. */
export interface FoundNames {
  readonly word: string;
  readonly places: readonly NamePlace[];
  /** Whether there may be more. */
  readonly isCut: boolean;
}

/** How often the old name remains. */
export interface RemainingNames extends Readonly<Record<TextKind, number>> {
  /** How many of those in code are not shown to be other names. */
  readonly unknown?: number;
  /** How many further ones in code are in lines that could not be read. */
  readonly unreadable?: number;
  /** Those with most places first, at most 20. */
  readonly files: readonly string[];
  /** The first lines in order, at most 50; `line` is 1-based. */
  readonly places: readonly RemainingPlace[];
  /** Set if there may be more. */
  readonly more?: true;
}

export interface RemainingPlace {
  readonly file_path: string;
  readonly line: number;
  readonly kind: TextKind;
  /** Set in a line that could not be read. */
  readonly unreadable?: true;
  /** Set where it is not shown to be another name. */
  readonly unknown?: true;
}

/** The lines with the name that are looked at: those that are renamed among them. */
const MAX_LINES = 5_000;
const MAX_FILES = 20;
const MAX_LISTED = 50;

interface NameSearch {
  readonly word: string;
  /** The file alone that can name it; undefined for the workspace. */
  readonly onlyIn: DocumentVersion | undefined;
  readonly deadline: Deadline;
}

/** Finds a name in all files of the workspace, of any kind. */
export async function findNames(
  { word, onlyIn, deadline }: NameSearch,
  { context, texts }: RenameRequest,
): Promise<FoundNames> {
  const places: NamePlace[] = [];
  if (onlyIn !== undefined) {
    appendAll(places, await namesIn(onlyIn, word, context));
    return { word, places, isCut: false };
  }
  const found = await deadline.before(queryText({ text: word, limit: MAX_LINES }, context).catch(() => undefined));
  const paths = [...new Set(found?.lines.map(({ path }) => path))];
  let isCut = found === undefined || found.isPartial;
  for (const path of paths) {
    if (deadline.isOver || context.token.isCancellationRequested) {
      isCut = true;
      break;
    }
    const document = await texts.readPath(path);
    if (document) appendAll(places, await namesIn(document, word, context));
  }
  return { word, places, isCut };
}

/** Returns the places in one text, in source order. */
export async function namesIn(
  document: DocumentVersion,
  word: string,
  context: RenameRequest["context"],
): Promise<readonly NamePlace[]> {
  const { nameCharacters } = factsOf(document.languageId);
  const offsets = offsetsOfWord(document.text.text, word, MAX_LINES, nameCharacters);
  const syntax = await context.syntax();
  const source = toSyntaxText(document, syntax, context.servers);
  const stretches = offsets.map((from) => ({ from, to: from + word.length }));
  // A text that can't be parsed is a document.
  const nodes = syntax.hasGrammar(source.languageId)
    ? await syntax.coveringNodes(source, stretches, {}).catch(() => undefined)
    : undefined;
  const lines = nodes === undefined ? [] : await syntax.unreadableLines(source, "names").catch(() => []);
  const isUnreadable = (line: number) => lines.some(({ from, to }) => from <= line && line <= to);
  const hasDocstrings = factsOf(source.languageId).docstring !== undefined;
  return offsets.map((offset, at) => {
    const types = nodes?.[at]?.map(({ type }) => type);
    const kind = types === undefined ? "comments" : kindOf(types, hasDocstrings);
    return { document, offset, kind, isUnreadable: kind === "code" && isUnreadable(document.text.lineAt(offset)) };
  });
}

function kindOf(types: readonly string[], hasDocstrings: boolean): TextKind {
  const prose = proseOf(types);
  if (prose === undefined) return "code";
  return prose === "string" && !(hasDocstrings && isDocstring(types)) ? "strings" : "comments";
}

/** Adds the places in strings, in comments or in both to a rename. */
export function renameText(
  edits: RenameEdits,
  { places, word }: FoundNames,
  text: RenamedText,
  { newName, backend }: RenameRequest,
): RenameEdits {
  const changes: Record<string, TextEdit[]> = {};
  for (const { document, offset, kind } of remainingPlaces(edits, places, backend)) {
    if (kind === "code" || (text !== "all" && kind !== text)) continue;
    const range = offsetsToRange(document.text, { from: offset, to: offset + word.length }, backend.encoding);
    (changes[document.uri] ??= []).push({ range, newText: newName });
  }
  return joinRenames(edits, readRenameEdits({ changes }), newName) ?? edits;
}

/** Counts the places that a rename does not change. `isUnknown` says which may still mean it. */
export function countRemaining(
  edits: RenameEdits,
  { places, isCut }: FoundNames,
  isUnknown: (place: PossiblePlace) => boolean,
  request: RenameRequest,
): RemainingNames {
  const left = remainingPlaces(edits, places, request.backend);
  const counted = left.slice(0, MAX_COUNT);
  const counts: Record<TextKind, number> = { code: 0, strings: 0, comments: 0 };
  const byFile = new Map<string, number>();
  const listed = new Map<string, RemainingPlace>();
  let unknown = 0;
  let unreadable = 0;
  for (const place of counted) {
    const { kind, document, offset, isUnreadable } = place;
    const mayMean = kind === "code" && isUnknown(place);
    const isUnread = isUnreadable && !mayMean;
    counts[kind]++;
    if (mayMean) unknown++;
    if (isUnread) unreadable++;
    const path = displayPath(document.uri, request.context.client.roots);
    byFile.set(path, (byFile.get(path) ?? 0) + 1);
    const line = document.text.lineAt(offset) + 1;
    const marks = { ...(isUnread && { unreadable: true as const }), ...(mayMean && { unknown: true as const }) };
    const key = `${path}:${line} ${kind} ${mayMean}`;
    if (listed.size < MAX_LISTED) listed.set(key, { file_path: path, line, kind, ...marks });
  }
  const files = [...byFile].sort((one, other) => other[1] - one[1]).map(([path]) => path);
  const isMore = isCut || left.length > counted.length;
  return {
    ...counts,
    ...(unknown > 0 ? { unknown } : {}),
    ...(unreadable > 0 ? { unreadable } : {}),
    files: files.slice(0, MAX_FILES),
    places: [...listed.values()],
    ...(isMore ? { more: true } : {}),
  };
}

function remainingPlaces(
  edits: RenameEdits,
  places: readonly NamePlace[],
  { encoding }: Pick<Backend, "encoding">,
): readonly NamePlace[] {
  return places.filter(({ document: { uri, text }, offset }) => {
    const own = edits.get(fileKeyOf(uri));
    return own === undefined || !isInRanges({ uri, position: offsetToPosition(text, offset, encoding) }, rangesOf(own));
  });
}
