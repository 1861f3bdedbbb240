/**
 * Reads values and types from nodes, and types from strings in annotations of Python
 * (https://docs.python.org/3/library/typing.html#forward-references).
 */

import type { Node } from "web-tree-sitter";
import { givenToUnnamed } from "./closures.js";
import type { Expression } from "./expression.js";
import { fieldOf } from "./fieldOf.js";
import {
  accessByOrder,
  accessFields,
  calleeFields,
  elementFields,
  genericFields,
  instanceFields,
  listFields,
  nameTypes,
  otherTypes,
  sameFields,
  selfTypes,
  structureTypes,
  superTypes,
} from "./valueNodes.js";

/** A parameter that a closure need not declare: Kotlin's `it`, Swift's `$0`. */
const unnamedParameter = /^(?:it|\$\d)$/;

/** Expressions are read so deep. */
export const MAX_DEPTH = 30;

const name = (from: number): Expression => ({ kind: "name", from });

/**
 * Returns what a node is; undefined where syntax does not show it. `isType` says whether the node
 * is in the place of a type.
 */
export function expressionOf(node: Node | null, depth = 0): Expression | undefined {
  if (node === null || depth > MAX_DEPTH) return undefined;
  const read = (each: Node | null) => expressionOf(each, depth + 1);
  const wrap = (kind: "call" | "element" | "instance" | "typeof", of: Expression | undefined): Expression | undefined =>
    of && { kind, of };
  const path = modulePathOf(node);
  if (path) return path;
  const { type } = node;
  const text = node.childCount === 0 || /^(?:variable_name|relative_scope)$/.test(type) ? node.text : "";
  const isName = nameTypes.has(type);
  const isSelf = selfTypes.has(type) || /^(?:Self|\$this)$/.test(text) || (!isName && /^(?:self|static)$/.test(text));
  if (isSelf) return { kind: "self", from: node.startIndex };
  if (isName && text === "self") return { kind: "self", from: node.startIndex, isName };
  if (superTypes.has(type) || text === "super" || (!isName && text === "parent"))
    return { kind: "super", from: node.startIndex };
  if (type === "simple_identifier" && unnamedParameter.test(text))
    return givenToUnnamed(node, Number(text.slice(1)) || 0, read) ?? name(node.startIndex);
  if (isName) return name(node.startIndex);
  if (type in calleeFields) return callOf(node, depth);
  const accessed = accessedName(node);
  const key = keyIn(node);
  // `T["a"]` is the type of a member, and `x["a"]` its value, or that of any key.
  if (key && type === "lookup_type") return name(key.startIndex);
  const keyed = key && read(node.firstNamedChild);
  if (key && keyed) return { kind: "entry", of: keyed, from: key.startIndex };
  // Rust's `self.0`.
  if (accessed?.type === "integer_literal") {
    const of = read(node.childForFieldName("value"));
    return of && { kind: "item", of, at: Number(accessed.text) };
  }
  const associated = accessed && associatedIn(node, accessed, depth);
  if (associated) return associated;
  if (accessed) return genericIn(accessed, depth) ?? name(lastNameIn(accessed).startIndex);
  // Go's `<-channel` is an element.
  if (type === "unary_expression" && node.firstChild?.type === "<-")
    return wrap("element", read(node.childForFieldName("operand")));
  // Swift's `try`, which is before a value; Rust's is after it.
  const tried = type === "try_expression" ? node.childForFieldName("expr") : null;
  if (tried) return read(tried);
  if (type === "prefix_expression") return prefixedIn(node, depth);
  if (type === "tuple_expression") return valuesIn(node, depth);
  if (functionTypes.test(type)) return functionOf(node, depth);
  if (type in instanceFields) return wrap("instance", read(fieldOf(node, instanceFields[type])));
  if (type === "type_query") return wrap("typeof", read(node.firstNamedChild));
  if (type in elementFields) return wrap("element", read(fieldOf(node, elementFields[type])));
  const generic = genericIn(node, depth);
  if (generic) return generic;
  if (type in listFields) return listOf(node, depth);
  // `typedef struct { int x; } A;`
  const isUnnamed = /^(?:struct|union|class)_specifier$/.test(type) && !node.childForFieldName("name");
  const indexed = type === "object_type" && node.namedChildCount === 1 ? node.firstNamedChild : null;
  const ofKeys = indexed?.type === "index_signature" ? listOf(indexed, depth) : undefined;
  if (ofKeys) return ofKeys;
  if (structureTypes.has(type) || isUnnamed) return { kind: "structure", from: node.startIndex, to: node.endIndex };
  if (type === "function_type") return typeOfFunctions(node, depth);
  if (type === "parameter_list") return tupleOf(node, depth);
  if (type === "tuple_type" && node.namedChildCount === 1) return read(node.firstNamedChild);
  if (type === "tuple_type") return { kind: "tuple", items: node.namedChildren.flatMap((each) => read(each) ?? other) };
  if (
    /^(?:union_type|binary_operator|protocol_composition_type|nil_coalescing_expression)$/.test(type) ||
    givesAnOperand(node)
  )
    return unionOf(node, depth);
  if (/^(?:conditional|ternary)_expression$/.test(type)) return read(node.childForFieldName("consequence"));
  if (literalLists.test(type) && node.namedChildCount > 0) return literalListOf(node, depth) ?? other;
  if (type in sameFields) return read(fieldOf(node, sameFields[type]));
  if (type === "string" && isInAnnotation(node)) return quotedTypeIn(node);
  return otherTypes.test(type) ? otherOf(node) : undefined;
}

/** Returns what Rust's `<T as A>::B` names. */
function associatedIn(node: Node, { startIndex: from }: Node, depth: number): Expression | undefined {
  const path = node.childForFieldName("path");
  const qualified = path?.type === "bracketed_type" ? path.firstNamedChild : undefined;
  const of = qualified?.type === "qualified_type" ? expressionOf(qualified.childForFieldName("type"), depth + 1) : null;
  return of ? { kind: "associated", of, from } : undefined;
}

function listOf(node: Node, depth: number): Expression | undefined {
  const field = fieldOf(node, listFields[node.type]);
  // TypeScript's `{ [key in A]?: B }`
  const of = expressionOf(field?.type === "opting_type_annotation" ? field.firstNamedChild : field, depth + 1);
  const key = expressionOf(node.childForFieldName("key"), depth + 1);
  return of && { kind: "list", of, ...(key ? { key } : {}) };
}

/** Returns a value with an operator before it; `.a` is a member of a type that its place wants. */
function prefixedIn(node: Node, depth: number): Expression | undefined {
  const target = node.childForFieldName("target");
  switch (node.childForFieldName("operation")?.type) {
    case ".":
      return target ? name(target.startIndex) : undefined;
    case "&":
      return expressionOf(target, depth + 1);
    default:
      return undefined;
  }
}

/** Returns a value in brackets, or several as a tuple. */
function valuesIn(node: Node, depth: number): Expression | undefined {
  const values = node.childrenForFieldName("value");
  if (values.length === 1) return expressionOf(values[0] ?? null, depth + 1);
  return { kind: "tuple", items: values.map((each) => expressionOf(each, depth + 1) ?? other) };
}

const functionTypes = /^(?:func_literal|arrow_function|closure_expression|lambda)$/;

/** Returns a function without a name; what it returns is its annotation, or its only expression. */
function functionOf(node: Node, depth: number): Expression {
  const body = node.childForFieldName("body");
  const isOnly = body !== null && !/block/.test(body.type);
  const result = fieldOf(node, "result return_type") ?? (isOnly ? body : null);
  const parameters = parameterTypes(node.childForFieldName("parameters"), depth);
  return { kind: "function", result: expressionOf(result, depth + 1), parameters };
}

/** Returns the type of functions; Kotlin's and Swift's have no field for the result. */
function typeOfFunctions(node: Node, depth: number): Expression {
  const unmarked = node.namedChildren.find((each) => each?.type === "function_type_parameters");
  const list = unmarked ?? node.childForFieldName("params");
  const result = fieldOf(node, "result return_type") ?? (list ? node.lastNamedChild : null);
  const parameters = parameterTypes(list ?? node.childForFieldName("parameters"), depth);
  return { kind: "function", result: expressionOf(result, depth + 1), parameters };
}

/** Returns the types of the parameters of a function that arguments are given to. */
export function parameterTypes(list: Node | null, depth = 0): readonly (Expression | undefined)[] {
  const found: (Expression | undefined)[] = [];
  const isMixed = mixedLists.test(list?.type ?? "");
  for (const each of list?.namedChildren ?? []) {
    // Default values of Kotlin and Swift are beside the parameters.
    if (each === null || noParameters.test(each.type) || (isMixed && each.type !== "parameter")) continue;
    const name = each.childForFieldName("pattern") ?? each.childForFieldName("name");
    if (name?.type === "this") continue;
    const type = each.childForFieldName("type") ?? (/parameter/.test(each.type) ? each.lastNamedChild : each);
    found.push(type?.id === name?.id ? undefined : expressionOf(type, depth + 1));
  }
  return found;
}

/** Nodes that have other children than parameters, too. */
const mixedLists =
  /^(?:function_value_parameters|(?:protocol_)?function_declaration|init_declaration|subscript_declaration)$/;

const noParameters = /comment|^(?:self_parameter|receiver_parameter|attribute_item|parameter_modifiers)$/;

/** Returns a built-in type by its name, or a value of one. */
function otherOf(node: Node): Expression {
  if (/_type$/.test(node.type)) return { kind: "other", name: node.text };
  return /string/.test(node.type) ? { kind: "other", name: "str" } : other;
}

/** Returns a path of keywords: `crate`, `super::super`, `self` before `::`. */
function modulePathOf(node: Node): Expression | undefined {
  if (node.type === "\\") return { kind: "path", from: node.startIndex, text: "" };
  if (node.type === "namespace_name") return { kind: "path", from: node.startIndex, text: node.text };
  const isPath = /^(?:crate|super|self|metavariable)$/.test(lastOfPath(node)?.type ?? "");
  if (!isPath || (node.type === "metavariable" && node.text !== "$crate")) return undefined;
  const isInPath = /^(?:scoped_|use_|extern)/.test(node.parent?.type ?? "") || node.nextSibling?.type === "::";
  return isInPath || node.type === "crate" || node.type === "metavariable"
    ? { kind: "path", from: node.startIndex, text: node.text.replace(/\s+/g, "") }
    : undefined;
}

function lastOfPath(node: Node): Node | null {
  return node.type === "scoped_identifier" ? node.childForFieldName("name") : node;
}

const other: Expression = { kind: "other" };

/** Returns a call; of `super()` and Go's `new(T)`, what they return. */
function callOf(node: Node, depth: number): Expression | undefined {
  const callee = fieldOf(node, calleeFields[node.type]) ?? node.firstNamedChild;
  if (callee === null || callee.startIndex < node.startIndex) return undefined;
  const word = callee.childCount === 0 ? callee.text : "";
  if (word === "super") return { kind: "super", from: callee.startIndex };
  const [argument] = node.childForFieldName("arguments")?.namedChildren ?? [];
  // JavaScript's `require` and `import()`.
  if (argument?.type === "string" && (callee.type === "import" || word === "require"))
    return { kind: "module", from: argument.startIndex, source: argument.text.slice(1, -1) };
  if (word === "new" && argument && /type/.test(argument.type)) {
    const of = expressionOf(argument, depth + 1);
    return of && { kind: "instance", of };
  }
  const receiver = node.childForFieldName("receiver");
  // `Cart.new` of Ruby makes an object, and Rust's `Ok(x)` has its argument.
  if (word === "new" && receiver) {
    const of = expressionOf(receiver, depth + 1);
    return of && { kind: "instance", of };
  }
  // Swift's `a[0]`, and `[A]()`.
  const list = node.lastNamedChild?.type === "call_suffix" ? node.lastNamedChild.firstNamedChild : null;
  const isElement = list?.firstChild?.type === "[";
  const of = expressionOf(callee, depth + 1);
  if (of?.kind === "list" && callee.type === "array_literal") return { kind: "instance", of };
  return of && { kind: isElement ? "element" : "call", of };
}

/** Returns a generic type with its arguments. */
function genericIn(node: Node, depth: number): Expression | undefined {
  const fields = genericFields[node.type];
  if (fields === undefined) return undefined;
  const of = expressionOf(fieldOf(node, fields[0]), depth + 1);
  if (of?.kind !== "name") return of;
  const given = (fieldOf(node, fields[1])?.namedChildren ?? []).filter((each) => each?.type !== "lifetime");
  return { ...of, arguments: given.map((each) => expressionOf(each, depth + 1) ?? other) };
}

function tupleOf(node: Node, depth: number): Expression | undefined {
  const items = node.namedChildren.map((each) => {
    return expressionOf(each?.childForFieldName("type") ?? null, depth + 1) ?? other;
  });
  return items.length === 1 ? items[0] : { kind: "tuple", items };
}

/** Returns the word of a member that is accessed by a string. */
export function keyIn(node: Node): Node | undefined {
  if (!/^(?:lookup_type|subscript_expression)$/.test(node.type)) return undefined;
  const index = node.childForFieldName("index") ?? node.lastNamedChild;
  const string = index?.type === "literal_type" ? index.firstNamedChild : index;
  const word = string?.type === "string" && string.namedChildCount === 1 ? string.firstNamedChild : null;
  return word?.type === "string_fragment" ? word : undefined;
}

const literalLists = /^(?:array|list|array_expression|array_literal)$/;
const MAX_ITEMS = 5;

/** Returns the type of a list by its items; undefined where they may have others. */
function literalListOf({ namedChildren }: Node, depth: number): Expression | undefined {
  if (namedChildren.length > MAX_ITEMS) return undefined;
  const items = namedChildren.map((each) => expressionOf(each, depth + 1));
  const known = items.filter((each) => each !== undefined && each.kind !== "other");
  if (known.length < items.length) return undefined;
  const [first] = known;
  return first && { kind: "list", of: known.length === 1 ? first : { kind: "union", of: known } };
}

/** Whether a value is that of one of the operands: `a or b`, `a ?? b`. */
function givesAnOperand(node: Node): boolean {
  if (/^(?:boolean_operator|elvis_expression)$/.test(node.type)) return true;
  return (
    /^binary(?:_expression)?$/.test(node.type) &&
    /^(?:\|\||&&|\?\?|or|and)$/.test(node.childForFieldName("operator")?.text ?? "")
  );
}

/** Returns the members of a union that may be types of the workspace. */
function unionOf(node: Node, depth: number): Expression | undefined {
  const members = node.namedChildren.flatMap((each) => expressionOf(each, depth + 1) ?? []);
  const known = members.filter(({ kind }) => kind !== "other");
  return known.length > 1 ? { kind: "union", of: known } : known[0];
}

/** Returns the node of the name, of a node that accesses a member. */
export function accessedName(node: Node): Node | undefined {
  const fields = accessFields[node.type];
  if (fields === undefined && !accessByOrder.has(node.type)) return undefined;
  const byField = fields && fieldOf(node, fields[1]);
  if (byField) return node.type === "call" && !node.childForFieldName("receiver") ? undefined : byField;
  if (!accessByOrder.has(node.type)) return undefined;
  const last = node.lastNamedChild ?? undefined;
  return last?.type === "navigation_suffix" ? (last.lastNamedChild ?? undefined) : last;
}

function lastNameIn(node: Node): Node {
  let last = node;
  while (last.childCount > 0) {
    const next: Node | null = accessedName(last) ?? (last.type in genericFields ? last.firstNamedChild : null);
    if (next === null) break;
    last = next;
  }
  return last;
}

/** A type may be so deep in an annotation. */
const MAX_PARENTS = 8;
/** The nodes between a string and the annotation that it is part of. */
const between = /^(?:subscript|generic_type|type_parameter|binary_operator|union_type|tuple|list)$/;

/** Whether a string is a type, and no value that `Literal` lists. */
function isInAnnotation(string: Node): boolean {
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
function quotedTypeIn(string: Node): Expression | undefined {
  const content = string.namedChildren.find((each) => each?.type === "string_content");
  const found = /^\s*(?:None\s*\|\s*)?(?:\w+\.)*([\p{ID_Start}_]\p{ID_Continue}*)(?:\s*\|\s*None)?\s*$/du.exec(
    content?.text ?? "",
  );
  const at = found?.indices?.[1]?.[0];
  return content && at !== undefined ? { kind: "name", from: content.startIndex + at } : undefined;
}
