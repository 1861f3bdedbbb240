/**
 * The bound names of a parsed text, and those at a place. A component's scripts and the code in its
 * template are one file, and what a loop, slot or snippet declares is visible in its element or
 * block.
 */

import type { Document } from "../../text/document.js";
import { partitionPoint } from "../../text/list.js";
import { containsStretch, type Stretch } from "../../text/stretch.js";
import type { ParsedText } from "../trees/parsedText.js";
import { camelOf } from "../trees/templates/kebabCase.js";
import { type Component, componentOf, type TemplateText } from "../trees/templates/templateTexts.js";
import { type BoundName, type BoundNames, bindNames } from "./bind.js";
import { reachOf } from "./nameReach.js";
import { definitionItemOf } from "./query/itemsOfNodes.js";
import { runScopesQuery } from "./query/scopesQuery.js";
import { type NameItem, namespaces, type ScopeItem, type ScopeItems } from "./scopeItems.js";

/** Bound once per parsed text; `undefined` if the language has no `scopes` query. */
const boundByText = new WeakMap<ParsedText, { readonly bound: BoundNames | undefined }>();

export function boundNamesOf(parsed: ParsedText): BoundNames | undefined {
  const known = boundByText.get(parsed);
  if (known) return known.bound;
  const component = componentOf(parsed);
  if (component) {
    for (const [text, bound] of bindComponent(component, parsed.document)) boundByText.set(text, { bound });
    const own = boundByText.get(parsed);
    if (own) return own.bound;
  }
  const items = runScopesQuery(parsed);
  const bound = items && bindNames(items, parsed.document.length);
  boundByText.set(parsed, { bound });
  return bound;
}

/**
 * Returns the name that covers a leaf or lies in it, as a sigil may be a leaf by itself. Of two
 * names in one place, returns the more local one; of a path and a member in it, the member.
 */
export function findCoveringName({ names }: Pick<BoundNames, "names">, { from, to }: Stretch): BoundName | undefined {
  const at = firstIndexAfter(names, from);
  const near = names.slice(Math.max(0, at - 8), at + 8);
  const over = near.filter(({ item }) => item.from <= from && to <= item.to);
  const within = near.filter(({ item }) => from <= item.from && item.to <= to);
  const words = over.filter(({ item }) => item.item === "member" && item.receiver === undefined);
  return mostLocal(words.length > 0 ? words : over) ?? mostLocal(within);
}

/** Returns the name around `offset`, or else the one that ends there. */
export function findNameAt({ names }: BoundNames, offset: number): BoundName | undefined {
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
export function firstIndexAfter(names: readonly BoundName[], offset: number): number {
  return partitionPoint(names, ({ item }) => item.from <= offset);
}

/** Returns the names of each text of a component; the bindings are those of all. */
function bindComponent(
  { runes, scripts, templates }: Component,
  document: Document,
): ReadonlyMap<ParsedText, BoundNames> {
  const itemsOf = (text: ParsedText) => runScopesQuery(text) ?? [];
  const own = scripts.flatMap(itemsOf);
  const declared = new Set(own.flatMap(({ names }) => names.flatMap((each) => (isDeclared(each) ? [each.name] : []))));
  const all = [
    ...own,
    ...templates.flatMap((each) =>
      [itemsOf(each)].flat().map((items) => {
        return each.part.word ? itemsOfWord(items, each, declared) : itemsOfPart(items, each);
      }),
    ),
  ];
  const joined: ScopeItems = {
    scopes: all.flatMap(({ scopes }) => scopes),
    names: all.flatMap(({ names }) => names).sort((a, b) => a.from - b.from),
    redirects: all.flatMap(({ redirects }) => redirects).sort((a, b) => a.from - b.from),
    exported: all.flatMap(({ exported }) => exported).sort((a, b) => a.from - b.from),
    // A component is a module, whatever it imports.
    isModule: true,
    isShared: false,
    unparsedWords: new Set(all.flatMap(({ unparsedWords }) => [...unparsedWords])),
  };
  const bound = bindNames(
    runes ? { ...joined, names: storesIn(joined.names, runes, document) } : joined,
    document.length,
  );
  return new Map(
    [...scripts, ...templates].map((text) => [
      text,
      { ...bound, names: bound.names.filter(({ item }) => containsStretch(text.stretch, item)) },
    ]),
  );
}

/**
 * Returns the items of a part of a template: its parameters are visible in what it is the head of.
 */
function itemsOfPart(items: ScopeItems, { part, stretch }: TemplateText): ScopeItems {
  const { scope, rewrite } = part;
  const widen = (each: ScopeItems["scopes"][number]) =>
    scope && each.item === "scope" && containsStretch(each, stretch)
      ? ({ ...each, from: scope.from, to: scope.to } satisfies ScopeItem)
      : each;
  const isWhole = ({ from, to }: NameItem) => from === stretch.from && to === stretch.to;
  return {
    ...items,
    scopes: items.scopes.map(widen),
    names: items.names
      .filter((each) => containsStretch(stretch, each))
      .map((each) =>
        rewrite !== undefined && each.item === "reference" && isWhole(each) ? { ...each, rewrite } : each,
      ),
  };
}

const isDeclared = ({ item }: NameItem) => item === "definition";

/** Returns the items of a word that may be written in kebab-case: `<my-button :my-prop>`. */
function itemsOfWord(
  items: ScopeItems,
  { part: { word, from, to }, document }: TemplateText,
  declared: ReadonlySet<string>,
): ScopeItems {
  const written = document.slice(from, to);
  const camel = camelOf(written);
  const pascal = camel.slice(0, 1).toUpperCase() + camel.slice(1);
  const name = word === "component" ? [camel, pascal].find((each) => declared.has(each)) : camel;
  const none: ScopeItems = { ...items, scopes: [], names: [] };
  const reference = items.names.find((each) => each.item === "reference");
  if (name === undefined || reference === undefined) return none;
  const rewrite = written === name ? undefined : "{new-kebab}";
  const item: NameItem =
    word === "component"
      ? { ...reference, name, from, to, rewrite }
      : { item: "member", name, from, to, receiver: undefined, of: undefined, namespaces: namespaces.member };
  return { ...none, names: [item] };
}

const noOrder = { visibleAfter: undefined, type: "" };

/**
 * Returns the names of a component with stores: `$count` reads the store `count`, and `$: double =
 * …` declares what nothing else does.
 */
function storesIn(names: readonly NameItem[], runes: ReadonlySet<string>, { text }: Document): readonly NameItem[] {
  const declared = new Set(names.flatMap((each) => (each.item === "definition" ? [each.name] : [])));
  return names.map((each): NameItem => {
    if (each.item !== "reference") return each;
    const store = /^\$([^$].*)$/.exec(each.name)?.[1];
    if (store !== undefined && !declared.has(each.name) && (!runes.has(store) || declared.has(store)))
      return { ...each, name: store, from: each.from + 1 };
    const isReactive =
      each.isWrite && /(?:^|\n)[ \t]*\$:\s*$/.test(text.slice(Math.max(0, each.from - 100), each.from));
    if (!isReactive || declared.has(each.name)) return each;
    declared.add(each.name);
    return definitionItemOf({ name: each.name, from: each.from, to: each.to }, "variable", { in: "file" }, noOrder);
  });
}
