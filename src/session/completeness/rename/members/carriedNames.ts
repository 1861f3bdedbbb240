/** Finds where a framework or the standard library takes a renamed declaration by its name. */

import { carriedNameAt } from "../../../../code/frameworks/carriedUses.js";
import { familyOf } from "../../../../languages/languages.js";
import { codeFileOf, resolverOf } from "../../codeTexts.js";
import type { PossiblePlace } from "../../searchRun.js";
import { type RenameRequest, renameBudgets } from "../renameRequest.js";
import type { CertainUse, DoubtfulUse } from "../uses/classifyUses.js";
import { placesOfMembers } from "./renamedMembers.js";

/** What has to have the name of a renamed declaration, though no scope or import says so. */
export interface CarriedNames {
  /** Further declarations, with uses of their own. */
  readonly declarations: readonly PossiblePlace[];
  readonly uses: readonly CertainUse[];
  readonly doubtful: readonly DoubtfulUse[];
}

/** Returns undefined for what no framework that is known takes by its name. */
export async function findCarriedNames(
  { document, offset }: PossiblePlace,
  request: RenameRequest,
): Promise<CarriedNames | undefined> {
  const { texts, context } = request;
  const file = await codeFileOf(document, context);
  if (file === undefined) return undefined;
  const deadline = request.deadline.within(renameBudgets.uses);
  const turns = await resolverOf(file.path, texts, context);
  return turns.take(async (resolver) => {
    const carried = await carriedNameAt(file, offset, resolver).catch(() => undefined);
    if (carried === undefined) return undefined;
    const found = carried.isOfFile
      ? []
      : await resolver.files.sources.filesWith(carried.word, familyOf(file.languageId));
    const uses: CertainUse[] = [];
    const doubtful: DoubtfulUse[] = [];
    for (const path of new Set([file.path, ...found])) {
      if (deadline.isOver || context.token.isCancellationRequested) break;
      const [each, text] = [await resolver.files.read(path), await texts.readPath(path)];
      if (each === undefined || text === undefined) continue;
      for (const { from, to, framework, isPossible } of await carried.usesIn(each)) {
        const place = { document: text, offset: from, to };
        if (isPossible) doubtful.push({ place, why: `${framework} may take it by its name` });
        else uses.push({ place, why: `${framework} takes it by its name` });
      }
    }
    return { declarations: await placesOfMembers(carried.declarations, request), uses, doubtful };
  });
}
