/**
 * Functions without a name: what their places want of them, and what their parameters are given.
 */

import type { Node } from "web-tree-sitter";
import type { Expression } from "./expression.js";
import { fieldOf } from "./fieldOf.js";
import { calleeFields } from "./valueNodes.js";

export type ExpressionReader = (node: Node | null) => Expression | undefined;

const closures: ReadonlySet<string> = new Set([
  ...["arrow_function", "function_expression", "closure_expression", "anonymous_method_expression"],
  ...["lambda", "lambda_expression", "lambda_literal", "do_block", "block"],
]);
const parameterLists =
  /^(?:formal_parameters|closure_parameters|lambda_parameters|inferred_parameters|parameter_list|block_parameters)$/;
const argumentNodes = /^(?:argument|value_argument|annotated_lambda|parenthesized_expression)$/;
const argumentLists = /^(?:arguments|argument_list|value_arguments|call_suffix)$/;
const constructions = /^(?:new_expression|object_creation_expression)$/;
const declarations = /^(?:variable_declarator|property_declaration|let_declaration|public_field_definition)$/;

/**
 * Returns what a parameter of a function is given, at an offset in a child of the function;
 * undefined where that is no parameter, or its place says nothing.
 */
export function givenTo(parent: Node, child: Node, offset: number, read: ExpressionReader): Expression | undefined {
  // Swift's parameters are in the type that a closure may have.
  if (parent.type === "lambda_function_type" && parent.parent?.type === "lambda_literal") {
    const of = wantedOfFunction(parent.parent, read);
    return of && { kind: "given", of, at: commasBefore(child, offset) };
  }
  if (!closures.has(parent.type)) return undefined;
  const isList = parameterLists.test(child.type);
  const isOne = ["parameters", "parameter"].some((field) => parent.childForFieldName(field)?.id === child.id);
  if (!isList && !isOne) return undefined;
  const of = wantedOfFunction(parent, read);
  return of && { kind: "given", of, at: isList ? commasBefore(child, offset) : 0 };
}

/** Returns the place of what is at an offset in a list. `_` is no named node. */
export function commasBefore({ children }: Node, offset: number): number {
  return children.filter((each) => each?.type === "," && each.endIndex <= offset).length;
}

/** Returns what a parameter is given that a closure of Kotlin or Swift need not name. */
export function givenToUnnamed(leaf: Node, at: number, read: ExpressionReader): Expression | undefined {
  let node = leaf.parent;
  while (node && (node.type !== "lambda_literal" || node.namedChildren.some((each) => isParameterList(each))))
    node = node.parent;
  const of = node && wantedOfFunction(node, read);
  return of ? { kind: "given", of, at } : undefined;
}

function isParameterList(node: Node | null): boolean {
  return /^lambda_(?:parameters|function_type)$/.test(node?.type ?? "");
}

/** Returns the type that the place of a function wants: that of a variable, or of a parameter. */
function wantedOfFunction(closure: Node, read: ExpressionReader): Expression | undefined {
  const { parent } = closure;
  if (parent === null) return undefined;
  if (declarations.test(parent.type)) {
    const of = read(typeIn(parent));
    return of && { kind: "instance", of };
  }
  // What a function returns is what its result wants.
  if (closures.has(parent.type) && parent.childForFieldName("body")?.id === closure.id) {
    const type = parent.childForFieldName("return_type");
    const written = type && read(type);
    const of = written ? undefined : wantedOfFunction(parent, read);
    return written ? { kind: "instance", of: written } : of && { kind: "call", of };
  }
  // A block of Ruby is beside the arguments.
  if (parent.childForFieldName("block")?.id === closure.id) return argumentOf(parent, LAST, read);
  return wantedOfArgument(closure, read);
}

/** Returns the type in a declaration: in Java and C#, of all variables of a statement. */
function typeIn(declaration: Node): Node | null {
  const unmarked =
    declaration.namedChildren.find((each) => each?.type === "variable_declaration")?.namedChildren[1] ??
    declaration.namedChildren.find((each) => each?.type === "type_annotation");
  return declaration.childForFieldName("type") ?? unmarked ?? declaration.parent?.childForFieldName("type") ?? null;
}

/** Returns the type that a call wants of an argument; undefined for what is none. */
export function wantedOfArgument(argument: Node, read: ExpressionReader): Expression | undefined {
  let node = argument;
  while (node.parent && argumentNodes.test(node.parent.type)) node = node.parent;
  const list = node.parent;
  if (list === null || !argumentLists.test(list.type)) return undefined;
  const call = list.parent?.type === "call_suffix" ? list.parent.parent : list.parent;
  if (call === null) return undefined;
  if (list.type === "call_suffix") return argumentOf(call, LAST, read);
  const given = list.namedChildren.filter((each) => each && !/comment/.test(each.type));
  const at = given.findIndex((each) => each?.id === node.id);
  const label = node.type === "value_argument" ? node.childForFieldName("name")?.text : undefined;
  return argumentOf(call, at, read, label);
}

/** The place of an argument that follows the others: Kotlin's lambda, Ruby's block. */
const LAST = -1;

function argumentOf(call: Node, at: number, read: ExpressionReader, label?: string): Expression | undefined {
  const isMade = constructions.test(call.type);
  if (!isMade && !(call.type in calleeFields)) return undefined;
  const callee = fieldOf(call, isMade ? "constructor type @first" : calleeFields[call.type]) ?? call.firstNamedChild;
  // Kotlin's `a(1) { … }` is a call of a call.
  const isCall = at === LAST && callee?.type === "call_expression";
  const of = read(isCall ? callee.firstNamedChild : callee);
  return of?.kind === "name" ? { kind: "argument", of, at, ...(label === undefined ? {} : { label }) } : undefined;
}
