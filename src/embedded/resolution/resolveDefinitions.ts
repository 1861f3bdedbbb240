/** Where a name is declared: in its own file if that says so, else by what the index knows, best first. */

import type { Syntax } from "../../syntax/syntax.js";
import { type EmbeddedRequestContext, type NameUse, textOf } from "../session/context.js";
import { type DefinitionTarget, outlineSymbolAt } from "./definitionTarget.js";
import { areForwardDeclarations, findDefinitionsInOtherFiles } from "./forwardDeclarations.js";
import { lookUpDeclarations, verifyDeclarations } from "./indexLookup.js";
import { EXACT_IMPORT_FIT, importFit, rankDeclarations } from "./rankDeclarations.js";
import { resolveImport, resolveSubmodule } from "./resolveImport.js";

/**
 * The places, best first; none where nothing is known. What a file declares itself, is answered from it alone. Only in languages that
 * declare ahead of what they define, and where the file has no more than that, others are asked for: those that define it go first.
 */
export async function resolveDefinitions(use: NameUse, context: EmbeddedRequestContext): Promise<DefinitionTarget[]> {
  const { reach } = use.name;
  if (reach === "import") {
    const importTargets = await resolveImport(use, context);
    return importTargets.length > 0 ? importTargets : ownDefinitions(use);
  }
  const own = reach === "free" ? await outlineDefinitions(use, context.syntax) : ownDefinitions(use);
  if (own.length === 0) return indexedDefinitions(use, context);
  if (reach === "local" || !(await areForwardDeclarations(own, context.syntax))) return own;
  const definitions = await findDefinitionsInOtherFiles(own, use, context);
  return definitions.length > 0 ? definitions : own;
}

/** Where its file declares it; where it stands itself, if that is all there is. */
function ownDefinitions({ name: { from, to, definitions }, source }: NameUse): DefinitionTarget[] {
  // What is declared in two scopes at once stands there twice.
  const distinct = definitions.filter((each, at) => each.from !== definitions[at - 1]?.from);
  return (distinct.length > 0 ? distinct : [{ from, to }]).map((name) => ({ source, name }));
}

/** Something that no scope holds, as an object's key, is declared all the same where the outline has it. */
async function outlineDefinitions(
  { name: { from, to }, source }: NameUse,
  syntax: Syntax,
): Promise<DefinitionTarget[]> {
  const symbol = outlineSymbolAt(await syntax.outline(textOf(source)), from);
  return symbol && from <= symbol.nameFrom && symbol.nameTo <= to ? [{ source, name: { from, to } }] : [];
}

/** Declarations of that name anywhere; or the module of that name, in one that was imported. */
async function indexedDefinitions(use: NameUse, context: EmbeddedRequestContext): Promise<DefinitionTarget[]> {
  const { name } = use.name;
  const candidates = rankDeclarations(await lookUpDeclarations(name, use.source.languageId, context), use);
  const importedModule = use.name.receiver?.import;
  const hasExactFit = candidates.some((declaration) => importFit(declaration, use) >= EXACT_IMPORT_FIT);
  const submodule = importedModule && !hasExactFit ? await resolveSubmodule(importedModule, use, context) : undefined;
  return submodule ? [submodule] : verifyDeclarations(candidates, name, context);
}
