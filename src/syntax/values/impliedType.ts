/**
 * The type whose member a name without a receiver is, as its place wants one: Swift's `.red`. It is
 * that of an annotation, a parameter, a result, of what it is compared with, or matched against.
 */

import type { Node } from "web-tree-sitter";
import { type ExpressionReader, wantedOfArgument } from "./closures.js";
import type { Expression } from "./expression.js";

const MAX_LEVELS = 20;
const comparisons = /^(?:equality_expression|infix_expression)$/;
const conditions = /^(?:if|guard|while)_statement$/;

/** A value whose type has what a name means, by `of`; undefined where syntax does not show it. */
export interface ImpliedOwner {
  readonly of: Expression | undefined;
}

/** Returns the owner of the name in a leaf; undefined if it is not of a type that is wanted. */
export function impliedOwnerOf(leaf: Node, read: ExpressionReader): ImpliedOwner | undefined {
  const { parent } = leaf;
  if (parent?.type === "prefix_expression" && parent.childForFieldName("operation")?.type === ".")
    return { of: wantedOf(parent, 0, read) };
  const isCase = leaf.previousSibling?.type === "." && (parent?.type === "pattern" || isCondition(parent));
  return parent && isCase ? { of: matchedWith(leaf, read) } : undefined;
}

function isCondition(node: Node | null): boolean {
  return conditions.test(node?.type ?? "");
}

/** Returns the value that a pattern is matched against, at a node in it. */
export function matchedWith(node: Node, read: ExpressionReader): Expression | undefined {
  const { parent } = node;
  if (parent === null) return undefined;
  const held = caseAround(node, read);
  if (held) return held;
  if (isCondition(parent)) {
    let next = node.nextSibling;
    while (next && next.type !== "=" && next.type !== ",") next = next.nextSibling;
    return next?.type === "=" ? read(next.nextNamedSibling) : undefined;
  }
  switch (parent.type) {
    case "pattern":
    case "switch_pattern":
    // An error that the grammar makes of a list of patterns.
    case "ERROR":
      return matchedWith(parent, read);
    case "switch_entry":
      return read(parent.parent?.childForFieldName("expr") ?? null);
    case "for_statement": {
      const of = read(parent.childForFieldName("collection"));
      return of && { kind: "element", of };
    }
    case "property_declaration":
      return read(parent.childForFieldName("value"));
    default:
      return undefined;
  }
}

/**
 * Returns what a case, or a tuple, holds at the place of a node in its brackets; undefined for a
 * node that is in none.
 */
function caseAround(node: Node, read: ExpressionReader): Expression | undefined {
  let at = 0;
  let before = node.previousSibling;
  for (; before && before.type !== "("; before = before.previousSibling) {
    if (before.type === "=" || before.type === ")") return undefined;
    if (before.type === ",") at++;
  }
  if (before === null) return undefined;
  const name = before.previousSibling;
  if (name?.type === "simple_identifier")
    return { kind: "payload", of: { kind: "name", from: name.startIndex }, at, from: undefined };
  const of = node.parent ? matchedWith(node.parent, read) : undefined;
  return of && { kind: "item", of, at };
}

function wantedOf(value: Node, depth: number, read: ExpressionReader): Expression | undefined {
  const { parent } = value;
  if (parent === null || depth > MAX_LEVELS) return undefined;
  const outer = () => wantedOf(parent, depth + 1, read);
  const isField = (field: string) => parent.childForFieldName(field)?.id === value.id;
  switch (parent.type) {
    case "call_expression":
    case "constructor_expression":
      return parent.firstNamedChild?.id === value.id ? outer() : undefined;
    case "ternary_expression":
      return isField("condition") ? undefined : outer();
    case "try_expression":
    case "await_expression":
      return outer();
    case "tuple_expression":
      return parent.childrenForFieldName("value").length === 1 ? outer() : undefined;
    case "nil_coalescing_expression":
      return read(parent.childForFieldName("value"));
    case "property_declaration":
      return instanceOf(annotationIn(parent), read);
    case "parameter":
    case "function_declaration":
    case "init_declaration":
    case "subscript_declaration":
      return isField("default_value") ? instanceOf(parameterBefore(value)?.lastNamedChild ?? null, read) : undefined;
    case "value_argument":
      return wantedOfArgument(parent, read);
    case "assignment":
      return isField("result") ? read(parent.childForFieldName("target")?.firstNamedChild ?? null) : undefined;
    case "equality_expression":
    case "infix_expression":
      return isField("rhs")
        ? read(lastOperand(parent.childForFieldName("lhs")))
        : read(parent.childForFieldName("rhs"));
    case "conjunction_expression":
    case "disjunction_expression": {
      // The grammar reads `a == .b || c` as `a == (.b || c)`.
      const around = parent.parent;
      const isOperand = isField("lhs") && comparisons.test(around?.type ?? "");
      return isOperand && around?.childForFieldName("rhs")?.id === parent.id
        ? read(lastOperand(around.childForFieldName("lhs")))
        : undefined;
    }
    case "array_literal": {
      const of = outer();
      return of && { kind: "element", of };
    }
    case "dictionary_literal": {
      const of = outer();
      return of && { kind: isKeyIn(parent, value) ? "key" : "element", of };
    }
    case "control_transfer_statement":
      return parent.firstChild?.type === "return" ? resultAround(parent, true, read) : undefined;
    case "statements":
      // What a body of one expression has is its result.
      return parent.namedChildCount === 1 ? resultAround(parent, false, read) : undefined;
    default:
      return undefined;
  }
}

/** Whether a node is a key, not a value, of a literal. */
function isKeyIn(literal: Node, { id }: Node): boolean {
  return literal.childrenForFieldName("key").some((each) => each?.id === id);
}

/** Returns the type that a declaration names after a colon. */
export function annotationIn({ namedChildren }: Node): Node | null {
  return namedChildren.find((each) => each?.type === "type_annotation") ?? null;
}

/** Returns the parameter that a default value beside it is for. */
function parameterBefore(value: Node): Node | undefined {
  for (let before = value.previousNamedSibling; before; before = before.previousNamedSibling)
    if (before.type === "parameter") return before;
  return undefined;
}

/** Returns the type that a function has after its arrow. */
export function typeAfterArrow({ children }: Node): Node | null {
  const at = children.findIndex((each) => each?.type === "->");
  return at < 0 ? null : (children[at + 1] ?? null);
}

/** Returns what a function, or a computed property, around a node has as its result. */
function resultAround(node: Node, isReturned: boolean, read: ExpressionReader): Expression | undefined {
  for (let around = node.parent; around; around = around.parent) {
    switch (around.type) {
      case "function_declaration":
      case "subscript_declaration":
        return instanceOf(typeAfterArrow(around), read);
      case "property_declaration":
        return instanceOf(annotationIn(around), read);
      case "computed_property":
      case "computed_getter":
      case "function_body":
        break;
      case "lambda_literal":
      case "init_declaration":
        return undefined;
      default:
        if (!isReturned) return undefined;
    }
  }
  return undefined;
}

function instanceOf(type: Node | null, read: ExpressionReader): Expression | undefined {
  const of = read(type);
  return of && { kind: "instance", of };
}

/**
 * Returns the operand that a suffix belongs to: Swift's grammar reads `a + b.c` as `(a + b).c`, and
 * `!a.b` as `(!a).b`.
 */
export function lastOperand(node: Node | null): Node | null {
  for (let last = node; last; ) {
    const isPrefixed = last.type === "prefix_expression" && last.childForFieldName("operation")?.type !== ".";
    const fields = isPrefixed ? ["target"] : ["rhs", "if_nil", "if_false"];
    const next: Node | null =
      fields.map((field) => last?.childForFieldName(field) ?? null).find((each) => each) ?? null;
    if (next === null) return last;
    last = next;
  }
  return null;
}
