/**
 * Runs the query `scopes` of a grammar over a tree, and reads its captures and properties as items. queries/README.md has them.
 */

import type { Node, QueryMatch } from "web-tree-sitter";
import type { Stretch } from "../../text/stretch.js";
import type { ParsedText } from "../trees/parsedText.js";
import {
  askedOf,
  definitionOf,
  memberOf,
  namespacesOf,
  scopeOf,
  sourceAround,
  typeOf,
  useOf,
  useOtherwise,
} from "./itemsOfNodes.js";
import { Claims } from "./nameCandidates.js";
import type { ImportOf } from "./nameInfo.js";
import {
  lastWordOf,
  nameOf,
  namesIn,
  namesWithin,
  type Properties,
  stretchOf,
  textOf,
  unquoted,
  unquotedStretch,
} from "./namesOfNodes.js";
import {
  type NameItem,
  namespaces,
  type OutsideItem,
  type RedirectItem,
  type ScopeItem,
  type ScopeItems,
} from "./scopeItems.js";

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
