/**
 * Runs the query `scopes` of a grammar and turns its captures and properties into items. See
 * queries/README.md. Where several patterns match a name, one of them says what it is.
 */

import type { Node, QueryMatch } from "web-tree-sitter";
import { getOrInsert } from "../../../text/list.js";
import type { Stretch } from "../../../text/stretch.js";
import { runQuery } from "../../grammars/runQuery.js";
import { nodeStretch, nodeText } from "../../trees/nodeText.js";
import type { ParsedText } from "../../trees/parsedText.js";
import type { ImportOrigin } from "../nameInfo.js";
import {
  type NameItem,
  namespaces,
  type OutsideItem,
  type RedirectItem,
  type ScopeItem,
  type ScopeItems,
} from "../scopeItems.js";
import {
  definitionItemOf,
  fallbackReferenceOf,
  importSourceOf,
  memberItemOf,
  memberOwnerOf,
  namespacesOf,
  referenceTraitsOf,
  scopeItemOf,
  typeNameOf,
} from "./itemsOfNodes.js";
import {
  lastWordOf,
  matchNames,
  nameLeavesOf,
  nameOfNode,
  type PatternProperties,
  unquote,
  unquoteStretch,
} from "./namesOfNodes.js";

/** On text that is mostly errors a query takes the square of the time. */
const queryTimeoutMs = (length: number) => Math.min(30_000, 5_000 + length / 50);

const DEFINITION_PREFIX = "definition.";
const words = /[\p{ID_Start}_$][\p{ID_Continue}$]*/gu;

/**
 * Returns `undefined` if the grammar has no such query, or if it timed out: with only some of the
 * declarations, names would get wrong meanings.
 */
export function runScopesQuery({ grammar, tree, document, macros }: ParsedText): ScopeItems | undefined {
  const query = grammar.query("scopes");
  if (query === undefined) return undefined;
  const { matches, isTimedOut } = runQuery(query, tree.rootNode, queryTimeoutMs(document.length));
  const { text } = document;
  const scopes = new Map<number, ScopeItem>();
  const outsides = new Map<number, OutsideItem>();
  const redirects: RedirectItem[] = [];
  const exported: Stretch[] = [];
  const unparsedWords = new Set<string>();
  let isModule = false;
  let isShared = false;
  const candidates = new NameCandidates();
  for (const match of matches) {
    const properties = match.setProperties ?? {};
    for (const { name, node } of match.captures) {
      switch (name) {
        case "scope":
          scopes.set(node.id, scopeItemOf(node, properties, scopes.get(node.id), typeNameOf(match, text)));
          break;
        case "outside":
          outsides.set(node.id, { item: "outside", ...nodeStretch(node) });
          break;
        case "module":
          isModule = true;
          break;
        case "shared":
          isShared = true;
          break;
        case "unread":
          for (const [word] of nodeText(node, text).matchAll(words)) unparsedWords.add(word);
          break;
        case "exported":
          exported.push(nodeStretch(node));
          break;
        case "fixed":
          candidates.fixedOffsets.add(node.startIndex);
          break;
        case "redirect": {
          const target = properties["to"] === "file" ? "file" : "function";
          redirects.push({ item: "redirect", ...nameOfNode(node, properties, text), target });
          break;
        }
      }
    }
    addNames(match, properties, text, candidates);
  }
  if (isTimedOut()) return undefined;
  for (const { from, to } of macros)
    for (const { 0: name, index } of text.slice(from, to).matchAll(words)) {
      const item = { item: "reference", name, from: from + index, to: from + index + name.length } as const;
      const traits = referenceTraitsOf({ namespace: "value type macro" });
      candidates.add(item.from, {
        pattern: Number.MAX_SAFE_INTEGER,
        role: "reference",
        item: { ...item, ...traits },
        isAlone: false,
      });
    }
  for (const list of [redirects, exported]) list.sort((a, b) => a.from - b.from);
  // A stretch outside of a scope may contain scopes itself, such as a lambda as a default value, so
  // it comes first.
  const nested = [...outsides.values(), ...scopes.values()];
  return { scopes: nested, redirects, exported, isModule, isShared, unparsedWords, names: candidates.resolve() };
}

/** Adds the names of one match. Imported names need the other captures of their match. */
function addNames(
  { captures, patternIndex }: QueryMatch,
  properties: PatternProperties,
  text: string,
  candidates: NameCandidates,
): void {
  const nodeOf = (capture: string): Node | undefined => captures.find(({ name }) => name === capture)?.node;
  const source = nodeOf("source");
  const original = nodeOf("original");
  const whole = properties["whole"] !== undefined;
  const isAlone = "alone" in properties;
  const importOf = (name: string, leaf: Node): ImportOrigin | undefined => {
    const { around } = properties;
    const impliedSource = around
      ? importSourceOf(original ?? leaf, around, properties["joint"] ?? "", text)
      : properties["source"];
    if (around && impliedSource === "") return { source: original ? nodeText(original, text) : name };
    if (source === undefined && original === undefined && impliedSource === undefined) return undefined;
    const from = source ? unquote(nodeText(source, text)) : (impliedSource ?? "").replace("{name}", () => name);
    const over = properties["original"] ?? (original ? unquote(nodeText(original, text)) : name);
    const required = "require" in properties ? ({ isRequired: true } as const) : {};
    return { source: from, ...(whole ? {} : { original: over }), ...required };
  };
  for (const { name: capture, node } of captures) {
    const named = () => nameOfNode(node, properties, text);
    const add = (role: string, item: NameItem | undefined) =>
      candidates.add(item?.from ?? node.startIndex, { pattern: patternIndex, role, item, isAlone });
    if (capture.startsWith(DEFINITION_PREFIX)) {
      const kind = capture.slice(DEFINITION_PREFIX.length);
      const receiver = nodeOf("receiver");
      for (const { leaf, through } of nameLeavesOf(node, properties, text)) {
        const name = nameOfNode(leaf, properties, text);
        const definition = definitionItemOf(name, through ?? kind, properties, {
          visibleAfter: nodeOf("after"),
          type: leaf.type,
        });
        const otherwise = receiver ? memberItemOf(name, receiver, text) : fallbackReferenceOf(name, properties);
        const item = {
          ...definition,
          ...(kind === "import" ? { import: importOf(definition.name, leaf) } : {}),
          ...(otherwise ? { otherwise } : {}),
        };
        if (item.name !== "") add(`definition ${item.in} ${item.namespaces}`, item);
      }
    } else if (capture === "reference") {
      for (const each of properties["each"] ? matchNames(node, properties["each"], text) : [named()])
        add("reference", { item: "reference", ...each, ...referenceTraitsOf(properties) });
    } else if (capture === "outer") {
      const traits = { ...referenceTraitsOf(properties), rewrite: properties["outer"] ?? undefined };
      add("outer", { item: "reference", ...named(), ...traits, isOuter: true });
    } else if (capture === "member") {
      const receiver = nodeOf("receiver");
      const lastWord = receiver && lastWordOf(receiver, text);
      const of = receiver && memberOwnerOf(receiver, properties, text);
      const wanted = properties["namespace"] ? namespacesOf(properties) : namespaces.member;
      const callee = nodeOf("callee");
      const called = callee && lastWordOf(callee, text);
      add("member", { item: "member", ...named(), receiver: lastWord, callee: called, of, namespaces: wanted });
    } else if (capture === "ignored") {
      add("ignored", undefined);
    } else if (
      capture === "original" &&
      !captures.some(({ name, node: { id } }) => name !== capture && id === node.id)
    ) {
      const originalName = named();
      const origin = importOf(originalName.name, node) ?? { source: "", original: originalName.name };
      add("original", { item: "original", ...originalName, import: origin });
    } else if (capture === "source") {
      const stretch = unquoteStretch(node, text);
      const path = text.slice(stretch.from, stretch.to);
      add("source", { item: "original", ...stretch, name: path, import: { source: path } });
    }
  }
}

interface NameCandidate {
  /** The index of the pattern in the query. */
  readonly pattern: number;
  readonly role: string;
  readonly item: NameItem | undefined;
  /** Candidates after it are ignored. */
  readonly isAlone: boolean;
}

/**
 * The candidates for each name. The first pattern in the query wins. If it is a definition,
 * patterns that define the name in other scopes count as well, and that which uses an outer name.
 */
class NameCandidates {
  /** Offsets of names that can't be renamed, not even with `rewrite`. */
  readonly fixedOffsets = new Set<number>();
  readonly #byOffset = new Map<number, NameCandidate[]>();

  add(from: number, candidate: NameCandidate): void {
    getOrInsert(this.#byOffset, from, () => []).push(candidate);
  }

  resolve(): NameItem[] {
    const names: NameItem[] = [];
    for (const [from, candidates] of [...this.#byOffset].sort(([a], [b]) => a - b)) {
      candidates.sort((a, b) => a.pattern - b.pattern);
      const first = candidates[0];
      const seen = new Set<string>();
      for (const { role, item, isAlone } of candidates) {
        const isBeside = item?.item === "definition" || role === "outer";
        if (first?.item?.item === "definition" ? !isBeside : seen.size > 0) break;
        if (seen.has(role)) continue;
        seen.add(role);
        if (item) names.push(this.fixedOffsets.has(from) ? markFixed(item) : item);
        if (isAlone) break;
      }
    }
    return names;
  }
}

function markFixed(item: NameItem): NameItem {
  return item.item === "definition"
    ? { ...item, rename: "no" }
    : item.item === "reference"
      ? { ...item, isFixed: true }
      : item;
}
