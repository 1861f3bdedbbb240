/** The types of the places of keys: C's designators, Java's elements of annotations, constants. */

import type { Node } from "web-tree-sitter";
import type { ExpressionReader } from "./closures.js";
import type { Expression } from "./expression.js";

/** Returns the object whose member a key in a leaf is: `.x` of `{ .x = 1 }`, `offsetof(A, x)`. */
export function ownerOfDesignator(leaf: Node, read: ExpressionReader): Expression | undefined {
  const { parent } = leaf;
  switch (parent?.type) {
    case "field_designator": {
      const before = parent.previousNamedSibling;
      // `.a.b = 1`
      if (before?.type === "field_designator") return nameIn(before);
      const list = parent.parent?.type === "initializer_pair" ? parent.parent.parent : null;
      return list ? typeOfList(list, read) : undefined;
    }
    case "offsetof_expression":
      return leaf.id === parent.childForFieldName("member")?.id ? instance(parent, read) : undefined;
    // C#'s `a is A { X: 1 }`, and `a with { X = 1 }`.
    case "subpattern": {
      const pattern = parent.parent?.parent;
      const isName = leaf.id === parent.firstNamedChild?.id && pattern?.type === "recursive_pattern";
      return isName && pattern ? instance(pattern, read) : undefined;
    }
    case "with_initializer":
      return leaf.id === parent.firstNamedChild?.id ? read(parent.parent?.firstNamedChild ?? null) : undefined;
    case "element_value_pair": {
      const isKey = leaf.id === parent.childForFieldName("key")?.id;
      const of = isKey ? read(parent.parent?.parent?.childForFieldName("name") ?? null) : undefined;
      return of && { kind: "instance", of };
    }
    default:
      return undefined;
  }
}

/** Returns the value that a constant in a leaf is compared with, whose type may declare it. */
export function comparedWith(leaf: Node, read: ExpressionReader): Expression | undefined {
  if (leaf.parent?.type !== "switch_label") return undefined;
  const compared = leaf.parent.parent?.parent?.parent;
  return read(compared?.childForFieldName("condition") ?? null);
}

/** Returns the type of what a list in braces initialises. */
function typeOfList(list: Node, read: ExpressionReader): Expression | undefined {
  const { parent } = list;
  switch (parent?.type) {
    case "init_declarator":
      return parent.parent ? instance(parent.parent, read) : undefined;
    case "compound_literal_expression":
      return instance(parent, read);
    case "initializer_list": {
      const of = typeOfList(parent, read);
      return of && { kind: "element", of };
    }
    case "initializer_pair": {
      const designator = list.previousNamedSibling;
      if (designator?.type === "field_designator") return nameIn(designator);
      const of = parent.parent ? typeOfList(parent.parent, read) : undefined;
      return of && { kind: "element", of };
    }
    default:
      return undefined;
  }
}

function instance(node: Node, read: ExpressionReader): Expression | undefined {
  const of = read(node.childForFieldName("type"));
  return of && { kind: "instance", of };
}

function nameIn({ firstNamedChild }: Node): Expression | undefined {
  return firstNamedChild ? { kind: "name", from: firstNamedChild.startIndex } : undefined;
}
