/**
 * textDocument/documentSymbol and workspace/symbol: the declarations of a file or the workspace.
 */

import type {
  DocumentSymbol,
  DocumentSymbolParams,
  SymbolInformation,
  WorkspaceSymbolParams,
} from "vscode-languageserver-protocol";
import { codeRangeOf, type OutlineSymbol } from "../../syntax/outline/outlineSymbol.js";
import type { WorkspaceDeclaration } from "../../workspace/declaration.js";
import { toSymbolKind } from "../resolution/symbolKinds.js";
import type { SourceText } from "../session/documents.js";
import {
  type EmbeddedContext,
  type EmbeddedRequestContext,
  rangeIn,
  sourceOf,
  textOf,
} from "../session/embeddedContext.js";
import { checkParam } from "../session/requestErrors.js";

/** More results than anyone reads. */
const MAX_SYMBOLS = 200;

/**
 * Nested if the client supports it, otherwise parents before children. Local variables are left
 * out.
 */
export async function documentSymbols(
  params: DocumentSymbolParams,
  context: EmbeddedContext,
): Promise<DocumentSymbol[] | SymbolInformation[]> {
  const source = await sourceOf(params, context);
  if (source === undefined) return [];
  const symbols = (await context.syntax.outline(textOf(source))).filter(isNotLocal);
  return context.client.hierarchicalSymbols
    ? symbols.map((symbol) => toDocumentSymbol(symbol, source))
    : symbols.flatMap((symbol) => toSymbolInformation(symbol, undefined, source));
}

export async function workspaceSymbols(
  { query }: WorkspaceSymbolParams,
  { indexClient, documents, signal }: EmbeddedRequestContext,
): Promise<SymbolInformation[]> {
  checkParam(typeof query === "string", "query", "a string");
  const result = await indexClient.query(
    (index, querySignal) => index.findMatching(query, MAX_SYMBOLS, querySignal),
    signal,
  );
  return (result?.answer ?? []).map((declaration) => ({
    name: declaration.name,
    kind: toSymbolKind(declaration.kind),
    location: { uri: documents.uriOf(declaration.path), range: indexedNameRange(declaration) },
    ...(declaration.container.length > 0 ? { containerName: declaration.container.join(".") } : {}),
  }));
}

/** Returns the range of the declaration's name. */
function indexedNameRange({ name, line, character }: WorkspaceDeclaration) {
  return { start: { line, character }, end: { line, character: character + name.length } };
}

function isNotLocal({ isLocal }: OutlineSymbol): boolean {
  return !isLocal;
}

function toDocumentSymbol(symbol: OutlineSymbol, source: SourceText): DocumentSymbol {
  const { name, kind, detail, children, nameFrom, nameTo } = symbol;
  const listedChildren = children.filter(isNotLocal);
  return {
    name,
    ...(detail === undefined ? {} : { detail }),
    kind: toSymbolKind(kind),
    range: rangeIn(source, codeRangeOf(symbol)),
    selectionRange: rangeIn(source, { from: nameFrom, to: nameTo }),
    ...(listedChildren.length > 0 ? { children: listedChildren.map((child) => toDocumentSymbol(child, source)) } : {}),
  };
}

function toSymbolInformation(
  symbol: OutlineSymbol,
  containerName: string | undefined,
  source: SourceText,
): SymbolInformation[] {
  const { name, kind, children } = symbol;
  const itself: SymbolInformation = {
    name,
    kind: toSymbolKind(kind),
    location: { uri: source.uri, range: rangeIn(source, codeRangeOf(symbol)) },
    ...(containerName === undefined ? {} : { containerName }),
  };
  return [itself, ...children.filter(isNotLocal).flatMap((child) => toSymbolInformation(child, name, source))];
}
