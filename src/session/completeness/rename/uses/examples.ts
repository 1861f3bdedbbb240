/**
 * Finds the old name in code that servers don't read: doctests in comments, and the cells of
 * notebooks.
 */

import { getLocation } from "jsonc-parser";
import { factsOf, familyOf } from "../../../../languages/languages.js";
import { appendAll } from "../../../../text/list.js";
import { offsetToPosition } from "../../../../text/position.js";
import { fileKeyOf, pathOfUri } from "../../../../uri.js";
import type { PossiblePlace } from "../../searchRun.js";
import { moduleStem } from "../../words.js";
import type { FoundNames } from "../remainingNames.js";
import { isInRanges, type RenameEdits, rangesOfRename } from "../renameEdits.js";
import type { RenameRequest } from "../renameRequest.js";
import type { CertainUse, DoubtfulUse } from "./classifyUses.js";

export interface ExampleUses {
  readonly shown: readonly CertainUse[];
  readonly doubtful: readonly DoubtfulUse[];
}

interface RenamedName {
  /** The place of the request. */
  readonly target: PossiblePlace;
  readonly isOfMember: boolean;
  readonly edits: RenameEdits;
}

/**
 * Returns the places that the edits leave out. What a file declares is meant in its own doctests,
 * unless it is a member.
 */
export function findExamples(
  { places, word }: Pick<FoundNames, "places" | "word">,
  { target, isOfMember, edits }: RenamedName,
  { backend }: Pick<RenameRequest, "backend">,
): ExampleUses {
  const shown: CertainUse[] = [];
  const doubtful: DoubtfulUse[] = [];
  const renamed = rangesOfRename(edits);
  const targetKey = fileKeyOf(target.document.uri);
  const left = places.filter(
    ({ kind, document: { uri, text }, offset }) =>
      kind !== "code" && !isInRanges({ uri, position: offsetToPosition(text, offset, backend.encoding) }, renamed),
  );
  for (const place of left) {
    const { document } = place;
    if (isInDocTest(place)) {
      const isOwn = fileKeyOf(document.uri) === targetKey;
      if (isOwn && !isOfMember) shown.push({ place, why: "a doctest of its file" });
      else if (edits.has(fileKeyOf(document.uri))) doubtful.push({ place, why: "a doctest of a file that uses it" });
    } else if (document.uri.endsWith(".ipynb") && isInCell(place, word, target))
      doubtful.push({ place, why: "a cell of a notebook that imports its module" });
  }
  return { shown, doubtful };
}

/** Whether a place is in a line of a comment that is run as a test. */
function isInDocTest({ document: { languageId, text }, offset }: PossiblePlace): boolean {
  const { docTests } = factsOf(languageId);
  if (docTests === undefined) return false;
  const lineAt = (line: number) => text.slice(text.lineFrom(line), text.lineTo(line));
  const line = text.lineAt(offset);
  if (!docTests.line.test(lineAt(line))) return false;
  if (docTests.fence === undefined) return true;
  let isInside = false;
  let isTest = false;
  let first = line;
  while (first > 0 && docTests.line.test(lineAt(first - 1))) first--;
  for (let each = first; each < line; each++) {
    const written = lineAt(each).replace(docTests.line, "").trim();
    if (!written.startsWith("```")) continue;
    isInside = !isInside;
    isTest = isInside && docTests.fence.test(written);
  }
  return isTest;
}

/** Whether a place is in the code of a notebook that imports the module of a declaration. */
function isInCell({ document: { text }, offset }: PossiblePlace, word: string, target: PossiblePlace): boolean {
  const path = pathOfUri(target.document.uri);
  const stem = path === undefined ? undefined : moduleStem(path);
  let cells: readonly { cell_type?: unknown; source?: unknown }[];
  let language: unknown;
  try {
    const notebook = JSON.parse(text.text);
    cells = Array.isArray(notebook?.cells) ? notebook.cells : [];
    language = notebook?.metadata?.language_info?.name ?? notebook?.metadata?.kernelspec?.language;
  } catch {
    return false;
  }
  if (typeof language === "string" && !familyOf(target.document.languageId).includes(language)) return false;
  const [root, at, field] = getLocation(text.text, offset).path;
  if (root !== "cells" || typeof at !== "number" || field !== "source" || cells[at]?.cell_type !== "code") return false;
  const code: string[] = [];
  for (const { cell_type, source } of cells) {
    if (cell_type !== "code") continue;
    appendAll(code, Array.isArray(source) ? source.map(String) : String(source).split("\n"));
  }
  const imports = code.filter((each) => /^\s*(?:from|import|using|library|require)\b/.test(each));
  return imports.some((each) => new RegExp(`\\b(?:${stem ?? word}|${word})\\b`).test(each));
}
