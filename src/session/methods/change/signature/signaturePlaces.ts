/**
 * The places of a signature: the declarations of a callable with its family, and its calls. They
 * are those that a rename of it would change; of a constructor, those that refer to it and to its
 * type.
 */

import type { Location, WorkspaceEdit } from "vscode-languageserver-protocol";
import { ensureBackend } from "../../../../ask/backend/backend.js";
import { factsOf } from "../../../../languages/languages.js";
import { type SymbolNode, symbolKindOfName, symbolsNamedAt } from "../../../../locate/symbols/symbolNode.js";
import { rangeToOffsets } from "../../../../text/position.js";
import type { Stretch } from "../../../../text/stretch.js";
import type { CallList } from "../../../../text/treeFacts.js";
import { fileKeyOf } from "../../../../uri.js";
import type { RequestContext } from "../../../client/requestContext.js";
import type { FileTexts } from "../../../completeness/fileTexts.js";
import { readRenameEdits, splitLongEdits } from "../../../completeness/rename/renameEdits.js";
import { placeAt, type Unconfirmed } from "../../../completeness/unconfirmed.js";
import { locateOfOffset } from "../../../place/placeResult.js";
import { type DocumentVersion, syntaxViewOf, toSyntaxText } from "../../../place/syntaxView.js";
import { askBackend } from "../../forward/forwardToBackend.js";
import type { LeftPlace } from "../leftPlaces.js";

/** A declaration or a call: a name with a list after it. */
export interface ListPlace {
  readonly file: DocumentVersion;
  readonly name: Stretch;
  readonly list: CallList;
  /** Of a declaration. */
  readonly symbol?: SymbolNode;
}

export interface SignaturePlaces {
  readonly declarations: readonly ListPlace[];
  readonly calls: readonly ListPlace[];
  /** Uses that are no calls. */
  readonly passedOn: readonly LeftPlace[];
  /** Places that may be uses, and declarations without a list. */
  readonly left: readonly LeftPlace[];
  /** Why there may be more uses. */
  readonly why?: string;
}

/** What is changed: a declaration's name, and the symbol around it, of a constructor its type. */
export interface SignatureTarget {
  readonly file: DocumentVersion;
  readonly symbol: SymbolNode;
  readonly container: SymbolNode | undefined;
}

/** Finds the places. Errors: those of a rename, `unsupported`. */
export async function findSignaturePlaces(
  target: SignatureTarget,
  texts: FileTexts,
  context: RequestContext,
): Promise<SignaturePlaces> {
  const { file, symbol, container } = target;
  const isConstructor = isConstructorSymbol(target);
  const word = file.text.slice(symbol.nameFrom, symbol.nameTo);
  // Nothing has this name, and no rename to it meets another one.
  const freeName = `${word.replace(/[?!]$/, "")}OfOldSignature`;
  const found = isConstructor
    ? [
        await referencesOf(file, symbol, texts, context),
        ...(container ? [await referencesOf(file, container, texts, context)] : []),
      ]
    : [await renameAt({ file, offset: symbol.nameFrom }, freeName, texts, context)];
  const uses = new Map<string, UseInFile>();
  const put = (use: UseInFile) => uses.set(`${fileKeyOf(use.file.uri)} ${use.name.from}`, use);
  put({ file, name: { from: symbol.nameFrom, to: symbol.nameTo } });
  for (const { places } of found) for (const place of places) put(place);
  const sorted = await sortUses([...uses.values()], { isConstructor, container }, context);
  const unconfirmed = found.flatMap((each) => each.unconfirmed ?? []);
  const possible = unconfirmed.flatMap(({ places }) =>
    places.map((each) => ({ ...each, why: "it may be a use, and that is not known" })),
  );
  const cut = unconfirmed.find(({ more, count, places }) => more || count > places.length);
  const why = cut && (cut.why ?? "more places have its name than were looked at");
  return { ...sorted, left: [...sorted.left, ...possible], ...(why !== undefined && { why }) };
}

export function isConstructorSymbol({ file, symbol, container }: SignatureTarget): boolean {
  return container !== undefined && isConstructorIn(container.name, symbol, file.languageId);
}

/** Whether a symbol is a constructor of the type with a name. */
export function isConstructorIn(type: string, { name, kind }: SymbolNode, languageId: string): boolean {
  const { constructorName } = factsOf(languageId);
  return kind === symbolKindOfName("constructor") || name === type || constructorName?.test(name) === true;
}

interface MethodAnswer<Result> {
  readonly result: Result | null;
  readonly unconfirmed?: Unconfirmed;
}

interface FoundPlaces<Place extends UseInFile> {
  readonly places: readonly Place[];
  readonly unconfirmed?: Unconfirmed | undefined;
}

/** A word that a rename replaces. */
export interface RenamedUse extends UseInFile {
  readonly newText: string;
}

/** Returns what a rename of the name at an offset would change. Errors: those of a rename. */
export async function renameAt(
  { file, offset }: { readonly file: DocumentVersion; readonly offset: number },
  newName: string,
  texts: FileTexts,
  context: RequestContext,
): Promise<FoundPlaces<RenamedUse>> {
  const params = { locate: locateOfOffset(file, offset, context), newName, check: false };
  const { result, unconfirmed } = await askBackend<MethodAnswer<WorkspaceEdit>>("rename", params, context);
  const { encoding } = await ensureBackend(file, context.backends);
  const readText = async (uri: string) => (await readUse(uri, file, texts))?.text;
  const edits = await splitLongEdits(readRenameEdits(result), newName, readText, encoding);
  const places: RenamedUse[] = [];
  for (const { uri, edits: own } of edits.values()) {
    const read = await readUse(uri, file, texts);
    for (const { range, newText } of read ? own : [])
      places.push({
        file: read as DocumentVersion,
        name: rangeToOffsets((read as DocumentVersion).text, range, encoding),
        newText,
      });
  }
  return { places, unconfirmed };
}

async function referencesOf(
  file: DocumentVersion,
  symbol: SymbolNode,
  texts: FileTexts,
  context: RequestContext,
): Promise<FoundPlaces<UseInFile>> {
  const locate = locateOfOffset(file, symbol.nameFrom, context);
  const params = { locate, context: { includeDeclaration: true } };
  const { result, unconfirmed } = await askBackend<MethodAnswer<readonly Location[]>>("references", params, context);
  const { encoding } = await ensureBackend(file, context.backends);
  const places: UseInFile[] = [];
  for (const { uri, range } of result ?? []) {
    const read = await readUse(uri, file, texts);
    if (read) places.push({ file: read, name: rangeToOffsets(read.text, range, encoding) });
  }
  return { places, unconfirmed };
}

/** Returns a text of an answer; that of the file asked about is the one that was asked about. */
function readUse(uri: string, asked: DocumentVersion, texts: FileTexts): Promise<DocumentVersion | undefined> {
  return fileKeyOf(uri) === fileKeyOf(asked.uri) ? Promise.resolve(asked) : texts.read(uri);
}

interface UseInFile {
  readonly file: DocumentVersion;
  readonly name: Stretch;
}

interface SortedBy extends Pick<SignatureTarget, "container"> {
  readonly isConstructor: boolean;
}

/** Tells declarations, calls and other uses apart. */
async function sortUses(
  uses: readonly UseInFile[],
  by: SortedBy,
  context: RequestContext,
): Promise<Pick<SignaturePlaces, "declarations" | "calls" | "passedOn" | "left">> {
  const syntax = await context.syntax();
  const declarations: ListPlace[] = [];
  const calls: ListPlace[] = [];
  const passedOn: LeftPlace[] = [];
  const left: LeftPlace[] = [];
  for (const file of new Set(uses.map((each) => each.file))) {
    const names = uses.filter((each) => each.file === file).map(({ name }) => name);
    const source = toSyntaxText(file, syntax, context.servers);
    const view = await syntaxViewOf(file, context);
    const lists = view ? await syntax.listsAfter(source, names) : [];
    for (const [index, name] of names.entries()) {
      const list = lists[index] ?? undefined;
      const symbol = symbolsNamedAt(view?.symbols ?? [], name.from).at(-1);
      const leave = (why: string) => ({ ...placeAt(file, name.from, context), why });
      if (view === undefined) left.push(leave("its file can't be parsed"));
      else if (symbol) {
        const isOwn =
          !by.isConstructor || symbol.name !== by.container?.name || symbol.nameFrom !== by.container.nameFrom;
        if (list && isOwn) declarations.push({ file, name, list, symbol });
        else if (!by.isConstructor) left.push(leave("its parameters are not known"));
      } else if (list) calls.push({ file, name, list });
      else if (!(await isNoCall(file, name, by, context)))
        passedOn.push(leave("it is no call with arguments in brackets"));
    }
  }
  return { declarations, calls, passedOn, left };
}

/** The nodes around a name that is imported, exported, or a part of a text. */
const NO_CALL = /import|export_|use_|using|alias|string|comment|extern_/;
const MAX_NODES_AROUND = 4;

/** Whether a use without a list passes nothing on: an import, a word of a text, a type. */
async function isNoCall(
  file: DocumentVersion,
  name: Stretch,
  { isConstructor }: SortedBy,
  context: RequestContext,
): Promise<boolean> {
  const syntax = await context.syntax();
  const source = toSyntaxText(file, syntax, context.servers);
  const [nodes = []] = await syntax.coveringNodes(source, [name], {});
  if (nodes.slice(0, MAX_NODES_AROUND).some(({ type }) => NO_CALL.test(type))) return true;
  // A type may be named without a call.
  if (isConstructor) return true;
  const info = await syntax.nameAt(source, name.from);
  return info?.isType === true || (info?.reach === "import" && info.definitions.some(({ from }) => from === name.from));
}
