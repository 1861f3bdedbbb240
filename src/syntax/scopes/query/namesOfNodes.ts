/** Reads names from nodes, as the properties of a pattern direct. */

import type { Node } from "web-tree-sitter";
import { getOrInsert } from "../../../text/list.js";
import type { Stretch } from "../../../text/stretch.js";
import { defaultNameOf } from "../../index/symbolAt.js";
import { compilePattern, nodeStretch, nodeText, trimName } from "../../trees/nodeText.js";

/** The `#set!` properties of a pattern. */
export type PatternProperties = Readonly<Record<string, string | null>>;

/**
 * Returns the extent and text of a name, without what the property `trim` cuts off, and with
 * the property `prefix`, which precedes the node. The property `name` gives a name that is not in
 * the text.
 */
export function nameOfNode(
  node: Node,
  properties: PatternProperties,
  text: string,
): Stretch & { readonly name: string } {
  const { from: start, to } = nodeStretch(node);
  const from = start - (properties["prefix"]?.length ?? 0);
  const unwritten = properties["name"];
  if (unwritten) return { from, to, name: unwritten };
  const written = text.slice(from, to);
  const trimmed = trimName(properties["trim"], written);
  return { from: from + trimmed.from, to: from + trimmed.to, name: written.slice(trimmed.from, trimmed.to) };
}

/**
 * Returns the names that a pattern binds. The property `into` lists the node types to enter;
 * `pair_pattern.value` enters only that field. A leaf of another type is a name. `except` excludes
 * names that are only compared with. Without `into`, the node is the name. `through` is the kind
 * that a node on the way gives the names in it.
 */
export function nameLeavesOf(node: Node, properties: PatternProperties, text: string): NameLeaf[] {
  const { into, except } = properties;
  if (!into) return [{ leaf: node, through: undefined }];
  const fieldsByType = fieldsByTypeOf(into);
  const exception = except ? compilePattern(except) : undefined;
  const found: NameLeaf[] = [];
  const open: NameLeaf[] = [{ leaf: node, through: undefined }];
  for (let each = open.pop(); each; each = open.pop()) {
    const { leaf } = each;
    const fields = fieldsByType.get(leaf.type);
    if (fields !== undefined) {
      const inner =
        fields.length > 0 ? fields.flatMap((field) => leaf.childrenForFieldName(field)) : leaf.namedChildren;
      const through = properties[`through.${leaf.type}`] ?? each.through;
      for (const child of inner) if (child) open.push({ leaf: child, through });
    } else if (leaf.namedChildCount === 0) {
      const written = nodeText(leaf, text);
      const isName = defaultNameOf({ kind: leaf.type, text: written, parentKind: undefined }) !== undefined;
      if (isName && !exception?.test(written)) found.push(each);
    }
  }
  return found;
}

interface NameLeaf {
  readonly leaf: Node;
  readonly through: string | undefined;
}

const typesByRule = new Map<string, ReadonlyMap<string, readonly string[]>>();

export function fieldsByTypeOf(into: string): ReadonlyMap<string, readonly string[]> {
  return getOrInsert(typesByRule, into, () => {
    const made = new Map<string, string[]>();
    for (const way of into.trim().split(/\s+/)) {
      const [type = "", field] = way.split(".");
      const fields = getOrInsert(made, type, () => []);
      if (field !== undefined) fields.push(field);
    }
    return made;
  });
}

/** How much of a node's text is searched for names. */
const MAX_SEARCHED_LENGTH = 10_000;

/** Returns the names in a node's text: in each match, the first group that takes part. */
export function matchNames(node: Node, pattern: string, text: string): (Stretch & { readonly name: string })[] {
  const found: (Stretch & { readonly name: string })[] = [];
  for (const match of nodeText(node, text).slice(0, MAX_SEARCHED_LENGTH).matchAll(new RegExp(pattern, "dgu"))) {
    const [from, to] = match.indices?.slice(1).find((group) => group !== undefined) ?? [0, 0];
    const name = match[0].slice(from - match.index, to - match.index);
    if (name !== "") found.push({ from: node.startIndex + from, to: node.startIndex + to, name });
  }
  return found;
}

/** Returns the last word of a receiver: `b` of `a.b`, of `a.b()`, of `a.b[0]`. */
export function lastWordOf(node: Node, text: string): Stretch | undefined {
  // A receiver may be very long, so only its end is searched.
  const tail = text.slice(Math.max(node.startIndex, node.endIndex - 200), node.endIndex);
  const found = /((?:@|(?<![\p{ID_Continue}$])[\p{ID_Start}_$])[\p{ID_Continue}$]*)$/u.exec(tail);
  if (!found) return undefined;
  return { from: node.endIndex - (found[1] as string).length, to: node.endIndex };
}

export function unquote(text: string): string {
  return /^(["'`<])(.*)["'`>]$/s.exec(text)?.[2] ?? text;
}

export function unquoteStretch(node: Node, text: string): Stretch {
  const { from, to } = nodeStretch(node);
  return /^["'`<].*["'`>]$/s.test(text.slice(from, to)) ? { from: from + 1, to: to - 1 } : { from, to };
}
