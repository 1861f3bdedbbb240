/** Resolves a name to its declarations: in its own file, otherwise by the index. */

import type { Syntax } from "../../syntax/syntax.js";
import { arityOf } from "../../workspace/parse/arity.js";
import { type EmbeddedRequestContext, type NameUse, textOf } from "../session/context.js";
import { type DefinitionTarget, outlineSymbolAt } from "./definitionTarget.js";
import { areForwardDeclarations, findDefinitionsInOtherFiles } from "./forwardDeclarations.js";
import { lookUpDeclarations, verifyDeclarations } from "./indexLookup.js";
import { arityFit, EXACT_IMPORT_FIT, importFit, rankDeclarations } from "./rankDeclarations.js";
import { resolveImport, resolveSubmodule } from "./resolveImport.js";
import { isCallable } from "./symbolKinds.js";

/**
 * Returns the targets, best first. A declaration in the same file is the answer, unless it is only
 * a forward declaration: then definitions in other files take precedence.
 */
export async function resolveDefinitions(use: NameUse, context: EmbeddedRequestContext): Promise<DefinitionTarget[]> {
  const { reach } = use.name;
  if (reach === "import") {
    const importTargets = await resolveImport(use, context);
    return importTargets.length > 0 ? importTargets : ownDefinitions(use);
  }
  const { syntax } = context;
  const own =
    reach === "free"
      ? await outlineDefinitions(use, syntax)
      : await rankOwnDefinitions(ownDefinitions(use), use, syntax);
  if (own.length === 0) return indexedDefinitions(use, context);
  if (reach === "local" || !(await areForwardDeclarations(own, context.syntax))) return own;
  const definitions = await findDefinitionsInOtherFiles(own, use, context);
  return definitions.length > 0 ? definitions : own;
}

/** Returns the definitions in the same file, or the name itself if there are none. */
function ownDefinitions({ name: { from, to, definitions }, source }: NameUse): DefinitionTarget[] {
  // A declaration in two scopes is listed twice.
  const distinct = definitions.filter((each, at) => each.from !== definitions[at - 1]?.from);
  return (distinct.length > 0 ? distinct : [{ from, to }]).map((name) => ({ source, name }));
}

/**
 * Sorts definitions of one name: first the one that the name itself is, then those that take the
 * arguments of the call.
 */
async function rankOwnDefinitions(
  targets: readonly DefinitionTarget[],
  { name, source }: NameUse,
  syntax: Syntax,
): Promise<DefinitionTarget[]> {
  const isItself = ({ name: { from } }: DefinitionTarget) => from === name.from;
  const hasOrder = targets.length > 1 && (name.argumentCount !== undefined || targets.some(isItself));
  if (!hasOrder || !syntax.hasGrammar(source.languageId)) return [...targets];
  const symbols = await syntax.outline(textOf(source));
  const scoreOf = (target: DefinitionTarget): number => {
    if (isItself(target)) return Number.POSITIVE_INFINITY;
    const { kind, detail } = outlineSymbolAt(symbols, target.name.from) ?? {};
    const isCallableHere = kind !== undefined && isCallable(kind) && detail !== undefined;
    return arityFit(isCallableHere ? arityOf(detail, source.languageId) : undefined, name);
  };
  return targets
    .map((target) => ({ target, score: scoreOf(target) }))
    .sort((a, b) => (a.score === b.score ? 0 : b.score - a.score))
    .map(({ target }) => target);
}

/** Returns the name itself if the outline declares it, as an object's key, which is in no scope. */
async function outlineDefinitions(
  { name: { from, to }, source }: NameUse,
  syntax: Syntax,
): Promise<DefinitionTarget[]> {
  const symbol = outlineSymbolAt(await syntax.outline(textOf(source)), from);
  return symbol && from <= symbol.nameFrom && symbol.nameTo <= to ? [{ source, name: { from, to } }] : [];
}

/** Returns the declarations in the workspace, or the submodule of an imported module. */
async function indexedDefinitions(use: NameUse, context: EmbeddedRequestContext): Promise<DefinitionTarget[]> {
  const { name } = use.name;
  const candidates = rankDeclarations(await lookUpDeclarations(name, use.source.languageId, context), use);
  const importedModule = use.name.receiver?.import;
  const hasExactFit = candidates.some((declaration) => importFit(declaration, use) >= EXACT_IMPORT_FIT);
  const submodule = importedModule && !hasExactFit ? await resolveSubmodule(importedModule, use, context) : undefined;
  return submodule ? [submodule] : verifyDeclarations(candidates, name, context);
}
