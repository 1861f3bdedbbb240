/**
 * The items of a hierarchy at a place, for a server without hierarchies: the symbol that it finds
 * declared there, as syntax trees show it.
 */

import type { CallHierarchyItem } from "vscode-languageserver-protocol";
import type { Backend } from "../../../ask/backend/backend.js";
import { callableSymbolKinds, symbolKindsNamed, symbolsAround } from "../../../locate/symbols/symbolNode.js";
import { offsetToPosition, positionToOffset } from "../../../text/position.js";
import { fileKeyOf } from "../../../uri.js";
import { RawJson } from "../../../wire/rawJson.js";
import type { RequestContext } from "../../client/requestContext.js";
import type { Place } from "../../place/resolvePlace.js";
import { parsedSymbolsOf } from "../../place/syntaxView.js";
import { findDefinitions } from "../definitions/findDefinitions.js";
import type { FilePosition } from "../enclosingSymbols.js";
import { createFileTexts } from "../fileTexts.js";
import { itemOf } from "./hierarchyItems.js";

const kindsOf = {
  prepareCallHierarchy: callableSymbolKinds,
  prepareTypeHierarchy: symbolKindsNamed("class", "interface", "struct", "enum"),
} as const;

type Hierarchy = keyof typeof kindsOf;

export function isHierarchy(name: string): name is Hierarchy {
  return Object.hasOwn(kindsOf, name);
}

/** Returns the items; null where nothing of that kind is declared. */
export async function prepareBySyntax(
  name: Hierarchy,
  { place, backend }: { readonly place: Place; readonly backend: Backend },
  context: RequestContext,
): Promise<RawJson> {
  const { uri, text } = place.document();
  const own = { uri, position: offsetToPosition(text, place.now().from, backend.encoding) };
  const found = (await findDefinitions(own, backend, context)) ?? [];
  const items = new Map<string, CallHierarchyItem>();
  for (const each of [...found, own]) {
    const item = await itemAt(each, kindsOf[name], backend, context);
    if (item) items.set(`${fileKeyOf(item.uri)} ${JSON.stringify(item.selectionRange)}`, item);
  }
  return RawJson.of(items.size === 0 ? null : [...items.values()]);
}

/** Returns the symbol whose name is at a position. */
async function itemAt(
  { uri, position }: FilePosition,
  kinds: ReadonlySet<number>,
  backend: Backend,
  context: RequestContext,
): Promise<CallHierarchyItem | undefined> {
  const document = await createFileTexts(context).read(uri);
  if (document === undefined) return undefined;
  const offset = positionToOffset(document.text, position, backend.encoding);
  const symbol = symbolsAround(await parsedSymbolsOf(document, context), offset).findLast(
    ({ kind, nameFrom, nameTo }) => kinds.has(kind) && nameFrom <= offset && offset <= nameTo,
  );
  return symbol && itemOf(document, symbol, backend);
}
