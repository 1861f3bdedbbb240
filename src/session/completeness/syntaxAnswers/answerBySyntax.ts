/**
 * Answers of servers without the method, from references and syntax: the types whose heads name a
 * type, and the functions around references that are calls. Only what the server itself refers to
 * the symbol is in them.
 */

import type { CallHierarchyIncomingCall, Location, TypeHierarchyItem } from "vscode-languageserver-protocol";
import { ask, prepareQuestion } from "../../../ask/ask.js";
import type { Backend } from "../../../ask/backend/backend.js";
import { isSupported } from "../../../ask/backend/supportCheck.js";
import { keepToWorktree, otherWorktreeTest } from "../../../ask/documents/worktreeFilter.js";
import { partPolicy, rowOf } from "../../../ask/methodTable.js";
import { LocateError } from "../../../error.js";
import { factsOf } from "../../../languages/languages.js";
import { type SymbolNode, symbolsAround } from "../../../locate/symbols/symbolNode.js";
import type { NameInfo, WordUse } from "../../../syntax/scopes/nameInfo.js";
import { offsetsToRange, offsetToPosition, positionToOffset } from "../../../text/position.js";
import type { Stretch } from "../../../text/stretch.js";
import { pathOfUri } from "../../../uri.js";
import { RawJson } from "../../../wire/rawJson.js";
import type { RequestContext } from "../../client/requestContext.js";
import type { Place } from "../../place/resolvePlace.js";
import { type DocumentVersion, parsedSymbolsOf, toSyntaxText } from "../../place/syntaxView.js";
import { rangesOfAnswer } from "../answerPlaces.js";
import { createFileTexts, type FileTexts } from "../fileTexts.js";
import { callerAt, itemOf, subtypeItem } from "./hierarchyItems.js";
import { findMethodIn, findOwnerType } from "./subtypes.js";

const syntaxMethods = ["implementation", "subtypes", "supertypes", "incomingCalls"] as const;
type SyntaxMethod = (typeof syntaxMethods)[number];

/** The methods that can be answered so, and the request of the server that each takes. */
export function isSyntaxMethod(name: string): name is SyntaxMethod {
  return (syntaxMethods as readonly string[]).includes(name);
}

/** Returns the request that an answer from syntax takes; its capability must be there. */
function basisOf(method: SyntaxMethod): "definition" | "references" {
  return method === "supertypes" ? "definition" : "references";
}

const MAX_USES = 1_000;

export interface SyntaxQuestion {
  readonly method: SyntaxMethod;
  readonly place: Place;
  readonly backend: Backend;
}

/**
 * Returns whether the question can be answered: the backend has the request that it takes, and the
 * language a grammar, and a hierarchy that syntax shows where one is wanted.
 */
export async function canAnswerBySyntax(
  { method, place, backend }: SyntaxQuestion,
  context: RequestContext,
): Promise<boolean> {
  const syntax = await context.syntax();
  const { uri, languageId, text } = place.document();
  const parsed = toSyntaxText({ uri, languageId, text }, syntax, context.servers).languageId;
  if (!syntax.hasGrammar(parsed) || (method !== "incomingCalls" && !factsOf(parsed).hasHierarchy)) return false;
  return isSupported(basisOf(method), backend, context.token);
}

interface SyntaxAnswer {
  /** The answer as LSP has it for the method. */
  readonly answer: RawJson;
  /** Paths of files whose part of it is missing or vague: they could not be read or parsed. */
  readonly unparsed: readonly string[];
}

/** Answers the question. Throws the parser's failure on the document itself. */
export async function answerBySyntax(question: SyntaxQuestion, context: RequestContext): Promise<SyntaxAnswer> {
  const { method, place, backend } = question;
  const basis = { method: `textDocument/${basisOf(method)}`, policy: rowOf("references"), backend };
  await prepareQuestion({ ...basis, document: place.document, params: () => () => ({}) }, context);
  const search = new SyntaxSearch(question, context);
  const answer = RawJson.of(await resultOf(method, search));
  return { answer, unparsed: search.unparsed() };
}

async function resultOf(method: SyntaxMethod, search: SyntaxSearch): Promise<readonly object[]> {
  switch (method) {
    case "incomingCalls":
      return search.incomingCalls();
    case "supertypes":
      return search.supertypes();
    case "subtypes":
      return (await search.subtypes()).map(({ item }) => item);
    case "implementation":
      return (await search.subtypes({ isDeep: true })).map(({ location }) => location);
  }
}

/** The calls of a function in another. `byName`, a member of ours: as that of a reference. */
type FoundCall = CallHierarchyIncomingCall & { readonly byName?: true };

/** A type, or a method of one, as both methods name it. */
interface FoundSubtype {
  readonly item: TypeHierarchyItem;
  readonly location: Location;
}

class SyntaxSearch {
  readonly #place: Place;
  readonly #backend: Backend;
  readonly #context: RequestContext;
  readonly #texts: FileTexts;
  readonly #unparsed = new Set<string>();

  constructor({ place, backend }: SyntaxQuestion, context: RequestContext) {
    this.#place = place;
    this.#backend = backend;
    this.#context = context;
    this.#texts = createFileTexts(context);
  }

  /** Returns the paths of files that could not be read or parsed. */
  unparsed(): readonly string[] {
    return [...this.#unparsed];
  }

  /** Returns the functions around the references that are calls. */
  async incomingCalls(): Promise<readonly FoundCall[]> {
    const calls = new Map<string, FoundCall>();
    for (const { document, use, byName } of await this.#uses(this.#document(), this.#place.now().from)) {
      if (use.argumentCount === undefined || use.role === "definition") continue;
      const from = callerAt(document, await this.#symbolsOf(document), use.from, this.#backend);
      const key = JSON.stringify([from.uri, from.selectionRange, byName]);
      const call = calls.get(key) ?? { from, fromRanges: [], ...(byName ? { byName } : {}) };
      call.fromRanges.push(this.#rangeIn(document, use));
      calls.set(key, call);
    }
    return [...calls.values()];
  }

  /**
   * Returns the types whose heads name the type; of a method, their methods of its name. `isDeep`:
   * also the subtypes of these, and so on.
   */
  async subtypes({ isDeep = false } = {}): Promise<readonly FoundSubtype[]> {
    const document = this.#document();
    const { uri } = document;
    const offset = this.#place.now().from;
    const name = await this.#nameAt(document, offset);
    const ownerType = name && (await findOwnerType(document, name, this.#context));
    const owner = ownerType === undefined ? offset : await this.#ownerOffset(document, offset, ownerType);
    const found = new Map<string, FoundSubtype>();
    const types = new Map([[`${uri} ${owner}`, { document, offset: owner }]]);
    // The map grows while it is gone through.
    for (const type of types.values()) {
      for (const { document: file, use } of await this.#uses(type.document, type.offset)) {
        const { subtype } = use;
        if (subtype === undefined) continue;
        const key = `${file.uri} ${subtype.nameFrom}`;
        if (isDeep && !types.has(key)) types.set(key, { document: file, offset: subtype.nameFrom });
        const findMethod = () => findMethodIn(file, subtype, name?.name ?? "", this.#context);
        const at = ownerType === undefined ? subtype.nameFrom : await this.#parsed(file, findMethod);
        if (at === undefined) continue;
        const own = { from: at, to: ownerType === undefined ? subtype.nameTo : at + (name?.name.length ?? 0) };
        const item = subtypeItem(file, await this.#symbolsOf(file), { own, subtype }, this.#backend);
        found.set(`${file.uri} ${at}`, { item, location: { uri: file.uri, range: item.selectionRange } });
      }
    }
    return [...found.values()];
  }

  /** Returns the types that the head of the type names, where the server finds them. */
  async supertypes(): Promise<readonly TypeHierarchyItem[]> {
    const document = this.#document();
    const syntax = await this.#context.syntax();
    const source = toSyntaxText(document, syntax, this.#context.servers);
    const name = await this.#nameAt(document, this.#place.now().from);
    const [definition] = name?.definitions ?? [];
    const heads = definition ? await syntax.namesInHead(source, definition.from) : [];
    const items = new Map<string, TypeHierarchyItem>();
    for (const head of heads) {
      const answer = await this.#ask("definition", document, head.from);
      for (const { uri: target, range } of rangesOfAnswer("implementation", answer)) {
        const file = await this.#read(target);
        if (file === undefined) continue;
        const at = positionToOffset(file.text, range.start, this.#backend.encoding);
        const symbol = symbolsAround(await this.#symbolsOf(file), at).findLast((each) => each.name === head.name);
        if (symbol) items.set(`${target} ${symbol.nameFrom}`, itemOf(file, symbol, this.#backend));
      }
    }
    return [...items.values()];
  }

  /** Returns what syntax says about each reference to the name at an offset of the document. */
  async #uses(
    asked: DocumentVersion,
    offset: number,
  ): Promise<readonly { readonly document: DocumentVersion; readonly use: WordUse; readonly byName?: true }[]> {
    const syntax = await this.#context.syntax();
    const word = (await this.#nameAt(asked, offset))?.name;
    if (word === undefined) return [];
    const answer = await this.#ask("references", asked, offset);
    const byFile = new Map<string, Map<number, true | undefined>>();
    for (const { uri: target, range, byName } of rangesOfAnswer("references", answer)) {
      const file = await this.#read(target);
      if (file === undefined) continue;
      const offsets = byFile.get(target) ?? new Map();
      byFile.set(target, offsets.set(positionToOffset(file.text, range.start, this.#backend.encoding), byName));
    }
    const found: { document: DocumentVersion; use: WordUse; byName?: true }[] = [];
    for (const [target, offsets] of byFile) {
      const file = await this.#read(target);
      if (file === undefined) continue;
      const source = toSyntaxText(file, syntax, this.#context.servers);
      if (!syntax.hasGrammar(source.languageId)) continue;
      const findUses = () => syntax.usesOf(source, word, MAX_USES, { withSubtypes: true });
      for (const use of (await this.#parsed(file, findUses)) ?? [])
        if (offsets.has(use.from))
          found.push({ document: file, use, ...(offsets.get(use.from) ? { byName: true } : {}) });
    }
    return found;
  }

  #document(): DocumentVersion {
    const { uri, languageId, text } = this.#place.document();
    return { uri, languageId, text };
  }

  async #read(uri: string): Promise<DocumentVersion | undefined> {
    const file = await this.#texts.read(uri);
    if (file === undefined) this.#unparsed.add(pathOfUri(uri) ?? uri);
    return file;
  }

  async #symbolsOf(file: DocumentVersion): Promise<readonly SymbolNode[]> {
    return (await this.#parsed(file, () => parsedSymbolsOf(file, this.#context))) ?? [];
  }

  /** Returns what a syntax tree shows; undefined, and notes the file, if the parser fails. */
  async #parsed<Result>({ uri }: DocumentVersion, read: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof LocateError)) throw error;
      this.#unparsed.add(pathOfUri(uri) ?? uri);
      return undefined;
    }
  }

  /** Returns the offset of the name of the type around an offset. */
  async #ownerOffset(document: DocumentVersion, offset: number, ownerType: string): Promise<number> {
    const symbols = await parsedSymbolsOf(document, this.#context);
    return symbolsAround(symbols, offset).findLast(({ name }) => name === ownerType)?.nameFrom ?? offset;
  }

  async #nameAt(document: DocumentVersion, offset: number): Promise<NameInfo | undefined> {
    const syntax = await this.#context.syntax();
    return syntax.nameAt(toSyntaxText(document, syntax, this.#context.servers), offset);
  }

  async #ask(method: "definition" | "references", { uri, text }: DocumentVersion, offset: number): Promise<unknown> {
    const backend = this.#backend;
    const params = () => {
      const position = offsetToPosition(text, offset, backend.encoding);
      return { textDocument: { uri }, position, context: { includeDeclaration: true } };
    };
    const question = { method: `textDocument/${method}`, policy: partPolicy, backend, document: this.#place.document };
    const { bytes } = await ask({ ...question, params: () => params }, this.#context);
    return new RawJson(keepToWorktree(method, bytes, otherWorktreeTest(pathOfUri(uri)))).parse();
  }

  #rangeIn({ text }: DocumentVersion, { from, to }: Stretch) {
    return offsetsToRange(text, { from, to }, this.#backend.encoding);
  }
}
