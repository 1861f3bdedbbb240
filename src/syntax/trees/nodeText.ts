/** The text and the extent of tree-sitter nodes. */

import type { Node } from "web-tree-sitter";
import { getOrInsert } from "../../text/list.js";
import type { Stretch } from "../../text/stretch.js";

/**
 * Returns the extent of a node. Its end is a call into WebAssembly, so ask only for nodes that
 * matter.
 */
export function nodeStretch({ startIndex: from, endIndex: to }: Node): Stretch {
  return { from, to };
}

export function nodeText(node: Node, text: string): string {
  return text.slice(node.startIndex, node.endIndex);
}

/**
 * Returns the part of `name` that is left when a beginning and an end that match `pattern` are cut
 * off: `name` of `:name`.
 */
export function trimName(pattern: string | null | undefined, name: string): Stretch {
  if (!pattern) return { from: 0, to: name.length };
  const from = compilePattern(`^(?:${pattern})`).exec(name.slice(0, MAX_TRIMMED_LENGTH))?.[0].length ?? 0;
  const end = name.slice(Math.max(from, name.length - MAX_TRIMMED_LENGTH));
  const to = name.length - (compilePattern(`(?:${pattern})$`).exec(end)?.[0].length ?? 0);
  return { from, to };
}

/** How much of a name's beginning and end is searched. The name of an outline is cut at 300. */
const MAX_TRIMMED_LENGTH = 1_000;
const compiledPatterns = new Map<string, RegExp>();

/** Returns the regular expression of a query's property, compiled once. */
export function compilePattern(source: string): RegExp {
  return getOrInsert(compiledPatterns, source, () => new RegExp(source, "u"));
}
