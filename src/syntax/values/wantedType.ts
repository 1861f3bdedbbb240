/**
 * The type that the place of an object literal wants, whose members are the keys of the literal:
 * that of an annotation, of a result, of the value of another key. Other places of keys have types,
 * too: C's designators, Java's elements of annotations, constants.
 */

import type { Node } from "web-tree-sitter";
import { type ExpressionReader, wantedOfArgument } from "./closures.js";
import type { Expression } from "./expression.js";

const MAX_LEVELS = 30;

/** The type of a place that wants one which syntax does not show. */
const unknownType: Expression = { kind: "tuple", items: [] };
const keyParents = /^(?:pair|method_definition)$/;
const functions = /^(?:arrow_function|function_declaration|function_expression|method_definition|method_signature)$/;

/**
 * Returns the object whose member the key in a leaf is; undefined where no place wants a type of
 * its literal, so that the key itself declares the member.
 */
export function wantedOfKey(leaf: Node, expressionOf: ExpressionReader): Expression | undefined {
  const { parent } = leaf;
  const isKey =
    (parent !== null && keyParents.test(parent.type) && firstName(parent)?.id === leaf.id) ||
    (leaf.type === "shorthand_property_identifier" && parent?.type === "object");
  const literal = parent?.type === "object" ? parent : parent?.parent;
  return isKey && literal?.type === "object" ? wantedOf(literal, 0, expressionOf) : undefined;
}

function firstName(node: Node): Node | null {
  return node.childForFieldName("key") ?? node.childForFieldName("name");
}

function wantedOf(value: Node, depth: number, expressionOf: ExpressionReader): Expression | undefined {
  const { parent } = value;
  if (parent === null || depth > MAX_LEVELS) return undefined;
  const instance = (type: Node | null): Expression | undefined => {
    const of = type && expressionOf(type.type === "type_annotation" ? type.firstNamedChild : type);
    return type ? (of ? { kind: "instance", of } : unknownType) : undefined;
  };
  switch (parent.type) {
    case "parenthesized_expression":
    case "ternary_expression":
      return wantedOf(parent, depth + 1, expressionOf);
    case "variable_declarator":
    case "public_field_definition":
    case "required_parameter":
    case "optional_parameter":
      return instance(parent.childForFieldName("type"));
    case "as_expression":
    case "satisfies_expression":
      // `as const` names no type.
      return parent.namedChildCount > 1 ? instance(parent.lastNamedChild) : wantedOf(parent, depth + 1, expressionOf);
    case "pair": {
      const key = parent.childForFieldName("key");
      const of = parent.parent && wantedOf(parent.parent, depth + 1, expressionOf);
      return of && key ? { kind: "entry", of, from: key.startIndex } : undefined;
    }
    case "array": {
      const of = wantedOf(parent, depth + 1, expressionOf);
      return of && { kind: "element", of };
    }
    case "arrow_function":
      return resultOf(parent);
    case "return_statement": {
      let node: Node | null = parent.parent;
      for (let level = 0; node && !functions.test(node.type) && level < MAX_LEVELS; level++) node = node.parent;
      return node ? resultOf(node) : undefined;
    }
    case "arguments":
      return isTyped(parent) ? (wantedOfArgument(value, expressionOf) ?? unknownType) : undefined;
    case "assignment_expression":
      return isTyped(parent) ? unknownType : undefined;
    default:
      return undefined;
  }

  function resultOf(callable: Node): Expression | undefined {
    const result = callable.childForFieldName("return_type");
    if (result) return /^(?:async|get)$/.test(callable.firstChild?.type ?? "") ? unknownType : instance(result);
    const isAssigned = /^(?:arrow_function|function_expression)$/.test(callable.type);
    return isAssigned && wantedOf(callable, depth + 1, expressionOf) ? unknownType : undefined;
  }
}

/** Whether a literal is in a language with types, where what it is given to decides about it. */
function isTyped({ tree }: Node): boolean {
  return tree.language.idForNodeType("type_annotation", true) !== null;
}

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
