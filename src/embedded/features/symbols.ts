/** textDocument/documentSymbol and workspace/symbol: what a file declares, and what the workspace does. */

import type {
  DocumentSymbol,
  DocumentSymbolParams,
  SymbolInformation,
  WorkspaceSymbolParams,
} from "vscode-languageserver/node";
import type { OutlineSymbol } from "../../syntax/outline/outline.js";
import type { WorkspaceDeclaration } from "../../workspace/declaration.js";
import { symbolKind } from "../resolution/symbolKinds.js";
import { type Asking, rangeIn, type Serving, sourceOf, textOf } from "../session/context.js";
import type { Source } from "../session/documents.js";
import { checkParam } from "../session/requestHandler.js";

/** More than anybody reads through. */
const mostFound = 200;

/** Nested where the client knows that, else parents before their children. Variables inside functions are left out. */
export async function documentSymbols(
  params: DocumentSymbolParams,
  _asking: Asking,
  serving: Serving,
): Promise<DocumentSymbol[] | SymbolInformation[]> {
  const source = await sourceOf(params, serving);
  if (source === undefined) return [];
  const symbols = (await serving.syntax.outline(textOf(source))).filter(isListed);
  return serving.client.hierarchicalSymbols
    ? symbols.map((symbol) => nested(symbol, source))
    : symbols.flatMap((symbol) => flat(symbol, undefined, source));
}

export async function workspaceSymbols(
  { query }: WorkspaceSymbolParams,
  { signal }: Asking,
  { indexing, documents }: Serving,
): Promise<SymbolInformation[]> {
  checkParam(typeof query === "string", "query", "a text");
  const known = await indexing.ask((index, until) => index.findMatching(query, mostFound, until), signal);
  return (known?.answer ?? []).map((found) => ({
    name: found.name,
    kind: symbolKind(found.kind),
    location: { uri: documents.uriOf(found.path), range: rangeOfName(found) },
    ...(found.container.length > 0 ? { containerName: found.container.join(".") } : {}),
  }));
}

/** Where the index says that the name stands. */
function rangeOfName({ name, line, character }: WorkspaceDeclaration) {
  return { start: { line, character }, end: { line, character: character + name.length } };
}

function isListed({ isLocal }: OutlineSymbol): boolean {
  return !isLocal;
}

function nested(symbol: OutlineSymbol, source: Source): DocumentSymbol {
  const { name, kind, detail, children, nameFrom, nameTo } = symbol;
  const listed = children.filter(isListed);
  return {
    name,
    ...(detail === undefined ? {} : { detail }),
    kind: symbolKind(kind),
    range: rangeIn(source, wholeOf(symbol)),
    selectionRange: rangeIn(source, { from: nameFrom, to: nameTo }),
    ...(listed.length > 0 ? { children: listed.map((child) => nested(child, source)) } : {}),
  };
}

function flat(symbol: OutlineSymbol, containerName: string | undefined, source: Source): SymbolInformation[] {
  const { name, kind, children } = symbol;
  const itself: SymbolInformation = {
    name,
    kind: symbolKind(kind),
    location: { uri: source.uri, range: rangeIn(source, wholeOf(symbol)) },
    ...(containerName === undefined ? {} : { containerName }),
  };
  return [itself, ...children.filter(isListed).flatMap((child) => flat(child, name, source))];
}

/** Decorators count, the comment above does not. LSP wants the name to be inside. */
function wholeOf({ codeFrom, to, nameFrom, nameTo }: OutlineSymbol) {
  return { from: Math.min(codeFrom, nameFrom), to: Math.max(to, nameTo) };
}
