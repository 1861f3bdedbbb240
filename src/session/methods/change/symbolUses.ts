/** The uses of a symbol outside of itself: those that the server knows, and those of the text. */

import type { Location, LocationLink, Position } from "vscode-languageserver-protocol";
import { type Backend, ensureBackend, isEmbedded } from "../../../ask/backend/backend.js";
import { isSupported } from "../../../ask/backend/supportCheck.js";
import { describeUnnamedCall } from "../../../code/unnamedCall.js";
import type { Replacement } from "../../../locate/edit/editRequest.js";
import { positionToOffset, rangeToOffsets } from "../../../text/position.js";
import { keyOfUri } from "../../../uri.js";
import type { RequestContext } from "../../client/requestContext.js";
import { codeFileOf, resolverOf } from "../../completeness/codeTexts.js";
import { describeUnusedIndex, type ScipIndexState } from "../../completeness/definitions/indexState.js";
import { createFileTexts, type FileTexts } from "../../completeness/fileTexts.js";
import { placeAt, type Unconfirmed, type UnconfirmedPlace } from "../../completeness/unconfirmed.js";
import { displayPath } from "../../documents/filePaths.js";
import type { DocumentVersion } from "../../place/syntaxView.js";
import { askBackend } from "../forward/forwardToBackend.js";

export interface SymbolUses {
  /** The number of uses that the server lists, and of declarations that implement it. */
  readonly count: number;
  /** The number of places in the text that may be uses, and that the server does not list. */
  readonly possible: number;
  /** The first of both. `what` is written after the line. */
  readonly places: readonly (UnconfirmedPlace & { readonly what: string })[];
  /** Who has looked: completes "nothing refers to it, …". */
  readonly by: string;
  /** Why there may be more. */
  readonly why?: string;
}

/** What is deleted. */
interface DeletedText {
  readonly version: DocumentVersion;
  /** In the order of the text. */
  readonly changes: readonly Replacement[];
}

/** The maximum number of places that are listed. */
const MAX_PLACES = 50;

/** Finds the uses outside of what is deleted. Errors: `unsupported`, and the server's. */
export async function findUses(
  locate: unknown,
  { version, changes }: DeletedText,
  context: RequestContext,
): Promise<SymbolUses> {
  const backend = await ensureBackend(version, context.backends);
  const key = keyOfUri(version.uri);
  const isDeleted = (offset: number) => changes.some(({ from, to }) => from <= offset && offset < to);
  const texts = createFileTexts(context);
  const outside = async (locations: readonly (Location | LocationLink)[], what: string) => {
    const found: (UnconfirmedPlace & { what: string })[] = [];
    for (const location of locations) {
      const uri = "targetUri" in location ? location.targetUri : location.uri;
      const range = "targetUri" in location ? location.targetSelectionRange : location.range;
      const file = keyOfUri(uri) === key ? version : await texts.read(uri);
      if (file === undefined) continue;
      const { from } = rangeToOffsets(file.text, range, backend.encoding);
      if (file !== version || !isDeleted(from)) found.push({ ...placeAt(file, from, context), what });
    }
    return found;
  };
  const request = (name: string, params: object) => askBackend<ListAnswer>(name, { locate, ...params }, context);
  const references = await request("references", { context: { includeDeclaration: false } });
  const used = await outside(listOf(references.result), "");
  const implementations = (await isSupported("implementation", backend, context.token))
    ? await request("implementation", {}).catch(() => undefined)
    : undefined;
  const related = await outside(listOf(implementations?.result), "  (implements it, or is implemented by it)");
  const isListed = (place: UnconfirmedPlace) =>
    used.some(({ file_path, line }) => file_path === place.file_path && line === place.line);
  const certain = [...used, ...related.filter((each) => !isListed(each))];
  const { unconfirmed } = references;
  const ownLines = changes.map(({ from, to }) => [version.text.lineAt(from), version.text.lineAt(to)] as const);
  const ownPath = displayPath(version.uri, context.client.roots);
  const isOwn = ({ file_path, line }: UnconfirmedPlace) =>
    file_path === ownPath && ownLines.some(([first, last]) => first <= line - 1 && line - 1 <= last);
  const possible = (unconfirmed?.places ?? []).filter((each) => !isOwn(each));
  const unlisted = (unconfirmed?.count ?? 0) - (unconfirmed?.places ?? []).length;
  const places = [...certain, ...possible.map((each) => ({ ...each, what: "  (perhaps; not listed by the server)" }))];
  const cut = unconfirmed?.more ? (unconfirmed.why ?? "not all files could be searched") : undefined;
  const isUsed = certain.length + possible.length + unlisted > 0;
  const from = positionToOffset(version.text, references.place.target.position, backend.encoding);
  // Without a server the answer is that of the index, and of what the text shows beside it.
  const index = isEmbedded(backend) && references.index?.files ? references.index : undefined;
  const unused = index && describeUnusedIndex(index);
  const why = cut ?? unused ?? (isUsed ? undefined : await findUnnamedCall(version, from, { backend, texts, context }));
  const source = index ? "the index" : backend.name;
  const syntaxOnly = (isEmbedded(backend) || references.by === "embedded") && !index ? "by syntax alone" : undefined;
  return {
    count: certain.length,
    possible: possible.length + unlisted,
    places: places.slice(0, MAX_PLACES),
    by: syntaxOnly ?? `as ${source} and the text of the workspace show`,
    ...(why === undefined ? {} : { why }),
  };
}

interface DeletedFrom {
  readonly backend: Backend;
  readonly texts: FileTexts;
  readonly context: RequestContext;
}

/** Returns who may call the symbol whose name is at an offset without naming it. */
async function findUnnamedCall(
  version: DocumentVersion,
  from: number,
  { backend, texts, context }: DeletedFrom,
): Promise<string | undefined> {
  const file = await codeFileOf(version, context);
  const syntax = await context.syntax();
  if (file === undefined || !syntax.hasGrammar(file.languageId)) return undefined;
  const turns = await resolverOf(file.path, texts, context);
  return turns.take(async (resolver) => {
    const { to } = (await syntax.nameAt(file, from)) ?? { to: from };
    const declared = await resolver.files.entityAt(file, from, to);
    return describeUnnamedCall(declared, resolver, { knowsTypes: !isEmbedded(backend) });
  });
}

interface ListAnswer {
  /** That of the symbol's name. */
  readonly place: { readonly target: { readonly position: Position } };
  readonly result: readonly Location[] | Location | null;
  readonly unconfirmed?: Unconfirmed;
  readonly index?: ScipIndexState;
  /** "embedded" where the document's server does not have the method. */
  readonly by?: string;
}

function listOf(result: unknown): readonly (Location | LocationLink)[] {
  if (result === null || result === undefined) return [];
  return Array.isArray(result) ? result : [result as Location];
}
