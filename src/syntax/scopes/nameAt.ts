/**
 * The name at an offset: its meaning and occurrences, from scopes, the syntax index and the tree.
 */

import type { Node } from "web-tree-sitter";
import type { Stretch } from "../../text/stretch.js";
import { isCommentType } from "../grammars/commentTypes.js";
import { eachNode } from "../index/nodePositions.js";
import { findSymbolAt } from "../index/symbolAt.js";
import { recordOf, type SyntaxIndex } from "../index/syntaxIndex.js";
import { allTexts, type ParsedText } from "../trees/parsedText.js";
import type { BoundName, BoundNames } from "./bind.js";
import { boundNamesOf } from "./boundNames.js";
import type { Binding } from "./lexicalScope.js";
import { lookUp } from "./lookUp.js";
import type { NameInfo, Occurrence } from "./nameInfo.js";
import { importOf, isRenamable, reachOf } from "./nameReach.js";
import { type NameItem, namespaces } from "./scopeItems.js";

/** Returns the name at `offset`, or the one that ends there. `index` is the index of `text`. */
export function nameAt(text: ParsedText, index: SyntaxIndex, offset: number): NameInfo | undefined {
  const bound = boundNamesOf(text);
  const leaf = leafAt(text, index, offset);
  const found = bound && (leaf ? findCoveringName(bound, leaf) : findNameAt(bound, offset));
  if (bound && found) return toNameInfo(text, bound, found);
  // Where scopes are known, a leaf that is not bound is not a name: a label, the key of an
  // attribute.
  if (leaf === undefined || bound) return undefined;
  const { name, from, to } = leaf;
  const occurrences = findLeaves(text, index, name);
  return {
    ...{ name, from, to, reach: "free", definitions: [], occurrences, isRenamable: false, isType: false },
    isMember: false,
    ...argumentsOf(text, leaf),
  };
}

/** Returns all occurrences of a name that are not local to the text. */
export function occurrencesOf(
  parsed: ParsedText,
  name: string,
  indexOf: (text: ParsedText) => SyntaxIndex,
): Occurrence[] {
  const found: Occurrence[] = [];
  for (const text of allTexts(parsed)) {
    const bound = boundNamesOf(text);
    if (!bound) found.push(...findLeaves(text, indexOf(text), name));
    else
      for (const each of bound.names) {
        if (each.item.name !== name || reachOf(each.binding) === "local") continue;
        // The two sides of `import { x } from` are one occurrence.
        if (found.at(-1)?.from !== each.item.from) found.push(toOccurrence(each.item));
      }
  }
  return found.sort((a, b) => a.from - b.from);
}

interface Leaf extends Stretch {
  readonly name: string;
}

function leafAt({ document }: ParsedText, index: SyntaxIndex, offset: number): Leaf | undefined {
  const symbol = findSymbolAt(index, document, offset);
  const node = symbol?.path.at(-1);
  return symbol && node && { name: symbol.name, from: node.from, to: node.to };
}

/**
 * Returns the name that covers a leaf or lies in it, as a sigil may be a leaf by itself. Of two
 * names in one place, returns the more local one.
 */
function findCoveringName({ names }: BoundNames, { from, to }: Stretch): BoundName | undefined {
  const at = firstIndexAfter(names, from);
  const near = names.slice(Math.max(0, at - 8), at + 8);
  const over = near.filter(({ item }) => item.from <= from && to <= item.to);
  const within = near.filter(({ item }) => from <= item.from && item.to <= to);
  return mostLocal(over) ?? mostLocal(within);
}

/** Returns the name around `offset`, or else the one that ends there. */
function findNameAt({ names }: BoundNames, offset: number): BoundName | undefined {
  const at = firstIndexAfter(names, offset);
  const near = names.slice(Math.max(0, at - 8), at + 1);
  return (
    mostLocal(near.filter(({ item }) => item.from <= offset && offset < item.to)) ??
    mostLocal(near.filter(({ item }) => item.to === offset))
  );
}

function mostLocal(names: readonly BoundName[]): BoundName | undefined {
  return names.find(({ binding }) => reachOf(binding) === "local") ?? names[0];
}

/** Returns the index of the first name that starts after `offset`. */
function firstIndexAfter(names: readonly BoundName[], offset: number): number {
  let low = 0;
  let high = names.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((names[middle] as BoundName).item.from > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

function toNameInfo(text: ParsedText, bound: BoundNames, found: BoundName): NameInfo {
  const { item, binding } = found;
  const { name, from, to } = item;
  const taken = item.item === "original" ? item.import : importOf(binding);
  return {
    ...{ name, from, to },
    reach: item.item === "original" ? "import" : reachOf(binding),
    ...(binding ? { kind: binding.kind } : {}),
    definitions: (binding?.definitions ?? []).map(({ from, to }) => ({ from, to })),
    occurrences: (binding ? withoutDuplicates(binding.occurrences) : findFreeNames(bound, found)).map(toOccurrence),
    isRenamable: binding !== undefined && isRenamable(binding, bound),
    ...(taken ? { import: taken } : {}),
    isMember: item.item === "member" || (item.item === "reference" && item.isOfSelf),
    ...receiverOf(bound, found, text),
    ...argumentsOf(text, item),
    isType: item.item === "reference" && item.isType,
  };
}

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

function receiverOf(
  bound: BoundNames,
  { item, scope }: BoundName,
  { document }: ParsedText,
): Pick<NameInfo, "receiver"> {
  if (item.item !== "member" || item.receiver === undefined) return {};
  const { from, to } = item.receiver;
  const name = document.slice(from, to);
  const itself = findCoveringName(bound, item.receiver);
  const binding: Binding | undefined =
    itself?.binding ?? lookUp({ name, namespaces: namespaces.value | namespaces.type, isOfSelf: false, from }, scope);
  const taken = itself?.item.item === "member" ? undefined : importOf(binding);
  return { receiver: { name, reach: reachOf(binding), ...(taken ? { import: taken } : {}) } };
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

/** Returns the number of arguments if a node of type `…argument…` follows the name. */
function argumentsOf({ tree }: ParsedText, { from, to }: Stretch): Pick<NameInfo, "argumentCount"> {
  let node: Node | null = tree.rootNode.descendantForIndex(from, Math.max(from, to - 1));
  for (let level = 0; node && level < 4 && node.endIndex <= to + 1; level++, node = node.parent) {
    const next: Node | null = node.nextNamedSibling;
    if (next && /argument/.test(next.type)) {
      const given = next.namedChildren.filter((child) => child && !isCommentType(child.type));
      return { argumentCount: given.length };
    }
  }
  return {};
}
