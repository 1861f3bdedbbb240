/**
 * Finds uses that a rename changes and that another declaration shares: with `x: A | B`, a rename
 * of `A.name` changes `x.name`, and `B.name` is left out. So are the other overloads that a call in
 * a template of C++ may mean. What a library declares can't be renamed at all.
 */

import { factsOf } from "../../../../languages/languages.js";
import { positionToOffset, rangeToOffsets } from "../../../../text/position.js";
import { fileKeyOf } from "../../../../uri.js";
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
    for (const each of (await findDefinitions({ uri, position: range.start }, backend, context)) ?? []) {
      const isOwn = isInWorkspace(each.uri, context);
      // A name in a template of C++ may be any of those that are known under it.
      if (isInRanges(each, renamed) || (!isOwn && factsOf(file.languageId).hasTemplates)) continue;
      const document = await texts.read(each.uri);
      if (document === undefined) continue;
      const offset = positionToOffset(document.text, each.position, backend.encoding);
      const keepsName = document.text.slice(offset, offset + word.length) === word;
      if (!keepsName) continue;
      if (isOwn) found.set(`${fileKeyOf(each.uri)}:${offset}`, { document, offset });
      else ofLibraries.set(`${fileKeyOf(uri)}:${from}`, place);
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
