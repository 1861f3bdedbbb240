/** Resolves imported names by the spelling of the import, without a module resolver. */

import { findModuleFile } from "../../code/moduleFile.js";
import { submoduleName } from "../../code/moduleName.js";
import { familyOf } from "../../languages/languages.js";
import type { ImportOrigin } from "../../syntax/scopes/nameInfo.js";
import type { EmbeddedContext, EmbeddedRequestContext, NameUse } from "../session/context.js";
import type { SourceText } from "../session/documents.js";
import type { DefinitionTarget } from "./definitionTarget.js";
import { lookUpDeclarations, verifyDeclarations } from "./indexLookup.js";
import { EXACT_IMPORT_FIT, importFit, rankDeclarations } from "./rankDeclarations.js";

/**
 * Returns the declarations of an imported name: in the module, otherwise in files that the module
 * may re-export, otherwise the file of the submodule with that name.
 */
export async function resolveImport(use: NameUse, context: EmbeddedRequestContext): Promise<DefinitionTarget[]> {
  const { source } = use;
  const importOf = use.name.import;
  if (importOf === undefined) return [];
  const { original } = importOf;
  if (original === undefined) return targetsOfModule(await readModule(importOf.source, source, context));
  const candidates = rankDeclarations(await lookUpDeclarations(original, source.languageId, context), use);
  const declaredThere = candidates.filter((each) => importFit(each, use) >= EXACT_IMPORT_FIT);
  const reExported = candidates.filter((each) => each.container.length === 0 && importFit(each, use) > 0);
  for (const group of [declaredThere, reExported]) {
    const targets = await verifyDeclarations(group, original, context);
    if (targets.length > 0) return targets;
  }
  return targetsOfModule(await readModule(submoduleName(importOf.source, original), source, context));
}

/** The parts of the context that finding and reading a module takes. */
type ModuleContext = Pick<EmbeddedContext, "documents" | "roots">;

function targetsOfModule(file: SourceText | undefined): DefinitionTarget[] {
  return file ? [{ source: file, name: { from: 0, to: 0 } }] : [];
}

/**
 * Returns a submodule of a module imported as a whole: `request` of `urllib` or `urllib.request`.
 */
export async function resolveSubmodule(
  { source: module, original }: ImportOrigin,
  { name: { name }, source }: NameUse,
  context: ModuleContext,
): Promise<DefinitionTarget | undefined> {
  const parent = original === undefined ? module : submoduleName(module, original);
  const isItself = parent.endsWith(`.${name}`);
  const file = await readModule(isItself ? parent : submoduleName(parent, name), source, context);
  return targetsOfModule(file)[0];
}

/** Returns the text of a module that a file imports. */
async function readModule(
  module: string,
  { path, languageId }: SourceText,
  context: ModuleContext,
): Promise<SourceText | undefined> {
  if (path === undefined) return undefined;
  const family = familyOf(languageId);
  const isReadable = (each: string) => family.includes(context.documents.languageOf(each) ?? "");
  const file = await findModuleFile(module, { from: path, languageId, roots: context.roots(), isReadable });
  return file === undefined ? undefined : context.documents.read(file);
}
