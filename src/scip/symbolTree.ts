/** The definitions of documents as LSP's symbols: nested by the symbols that contain them. */

import type { DocumentSymbol, SymbolInformation } from "vscode-languageserver-protocol";
import { rangeIn } from "../embedded/session/embeddedContext.js";
import { declarationStretch, type PlacedFile, type SymbolPlace } from "./codeBase.js";
import { roles } from "./file/scipMessages.js";
import { containerOf, nameOfSymbol } from "./file/symbols.js";
import { displayNameOf, symbolKindOf } from "./symbolText.js";

/** Local symbols, parameters and the document's own symbol are in no outline. */
const listedKinds: ReadonlySet<string> = new Set(["type", "term", "method", "macro", "namespace"]);

export function documentSymbolsOf(
  files: readonly PlacedFile[],
  isHierarchical: boolean,
): DocumentSymbol[] | SymbolInformation[] {
  const places = files.flatMap((file) => file.placed.occurrences.map((placed) => ({ ...placed, file })));
  const listed = places.filter(({ occurrence, stretch }) => {
    const isDefinition = (occurrence.roles & roles.definition) !== 0 && stretch.from < stretch.to;
    return isDefinition && listedKinds.has(nameOfSymbol(occurrence.symbol)?.kind ?? "");
  });
  listed.sort((one, other) => one.stretch.from - other.stretch.from);
  if (!isHierarchical) return listed.map(symbolInformationOf);
  const top: DocumentSymbol[] = [];
  const bySymbol = new Map<string, DocumentSymbol>();
  for (const place of listed) {
    const { occurrence, stretch, file } = place;
    const symbol: DocumentSymbol = {
      name: nameAt(place),
      kind: symbolKindOf(occurrence.symbol, factsAt(place)?.kind ?? 0),
      range: rangeIn(file.source, declarationStretch(place)),
      selectionRange: rangeIn(file.source, stretch),
    };
    if (!bySymbol.has(occurrence.symbol)) bySymbol.set(occurrence.symbol, symbol);
    const parent = bySymbol.get(containerOf(occurrence.symbol) ?? "");
    if (parent === undefined || parent === symbol) top.push(symbol);
    else parent.children = [...(parent.children ?? []), symbol];
  }
  return top;
}

export function symbolInformationOf(place: SymbolPlace): SymbolInformation {
  const { occurrence, stretch, file } = place;
  const container = nameOfSymbol(containerOf(occurrence.symbol) ?? "");
  return {
    name: nameAt(place),
    kind: symbolKindOf(occurrence.symbol, factsAt(place)?.kind ?? 0),
    location: { uri: file.source.uri, range: rangeIn(file.source, stretch) },
    ...(container && container.kind !== "namespace" ? { containerName: container.name } : {}),
  };
}

function factsAt({ occurrence, file }: SymbolPlace) {
  return file.document.symbols.find(({ symbol }) => symbol === occurrence.symbol);
}

function nameAt(place: SymbolPlace): string {
  return displayNameOf(place.occurrence.symbol, factsAt(place));
}
