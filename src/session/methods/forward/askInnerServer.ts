/**
 * Questions about code in a text of another language, such as a fence of Markdown, to the server
 * of its own language. The server has a document in which all other text is blank, so that places
 * are the same in both.
 */

import { ResponseError } from "vscode-jsonrpc/node";
import type { Location, LocationLink, WorkspaceEdit } from "vscode-languageserver-protocol";
import { type Backend, ensureBackend, isEmbedded } from "../../../ask/backend/backend.js";
import { isSupported } from "../../../ask/backend/supportCheck.js";
import { type LocateMethod, lspMethods } from "../../../ask/methodTable.js";
import { isObject } from "../../../backend/isObject.js";
import { LocateError } from "../../../error.js";
import type { OpenDocument } from "../../../files/documents/openDocument.js";
import { factsOf } from "../../../languages/languages.js";
import type { Document } from "../../../text/document.js";
import { type PositionEncoding, rangeToOffsets, type Stretch } from "../../../text/position.js";
import { keyOfUri, pathOfUri } from "../../../uri.js";
import { RawJson } from "../../../wire/rawJson.js";
import type { RequestContext } from "../../client/requestContext.js";
import { renameIncompleteError, withBroken } from "../../completeness/rename/refuseRename.js";
import { readRenameEdits } from "../../completeness/rename/renameEdits.js";
import { readRenameOptions, renameOverrides } from "../../completeness/rename/renameOptions.js";
import { answerPermission, displayPath } from "../../documents/filePaths.js";
import { createPlace, type Place } from "../../place/resolvePlace.js";
import { applyIfWanted } from "../../verdict/applyChange.js";
import { codeLike, documentsOf, innerCodeOf, innerTextOf } from "../../verdict/innerDocuments.js";
import { verdictOn } from "../../verdict/verdict.js";
import { isEmptyAnswer } from "./describeAnswer.js";
import { askInTrial, type ExampleTrial, exampleTrialOf } from "./exampleTrial.js";
import type { ForwardedCall, ForwardedRequest } from "./forwardedRequest.js";
import { prepareCall, requestResult } from "./locateQuestion.js";

export interface InnerAnswer {
  /** As it would have been for the text around the code. */
  readonly call: ForwardedCall;
  readonly text: Document;
  readonly result: RawJson;
  /** What is said of the answer besides. */
  readonly facts: object;
}

/** A name in the code that another file declares, of which that place is to be asked. */
export interface DeclaredElsewhere {
  readonly declaration: Place;
  /** Where the code has the name. */
  readonly uses: readonly Location[];
  /** The answer of the code's server. */
  readonly own: RawJson;
}

/** Code at a place, and the document that a server of its language has. */
interface Inner {
  /** The text around the code. */
  readonly outer: OpenDocument;
  readonly document: OpenDocument;
  /** The place in the text around it, and in that document. */
  readonly place: Stretch;
  readonly stretch: Stretch;
  /** Of a document that the server reads only in the file around it. */
  readonly trial: ExampleTrial | undefined;
}

/**
 * Returns the answer of the server for the code at a place, about the place in the text around it.
 * Undefined where the text's own server is to be asked: it reads the code itself, or the code's
 * language has no server here that answers. Errors: those of `renameInner`.
 */
export async function askInnerServer(
  request: ForwardedRequest,
  places: readonly Place[],
  context: RequestContext,
): Promise<InnerAnswer | DeclaredElsewhere | undefined> {
  const [place] = places;
  const { name, row } = request;
  if (place === undefined || !(isAboutText(row) || name === "references" || name === "rename")) return undefined;
  const { text, languageId } = place.document();
  // A template uses what its script declares, which a server of the script does not see.
  if (!isAboutText(row) && factsOf(languageId).grammar?.template !== undefined) return undefined;
  const inner = await innerAt(place, context);
  if (inner === undefined) return undefined;
  const answer = await askAbout(inner, request, context);
  if (answer === undefined) return undefined;
  const { backend, result } = answer;
  const found = {
    call: { ...request, places, place, backend, isAvailable: true },
    text,
    facts: { server: backend.name },
  };
  if (name === "rename") return renameInner(inner, { ...found, result }, context);
  if (name === "references") {
    const elsewhere = await declaredElsewhere(inner, { request, result }, context);
    if (elsewhere) return elsewhere;
  }
  return { ...found, result: withUri(result, inner) };
}

/**
 * Returns the answer to a plain request about a place (an offset); undefined where the text's own
 * server is to be asked. Errors: as of `askInnerServer`.
 */
export async function askInnerAt(
  { name, extra }: Pick<ForwardedRequest, "name" | "extra">,
  { document, offset }: { readonly document: OpenDocument; readonly offset: number },
  context: RequestContext,
): Promise<RawJson | undefined> {
  const row = lspMethods[name];
  if (row === undefined) return undefined;
  const at = { from: offset, to: offset };
  const place = createPlace(document, document.takeSnapshot(), at, context.documents);
  const renaming = name === "rename" ? readRenameOptions(extra, false, context) : undefined;
  const request: ForwardedRequest = {
    ...{ name, row, renaming, locates: [], wantsPlace: false, startedAt: performance.now() },
    extra: renaming?.params ?? extra,
    placeOptions: { as: "point", purpose: "read" },
  };
  try {
    const answer = await askInnerServer(request, [place], context);
    if (answer === undefined) return undefined;
    if (!("declaration" in answer)) return isEmptyAnswer(answer.result) ? undefined : answer.result;
    answer.declaration.release();
    return answer.own;
  } finally {
    place.release();
  }
}

/** Whether an answer is about what the text at a place means, and changes nothing. */
function isAboutText({ takes, dependsOn, isCompleted, changesText, followUpMethod }: LocateMethod): boolean {
  return takes === "point" && dependsOn !== "project" && !isCompleted && !changesText && followUpMethod === undefined;
}

async function innerAt(place: Place, context: RequestContext): Promise<Inner | undefined> {
  const outer = place.document();
  const { languageId, text } = outer;
  const host = context.backends.find(outer);
  const isHostEmbedded = host === undefined || isEmbedded(host);
  const { grammar, docTests } = factsOf(languageId);
  const { from, to } = place.now();
  const line = text.lineAt(from);
  const isDocTest = docTests?.line.test(text.slice(text.lineFrom(line), text.lineTo(line))) === true;
  if (!grammar?.hasExamples && !isDocTest && !isHostEmbedded) return undefined;
  const all = await innerCodeOf(outer, context);
  const own = all.find((each) => each.from <= from && to <= each.to && (each.isExample || isHostEmbedded));
  if (own === undefined || outer.text !== text) return undefined;
  const documents = documentsOf(languageId, codeLike(own, all));
  const at = documents.findIndex((code) => code.includes(own));
  const inner = innerTextOf(outer, { own: own.languageId, code: documents[at] ?? [own], at });
  const found = inner && context.backends.find(inner);
  if (inner === undefined || found === undefined || isEmbedded(found)) return undefined;
  // The only server of a session serves all documents, whatever their language.
  if (found === host && own.languageId !== languageId) return undefined;
  const document = context.unopenedFiles.keepText(inner);
  const stretch = { from: from + inner.added, to: to + inner.added };
  const within = isDocTest ? docTests?.within : undefined;
  const trial = within && (await exampleTrialOf(outer, own, { from, to }, within));
  return { outer, document, place: { from, to }, stretch, trial };
}

/** Returns where a name is declared, if references to it are in other documents, too. */
async function declaredElsewhere(
  inner: Inner,
  { request, result }: { readonly request: ForwardedRequest; readonly result: RawJson },
  context: RequestContext,
): Promise<DeclaredElsewhere | undefined> {
  const all = (result.parse() ?? []) as readonly Location[];
  const isInner = ({ uri }: Location) => keyOfUri(uri) === inner.document.key;
  if (all.every(isInner)) return undefined;
  const declared = await findDeclaration(inner, request, context);
  if (declared === undefined) return undefined;
  const { documents, unopenedFiles, client } = context;
  const [open, path] = [documents.get(declared.uri), pathOfUri(declared.uri)];
  const read = open === undefined && path !== undefined;
  const document = read ? await unopenedFiles.read(path, answerPermission(client.roots)).catch(() => undefined) : open;
  if (document === undefined) return undefined;
  const uses = all.filter(isInner).map((each) => ({ ...each, uri: inner.outer.uri }));
  const { from } = rangeToOffsets(document.text, declared.range, declared.encoding);
  return {
    declaration: createPlace(document, document.takeSnapshot(), { from, to: from }, context.documents),
    uses,
    own: withUri(result, inner),
  };
}

/** Returns the place of a declaration outside of the code. */
async function findDeclaration(
  inner: Inner,
  request: ForwardedRequest,
  context: RequestContext,
): Promise<(Location & { readonly encoding: PositionEncoding }) | undefined> {
  const row = lspMethods["definition"] as LocateMethod;
  const answer = await askAbout(inner, { ...request, name: "definition", row, extra: {} }, context);
  const items = [(answer?.result.parse() ?? []) as Location | readonly (Location | LocationLink)[]].flat();
  const places = items.map((each) =>
    "targetUri" in each ? { uri: each.targetUri, range: each.targetSelectionRange } : each,
  );
  const place = places.find(({ uri }) => keyOfUri(uri) !== inner.document.key);
  return answer && place && { ...place, encoding: answer.backend.encoding };
}

/**
 * Returns a rename of what the code itself declares, judged and applied as other renames are.
 * Undefined where the server renames nothing. Errors: `unsupported` for what another file declares,
 * `rename_incomplete` for what the new name would break.
 */
async function renameInner(
  inner: Inner,
  answer: InnerAnswer,
  context: RequestContext,
): Promise<InnerAnswer | undefined> {
  const { call, result } = answer;
  const { options } = call.renaming ?? {};
  const edits = readRenameEdits(result.parse());
  if (options === undefined || edits.size === 0) return undefined;
  if ([...edits.values()].some(({ uri }) => keyOfUri(uri) !== inner.document.key))
    throw elsewhereError(inner, await findDeclaration(inner, call, context), context);
  const changes = { [inner.outer.uri]: [...edits.values()].flatMap((each) => [...each.edits]) };
  const edit: WorkspaceEdit = { changes };
  const { encoding } = call.backend;
  const diagnostics = options.check ? await verdictOn(edit, { encoding }, context) : undefined;
  const unconfirmed = diagnostics && withBroken(undefined, diagnostics);
  const incomplete = unconfirmed && !options.reportsLeftOut && renameIncompleteError(unconfirmed, renameOverrides);
  if (incomplete) throw incomplete;
  const applied = await applyIfWanted(edit, options, { label: "locate/rename", diagnostics }, context);
  const facts = {
    ...answer.facts,
    ...(unconfirmed && { unconfirmed }),
    ...(diagnostics && { diagnostics }),
    ...applied,
  };
  return { ...answer, result: RawJson.of(edit), facts };
}

function elsewhereError(
  { outer, trial }: Inner,
  declared: Location | undefined,
  { client }: Pick<RequestContext, "client">,
): LocateError {
  const path = displayPath(outer.uri, client.roots);
  const where = declared && `${displayPath(declared.uri, client.roots)}:${declared.range.start.line + 1}`;
  const advice = where === undefined ? "" : ` Rename it there, in ${where}; the answer lists where it is left here.`;
  const why = `${path} shows a name that ${trial ? "is declared outside of the example" : "another file declares"}`;
  return new LocateError("unsupported", `${why}. Nothing was changed.${advice}`, { method: "locate/rename", why });
}

/** Asks the server of the code; undefined where it lacks the method, or refuses to rename. */
async function askAbout(
  { document, stretch, trial, place: { from, to } }: Inner,
  { name, row, extra: given }: Pick<ForwardedRequest, "name" | "row" | "extra">,
  context: RequestContext,
): Promise<{ readonly backend: Backend; readonly result: RawJson } | undefined> {
  const asked = trial?.outer ?? document;
  const place = createPlace(asked, asked.takeSnapshot(), trial ? { from, to } : stretch, context.documents);
  try {
    const backend = await ensureBackend(asked, context.backends);
    if (isEmbedded(backend) || !(await isSupported(name, backend, context.token))) return undefined;
    const call = { name, row, places: [place], backend, extra: given, onSend: () => {}, onItem: () => {} };
    const extra = await prepareCall(call, context);
    const askAt = (at: Place) => requestResult({ ...call, places: [at], extra }, context);
    const result = trial ? await askInTrial(trial, document.uri, backend, context, askAt) : await askAt(place);
    return result && { backend, result };
  } catch (error) {
    if (name === "rename" && error instanceof ResponseError) return undefined;
    throw error;
  } finally {
    place.release();
    context.unopenedFiles.closeAtBackend(document);
  }
}

/** Returns an answer in which the URI of the server's document is that of the text around it. */
function withUri(result: RawJson, { document: { uri, key }, outer }: Inner): RawJson {
  const name = uri.slice(uri.lastIndexOf("/") + 1);
  if (!result.bytes.includes(name)) return result;
  const replace = (value: unknown): unknown => {
    if (typeof value === "string") return value.endsWith(name) && keyOfUri(value) === key ? outer.uri : value;
    if (Array.isArray(value)) return value.map(replace);
    return isObject(value) ? Object.fromEntries(Object.entries(value).map(([k, each]) => [k, replace(each)])) : value;
  };
  return RawJson.of(replace(result.parse()));
}
