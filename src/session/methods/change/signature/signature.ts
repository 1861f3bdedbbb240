/**
 * `locate/signature`: parameters that are added, removed, moved or renamed, in the declaration, its
 * family and all calls.
 */

import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import { LocateError } from "../../../../error.js";
import { factsOf } from "../../../../languages/languages.js";
import type { Replacement } from "../../../../locate/edit/editRequest.js";
import { symbolsNamedAt } from "../../../../locate/symbols/symbolNode.js";
import { appendAll, getOrInsert } from "../../../../text/list.js";
import { formatCount, inlineCode } from "../../../../text/printable.js";
import { fileKeyOf } from "../../../../uri.js";
import type { RequestContext } from "../../../client/requestContext.js";
import { createFileTexts, type FileTexts } from "../../../completeness/fileTexts.js";
import { placeAt } from "../../../completeness/unconfirmed.js";
import { displayPath } from "../../../documents/filePaths.js";
import { type Place, resolvePlace } from "../../../place/resolvePlace.js";
import { type DocumentVersion, syntaxViewOf, toSyntaxText } from "../../../place/syntaxView.js";
import { readApplyOptions } from "../../../verdict/applyChange.js";
import { toWorkspaceEdit } from "../../edit/workspaceEdit.js";
import { locateOf, type RequestParams } from "../../params.js";
import { readDocument, textChangedError } from "../editedTexts.js";
import { answerChange, type LeftPlace, listLeft } from "../leftPlaces.js";
import { type ChangedList, changeParameters, changesCalls, readParameterChanges } from "./parameterChanges.js";
import {
  changeCall,
  changeDeclaration,
  crossedMark,
  isOptional,
  type ListRules,
  type Mark,
  nameOfParameter,
  type ParameterList,
  readList,
  readParameters,
  UnmatchedCall,
  type WrittenList,
  withoutDefault,
} from "./parameterLists.js";
import {
  findSignaturePlaces,
  isConstructorIn,
  isConstructorSymbol,
  type ListPlace,
  renameAt,
  type SignatureTarget,
} from "./signaturePlaces.js";

/**
 * Params: `locate`, `changes`, `apply`, `check`. With `apply`, nothing is written while a place is
 * left, unless it is `"anyway"`. Errors: those of the Locate and of a rename, `invalid_locate` for
 * changes that do not fit, `unsupported` where syntax shows no parameters.
 */
export async function changeSignature(params: RequestParams, context: RequestContext): Promise<unknown> {
  const changes = readParameterChanges(params["changes"]);
  const options = readApplyOptions(params, true, context);
  const place = await resolvePlace(locateOf(params), { as: "point", purpose: "write" }, context);
  try {
    const target = await findTarget(place, context);
    const texts = createFileTexts(context);
    const found = await findSignaturePlaces(target, texts, context);
    const rules = factsOf(target.file.languageId);
    const own = found.declarations.find(({ name }) => name.from === target.symbol.nameFrom) ?? noParameters(target);
    const list = readParameters(readList(own.list, own.file.text.text), rules);
    const changed = changeParameters(changes, {
      names: list.parameters.map(({ name }) => name),
      end: list.parameters.findLastIndex(({ isVariadic }) => !isVariadic) + 1,
      isOptional: (text) => isOptional(text, rules),
      nameIn: (text) => nameOfParameter(text, rules),
    });
    const crossed = crossedMark(changed.parameters, list);
    if (crossed) throw crossedError(crossed);
    const plan = new SignaturePlan({ list, changed, rules, texts }, context);
    const declarations = plan.fittingDeclarations(found.declarations);
    await plan.renameParameters(declarations);
    await plan.leaveRemoved(declarations);
    for (const each of declarations) plan.changeDeclaration(each, found.declarations);
    // A call among the arguments of another one comes first, so that it is changed in both.
    const calls = found.calls.toSorted((one, other) => other.name.from - one.name.from);
    for (const each of calls) plan.changeCall(each, target);
    const passedOn = changesCalls(changed, list.parameters.length) ? found.passedOn : [];
    const left = [...plan.left, ...passedOn, ...found.left];
    const edit = await plan.toEdit();
    const notes = [
      `Changed: ${formatCount(declarations.length, "declaration")} and ${formatCount(plan.calls, "call")}.`,
      ...listLeft(left),
      ...(found.why === undefined ? [] : [`Not all uses are known: ${found.why}.`]),
    ];
    const change = {
      ...{ edit, place, text: target.file.text, left, notes, label: "locate/signature" },
      as: "point",
      refusal: refusalOf(left, found.why),
      override: 'apply: "anyway" changes the others.',
      facts: { declarations: declarations.length, calls: plan.calls },
    } as const;
    return await answerChange(change, options, context);
  } finally {
    place.release();
  }
}

/** Returns the callable that a place names. Errors: `invalid_locate`. */
async function findTarget(place: Place, context: RequestContext): Promise<SignatureTarget> {
  const { uri, languageId, text } = place.document();
  const file = { uri, languageId, text };
  const view = await syntaxViewOf(file, context);
  const { from } = place.now();
  const path = view ? symbolsNamedAt(view.symbols, from) : [];
  const symbol = path.at(-1);
  if (symbol === undefined)
    throw new LocateError(
      "invalid_locate",
      "signature is about a function or method: write the path of its declaration, as in src/file.py:Class.method.",
      { field: "locate", expected: "a function or method" },
    );
  const declared = symbol.children.filter((each) => isConstructorIn(symbol.name, each, languageId));
  const [only] = declared;
  // The path of a type means its constructor, where it has one.
  if (only !== undefined && declared.length === 1) return { file, symbol: only, container: symbol };
  return { file, symbol, container: path.at(-2) };
}

function noParameters({ symbol }: SignatureTarget): never {
  throw new LocateError("unsupported", `Syntax shows no list of parameters of ${inlineCode(symbol.name)}.`, {
    method: "locate/signature",
    supported: [],
  });
}

function crossedError({ text }: Mark): LocateError {
  return new LocateError(
    "invalid_locate",
    `A parameter can't be moved over \`${text}\`, which says how callers pass those beside it. Change the declaration and its calls with edits.`,
    { field: "changes", expected: "an order in which no parameter crosses it" },
  );
}

function refusalOf(left: readonly LeftPlace[], why: string | undefined): string | undefined {
  if (left.length > 0) return `${formatCount(left.length, "place")} can't be changed, and may need it.`;
  return why === undefined ? undefined : `Not all uses are known: ${why}.`;
}

/** The changes of each file. */
interface ChangedFile {
  readonly file: DocumentVersion;
  /** Words that get another name, where they are. */
  readonly renamed: Map<number, Replacement>;
  readonly changes: Replacement[];
}

/** A declaration whose parameters are those of the one that is asked about, in their order. */
interface DeclaredList extends ListPlace {
  readonly own: ParameterList;
}

interface PlanOptions {
  /** That of the declaration which is asked about. */
  readonly list: ParameterList;
  readonly changed: ChangedList;
  readonly rules: ListRules;
  readonly texts: FileTexts;
}

class SignaturePlan {
  readonly left: LeftPlace[] = [];
  calls = 0;
  readonly #files = new Map<string, ChangedFile>();
  readonly #list: ParameterList;
  readonly #changed: ChangedList;
  readonly #rules: ListRules;
  readonly #texts: FileTexts;
  readonly #context: RequestContext;

  constructor({ list, changed, rules, texts }: PlanOptions, context: RequestContext) {
    this.#texts = texts;
    this.#list = list;
    this.#changed = changed;
    this.#rules = rules;
    this.#context = context;
  }

  /** Returns the declarations with as many parameters, and leaves the others. */
  fittingDeclarations(declarations: readonly ListPlace[]): readonly DeclaredList[] {
    return declarations.flatMap((place) => {
      const own = readParameters(readList(place.list, place.file.text.text), this.#rules);
      const crossed = crossedMark(this.#changed.parameters, own);
      if (own.parameters.length !== this.#list.parameters.length)
        this.#leave(place, "it has another number of parameters");
      else if (crossed) this.#leave(place, `a parameter would cross its \`${crossed.text}\``);
      else return [{ ...place, own }];
      return [];
    });
  }

  /** Asks for a rename of each parameter that gets another name, in each declaration. */
  async renameParameters(declarations: readonly DeclaredList[]): Promise<void> {
    for (const [index, newName] of this.#changed.names)
      for (const declared of declarations) {
        const offset = nameOffset(declared, index);
        if (offset === undefined || declared.own.parameters[index]?.name === newName) continue;
        const place = { file: declared.file, offset };
        const { places } = await renameAt(place, newName, this.#texts, this.#context);
        for (const { file, name, newText } of places)
          this.#fileOf(file).renamed.set(name.from, { ...name, insert: newText });
      }
  }

  /** Names what a body does with the parameters that it loses. */
  async leaveRemoved(declarations: readonly DeclaredList[]): Promise<void> {
    const kept = new Set(this.#changed.parameters.flatMap((each) => ("old" in each ? [each.old] : [])));
    const removed = this.#list.parameters.map((_, index) => index).filter((index) => !kept.has(index));
    const syntax = await this.#context.syntax();
    for (const declared of declarations)
      for (const index of removed) {
        const { file, list } = declared;
        const offset = nameOffset(declared, index);
        if (offset === undefined) continue;
        const info = await syntax.nameAt(toSyntaxText(file, syntax, this.#context.servers), offset);
        for (const { from } of info?.occurrences ?? [])
          if (from < list.inside.from || from >= list.inside.to)
            this.left.push({ ...placeAt(file, from, this.#context), why: `it uses \`${info?.name}\`, which goes` });
      }
  }

  changeDeclaration({ own, ...place }: DeclaredList, all: readonly ListPlace[]): void {
    const { file } = place;
    // In C and C++ a default value is in the prototype, and not in the definition.
    const isSecond = hasBody(place) && all.some((each) => !hasBody(each));
    const isBare = isSecond && factsOf(file.languageId).hasPrototypes;
    const added = ({ text }: { readonly text: string }) => (isBare ? withoutDefault(text, this.#rules) : text);
    this.#put(file, changeDeclaration(own, this.#changed, added, this.#textOf(file, own.list)));
  }

  changeCall(place: ListPlace, target: SignatureTarget): void {
    const { file, list } = place;
    const written = readList(list, file.text.text);
    const call = { list: written, passesReceiver: this.#passesReceiver(place, target) };
    try {
      const { parameters } = this.#list;
      const changes = changeCall(call, parameters, this.#changed, this.#rules, this.#textOf(file, written));
      this.#put(file, changes);
      if (changes.length > 0) this.calls++;
    } catch (error) {
      if (!(error instanceof UnmatchedCall)) throw error;
      this.#leave(place, error.message);
    }
  }

  /** Whether the object of a method is an argument: `Shop.book(shop)`, `Shop::book(&shop)`. */
  #passesReceiver({ file, name }: ListPlace, target: SignatureTarget): boolean {
    const { receivers } = this.#list;
    const { typeReceiver } = this.#rules.parameters;
    const [receiver] = receivers;
    if (receiver === undefined || typeReceiver?.test(receiver) || isConstructorSymbol(target)) return false;
    const before = file.text.slice(Math.max(0, name.from - MAX_OWNER), name.from).trimEnd();
    if (before.endsWith("::")) return true;
    const owner = `${target.container?.name}.`;
    return before.endsWith(owner) && !/[\w.]$/.test(before.slice(0, -owner.length));
  }

  /** Returns a reader of elements with what changes inside of them. */
  #textOf(file: DocumentVersion, { elements, texts }: WrittenList): (element: number) => string {
    const { renamed, changes } = this.#fileOf(file);
    return (index) => {
      const element = elements[index];
      if (element === undefined) return texts[index] ?? "";
      const isInside = ({ from, to }: Replacement) => element.from <= from && to <= element.to;
      return outermost([...renamed.values(), ...changes].filter(isInside))
        .reverse()
        .reduce(
          (text, { from, to, insert }) => text.slice(0, from - element.from) + insert + text.slice(to - element.from),
          texts[index] ?? "",
        );
    };
  }

  #put(file: DocumentVersion, changes: readonly Replacement[]): void {
    appendAll(this.#fileOf(file).changes, changes);
  }

  #leave({ file, name }: ListPlace, why: string): void {
    this.left.push({ ...placeAt(file, name.from, this.#context), why });
  }

  #fileOf(file: DocumentVersion): ChangedFile {
    return getOrInsert(this.#files, fileKeyOf(file.uri), () => ({ file, renamed: new Map(), changes: [] }));
  }

  /**
   * Returns the edit. What a list's change contains is not changed once more. Errors:
   * `content_modified`.
   */
  async toEdit(): Promise<WorkspaceEdit> {
    const changed = [];
    for (const { file, renamed, changes } of this.#files.values()) {
      const all = outermost([...renamed.values(), ...changes]);
      if (all.length === 0) continue;
      const document = await readDocument(file.uri, this.#context);
      if (document?.text.text !== file.text.text)
        throw textChangedError(displayPath(file.uri, this.#context.client.roots));
      changed.push({ document, version: file, changes: all });
    }
    return toWorkspaceEdit(changed, this.#context.client);
  }
}

/** Returns the offset of a parameter's name; undefined where it has none. */
function nameOffset({ list, own }: DeclaredList, index: number): number | undefined {
  const { name, nameFrom = 0, element = 0 } = own.parameters[index] ?? {};
  return name === undefined ? undefined : (list.elements[element]?.from ?? 0) + nameFrom;
}

function hasBody({ file, symbol }: ListPlace): boolean {
  return symbol !== undefined && file.text.slice(symbol.to - 1, symbol.to) === "}";
}

/** Returns the changes that are not part of another one, which has them already; in order. */
function outermost(changes: readonly Replacement[]): Replacement[] {
  const found: Replacement[] = [];
  let end = -1;
  for (const each of changes.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    const last = found.at(-1);
    const isSame = last?.from === each.from && last.to === each.to;
    if (each.to <= end && !isSame) continue;
    found.push(each);
    end = Math.max(end, each.from < each.to ? each.to : end);
  }
  return found;
}

/** How far before a name the type is looked for that it is called on. */
const MAX_OWNER = 200;
