/**
 * Finds what has to have the name of a renamed declaration: where a framework or the standard
 * library takes it by its name, and the declaration in the stub of its module.
 */

import { type DeclaredEntity, isSymbol } from "../../../../code/entities/entity.js";
import { pairedDeclarations } from "../../../../code/entities/stubs.js";
import { carriedNameAt } from "../../../../code/frameworks/carriedUses.js";
import { familyOf } from "../../../../languages/languages.js";
import { appendAll } from "../../../../text/list.js";
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

/** Finds that of the name at a place, and its declarations in the stub of a module. */
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
    const { entities } = await resolver.resolveAt(file, offset);
    const declarations = [...(carried?.declarations ?? []), ...entities.filter(isSymbol)];
    const paired: DeclaredEntity[] = [];
    for (const each of declarations) appendAll(paired, await pairedDeclarations(each, resolver.files));
    const own = await placesOfMembers([...(carried?.declarations ?? []), ...paired], request);
    if (carried === undefined) return { declarations: own, uses: [], doubtful: [] };
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
    return { declarations: own, uses, doubtful };
  });
}
