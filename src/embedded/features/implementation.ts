/** textDocument/implementation: what extends or implements a type, or overrides a member. */

import type { ImplementationParams, Location } from "vscode-languageserver-protocol";
import type { DeclaredEntity } from "../../code/entities/entity.js";
import { Implementations } from "../../code/families/implementations.js";
import { factsOf } from "../../languages/languages.js";
import { appendAll } from "../../text/list.js";
import type { DefinitionTarget } from "../resolution/definitionTarget.js";
import { resolveDefinitions } from "../resolution/resolveDefinitions.js";
import { nameOrOwnType, resolverOf } from "../resolution/resolveNames.js";
import { type EmbeddedRequestContext, type NameUse, rangeIn } from "../session/embeddedContext.js";
import { requestFailed } from "../session/requestErrors.js";

/** A place. `byName`, a member of ours: nothing but the name shows that it is meant. */
type FoundLocation = Location & { readonly byName?: true };

/**
 * Returns null if there is no name. What nothing in the workspace declares has the types whose
 * heads name it, or the members of its name, by name only. Throws where not even that is known.
 */
export async function implementation(
  params: ImplementationParams,
  context: EmbeddedRequestContext,
): Promise<FoundLocation[] | null> {
  const use = await nameOrOwnType(params, context);
  if (use === undefined) return null;
  assertHierarchy(use);
  const { resolver, fileOf, targetsOf } = resolverOf(context);
  const file = fileOf(use.source);
  if (file === undefined) return null;
  const { entities } = await resolver.resolveAt(file, use.name.from);
  const implementations = new Implementations(resolver);
  const known = entities.filter((each): each is DeclaredEntity => each.kind === "symbol" || each.kind === "local");
  const found: DeclaredEntity[] = [];
  for (const each of known) appendAll(found, await implementations.of(each));
  const distinct = new Map(found.map((each) => [`${each.file.path}:${each.from}`, each]));
  if (entities.length > 0) return placesOf(targetsOf([...distinct.values()]));
  if (use.name.isMember) {
    const { targets, isByName } = await resolveDefinitions(use, context);
    return isByName ? placesOf(targets, true) : [];
  }
  if (factsOf(file.languageId).hasMethodSets)
    throw requestFailed(
      `\`${use.name.name}\` is not declared in the workspace, so that syntax does not show which types satisfy it. Ask for the declarations of one of its methods by name instead: workspace/symbol.`,
    );
  return placesOf(targetsOf(await implementations.namedInHeads(use.name.name, file)), true);
}

/** Throws for a name in a language whose heads of types are not read. */
export function assertHierarchy({ name, source: { languageId } }: NameUse): void {
  if (factsOf(languageId).hasHierarchy) return;
  throw requestFailed(
    `The heads of types are not read in ${languageId}, so that it is not known what extends or implements \`${name.name}\`. References list the heads that name it.`,
  );
}

function placesOf(targets: readonly DefinitionTarget[], isByName = false): FoundLocation[] {
  const mark = isByName ? { byName: true as const } : {};
  return targets.map(({ source, name }) => ({ uri: source.uri, range: rangeIn(source, name), ...mark }));
}
