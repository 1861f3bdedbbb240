/** textDocument/definition: where the name at a place is declared. */

import type { DefinitionParams, Location, LocationLink } from "vscode-languageserver/node";
import type { Syntax } from "../../syntax/syntax.js";
import type { Stretch } from "../../text/stretch.js";
import { type DefinitionTarget, outlineSymbolAt } from "../resolution/definitionTarget.js";
import { resolveDefinitions } from "../resolution/resolveDefinitions.js";
import { type EmbeddedRequestContext, nameAtPosition, rangeIn, textOf } from "../session/context.js";

/** Of so many, the whole declaration is told too, for clients that show it. */
const MAX_FULL_RANGES = 3;

/** Null where nothing is known. */
export async function definition(
  params: DefinitionParams,
  context: EmbeddedRequestContext,
): Promise<LocationLink[] | Location[] | null> {
  const use = await nameAtPosition(params, context);
  if (use === undefined) return null;
  const { name, source } = use;
  const targets = await resolveDefinitions(use, context);
  if (targets.length === 0) return null;
  if (!context.client.definitionLinks)
    return targets.map((target) => ({ uri: target.source.uri, range: rangeIn(target.source, target.name) }));
  const declarationRanges = await Promise.all(
    targets.slice(0, MAX_FULL_RANGES).map((target) => declarationRange(target, context.syntax)),
  );
  return targets.map((target, at) => ({
    originSelectionRange: rangeIn(source, name),
    targetUri: target.source.uri,
    targetRange: rangeIn(target.source, declarationRanges[at] ?? target.name),
    targetSelectionRange: rangeIn(target.source, target.name),
  }));
}

/** The declaration with the comment above it; just the name where the outline has none of it, as of a parameter. */
async function declarationRange({ source, name }: DefinitionTarget, syntax: Syntax): Promise<Stretch> {
  if (name.from === name.to || !syntax.hasGrammar(source.languageId)) return name;
  const symbol = outlineSymbolAt(await syntax.outline(textOf(source)), name.from);
  return symbol ? { from: Math.min(symbol.from, name.from), to: Math.max(symbol.to, name.to) } : name;
}
