/**
 * Finds what has to have the name of a renamed declaration: where a framework or the standard
 * library takes it by its name, and the declaration in the stub of its module.
 */

import { type DeclaredEntity, isSymbol } from "../../../../code/entities/entity.js";
import { pairedDeclarations } from "../../../../code/entities/stubs.js";
import { type CarriedName, carriedNameAt } from "../../../../code/frameworks/carriedUses.js";
import type { Resolver } from "../../../../code/resolve/resolver.js";
import { languageOfFile } from "../../../../files/languageOfFile.js";
import { familyOf } from "../../../../languages/languages.js";
import { appendAll } from "../../../../text/list.js";
import type { RequestContext } from "../../../client/requestContext.js";
import { queryText } from "../../../place/declarationQueries.js";
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

/** The maximum number of lines with one text. */
const MAX_LINES = 5_000;

/** Returns the paths of the files that may have places of a carried name. */
async function filesOf(
  { word, texts, languages }: CarriedName,
  languageId: string,
  { files }: Resolver,
  context: RequestContext,
): Promise<readonly string[]> {
  const found = word === undefined ? [] : [...(await files.sources.filesWith(word, familyOf(languageId)))];
  const isWanted = (path: string) => languages.includes(languageOfFile(path, context.servers) ?? "");
  for (const text of texts) {
    const { lines = [] } = (await queryText({ text, limit: MAX_LINES }, context).catch(() => undefined)) ?? {};
    for (const { path } of lines) if (isWanted(path)) found.push(path);
  }
  return found;
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
    const found = await filesOf(carried, file.languageId, resolver, context);
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
