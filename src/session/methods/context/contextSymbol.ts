/** The symbol that `locate/context` is about. */

import { ensureBackend } from "../../../ask/backend/backend.js";
import { lspMethods } from "../../../ask/methodTable.js";
import { LocateError } from "../../../error.js";
import type { Locate } from "../../../locate/locate.js";
import { symbolKindName } from "../../../locate/symbols/symbolNode.js";
import { offsetToPosition, type PositionEncoding } from "../../../text/position.js";
import type { RawJson } from "../../../wire/rawJson.js";
import type { RequestContext } from "../../client/requestContext.js";
import { type FilePosition, findEnclosingSymbols } from "../../completeness/enclosingSymbols.js";
import { createFileTexts } from "../../completeness/fileTexts.js";
import { displayPath } from "../../documents/filePaths.js";
import { type Place, resolvePlace } from "../../place/resolvePlace.js";
import { forwardToBackend } from "../forward/forwardToBackend.js";

export interface ContextSymbol {
  /** Leads to the symbol alone. */
  readonly locate: Locate;
  readonly path: readonly string[];
  readonly kind: string;
}

/**
 * Returns the symbol of a Locate: the one that its scope names; else, for a place in code, the one
 * that is declared or used there; else the one around it. Errors: those of places;
 * `symbol_not_found` where there is none.
 */
export async function contextSymbolOf(locate: unknown, context: RequestContext): Promise<ContextSymbol> {
  const place = await resolvePlace(locate, { as: "point", purpose: "read" }, context);
  try {
    const { symbol, match } = place.resolution ?? {};
    const file_path = displayPath(place.document().uri, context.client.roots);
    // Of several with one path, the place tells them apart.
    if (symbol?.count === 1 && match === undefined) {
      const { path, kind } = symbol;
      return { locate: { file_path, scope: { symbol_path: path } }, path, kind: symbolKindName(kind) };
    }
    const defined = match === undefined && symbol ? undefined : await definedSymbol(locate, place, context);
    const { uri, text } = place.document();
    const at = { uri, position: offsetToPosition(text, place.now().from, "utf-16") };
    const found = defined ?? (await symbolAt(at, "utf-16", context));
    if (found) return found;
    throw new LocateError(
      "symbol_not_found",
      `There is no symbol at that place in \`${file_path}\`, and none around it. Write a symbol, as in ${file_path}:<symbol>; outline lists them.`,
      { path: [], children: [], similar: [] },
    );
  } finally {
    place.release();
  }
}

/** Returns what is declared where the server finds the definition of a place. */
async function definedSymbol(
  locate: unknown,
  place: Place,
  context: RequestContext,
): Promise<ContextSymbol | undefined> {
  const row = lspMethods["definition"];
  if (row === undefined) return undefined;
  try {
    const answer = ((await forwardToBackend("definition", row, { locate }, context)) as RawJson).parse();
    const [first] = (Array.isArray(answer) ? answer : [answer]) as readonly DefinitionLink[];
    const uri = first?.targetUri ?? first?.uri;
    const range = first?.targetSelectionRange ?? first?.range;
    if (uri === undefined || range === undefined) return undefined;
    const { encoding } = await ensureBackend(place.document(), context.backends);
    return await symbolAt({ uri, position: range.start }, encoding, context);
  } catch (error) {
    if (context.token.isCancellationRequested) throw error;
    return undefined;
  }
}

/** A Location or a LocationLink. */
interface DefinitionLink {
  readonly uri?: string;
  readonly range?: { readonly start: FilePosition["position"] };
  readonly targetUri?: string;
  readonly targetSelectionRange?: { readonly start: FilePosition["position"] };
}

/** Returns the innermost symbol around a position, without local variables. */
async function symbolAt(
  at: FilePosition,
  encoding: PositionEncoding,
  context: RequestContext,
): Promise<ContextSymbol | undefined> {
  const [found] = await findEnclosingSymbols([at], encoding, createFileTexts(context), context);
  const scope = found?.locate.scope;
  if (!found || typeof scope !== "object" || !("symbol_path" in scope)) return undefined;
  return { locate: found.locate, path: scope.symbol_path, kind: found.kind };
}
