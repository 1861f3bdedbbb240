/**
 * Renames what a server refuses to rename whatever the new name is: clangd a virtual function,
 * gopls a method that its type needs for an interface. The rename is the server's own at the
 * interface, or is built from the references that it lists.
 */

import { ResponseError } from "vscode-jsonrpc/node";
import { ask } from "../../../../ask/ask.js";
import { type Backend, isEmbedded } from "../../../../ask/backend/backend.js";
import { Deadline, MAX_ANSWER_MS } from "../../../../ask/deadline.js";
import { partPolicy } from "../../../../ask/methodTable.js";
import { isMember } from "../../../../code/uses/use.js";
import { codes } from "../../../../error.js";
import { factsOf } from "../../../../languages/languages.js";
import { offsetsToRange, offsetToPosition, positionToOffset, rangeToOffsets } from "../../../../text/position.js";
import { RawJson } from "../../../../wire/rawJson.js";
import type { RequestContext } from "../../../client/requestContext.js";
import type { Place } from "../../../place/resolvePlace.js";
import { type DocumentVersion, toSyntaxText } from "../../../place/syntaxView.js";
import { rangesOfAnswer } from "../../answerPlaces.js";
import { findDefinitions } from "../../definitions/findDefinitions.js";
import type { FilePosition } from "../../enclosingSymbols.js";
import { createFileTexts } from "../../fileTexts.js";
import type { PossiblePlace } from "../../searchRun.js";
import { wordAround } from "../../words.js";
import { renameAt } from "../aliases/renameAliases.js";
import { isInRanges, type RenameEdits, rangesOfRename, writeRenameEdits } from "../renameEdits.js";
import { isInWorkspace, RENAME_TIMEOUT_MS, type RenameRequest } from "../renameRequest.js";
import { type CertainUse, placesOf } from "../uses/classifyUses.js";
import { addUses } from "../uses/completeUses.js";
import { findImplementations } from "./implementationSearch.js";

/** What a server is asked to rename. */
export interface RenameTarget {
  readonly place: Place;
  readonly backend: Backend;
  readonly newName: string;
}

/** Asks for one rename, also again. */
export interface RenameQuestion {
  /** Returns the server's answer, or the rename in place of one that it refuses. */
  ask(): Promise<RawJson>;
  /** Asks again: a server that has answered once and then fails has refused nothing. */
  repeat(): Promise<RawJson>;
  /** Returns undefined where the last answer is the server's. */
  refusal(): RefusedRename | undefined;
}

/** A rename that is built from references, since the server refuses it. */
export interface RefusedRename {
  readonly answer: Answer;
  /** What is renamed. */
  readonly places: readonly PossiblePlace[];
}

/** What a promise has come to. */
export type Settled<Result> = { readonly result: Result } | { readonly error: unknown };

type Answer = Settled<RawJson>;

/** Makes a question of the server's own request. Errors: the server's. */
export function createRenameQuestion(
  request: () => Promise<RawJson>,
  asked: RenameTarget,
  context: RequestContext,
): RenameQuestion {
  let refusal: RefusedRename | undefined;
  const ask = async () => {
    refusal = undefined;
    const answer = await settle(request());
    const built = mayBeRefusal(answer, asked) ? await renameRefused(asked, context) : undefined;
    if (built?.places) refusal = { answer, places: built.places };
    return built?.result ?? resultOf(answer);
  };
  return { ask, repeat: () => (refusal ? ask() : request()), refusal: () => refusal };
}

export function settle<Result>(promise: Promise<Result>): Promise<Settled<Result>> {
  return promise.then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
}

/** Returns the result, or throws the error. */
export function resultOf<Result>(settled: Settled<Result>): Result {
  if ("error" in settled) throw settled.error;
  return settled.result;
}

/**
 * Returns the answer to `prepareRename`; of a name that the server refuses, its place, if a rename
 * of it can be built. Errors: the server's.
 */
export async function prepareRename(
  answer: Answer,
  asked: Omit<RenameTarget, "newName">,
  context: RequestContext,
): Promise<RawJson> {
  if (!mayBeRefusal(answer, asked)) return resultOf(answer);
  const { place, backend } = asked;
  const { text } = place.document();
  const { from, to } = wordAround(text, place.now().from);
  const placeholder = text.text.slice(from, to);
  const newName = placeholder && `${placeholder}_${UNUSED_ENDING}`;
  if (!(await renameRefused({ ...asked, newName }, context))) return resultOf(answer);
  return RawJson.of({ range: offsetsToRange(text, { from, to }, backend.encoding), placeholder });
}

function mayBeRefusal(answer: Answer, { backend }: Pick<RenameTarget, "backend">): boolean {
  // The embedded server has refused its own references: not all of them are certain.
  if (isEmbedded(backend)) return false;
  if ("result" in answer) return answer.result.parse() === null;
  const { error } = answer;
  return error instanceof ResponseError && error.code !== codes.methodNotFound;
}

interface BuiltRename {
  readonly result: RawJson;
  /** What is renamed, if it is built from references. */
  readonly places?: readonly PossiblePlace[];
}

async function renameRefused(
  { place, backend, newName }: RenameTarget,
  context: RequestContext,
): Promise<BuiltRename | undefined> {
  if (newName === "" || context.token.isCancellationRequested) return undefined;
  const { uri, text } = place.document();
  const at = { uri, position: offsetToPosition(text, place.now().from, backend.encoding) };
  const request = {
    ...{ newName, keepsPublic: true, changesLibraries: false, also: [], backend, context },
    ...{
      texts: createFileTexts(context),
      deadline: Deadline.ofWork(RENAME_TIMEOUT_MS, MAX_ANSWER_MS, context.limit),
      noteStage() {},
    },
  };
  if (!(await refusesAnyName(at, request))) return undefined;
  const write = (edits: RenameEdits) => RawJson.of(writeRenameEdits({ documentChanges: [] }, edits));
  const atInterface = await renameAtInterface(at, request);
  if (atInterface) return { result: write(atInterface) };
  const edits = await renameByReferences(at, request);
  return edits && { result: write(edits), places: await placesOf(rangesOfRename(edits), request) };
}

/** Returns the rename of a member; undefined if neither the server nor its references have one. */
export async function renameMember(at: FilePosition, request: RenameRequest): Promise<RenameEdits | undefined> {
  const edits = await renameAt({ uri: at.uri, range: { start: at.position } }, request);
  if (edits !== undefined && edits.size > 0) return edits;
  return (await refusesAnyName(at, request)) ? renameByReferences(at, request) : undefined;
}

/** Whether a refusal is not about the new name: another one, which nothing has, is refused, too. */
async function refusesAnyName({ uri, position }: FilePosition, request: RenameRequest): Promise<boolean> {
  const newName = `${request.newName}_${UNUSED_ENDING}`;
  const edits = await renameAt({ uri, range: { start: position } }, { ...request, newName });
  return edits === undefined || edits.size === 0;
}

const UNUSED_ENDING = "9b41c7";

/**
 * Returns the server's rename of a member in the workspace that the one at a position implements,
 * if that changes the one there, too; undefined if there is none.
 */
async function renameAtInterface(at: FilePosition, request: RenameRequest): Promise<RenameEdits | undefined> {
  const word = await wordAt(at, request);
  if (word === undefined) return undefined;
  for (const { document, offset } of await findImplementations(at, word, request)) {
    if (request.deadline.isOver || request.context.token.isCancellationRequested) return undefined;
    const start = offsetToPosition(document.text, offset, request.backend.encoding);
    const edits = await renameAt({ uri: document.uri, range: { start } }, request);
    if (edits && isInRanges(at, rangesOfRename(edits))) return edits;
  }
  return undefined;
}

/**
 * Returns a rename of all that the server lists as references; undefined if some of it is outside
 * of the workspace, or has another name.
 */
async function renameByReferences(at: FilePosition, request: RenameRequest): Promise<RenameEdits | undefined> {
  const { backend, texts, context } = request;
  const word = await wordAt(at, request);
  const definitions = (await findDefinitions(at, backend, context)) ?? [];
  // An interface of a library may require a member that is declared here: gopls lists it as one.
  const related = (await findDefinitions(at, backend, context, { what: "implementation" })) ?? [];
  const declared = definitions.length === 0 ? [] : [...definitions, ...related];
  const isOwn = ({ uri }: { readonly uri: string }) => isInWorkspace(uri, context);
  if (word === undefined || declared.length === 0 || !declared.every(isOwn)) return undefined;
  const { languageId } = (await texts.read(at.uri)) ?? {};
  // `_` names nothing, `self` what the language says.
  if (languageId === undefined || factsOf(languageId).specialNames.has(word)) return undefined;
  const uses: CertainUse[] = [];
  for (const { uri, range } of await findReferences(at, request)) {
    const document = isOwn({ uri }) ? await texts.read(uri) : undefined;
    if (document === undefined) return undefined;
    const { from, to } = rangeToOffsets(document.text, range, backend.encoding);
    if (document.text.slice(from, to) !== word) return undefined;
    const name = await nameAt(document, from, context);
    uses.push({ place: { document, offset: from }, ...(name && { name }), why: "" });
  }
  const isOfMember = uses.some(({ name }) => name !== undefined && isMember(name));
  const { edits, added } = addUses(new Map(), uses, { word, isOfMember }, request);
  return added.length === uses.length && isInRanges(at, rangesOfRename(edits)) ? edits : undefined;
}

async function findReferences({ uri, position }: FilePosition, { backend, context }: RenameRequest) {
  if (!backend.capabilities.referencesProvider) return [];
  const question = {
    method: "textDocument/references",
    policy: partPolicy,
    backend,
    params: () => () => ({ textDocument: { uri }, position, context: { includeDeclaration: true } }),
  };
  const answer = await ask(question, context).catch(() => undefined);
  return rangesOfAnswer("references", answer?.parse());
}

async function nameAt(document: DocumentVersion, from: number, context: RequestContext) {
  const syntax = await context.syntax();
  const source = toSyntaxText(document, syntax, context.servers);
  return syntax.hasGrammar(source.languageId) ? syntax.nameAt(source, from).catch(() => undefined) : undefined;
}

/** Returns the whole word at a position. */
async function wordAt({ uri, position }: FilePosition, { texts, backend }: RenameRequest): Promise<string | undefined> {
  const document = await texts.read(uri);
  if (document === undefined) return undefined;
  const { from, to } = wordAround(document.text, positionToOffset(document.text, position, backend.encoding));
  return from < to ? document.text.text.slice(from, to) : undefined;
}
