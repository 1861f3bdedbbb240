/** Forward declarations, such as prototypes, and the search for their definitions. */

import { isForwardDeclaration } from "../../code/entities/entity.js";
import { factsOf } from "../../languages/languages.js";
import type { OutlineSymbol } from "../../syntax/outline/outlineSymbols.js";
import type { Syntax } from "../../syntax/syntax.js";
import type { WorkspaceDeclaration } from "../../workspace/declaration.js";
import { type EmbeddedRequestContext, type NameUse, positionIn, textOf } from "../session/context.js";
import type { SourceText } from "../session/documents.js";
import { type DefinitionTarget, outlineSymbolAt } from "./definitionTarget.js";
import { lookUpDeclarations, verifyDeclarations } from "./indexLookup.js";
import { containerNamesOf, rankDeclarations } from "./rankDeclarations.js";

/** The number of declarations that are checked for being the definition. */
const MAX_CANDIDATES = 20;

/** Whether all targets, which are in one file, are forward declarations. */
export async function areForwardDeclarations(own: readonly DefinitionTarget[], syntax: Syntax): Promise<boolean> {
  const source = own[0]?.source;
  if (source === undefined || !factsOf(source.languageId).hasPrototypes) return false;
  const symbols = await syntax.outline(textOf(source));
  return own.every(({ name }) => isAnnouncement(outlineSymbolAt(symbols, name.from), source));
}

/**
 * Returns those of several targets in one file that are no forward declarations, if there are any.
 */
export async function withoutForwardDeclarations(
  own: readonly DefinitionTarget[],
  syntax: Syntax,
): Promise<readonly DefinitionTarget[]> {
  const source = own[0]?.source;
  if (own.length < 2 || !source || !factsOf(source.languageId).hasPrototypes) return own;
  const symbols = await syntax.outline(textOf(source));
  const definitions = own.filter(({ name }) => !isAnnouncement(outlineSymbolAt(symbols, name.from), source));
  return definitions.length > 0 ? definitions : own;
}

/** Returns the definitions in other files, within the same type if it is a member. */
export async function findDefinitionsInOtherFiles(
  own: readonly DefinitionTarget[],
  use: NameUse,
  context: EmbeddedRequestContext,
): Promise<DefinitionTarget[]> {
  const { name, source } = use;
  const declarations = await lookUpDeclarations(name.name, source.languageId, context);
  const containerNames = new Set(
    declarations.filter((each) => own.some((target) => isSamePlace(each, target))).map(containerNameOf),
  );
  const others = declarations.filter((each) => each.path !== source.path);
  const related = others.filter((each) => containerNames.has(containerNameOf(each)));
  const targets = await verifyDeclarations(rankDeclarations(related, use), name.name, context);
  const definitions: DefinitionTarget[] = [];
  for (const target of targets.slice(0, MAX_CANDIDATES)) {
    const symbol = outlineSymbolAt(await context.syntax.outline(textOf(target.source)), target.name.from);
    // What is static belongs to its own file.
    const head = symbol ? target.source.document.slice(symbol.codeFrom, symbol.nameFrom) : "";
    if (symbol && !isAnnouncement(symbol, target.source) && !/\bstatic\b/.test(head)) definitions.push(target);
  }
  return definitions;
}

function isSamePlace({ path, line, character }: WorkspaceDeclaration, { source, name }: DefinitionTarget): boolean {
  const position = positionIn(source, name.from);
  return path === source.path && line === position.line && character === position.character;
}

function containerNameOf(declaration: WorkspaceDeclaration): string | undefined {
  return containerNamesOf(declaration).at(-1);
}

function isAnnouncement(symbol: OutlineSymbol | undefined, source: SourceText): boolean {
  return symbol !== undefined && isForwardDeclaration(symbol, source.document);
}
