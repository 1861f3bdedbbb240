/** The children of a node by the names of fields. */

import type { Node } from "web-tree-sitter";
import { nameTypes } from "./valueNodes.js";

/**
 * Returns the child in the first of several fields that there is. `@first`, `@last` and `@only`
 * mean named children.
 */
export function fieldOf(node: Node, fields: string | undefined): Node | null {
  for (const field of fields?.split(" ") ?? []) {
    const found =
      field === "@first"
        ? node.firstNamedChild
        : field === "@name"
          ? (node.namedChildren.findLast((each) => each !== null && nameTypes.has(each.type)) ?? null)
          : field === "@last"
            ? node.lastNamedChild
            : field === "@only"
              ? node.namedChildCount === 1
                ? node.firstNamedChild
                : null
              : field === ""
                ? null
                : node.childForFieldName(field);
    if (found) return found;
  }
  return null;
}
