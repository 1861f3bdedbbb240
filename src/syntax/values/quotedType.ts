/**
 * Types that are written as strings, in Python's annotations
 * (https://docs.python.org/3/library/typing.html#forward-references).
 */

import type { Node } from "web-tree-sitter";
import type { Expression } from "./expression.js";

/** A type may be so deep in an annotation. */
const MAX_PARENTS = 8;
/** The nodes between a string and the annotation that it is part of. */
const between = /^(?:subscript|generic_type|type_parameter|binary_operator|union_type|tuple|list)$/;

/** Whether a string is a type, and no value that `Literal` lists. */
export function isInAnnotation(string: Node): boolean {
  let node = string.parent;
  for (let count = 0; node && count < MAX_PARENTS; count++) {
    if (/^(?:subscript|generic_type)$/.test(node.type) && /\bLiteral$/.test(node.firstNamedChild?.text ?? ""))
      return false;
    if (node.type === "type" && !between.test(node.parent?.type ?? "")) return true;
    if (node.type !== "type" && !between.test(node.type)) return false;
    node = node.parent;
  }
  return false;
}

/** Returns the type in a string, if that is a name, perhaps with `None`. */
export function quotedTypeIn(string: Node): Expression | undefined {
  const content = string.namedChildren.find((each) => each?.type === "string_content");
  const found = /^\s*(?:None\s*\|\s*)?(?:\w+\.)*([\p{ID_Start}_]\p{ID_Continue}*)(?:\s*\|\s*None)?\s*$/du.exec(
    content?.text ?? "",
  );
  const at = found?.indices?.[1]?.[0];
  return content && at !== undefined ? { kind: "name", from: content.startIndex + at } : undefined;
}
