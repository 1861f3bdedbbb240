/** The uses that a rename leaves out because servers know one build, and no bodies of macros. */

import { offsetToPosition } from "../../../../text/position.js";
import { pathOfUri } from "../../../../uri.js";
import type { PossiblePlace } from "../../searchRun.js";
import { isInRanges, type RenamedRange } from "../renameEdits.js";
import type { RenameRequest } from "../renameRequest.js";
import { findInMacros } from "./macroBodies.js";
import { findTwins } from "./twins.js";

export interface UsesElsewhere {
  readonly twins: readonly PossiblePlace[];
  readonly macros: readonly PossiblePlace[];
  /** Whether the rename changes all declarations of the name. */
  readonly isOnly: boolean;
}

export const noneElsewhere: UsesElsewhere = { twins: [], macros: [], isOnly: false };

/** Finds what servers don't see: declarations for other builds, and bodies of macros. */
export async function findElsewhere(
  renamed: readonly RenamedRange[],
  { word, isOfMember }: { readonly word: string | undefined; readonly isOfMember: boolean },
  request: RenameRequest,
): Promise<UsesElsewhere> {
  const path = renamed[0] && pathOfUri(renamed[0].uri);
  if (word === undefined || path === undefined) return noneElsewhere;
  const { twins, isOnly } = await findTwins(renamed, word, path, request);
  const isLeft = ({ document: { uri, text }, offset }: PossiblePlace) =>
    !isInRanges({ uri, position: offsetToPosition(text, offset, request.backend.encoding) }, renamed);
  const macros = (await findInMacros({ word, isOfMember, path }, request)).filter(isLeft);
  return { twins, macros, isOnly };
}
