/** textDocument/implementation: what extends or implements a type, or overrides a member. */

import type { ImplementationParams, Location } from "vscode-languageserver-protocol";
import type { DeclaredEntity } from "../../code/entities/entity.js";
import { Implementations } from "../../code/types/implementations.js";
import { appendAll } from "../../text/list.js";
import { nameOrOwnType, resolverOf } from "../resolution/resolveNames.js";
import { type EmbeddedRequestContext, rangeIn } from "../session/context.js";

/** Returns null if there is no name. */
export async function implementation(
  params: ImplementationParams,
  context: EmbeddedRequestContext,
): Promise<Location[] | null> {
  const use = await nameOrOwnType(params, context);
  if (use === undefined) return null;
  const { resolver, fileOf, targetsOf } = resolverOf(context);
  const file = fileOf(use.source);
  if (file === undefined) return null;
  const { entities } = await resolver.resolveAt(file, use.name.from);
  const implementations = new Implementations(resolver);
  const found: DeclaredEntity[] = [];
  for (const each of entities) {
    if (each.kind === "module" || each.kind === "package") continue;
    appendAll(found, await implementations.of(each));
  }
  const distinct = new Map(found.map((each) => [`${each.file.path}:${each.from}`, each]));
  return targetsOf([...distinct.values()]).map(({ source, name }) => ({
    uri: source.uri,
    range: rangeIn(source, name),
  }));
}
