/** textDocument/definition: the declarations of the name at a position. */

import type { DefinitionParams, Location, LocationLink } from "vscode-languageserver-protocol";
import type { Syntax } from "../../syntax/syntax.js";
import type { Stretch } from "../../text/stretch.js";
import { type DefinitionTarget, outlineSymbolAt } from "../resolution/definitionTarget.js";
import { resolveDefinitions } from "../resolution/resolveDefinitions.js";
import { resolveOwnType } from "../resolution/resolveNames.js";
import { type EmbeddedRequestContext, nameAtPosition, rangeIn, textOf } from "../session/embeddedContext.js";

/** Up to this many targets have the range of the whole declaration, for clients that show it. */
const MAX_FULL_RANGES = 3;

/**
 * Returns null if no declaration is found. Places have `byName` if nothing shows which of the
 * declarations of that name is meant: a member of ours beside those of LSP.
 */
export async function definition(
  params: DefinitionParams,
  context: EmbeddedRequestContext,
): Promise<LocationLink[] | Location[] | null> {
  const use = await nameAtPosition(params, context);
  const own = use ? undefined : await resolveOwnType(params, context);
  const asked = use ? { source: use.source, name: use.name } : own?.asked;
  const { targets, isByName } = use
    ? await resolveDefinitions(use, context)
    : { targets: own?.targets ?? [], isByName: false };
  const mark = isByName ? { byName: true as const } : {};
  if (asked === undefined || targets.length === 0) return null;
  const { name, source } = asked;
  if (!context.client.definitionLinks)
    return targets.map((target) => ({ uri: target.source.uri, range: rangeIn(target.source, target.name), ...mark }));
  const declarationRanges = await Promise.all(
    targets.slice(0, MAX_FULL_RANGES).map((target) => declarationRange(target, context.syntax)),
  );
  return targets.map((target, at) => ({
    originSelectionRange: rangeIn(source, name),
    targetUri: target.source.uri,
    targetRange: rangeIn(target.source, declarationRanges[at] ?? target.name),
    targetSelectionRange: rangeIn(target.source, target.name),
    ...mark,
  }));
}

/**
 * Returns the declaration with its comment. Only the name if the outline lacks it, as of a
 * parameter.
 */
async function declarationRange({ source, name }: DefinitionTarget, syntax: Syntax): Promise<Stretch> {
  if (name.from === name.to || !syntax.hasGrammar(source.languageId)) return name;
  const symbol = outlineSymbolAt(await syntax.outline(textOf(source)), name.from);
  return symbol ? { from: Math.min(symbol.from, name.from), to: Math.max(symbol.to, name.to) } : name;
}
