/**
 * `locate/signature`: parameters that are added, removed, moved or renamed, in the declaration, its
 * family and all calls.
 */

import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import { LocateError } from "../../../../error.js";
import { factsOf } from "../../../../languages/languages.js";
import type { Replacement } from "../../../../locate/edit/editRequest.js";
import type { SymbolNode } from "../../../../locate/symbols/symbolNode.js";
import { appendAll, getOrInsert } from "../../../../text/list.js";
import { escapeName, formatCount, inlineCode } from "../../../../text/printable.js";
import type { CallList } from "../../../../text/treeFacts.js";
import { fileKeyOf } from "../../../../uri.js";
import type { RequestContext } from "../../../client/requestContext.js";
import { createFileTexts, type FileTexts } from "../../../completeness/fileTexts.js";
import { placeAt } from "../../../completeness/unconfirmed.js";
import { textDigest, toPlaceResult } from "../../../place/placeResult.js";
import { type Place, resolvePlace } from "../../../place/resolvePlace.js";
import { type DocumentVersion, syntaxViewOf, toSyntaxText } from "../../../place/syntaxView.js";
import { applyIfWanted, judgeIfWanted, readApplyOptions } from "../../../verdict/applyChange.js";
import { describeVerdict } from "../../../verdict/describeVerdict.js";
import { toWorkspaceEdit } from "../../edit/workspaceEdit.js";
import { locateOf, type RequestParams } from "../../params.js";
import { describeEdit, readDocument } from "../editedTexts.js";
import { type ChangedList, changeParameters, changesCalls, readParameterChanges } from "./parameterChanges.js";
import {
  changeCall,
  changeDeclaration,
  isOptional,
  type ListRules,
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
  type LeftPlace,
  type ListPlace,
  renameAt,
  type SignatureTarget,
} from "./signaturePlaces.js";

/** The maximum number of places that a note lists. */
const MAX_LISTED = 50;

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
    const plan = new SignaturePlan({ list, changed, rules, texts }, context);
    await plan.renameParameters(found.declarations);
    await plan.leaveRemoved(found.declarations);
    for (const each of found.declarations) plan.changeDeclaration(each, found.declarations);
    // A call among the arguments of another one comes first, so that it is changed in both.
    const calls = found.calls.toSorted((one, other) => other.name.from - one.name.from);
    for (const each of calls) plan.changeCall(each, target);
    const passedOn = changesCalls(changed, list.parameters.length) ? found.passedOn : [];
    const left = [...plan.left, ...passedOn, ...found.left];
    const edit = await plan.toEdit();
    const { encoding } = context.client;
    const { diagnostics } = await judgeIfWanted(edit, options, { encoding }, context);
    const { texts: edited, diffs } = await describeEdit(edit, encoding, context);
    const refusal = refusalOf(left, found.why);
    const notes = [
      `Changed: ${formatCount(found.declarations.length, "declaration")} and ${formatCount(plan.calls, "call")}.`,
      ...(left.length > 0 ? [listLeft(left)] : []),
      ...(found.why === undefined ? [] : [`Not all uses are known: ${found.why}.`]),
    ];
    const said = diagnostics === undefined ? [] : [describeVerdict(diagnostics)];
    const shown = { ...toPlaceResult(place, "point", context), text_sha256: textDigest(target.file.text) };
    const result = {
      edit,
      place: shown,
      texts: edited,
      declarations: found.declarations.length,
      calls: plan.calls,
      ...(left.length > 0 && { left }),
      notes,
      ...(refusal !== undefined && { refusal }),
      ...(diagnostics && { diagnostics }),
      markdown: [shown.markdown, ...notes, ...diffs, ...said].join("\n\n"),
    };
    if (options.apply && options.apply !== "anyway" && refusal !== undefined)
      return { ...result, applied: false, failureReason: `${refusal} apply: "anyway" changes the others.` };
    return { ...result, ...(await applyIfWanted(edit, options, { label: "locate/signature", diagnostics }, context)) };
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
  const path = view ? pathTo(from, view.symbols) : [];
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

/** Returns the symbols around and at a name, from the outermost. */
function pathTo(nameFrom: number, symbols: readonly SymbolNode[]): readonly SymbolNode[] {
  for (const symbol of symbols) {
    if (symbol.nameFrom <= nameFrom && nameFrom < symbol.nameTo) return [symbol];
    const inner = symbol.from <= nameFrom && nameFrom < symbol.to ? pathTo(nameFrom, symbol.children) : [];
    if (inner.length > 0) return [symbol, ...inner];
  }
  return [];
}

function noParameters({ symbol }: SignatureTarget): never {
  throw new LocateError("unsupported", `Syntax shows no list of parameters of ${inlineCode(symbol.name)}.`, {
    method: "locate/signature",
    supported: [],
  });
}

function refusalOf(left: readonly LeftPlace[], why: string | undefined): string | undefined {
  if (left.length > 0) return `${formatCount(left.length, "place")} can't be changed, and may need it.`;
  return why === undefined ? undefined : `Not all uses are known: ${why}.`;
}

function listLeft(left: readonly LeftPlace[]): string {
  const listed = left
    .slice(0, MAX_LISTED)
    .map(({ file_path, line, text, why }) => `${escapeName(file_path)}:${line}: ${text}  (${why})`);
  const rest = left.length > listed.length ? [`… and ${left.length - listed.length} more`] : [];
  return ["These places are left as they are; change them with edits:", ...listed, ...rest].join("\n");
}

/** The changes of each file. */
interface ChangedFile {
  readonly file: DocumentVersion;
  /** Words that get another name, where they are. */
  readonly renamed: Map<number, Replacement>;
  readonly changes: Replacement[];
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

  /** Asks for a rename of each parameter that gets another name, in each declaration. */
  async renameParameters(declarations: readonly ListPlace[]): Promise<void> {
    for (const [index, newName] of this.#changed.names)
      for (const { file, list } of declarations) {
        const offset = this.#offsetOf(index, file, list);
        if (offset === undefined || file.text.slice(offset, offset + newName.length) === newName) continue;
        const { places } = await renameAt({ file, offset }, newName, this.#texts, this.#context);
        for (const { file: renamed, name: word, newText } of places)
          this.#fileOf(renamed).renamed.set(word.from, { ...word, insert: newText });
      }
  }

  /** Names what a body does with the parameters that it loses. */
  async leaveRemoved(declarations: readonly ListPlace[]): Promise<void> {
    const kept = new Set(this.#changed.parameters.flatMap((each) => ("old" in each ? [each.old] : [])));
    const removed = this.#list.parameters.map((_, index) => index).filter((index) => !kept.has(index));
    const syntax = await this.#context.syntax();
    for (const { file, list } of declarations)
      for (const index of removed) {
        const offset = this.#offsetOf(index, file, list);
        if (offset === undefined) continue;
        const info = await syntax.nameAt(toSyntaxText(file, syntax, this.#context.servers), offset);
        for (const { from } of info?.occurrences ?? [])
          if (from < list.inside.from || from >= list.inside.to)
            this.left.push({ ...placeAt(file, from, this.#context), why: `it uses \`${info?.name}\`, which goes` });
      }
  }

  /** Returns the offset of a parameter's name; undefined where it has none. */
  #offsetOf(index: number, file: DocumentVersion, list: CallList): number | undefined {
    const parameter = readParameters(readList(list, file.text.text), this.#rules).parameters[index];
    const { text, name } = parameter ?? {};
    const element = list.elements.find(({ from, to }) => file.text.slice(from, to).includes(text ?? "\0"));
    if (element === undefined || text === undefined || name === undefined) return undefined;
    const head = /[:=]/.exec(text)?.index ?? text.length;
    return element.from + file.text.slice(element.from, element.to).lastIndexOf(name, head);
  }

  changeDeclaration(place: ListPlace, all: readonly ListPlace[]): void {
    const { file, list, symbol } = place;
    const written = readParameters(readList(list, file.text.text), this.#rules);
    if (written.parameters.length !== this.#list.parameters.length) {
      this.#leave(place, "it has another number of parameters");
      return;
    }
    // In C and C++ a default value is in the prototype, and not in the definition.
    const hasBody = ({ symbol: each }: ListPlace) =>
      each !== undefined && file.text.slice(each.to - 1, each.to) === "}";
    const isSecond = symbol !== undefined && hasBody(place) && all.some((each) => each !== place && !hasBody(each));
    const isBare = isSecond && factsOf(file.languageId).hasPrototypes;
    const added = ({ text }: { readonly text: string }) => (isBare ? withoutDefault(text, this.#rules) : text);
    this.#put(file, changeDeclaration(written, this.#changed, added, this.#textOf(file, written.list)));
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
    if (receivers.length === 0 || /^(?:cls|mcs)\b/.test(receivers[0] ?? "") || isConstructorSymbol(target))
      return false;
    const before = file.text.slice(Math.max(0, name.from - MAX_OWNER), name.from).trimEnd();
    const owner = target.container?.name;
    return (
      before.endsWith("::") || (owner !== undefined && new RegExp(`(?<![\\w.])${escapeRegExp(owner)}\\.$`).test(before))
    );
  }

  /** Returns a reader of elements with what changes inside of them. */
  #textOf(file: DocumentVersion, { elements, texts }: WrittenList): (element: number) => string {
    const { renamed, changes } = this.#fileOf(file);
    return (index) => {
      const element = elements[index];
      if (element === undefined) return texts[index] ?? "";
      const inside = outermost([...renamed.values(), ...changes]).filter(
        ({ from, to }) => element.from <= from && to <= element.to,
      );
      return inside
        .sort((one, other) => other.from - one.from)
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

  /** Returns the edit. What a list's change contains is not changed once more. */
  async toEdit(): Promise<WorkspaceEdit> {
    const changed = [];
    for (const { file, renamed, changes } of this.#files.values()) {
      const all = outermost([...renamed.values(), ...changes]).sort((one, other) => one.from - other.from);
      const document = all.length > 0 ? await readDocument(file.uri, this.#context) : undefined;
      if (document) changed.push({ document, version: file, changes: all });
    }
    return toWorkspaceEdit(changed, this.#context.client);
  }
}

/** Returns the changes that are not part of another one, which has them already. */
function outermost(changes: readonly Replacement[]): Replacement[] {
  const isIn = (inner: Replacement, outer: Replacement) =>
    outer !== inner &&
    outer.from <= inner.from &&
    inner.to <= outer.to &&
    outer.to - outer.from > inner.to - inner.from;
  return changes.filter((each) => !changes.some((other) => isIn(each, other)));
}

/** How far before a name the type is looked for that it is called on. */
const MAX_OWNER = 200;

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
