/**
 * Finds uses that a rename changes and that another declaration shares: with `x: A | B`, a rename
 * of `A.name` changes `x.name`, and `B.name` is left out. So are the other overloads that a call in
 * a template of C++ may mean. What a library declares can't be renamed at all.
 */

import { factsOf } from "../../../../languages/languages.js";
import { offsetToPosition, positionToOffset, rangeToOffsets } from "../../../../text/position.js";
import { keyOfUri, pathOfUri } from "../../../../uri.js";
import { offsetsOfWord } from "../../../../workspace/parse/wordSearch.js";
import { findDefinitions } from "../../definitions/findDefinitions.js";
import type { PossiblePlace } from "../../searchRun.js";
import type { CompletedRename } from "../aliases/renameAliases.js";
import { isInRanges, type RenamedRange, rangesOfRename } from "../renameEdits.js";
import { isInWorkspace, type RenameRequest, renameBudgets } from "../renameRequest.js";

/** The maximum number of requests for definitions, and the time after which no more are sent. */
const MAX_QUESTIONS = 200;

/** What shares uses with renamed declarations. */
export interface SharedUses {
  /** Declarations in the workspace that keep the old name. */
  readonly declarations: readonly PossiblePlace[];
  /** Renamed uses that a declaration outside the workspace shares. */
  readonly ofLibraries: readonly PossiblePlace[];
  /** How many renamed uses were examined; undefined if all were. */
  readonly cut?: string;
}

/**
 * Returns what the backend names for uses which the rename changes, and which keeps the old name.
 * Of a rename with many uses, only some are examined, and `cut` says how many.
 */
export async function findSharedUses(rename: CompletedRename, request: RenameRequest): Promise<SharedUses> {
  const { newName, backend, texts, context } = request;
  const deadline = request.deadline.within(renameBudgets.sharedUses);
  const renamed = rangesOfRename(rename.edits);
  // In `{ x }`, the backend names the variable as well. It rightly keeps its name in `{ y: x }`.
  const uses = renamed.filter(({ newText }) => newText === newName);
  const roots = context.client.roots.folders.flatMap(({ uri }) => pathOfUri(uri) ?? []);
  const found = new Map<string, PossiblePlace>();
  const ofLibraries = new Map<string, PossiblePlace>();
  let examined = 0;
  for (const { uri, range } of spread(uses, MAX_QUESTIONS)) {
    if (deadline.isOver || context.token.isCancellationRequested) break;
    const file = await texts.read(uri);
    if (file === undefined) continue;
    examined++;
    const { from, to } = rangeToOffsets(file.text, range, backend.encoding);
    const word = file.text.slice(from, to);
    const place = { document: file, offset: from };
    if (await mayBeOfLibrary(place, word, { roots, request })) ofLibraries.set(`${keyOfUri(uri)}:${from}`, place);
    for (const each of (await findDefinitions({ uri, position: range.start }, backend, context)) ?? []) {
      const isOwn = isInWorkspace(each.uri, roots);
      // A name in a template of C++ may be any of those that are known under it.
      if (isInRanges(each, renamed) || (!isOwn && factsOf(file.languageId).hasForwardDeclarations)) continue;
      const document = await texts.read(each.uri);
      if (document === undefined) continue;
      const offset = positionToOffset(document.text, each.position, backend.encoding);
      const keepsName = document.text.slice(offset, offset + word.length) === word;
      if (!keepsName) continue;
      if (isOwn) found.set(`${keyOfUri(each.uri)}:${offset}`, { document, offset });
      else ofLibraries.set(`${keyOfUri(uri)}:${from}`, place);
    }
  }
  const isCut = examined < uses.length;
  return {
    declarations: [...found.values()],
    ofLibraries: [...ofLibraries.values()],
    ...(isCut ? { cut: describeCut(examined, uses.length) } : {}),
  };
}

function describeCut(examined: number, count: number): string {
  return `only ${examined} of ${count} renamed uses were examined for other declarations that they may mean as well`;
}

/** Returns at most `max` of the ranges, from all parts of the list. */
function spread(ranges: readonly RenamedRange[], max: number): readonly RenamedRange[] {
  const step = Math.max(1, ranges.length / max);
  return Array.from({ length: Math.min(max, ranges.length) }, (_, n) => ranges[Math.floor(n * step)] as RenamedRange);
}

interface OperandQuery {
  readonly roots: readonly string[];
  readonly request: RenameRequest;
}

/**
 * Whether a use may be of a member that a library declares, as one of the values it is accessed in
 * is of a library's type: `now` in `(own || performance).now()`. TypeScript names only the member
 * of the type that all values fit.
 */
async function mayBeOfLibrary(
  { document: { uri, text }, offset }: PossiblePlace,
  word: string,
  { roots, request: { backend, texts, context } }: OperandQuery,
): Promise<boolean> {
  for (const operand of operandsBefore(text.text, offset)) {
    const position = offsetToPosition(text, operand, backend.encoding);
    const types = (await findDefinitions({ uri, position }, backend, context, { what: "typeDefinition" })) ?? [];
    for (const type of types) {
      const declared = isInWorkspace(type.uri, roots) ? undefined : (await texts.read(type.uri))?.text;
      if (declared === undefined) continue;
      const from = positionToOffset(declared, type.position, backend.encoding);
      const [body = ""] = declared.slice(from, from + MAX_TYPE_LENGTH).split(/\n\}/, 1);
      if (offsetsOfWord(body, word, 1).length > 0) return true;
    }
  }
  return false;
}

/** The part of a library's type that is searched for a member, in UTF-16 units. */
const MAX_TYPE_LENGTH = 20_000;
/** The maximum length of the values that a member is accessed in, in UTF-16 units. */
const MAX_OPERANDS_LENGTH = 300;

/** Returns where the words `b` and `c` are in `(a.b || c).name`; `offset` is that of `name`. */
function operandsBefore(text: string, offset: number): readonly number[] {
  const start = Math.max(0, offset - MAX_OPERANDS_LENGTH);
  const values = /\(([^()]*)\)\s*[?!]?\.\s*$/.exec(text.slice(start, offset));
  if (values === null || !/\|\||\?\?|\?[^.]/.test(values[1] ?? "")) return [];
  const words = (values[1] ?? "").matchAll(
    /(?<![\p{ID_Continue}$])[\p{ID_Start}_$][\p{ID_Continue}$]*(?=\s*(?:\|\||\?\?|:|$))/gu,
  );
  return [...words].map(({ index }) => start + values.index + 1 + index);
}
