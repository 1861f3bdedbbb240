/** Names out of nodes: where they stand and what they are, as the properties of a pattern say. */

import type { Node } from "web-tree-sitter";
import type { Stretch } from "../../text/stretch.js";
import { defaultNameOf } from "../index/symbolAt.js";
import { compilePattern, nodeStretch, nodeText, trimName } from "../trees/nodeText.js";

/** What `#set!` says in a pattern. */
export type PatternProperties = Readonly<Record<string, string | null>>;

/**
 * Where a name stands and what it is, without what the property `trim` takes off its beginning and its end. The property `name` says one that is
 * not written.
 */
export function nameOfNode(
  node: Node,
  properties: PatternProperties,
  text: string,
): Stretch & { readonly name: string } {
  const { from, to } = nodeStretch(node);
  const unwritten = properties["name"];
  if (unwritten) return { from, to, name: unwritten };
  const written = text.slice(from, to);
  const trimmed = trimName(properties["trim"], written);
  return { from: from + trimmed.from, to: from + trimmed.to, name: written.slice(trimmed.from, trimmed.to) };
}

/**
 * The names that a pattern binds. The property `into` lists the types of nodes that are gone into, `pair_pattern.value` by that field alone; what is none of them
 * and has nothing in it is a name. `except` is what names don't look like that are only compared with. Without `into`, the node is the name. `through` is the kind of
 * thing that the way to a name makes of it.
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
  const known = typesByRule.get(into);
  if (known) return known;
  const made = new Map<string, string[]>();
  for (const way of into.trim().split(/\s+/)) {
    const [type = "", field] = way.split(".");
    made.set(type, [...(made.get(type) ?? []), ...(field === undefined ? [] : [field])]);
  }
  typesByRule.set(into, made);
  return made;
}

/** The names that a node's text holds: what the first group of a pattern that takes part finds. */
export function matchNames(node: Node, pattern: string, text: string): (Stretch & { readonly name: string })[] {
  const found: (Stretch & { readonly name: string })[] = [];
  for (const match of nodeText(node, text).matchAll(new RegExp(pattern, "dgu"))) {
    const [from, to] = match.indices?.slice(1).find((group) => group !== undefined) ?? [0, 0];
    const name = match[0].slice(from - match.index, to - match.index);
    if (name !== "") found.push({ from: node.startIndex + from, to: node.startIndex + to, name });
  }
  return found;
}

/** `b` of `a.b`, of `a.b()`, of `a.b[0]`: what a member is asked of, as far as a word says it. */
export function lastWordOf(node: Node, text: string): Stretch | undefined {
  // What it is asked of may be the longest expression there is.
  const tail = text.slice(Math.max(node.startIndex, node.endIndex - 200), node.endIndex);
  const found = /([\p{ID_Start}_$@][\p{ID_Continue}$]*)$/u.exec(tail);
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
