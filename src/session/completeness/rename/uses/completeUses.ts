/** Writes the new name at uses that mean the renamed symbol and that the server has left out. */

import { shorthandText } from "../../../../code/uses/otherNames.js";
import { factsOf } from "../../../../languages/languages.js";
import { offsetsToRange, type Range } from "../../../../text/position.js";
import { joinRenames, type RenamedRange, type RenameEdits, readRenameEdits } from "../renameEdits.js";
import type { RenameRequest } from "../renameRequest.js";
import type { CertainUse } from "./classifyUses.js";

/** A rename, and the uses that were added to it. */
export interface AddedUses {
  readonly edits: RenameEdits;
  readonly added: readonly AddedUse[];
}

export interface AddedUse extends CertainUse {
  /** What the added edit replaces. */
  readonly range: Range;
}

interface WrittenName {
  readonly word: string;
  /** Whether it is a member of a type. */
  readonly isOfMember: boolean;
}

/** Adds uses to a rename; those whose place another edit covers are left out. */
export function addUses(
  edits: RenameEdits,
  uses: readonly CertainUse[],
  { word, isOfMember }: WrittenName,
  { newName, backend }: Pick<RenameRequest, "newName" | "backend">,
): AddedUses {
  const added: AddedUse[] = [];
  let joined = edits;
  for (const use of uses) {
    const { document, offset } = use.place;
    const from = document.text.text.indexOf(word, offset);
    if (from < 0 || from > (use.name?.to ?? offset)) continue;
    const range = offsetsToRange(document.text, { from, to: from + word.length }, backend.encoding);
    const newText = textOfUse(use, { word, isOfMember, newName });
    const next = joinRenames(joined, toEdits({ uri: document.uri, range, newText }), newName);
    if (next === undefined) continue;
    joined = next;
    added.push({ ...use, range });
  }
  return { edits: joined, added };
}

/** Returns one edit in the form of a rename. */
export function toEdits({ uri, range, newText }: RenamedRange): RenameEdits {
  return readRenameEdits({ changes: { [uri]: [{ range, newText }] } });
}

/** Returns what is written for the old name: in `{ old }`, it is a property and a variable. */
function textOfUse(
  { name, place }: CertainUse,
  { word, isOfMember, newName }: WrittenName & { readonly newName: string },
): string {
  // The import of a module's name declares no variable of that name beside it.
  const isWhole = name?.shorthand === "pattern" && name.import !== undefined;
  const { hasShorthandProperties } = factsOf(place.document.languageId);
  if (name?.shorthand === undefined || isWhole || !hasShorthandProperties) return newName;
  return shorthandText(word, newName, isOfMember || name.shorthand === "pattern");
}
