/** Runs the query `scopes` of a grammar over a tree, and reads its captures and properties as items. */

import type { Node, QueryMatch } from "web-tree-sitter";
import type { Stretch } from "../../text/stretch.js";
import { usualName } from "../index/symbolName.js";
import type { ParsedText } from "../parsedText.js";
import {
  type DefinitionItem,
  type MemberItem,
  type NameItem,
  namespaces,
  type OutsideItem,
  type RedirectItem,
  type ReferenceItem,
  type ScopeItem,
  type ScopeItems,
} from "./items.js";
import type { ImportOf } from "./name.js";

type Properties = Readonly<Record<string, string | null>>;

/** Syntax nested deeper is not looked into: what a query costs there grows with the square of the depth. */
const deepestSyntax = 1_000;
/** A query over text that is mostly errors takes the square of the time. */
const longestQueryMs = (length: number) => Math.min(20_000, 1_000 + length / 200);

const definitionPrefix = "definition.";
const words = /[\p{ID_Start}_$][\p{ID_Continue}$]*/gu;

/**
 * Undefined where the grammar has no such query, and where it took too long: half of what a text declares would make names mean what they don't.
 */
export function scopeItems({ grammar, tree, document }: ParsedText): ScopeItems | undefined {
  const query = grammar.query("scopes");
  if (query === undefined) return undefined;
  const until = performance.now() + longestQueryMs(document.length);
  // It stops where this says true, though its types promise nothing.
  const progressCallback = (() => performance.now() > until) as unknown as () => void;
  const matches = query.matches(tree.rootNode, { progressCallback, maxStartDepth: deepestSyntax });
  if (performance.now() > until) return undefined;

  const { text } = document;
  const scopes = new Map<number, ScopeItem>();
  const outsides = new Map<number, OutsideItem>();
  const redirects: RedirectItem[] = [];
  const exported: Stretch[] = [];
  const unread = new Set<string>();
  let isModule = false;
  let isShared = false;
  const claims = new Claims();
  for (const match of matches) {
    const properties = match.setProperties ?? {};
    for (const { name, node } of match.captures) {
      switch (name) {
        case "scope":
          scopes.set(node.id, scopeOf(node, properties, scopes.get(node.id), typeOf(match, text)));
          break;
        case "outside":
          outsides.set(node.id, { item: "outside", ...stretchOf(node) });
          break;
        case "module":
          isModule = true;
          break;
        case "shared":
          isShared = true;
          break;
        case "unread":
          for (const [word] of textOf(node, text).matchAll(words)) unread.add(word);
          break;
        case "exported":
          exported.push(stretchOf(node));
          break;
        case "fixed":
          claims.fixed.add(node.startIndex);
          break;
        case "redirect": {
          const target = properties["to"] === "file" ? "file" : "function";
          redirects.push({ item: "redirect", ...nameOf(node, properties, text), target });
          break;
        }
      }
    }
    claimNames(match, properties, text, claims);
  }
  for (const list of [redirects, exported]) list.sort((a, b) => a.from - b.from);
  // What stands outside may have names of its own, a lambda as a default value: then those are within.
  const nested = [...outsides.values(), ...scopes.values()];
  return { scopes: nested, redirects, exported, isModule, isShared, unread, names: claims.names() };
}

/**
 * Which pattern says what a name is. That which stands first in the query decides; only where it says that the name is defined, patterns that define it
 * in other scopes count too.
 */
class Claims {
  /** Where a name can't be another: no `rewrite` would do. */
  readonly fixed = new Set<number>();
  readonly #byPlace = new Map<
    number,
    {
      readonly pattern: number;
      readonly role: string;
      readonly item: NameItem | undefined;
      readonly isAlone: boolean;
    }[]
  >();

  /** What comes behind a claim that is alone does not count. */
  add(from: number, claim: { pattern: number; role: string; item: NameItem | undefined; isAlone: boolean }): void {
    const claims = this.#byPlace.get(from);
    if (claims) claims.push(claim);
    else this.#byPlace.set(from, [claim]);
  }

  names(): NameItem[] {
    const names: NameItem[] = [];
    for (const from of [...this.#byPlace.keys()].sort((a, b) => a - b)) {
      const claims = (this.#byPlace.get(from) ?? []).sort((a, b) => a.pattern - b.pattern);
      const first = claims[0];
      const seen = new Set<string>();
      for (const { role, item, isAlone } of claims) {
        if (first?.item?.item === "definition" ? item?.item !== "definition" : seen.size > 0) break;
        if (seen.has(role)) continue;
        seen.add(role);
        if (item) names.push(this.fixed.has(from) ? fixed(item) : item);
        if (isAlone) break;
      }
    }
    return names;
  }
}

function fixed(item: NameItem): NameItem {
  return item.item === "definition"
    ? { ...item, rename: "no" }
    : item.item === "reference"
      ? { ...item, isFixed: true }
      : item;
}

/** The names of one match. Those that stand for what is elsewhere need the others of their match. */
function claimNames(
  { captures, patternIndex }: QueryMatch,
  properties: Properties,
  text: string,
  claims: Claims,
): void {
  const nodeOf = (capture: string): Node | undefined => captures.find(({ name }) => name === capture)?.node;
  const source = nodeOf("source");
  const original = nodeOf("original");
  const whole = properties["whole"] !== undefined;
  const isAlone = "alone" in properties;
  const importOf = (name: string, leaf: Node): ImportOf | undefined => {
    const { around } = properties;
    const said = around
      ? sourceAround(original ?? leaf, around, properties["joint"] ?? "", text)
      : properties["source"];
    if (around && said === "") return { source: original ? textOf(original, text) : name };
    if (source === undefined && original === undefined && said === undefined) return undefined;
    const from = source ? unquoted(textOf(source, text)) : (said ?? "").replace("{name}", () => name);
    const over = properties["original"] ?? (original ? unquoted(textOf(original, text)) : name);
    return whole ? { source: from } : { source: from, original: over };
  };
  for (const { name: capture, node } of captures) {
    const named = () => nameOf(node, properties, text);
    const add = (role: string, item: NameItem | undefined) =>
      claims.add(item?.from ?? node.startIndex, { pattern: patternIndex, role, item, isAlone });
    if (capture.startsWith(definitionPrefix)) {
      const kind = capture.slice(definitionPrefix.length);
      const receiver = nodeOf("receiver");
      for (const { leaf, through } of namesIn(node, properties, text)) {
        const name = nameOf(leaf, properties, text);
        const definition = definitionOf(name, through ?? kind, properties, {
          behind: nodeOf("behind"),
          type: leaf.type,
        });
        const otherwise = receiver ? memberOf(name, receiver, text) : useOtherwise(name, properties);
        const item = {
          ...definition,
          ...(kind === "import" ? { import: importOf(definition.name, leaf) } : {}),
          ...(otherwise ? { otherwise } : {}),
        };
        if (item.name !== "") add(`definition ${item.in} ${item.namespaces}`, item);
      }
    } else if (capture === "reference") {
      for (const each of properties["each"] ? namesWithin(node, properties["each"], text) : [named()])
        add("reference", { item: "reference", ...each, ...useOf(properties) });
    } else if (capture === "member") {
      const receiver = nodeOf("receiver");
      const lastWord = receiver && lastWordOf(receiver, text);
      const of = receiver && askedOf(receiver, properties, text);
      const wanted = properties["namespace"] ? namespacesOf(properties) : namespaces.member;
      add("member", { item: "member", ...named(), receiver: lastWord, of, namespaces: wanted });
    } else if (capture === "ignored") {
      add("ignored", undefined);
    } else if (
      capture === "original" &&
      !captures.some(({ name, node: { id } }) => name !== capture && id === node.id)
    ) {
      const over = named();
      const taken = importOf(over.name, node) ?? { source: "", original: over.name };
      add("original", { item: "original", ...over, import: taken });
    } else if (capture === "source") {
      const stretch = unquotedStretch(node, text);
      const path = text.slice(stretch.from, stretch.to);
      add("source", { item: "original", ...stretch, name: path, import: { source: path } });
    }
  }
}

/**
 * Where an import in a tree of imports comes from: what a field of the nodes around its name says, from the outermost in, as long as they are of
 * these types. A field that the name itself stands in says nothing.
 */
function sourceAround(name: Node, around: string, joint: string, text: string): string {
  const ways = waysOf(around);
  const parts: string[] = [];
  for (let node = name.parent; node; node = node.parent) {
    const fields = ways.get(node.type);
    if (fields === undefined) break;
    for (const field of fields) {
      const said = node.childForFieldName(field);
      if (said && !(said.startIndex <= name.startIndex && name.endIndex <= said.endIndex))
        parts.unshift(textOf(said, text));
    }
  }
  return parts.join(joint);
}

function askedOf(receiver: Node, { of: kind }: Properties, text: string): MemberItem["of"] {
  return kind === "receiver" || kind === "type" ? { name: textOf(receiver, text), kind } : undefined;
}

/** The names that a node's text holds: what the first group of a pattern that takes part finds. */
function namesWithin(node: Node, pattern: string, text: string): (Stretch & { readonly name: string })[] {
  const found: (Stretch & { readonly name: string })[] = [];
  for (const match of textOf(node, text).matchAll(new RegExp(pattern, "dgu"))) {
    const [from, to] = match.indices?.slice(1).find((group) => group !== undefined) ?? [0, 0];
    const name = match[0].slice(from - match.index, to - match.index);
    if (name !== "") found.push({ from: node.startIndex + from, to: node.startIndex + to, name });
  }
  return found;
}

function useOtherwise(name: Stretch & { readonly name: string }, { otherwise }: Properties): ReferenceItem | undefined {
  if (!otherwise) return undefined;
  return { item: "reference", ...name, ...useOf({ namespace: otherwise }) };
}

/** A name asked of something of which nothing is known. */
function memberOf(name: Stretch & { readonly name: string }, receiver: Node, text: string): MemberItem {
  return {
    item: "member",
    ...name,
    receiver: lastWordOf(receiver, text),
    of: undefined,
    namespaces: namespaces.member,
  };
}

/** What several patterns say of one node is true together. */
function scopeOf(
  node: Node,
  properties: Properties,
  before: ScopeItem | undefined,
  type: string | undefined,
): ScopeItem {
  const { kind } = properties;
  const said = kind === "function" || kind === "class" ? kind : "block";
  return {
    item: "scope",
    ...stretchOf(node),
    kind: before && before.kind !== "block" ? before.kind : said,
    isClosed: "closed" in properties || before?.isClosed === true,
    hides: new Set([...(before?.hides ?? []), ...(properties["hides"]?.split(" ") ?? [])]),
    hasOwnSelf: "self" in properties || before?.hasOwnSelf === true,
    isOpaque: "opaque" in properties || before?.isOpaque === true,
    type: type ?? before?.type,
    isWithin: "within" in properties || before?.isWithin === true,
    isJoined: "joined" in properties || before?.isJoined === true,
    isOpen: ("open" in properties && properties["open"] !== "outside") || before?.isOpen === true,
    isOpenOutside: properties["open"] === "outside" || before?.isOpenOutside === true,
    only: "only" in properties ? new Set(properties["only"]?.split(" ")) : before?.only,
  };
}

function typeOf({ captures, setProperties }: QueryMatch, text: string): string | undefined {
  const path = captures
    .filter(({ name }) => name === "type")
    .map(({ node }) => nameOf(node, setProperties ?? {}, text).name);
  return path.length === 0 ? undefined : path.join("::");
}

const places = ["scope", "parent", "function", "class", "file", "known", "seen", "nowhere"] as const;

function definitionOf(
  named: Stretch & { readonly name: string },
  kind: string,
  properties: Properties,
  { behind, type }: { readonly behind: Node | undefined; readonly type: string },
): DefinitionItem {
  const { again, rename } = properties;
  return {
    item: "definition",
    ...named,
    kind,
    kindInClass: properties[`member.${kind}`] ?? properties["member"] ?? kind,
    isAskedInClass: "member" in properties,
    in: places.find((place) => place === (properties[`in.${kind}`] ?? properties["in"])) ?? "scope",
    visibleFrom: behind ? behind.endIndex : "behind" in properties ? named.to : undefined,
    isSeenAheadAtTop: properties["behind"] === "inside",
    isBehindInClass: properties["behind"] === "class",
    namespaces: namespacesOf(properties),
    again: again === "shadow" || again === "use" ? again : "merge",
    rename: rename === "no" || rename === "inside" ? rename : "yes",
    otherwise: undefined,
    isPrivate: "private" in properties && properties["private"] !== "file",
    isPrivateToFile: properties["private"] === "file",
    isSelf: "self" in properties,
    import: undefined,
    rewrite: properties[`rewrite.${type}`] ?? properties["rewrite"] ?? undefined,
  };
}

/**
 * The names that a pattern binds. The property `into` lists the types of nodes that are gone into, `pair_pattern.value` by that field alone; what is none of them
 * and has nothing in it is a name. `except` is what names don't look like that are only compared with. Without `into`, the node is the name. `through` is the kind of
 * thing that the way to a name makes of it.
 */
function namesIn(node: Node, properties: Properties, text: string): NameWithin[] {
  const { into, except } = properties;
  if (!into) return [{ leaf: node, through: undefined }];
  const ways = waysOf(into);
  const exception = except ? patternOf(except) : undefined;
  const found: NameWithin[] = [];
  const open: NameWithin[] = [{ leaf: node, through: undefined }];
  for (let each = open.pop(); each; each = open.pop()) {
    const { leaf } = each;
    const fields = ways.get(leaf.type);
    if (fields !== undefined) {
      const inner =
        fields.length > 0 ? fields.flatMap((field) => leaf.childrenForFieldName(field)) : leaf.namedChildren;
      const through = properties[`through.${leaf.type}`] ?? each.through;
      for (const child of inner) if (child) open.push({ leaf: child, through });
    } else if (leaf.namedChildCount === 0) {
      const written = textOf(leaf, text);
      const isName = usualName({ kind: leaf.type, text: written, parentKind: undefined }) !== undefined;
      if (isName && !exception?.test(written)) found.push(each);
    }
  }
  return found;
}

interface NameWithin {
  readonly leaf: Node;
  readonly through: string | undefined;
}

const ways = new Map<string, ReadonlyMap<string, readonly string[]>>();

function waysOf(into: string): ReadonlyMap<string, readonly string[]> {
  const known = ways.get(into);
  if (known) return known;
  const made = new Map<string, string[]>();
  for (const way of into.trim().split(/\s+/)) {
    const [type = "", field] = way.split(".");
    made.set(type, [...(made.get(type) ?? []), ...(field === undefined ? [] : [field])]);
  }
  ways.set(into, made);
  return made;
}

function useOf(properties: Properties) {
  return {
    namespaces: namespacesOf(properties),
    isType: "type" in properties || properties["namespace"] === "type",
    isOfSelf: properties["of"] === "self",
    isWrite: "write" in properties,
    isFixed: false,
    isTentative: "tentative" in properties,
    rewrite: properties["rewrite"] ?? undefined,
  };
}

function namespacesOf(properties: Properties): number {
  const said = properties["namespace"];
  if (!said) return namespaces.value | namespaces.type;
  return said.split(" ").reduce((sum, name) => sum | (namespaces[name as keyof typeof namespaces] ?? 0), 0);
}

const patterns = new Map<string, RegExp>();

function patternOf(source: string): RegExp {
  const known = patterns.get(source) ?? new RegExp(source, "u");
  patterns.set(source, known);
  return known;
}

/**
 * Where a name stands and what it is, without what the property `trim` takes off its beginning and its end. The property `name` says one that is
 * not written.
 */
function nameOf(node: Node, properties: Properties, text: string): Stretch & { readonly name: string } {
  const { from, to } = stretchOf(node);
  const unwritten = properties["name"];
  if (unwritten) return { from, to, name: unwritten };
  const written = text.slice(from, to);
  const trim = properties["trim"];
  if (!trim) return { from, to, name: written };
  const before = patternOf(`^(?:${trim})`).exec(written)?.[0].length ?? 0;
  const rest = written.slice(before);
  const name = rest.slice(0, rest.length - (patternOf(`(?:${trim})$`).exec(rest)?.[0].length ?? 0));
  return { from: from + before, to: from + before + name.length, name };
}

function textOf(node: Node, text: string): string {
  return text.slice(node.startIndex, node.endIndex);
}

function unquoted(text: string): string {
  return /^(["'`<])(.*)["'`>]$/s.exec(text)?.[2] ?? text;
}

function unquotedStretch(node: Node, text: string): Stretch {
  const { from, to } = stretchOf(node);
  return /^["'`<].*["'`>]$/s.test(text.slice(from, to)) ? { from: from + 1, to: to - 1 } : { from, to };
}

/** `b` of `a.b`, of `a.b()`, of `a.b[0]`: what a member is asked of, as far as a word says it. */
function lastWordOf(node: Node, text: string): Stretch | undefined {
  // What it is asked of may be the longest expression there is.
  const tail = text.slice(Math.max(node.startIndex, node.endIndex - 200), node.endIndex);
  const found = /([\p{ID_Start}_$@][\p{ID_Continue}$]*)$/u.exec(tail);
  if (!found) return undefined;
  return { from: node.endIndex - (found[1] as string).length, to: node.endIndex };
}

function stretchOf({ startIndex: from, endIndex: to }: Node): Stretch {
  return { from, to };
}
