/**
 * The name at an offset: its meaning and occurrences, from scopes, the syntax index and the tree.
 */

import type { Node } from "web-tree-sitter";
import { appendAll, getOrInsert } from "../../text/list.js";
import type { Stretch } from "../../text/stretch.js";
import { isCommentType } from "../grammars/commentTypes.js";
import { eachNode } from "../index/nodePositions.js";
import { findSymbolAt } from "../index/symbolAt.js";
import { recordOf, type SyntaxIndex } from "../index/syntaxIndex.js";
import { subtypeAt } from "../trees/heritage.js";
import type { ParsedText } from "../trees/parsedText.js";
import { textAround, textsWithNames } from "../trees/templates/templateTexts.js";
import { declaredAt } from "../values/declaredAt.js";
import type { Declared, Expression } from "../values/expression.js";
import type { BoundName, BoundNames } from "./bind.js";
import { boundNamesOf, findCoveringName, findNameAt, firstIndexAfter } from "./boundNames.js";
import type { Binding } from "./lexicalScope.js";
import { lookUp } from "./lookUp.js";
import { moduleOriginOf } from "./moduleOrigin.js";
import type { NameInfo, Occurrence, OuterName, WordUse } from "./nameInfo.js";
import { importOf, isRenamable, reachOf } from "./nameReach.js";
import { type NameItem, namespaces } from "./scopeItems.js";

/** Returns the name at `offset`, or the one that ends there. `index` is the index of `text`. */
export function nameAt(text: ParsedText, index: SyntaxIndex, offset: number): NameInfo | undefined {
  const bound = boundNamesOf(text);
  const leaf = leafAt(text, index, offset);
  const found = bound && (leaf ? findCoveringName(bound, leaf) : findNameAt(bound, offset));
  if (bound && found) {
    const extent = extentOf(found.binding);
    const occurrences = found.binding ? extent.occurrences : findFreeNames(bound, found).map(toOccurrence);
    const own = toNameInfo(text, bound, found, { ...extent, occurrences });
    const outer = found.item.item === "definition" ? outerUseAt(bound, found.item.from) : undefined;
    return outer ? { ...own, outer: toNameInfo(text, bound, outer, extentOf(outer.binding)) } : own;
  }
  // Where scopes are known, a leaf that is not bound is not a name: a label, the key of an
  // attribute.
  if (leaf === undefined || bound) return undefined;
  return { ...unboundName(text, leaf), occurrences: findLeaves(text, index, leaf.name) };
}

/** Returns the name of an example, which no other text can mean. */
export function nameOfExample(info: NameInfo): NameInfo {
  return info.reach === "file" ? { ...info, reach: "local", isRenamable: true } : info;
}

/** Returns the use of an outer name at the offset of a definition. */
function outerUseAt({ names }: BoundNames, offset: number): BoundName | undefined {
  for (let at = firstIndexAfter(names, offset) - 1; names[at]?.item.from === offset; at--) {
    const item = names[at]?.item;
    if (item?.item === "reference" && item.isOuter) return names[at];
  }
  return undefined;
}

/** Returns a name of a language without scopes. */
function unboundName(text: ParsedText, leaf: Leaf): NameInfo {
  const { name, from, to } = leaf;
  return {
    ...{ name, from, to, reach: "free", definitions: [], occurrences: [], isRenamable: false, isType: false },
    isMember: false,
    isUnscoped: true,
    ...argumentsOf(text, leaf),
  };
}

/**
 * Returns the uses of a word that are not local to the text, also under an alias that an import
 * gives it, and its local uses that are properties as well, or in the head of a type. The uses of
 * one binding share their `occurrences`, the first `max`; a free name has none.
 */
export function usesOf(parsed: ParsedText, word: string, { max, withSubtypes, indexOf }: UsesOptions): WordUse[] {
  const uses: WordUse[] = [];
  for (const text of textsWithNames(parsed)) {
    const bound = boundNamesOf(text);
    if (!bound) {
      const leaves = findLeaves(text, indexOf(text), word).slice(0, max + 1 - uses.length);
      appendAll(
        uses,
        leaves.map((leaf) => ({ ...unboundName(text, { ...leaf, name: word }), role: leaf.role })),
      );
      continue;
    }
    const infos = new Map<Binding, NameExtent>();
    for (const found of namesMeaning(bound, word)) {
      if (uses.at(-1)?.from === found.item.from) continue;
      const subtype = withSubtypes && !isQualifier(found.item, text) ? subtypeAt(text.tree, found.item) : undefined;
      const isLocal = reachOf(found.binding) === "local" && shorthandOf(found.item) === undefined;
      if (isLocal && subtype === undefined) continue;
      const { binding } = found;
      const info = (binding && infos.get(binding)) ?? extentOf(binding, max);
      if (binding) infos.set(binding, info);
      const role = found.item.item === "definition" ? "definition" : "reference";
      uses.push({ ...toNameInfo(text, bound, found, info), role, ...(subtype ? { subtype } : {}) });
      if (uses.length > max) break;
    }
  }
  return uses.slice(0, max).sort((a, b) => a.from - b.from);
}

interface UsesOptions {
  readonly max: number;
  /** Whether the types are needed in whose heads the uses are, which takes time. */
  readonly withSubtypes: boolean;
  readonly indexOf: (text: ParsedText) => SyntaxIndex;
}

/**
 * The names of a text by their words, and by the words that their imports take them from. What
 * `require` returns is the default export of a module of CommonJS.
 */
const namesByWord = new WeakMap<BoundNames, ReadonlyMap<string, readonly BoundName[]>>();

function namesMeaning(bound: BoundNames, word: string): readonly BoundName[] {
  const indexed = namesByWord.get(bound);
  if (indexed) return indexed.get(word) ?? [];
  const byWord = new Map<string, BoundName[]>();
  for (const name of bound.names) {
    const words = new Set([name.item.name]);
    for (const { import: taken } of name.binding?.definitions ?? []) {
      if (taken?.original) words.add(taken.original);
      else if (taken?.isRequired) words.add("default");
    }
    for (const each of words) getOrInsert(byWord, each, () => []).push(name);
  }
  namesByWord.set(bound, byWord);
  return byWord.get(word) ?? [];
}

/**
 * Returns the names that a type extends or implements, by the offset of its own name. Of a
 * qualified name, only the last word.
 */
export function namesInHead(parsed: ParsedText, offset: number): NameInfo[] {
  const found: NameInfo[] = [];
  for (const text of textsWithNames(parsed)) {
    const bound = boundNamesOf(text);
    if (!bound) continue;
    // In the head of an `impl`, the trait is before the name of the type.
    const from = Math.max(0, offset - MAX_LENGTH_BEFORE_NAME);
    for (let at = firstIndexAfter(bound.names, from); at < bound.names.length; at++) {
      const each = bound.names[at] as BoundName;
      const subtype = subtypeAt(text.tree, each.item);
      if (subtype?.nameFrom !== offset) {
        if (each.item.from > offset + MAX_HEAD_LENGTH) break;
        continue;
      }
      if (!isQualifier(each.item, text) && found.at(-1)?.from !== each.item.from)
        found.push(toNameInfo(text, bound, each, extentOf(each.binding)));
    }
  }
  return found;
}

/** Whether a name is only the beginning of a qualified one. */
function isQualifier({ to }: NameItem, { document }: ParsedText): boolean {
  return /^(?:\.|::|\\)/.test(document.slice(to, to + 2));
}

const MAX_HEAD_LENGTH = 5_000;
const MAX_LENGTH_BEFORE_NAME = 500;

/** Returns the names in a stretch that are called, in source order; at most `max`. */
export function callsIn(parsed: ParsedText, { from, to }: Stretch, max: number): NameInfo[] {
  const calls: NameInfo[] = [];
  for (const text of textsWithNames(parsed)) {
    const bound = boundNamesOf(text);
    if (!bound) continue;
    for (let at = firstIndexAfter(bound.names, from); at < bound.names.length && calls.length < max; at++) {
      const found = bound.names[at] as BoundName;
      if (found.item.from >= to) break;
      if (found.item.item === "definition" || calls.at(-1)?.from === found.item.from) continue;
      const { argumentCount } = argumentsOf(text, found.item);
      if (argumentCount !== undefined) calls.push(toNameInfo(text, bound, found, extentOf(found.binding)));
    }
  }
  return calls;
}

/**
 * Returns the names that a stretch uses and does not declare, each binding once; no members. Free
 * names are each word once.
 */
export function outerNamesIn(parsed: ParsedText, stretch: Stretch): OuterName[] {
  const found = new Map<
    Binding | string,
    OuterName & { readonly uses: Stretch[]; isWritten: boolean; isType: boolean }
  >();
  for (const text of textsWithNames(parsed)) {
    const bound = boundNamesOf(text);
    if (!bound) continue;
    for (let at = firstIndexAfter(bound.names, stretch.from); at < bound.names.length; at++) {
      const { item, binding } = bound.names[at] as BoundName;
      if (item.from >= stretch.to) break;
      const definitions = binding?.definitions ?? [];
      const reach = reachOf(binding);
      const isName =
        item.item === "definition" || (item.item === "reference" && !(binding === undefined && item.isOfSelf));
      if (!isName || reach === "member") continue;
      const inside = definitions.filter(({ from }) => stretch.from <= from && from < stretch.to);
      if (binding && inside.length === definitions.length) continue;
      const taken = importOf(binding);
      const name = getOrInsert(found, binding ?? item.name, () => ({
        ...{ name: item.name, reach, uses: [], isWritten: false, isType: true },
        ...(binding && { kind: binding.kind }),
        definitions: definitions.map(({ from, to }) => ({ from, to })),
        ...(taken && { import: taken }),
      }));
      if (name.uses.at(-1)?.from !== item.from) name.uses.push({ from: item.from, to: item.to });
      name.isWritten ||= inside.length > 0 || (item.item === "reference" && item.isWrite);
      name.isType &&= item.item === "reference" && item.isType;
    }
  }
  return [...found.values()];
}

interface Leaf extends Stretch {
  readonly name: string;
}

function leafAt({ document }: ParsedText, index: SyntaxIndex, offset: number): Leaf | undefined {
  const symbol = findSymbolAt(index, document, offset);
  const node = symbol?.path.at(-1);
  return symbol && node && { name: symbol.name, from: node.from, to: node.to };
}

type NameExtent = Pick<NameInfo, "definitions" | "occurrences">;

/** Returns the places of a binding, the first `max`; none for a free name. */
function extentOf(binding: Binding | undefined, max = Number.POSITIVE_INFINITY): NameExtent {
  return {
    definitions: (binding?.definitions ?? []).slice(0, max).map(({ from, to }) => ({ from, to })),
    occurrences: withoutDuplicates((binding?.occurrences ?? []).slice(0, max)).map(toOccurrence),
  };
}

function toNameInfo(text: ParsedText, bound: BoundNames, found: BoundName, extent: NameExtent): NameInfo {
  const { item, binding } = found;
  const { name, from, to } = item;
  const taken = item.item === "original" ? item.import : importOf(binding);
  const shorthand = shorthandOf(item);
  return {
    ...{ name, from, to },
    reach: item.item === "original" ? "import" : reachOf(binding),
    ...(binding ? { kind: binding.kind } : {}),
    ...extent,
    isRenamable: binding !== undefined && isRenamable(binding, bound),
    ...(taken ? { import: taken } : {}),
    isMember: item.item === "member" || (item.item === "reference" && item.isOfSelf),
    ...receiverOf(bound, found, text),
    ...calleeOf(bound, found, text),
    ...originOf(bound, found, shorthand === "pattern" && taken === undefined, text),
    ...argumentsOf(text, item),
    isType: item.item === "reference" && item.isType,
    ...(shorthand ? { shorthand } : {}),
    ...(item.item === "reference" && item.isOuter ? { isOuter: true } : {}),
  };
}

/** A new name of the variable takes the old one as the name of its property: `{ x: new }`. */
function shorthandOf(item: NameItem): NameInfo["shorthand"] {
  if (item.item === "definition") return item.rewrite === SHORTHAND_REWRITE ? "pattern" : undefined;
  if (item.item !== "reference" || item.rewrite !== SHORTHAND_REWRITE) return undefined;
  return item.isWrite ? "pattern" : "literal";
}

const SHORTHAND_REWRITE = "{name}: {new}";

/** Returns the occurrences of a free name. */
function findFreeNames({ names }: BoundNames, { item }: BoundName): NameItem[] {
  return withoutDuplicates(
    names.filter((each) => each.binding === undefined && each.item.name === item.name).map((each) => each.item),
  );
}

function withoutDuplicates(items: readonly NameItem[]): NameItem[] {
  return items.filter((item, at) => item.from !== items[at - 1]?.from);
}

function toOccurrence(item: NameItem): Occurrence {
  const { from, to } = item;
  const isDefinition = item.item === "definition";
  const rewrite = isDefinition || item.item === "reference" ? item.rewrite : undefined;
  return {
    from,
    to,
    role: isDefinition ? "definition" : "reference",
    isWrite: isDefinition || (item.item === "reference" && item.isWrite),
    ...(rewrite === undefined ? {} : { rewrite: rewrite.replaceAll("{name}", () => item.name) }),
  };
}

function originOf(
  bound: BoundNames,
  found: BoundName,
  isInPattern: boolean,
  { document }: ParsedText,
): Pick<NameInfo, "origin"> {
  if (!isInPattern && found.item.item !== "member") return {};
  const origin = moduleOriginOf(bound, found, isInPattern, document);
  return origin ? { origin } : {};
}

function receiverOf(bound: BoundNames, { item, scope }: BoundName, text: ParsedText): Pick<NameInfo, "receiver"> {
  if (item.item !== "member" || item.receiver === undefined) return {};
  const { from, to } = item.receiver;
  const { document } = text;
  const name = document.slice(from, to);
  const itself = findCoveringName(bound, item.receiver);
  const binding: Binding | undefined =
    itself?.binding ?? lookUp({ name, namespaces: namespaces.value | namespaces.type, isOfSelf: false, from }, scope);
  const taken = itself?.item.item === "member" ? undefined : importOf(binding);
  const [definition] = taken ? [] : (binding?.definitions ?? []);
  const declared = definition && declaredAt(textAround(text, definition).tree, definition);
  const type = declared && typeNameOf(declared, document.text);
  const facts = { ...(taken ? { import: taken } : {}), ...(type === undefined ? {} : { type }) };
  return { receiver: { name, reach: reachOf(binding), ...facts } };
}

/** Returns the name of the type that a declaration shows: by annotation, or by a construction. */
function typeNameOf({ type, value }: Declared, text: string): string | undefined {
  if (type) return nameOfType(type, text);
  if (value?.kind === "instance") return nameOfType(value.of, text);
  if (value?.kind !== "call" || value.of.kind !== "name") return undefined;
  const called = nameOfType(value.of, text);
  if (called === undefined || /^\p{Lu}/u.test(called)) return called;
  // `Cart::new()`
  const { from } = value.of;
  return /(?<![\p{ID_Continue}])(\p{Lu}[\p{ID_Continue}]*)::$/u.exec(
    text.slice(Math.max(0, from - MAX_TYPE_NAME), from),
  )?.[1];
}

/** The maximum length of a type's name before the name of its constructor, in UTF-16 units. */
const MAX_TYPE_NAME = 100;

function nameOfType(type: Expression, text: string): string | undefined {
  if (type.kind === "instance") return nameOfType(type.of, text);
  if (type.kind === "union") {
    const [first, ...others] = type.of;
    return first && others.every((each) => each.kind === "other" && each.name === undefined)
      ? nameOfType(first, text)
      : undefined;
  }
  if (type.kind === "other") return type.name;
  if (type.kind !== "name") return undefined;
  return /^[\p{ID_Start}_$][\p{ID_Continue}$]*/u.exec(text.slice(type.from, type.from + MAX_TYPE_NAME))?.[0];
}

function calleeOf(bound: BoundNames, { item, scope }: BoundName, text: ParsedText): Pick<NameInfo, "callee"> {
  if (item.item !== "member" || item.callee === undefined) return {};
  const { from, to } = item.callee;
  const written = text.document.slice(from, to);
  const itself = findCoveringName(bound, item.callee);
  if (itself?.item.item === "member") {
    const taken = receiverOf(bound, itself, text).receiver?.import;
    return { callee: { name: written, reach: reachOf(itself.binding), ...(taken ? { import: taken } : {}) } };
  }
  const wanted = namespaces.value | namespaces.type | namespaces.function;
  const binding = itself?.binding ?? lookUp({ name: written, namespaces: wanted, isOfSelf: false, from }, scope);
  const taken = importOf(binding);
  return { callee: { name: taken?.original ?? written, reach: reachOf(binding), ...(taken ? { import: taken } : {}) } };
}

/** Returns all leaves with this text, for languages whose names can't be bound. */
function findLeaves({ document }: ParsedText, index: SyntaxIndex, name: string): Occurrence[] {
  const { text } = document;
  const candidates = new Set<number>();
  for (let from = text.indexOf(name); from >= 0; from = text.indexOf(name, from + name.length)) candidates.add(from);
  if (candidates.size === 0) return [];
  const found: Occurrence[] = [];
  for (const { start, end, record } of eachNode(index)) {
    const isIt = candidates.has(start.offset) && end.offset - start.offset === name.length;
    if (!isIt || recordOf(index, record).descendantCount > 0) continue;
    found.push({ from: start.offset, to: end.offset, role: "reference", isWrite: false });
  }
  return found;
}

/** Lists of arguments: `arguments`, `argument_list`, `value_arguments` … */
const argumentLists = /argument(?:s|_list|_part)$/;
const typeArgumentLists = /^(?:type|template)_argument/;

/** Sends of Rholang that wait for an answer: `c!?(x)` sends a channel for it as well. */
const returnChannelTypes: ReadonlySet<string> = new Set(["send_sync", "send_receive"]);

/** Returns the number of arguments of a command of a shell, if the node is its name. */
function commandArgumentCount(node: Node): number | undefined {
  const { type, parent, startIndex } = node;
  const isName = type === "command_name" || (type === "word" && startIndex === parent?.startIndex);
  if (parent?.type !== "command" || !isName) return undefined;
  let count = 0;
  for (let next = node.nextNamedSibling; next; next = next.nextNamedSibling) if (!isCommentType(next.type)) count++;
  return count;
}

/** The nodes of arguments that may have closures after their list: those of Kotlin and Swift. */
const suffixes = /^(?:call|constructor)_suffix$/;

/** Returns the arguments of a call of Kotlin or Swift; none of a subscript. */
function argumentsOfSuffix(suffix: Node): Pick<NameInfo, "argumentCount" | "argumentLabels"> {
  const labels: string[] = [];
  let label: string | undefined;
  for (const each of suffix.namedChildren) {
    if (each === null || isCommentType(each.type)) continue;
    if (each.type === "value_arguments") {
      if (each.firstChild?.type === "[") return {};
      const given = each.namedChildren.filter((child) => child && !isCommentType(child.type));
      for (const argument of given) labels.push(argument?.childForFieldName("name")?.text ?? "");
    } else if (each.type === "simple_identifier") label = each.text;
    else if (/lambda/.test(each.type)) {
      labels.push(label ?? "*");
      label = undefined;
    }
  }
  // The grammars may read `a(1) { … }` as a call of a call.
  const outer = suffix.parent?.nextNamedSibling;
  if (outer?.type === "call_suffix" && /lambda/.test(outer.firstNamedChild?.type ?? "")) labels.push("*");
  return { argumentCount: labels.length, argumentLabels: labels };
}

/**
 * Returns the number of arguments if a list of them follows the name, or its type arguments; or if
 * it is that of a command.
 */
function argumentsOf({ tree }: ParsedText, { from, to }: Stretch): Pick<NameInfo, "argumentCount" | "argumentLabels"> {
  let node: Node | null = tree.rootNode.descendantForIndex(from, Math.max(from, to - 1));
  for (let level = 0; node && level < 4 && node.endIndex <= to + 1; level++, node = node.parent) {
    // In `new A<B>()`, B takes none.
    if (typeArgumentLists.test(node.type)) return {};
    const sibling: Node | null = node.nextNamedSibling;
    const after = sibling && typeArgumentLists.test(sibling.type) ? sibling.nextNamedSibling : sibling;
    if (after && suffixes.test(after.type)) return argumentsOfSuffix(after);
    const next = after;
    if (next && argumentLists.test(next.type)) {
      const given = next.namedChildren.filter((child) => child && !isCommentType(child.type));
      return { argumentCount: given.length + (returnChannelTypes.has(next.parent?.type ?? "") ? 1 : 0) };
    }
    const ofCommand = commandArgumentCount(node);
    if (ofCommand !== undefined) return { argumentCount: ofCommand };
    // C++ and JavaScript make objects without brackets: `new A`.
    if (node.parent?.type === "new_expression" && node.parent.childForFieldName("arguments") === null)
      return { argumentCount: 0 };
    // Ruby calls without brackets: `a.b`.
    if (node.parent?.type === "call" && node.parent.childForFieldName("method")?.id === node.id)
      return { argumentCount: 0 };
  }
  return {};
}
