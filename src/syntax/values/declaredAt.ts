/** The type of a name by its declaration: by annotation, value, result or element. */

import type { Node, Tree } from "web-tree-sitter";
import type { Stretch } from "../../text/stretch.js";
import { commasBefore, givenTo } from "./closures.js";
import { documentedResult, documentedType, isVague } from "./documentedType.js";
import type { Declared, Expression } from "./expression.js";
import { expressionOf, parameterTypes } from "./expressionOf.js";
import { fieldOf } from "./fieldOf.js";
import { annotationIn, matchedWith, typeAfterArrow } from "./impliedType.js";
import { bodyTypes } from "./valueNodes.js";

/** A name is at most so deep in its declaration. */
const MAX_LEVELS = 8;
/** So many returned values of a function are read. */
const MAX_RETURNED = 5;

const functions =
  /^(?:function_(?:item|signature_item|declaration|definition|declarator|signature)|protocol_function_declaration|method_(?:declaration|definition|elem|signature|spec)|abstract_method_signature|method|singleton_method|local_function_statement|constructor_declaration|init_declaration|delegate_declaration|generator_function_declaration)$/;
const loops =
  /^(?:for_statement|for_expression|for_in_statement|foreach_statement|enhanced_for_statement|range_clause|for_range_loop|for_in_clause)$/;
/** Patterns that take something apart, whose parts have other types. */
const patterns =
  /^(?:(?:tuple|slice|object|array|list|pattern|tuple_struct|struct)_pattern|pattern_list|pair_pattern|record_pattern|tuple|argument_list)$/;

/** Returns what the declaration of the name in a stretch says. */
export function declaredAt({ rootNode }: Tree, { from, to }: Stretch): Declared {
  const leaf = rootNode.descendantForIndex(from, Math.max(from, to - 1));
  let node: Node | null = leaf;
  let at: number | undefined;
  /** The place in a pattern of several names. */
  let place: number | undefined;
  let declared: Declared | undefined;
  for (let level = 0; node && level < MAX_LEVELS; level++) {
    const parent: Node | null = node.parent;
    if (parent === null) return {};
    const isPair = node.type === "pair" && parent.type === "foreach_statement";
    if (isPair || node.type === "expression_list" || node.type === "pattern_list") at = placeOf(node, from);
    if (parent.type === "tuple_struct_pattern") return itemOf(payloadIn(parent, node), place);
    if (parent.type === "field_pattern") return itemOf(fieldIn(parent, node), place);
    if (/^(?:enum_variant|struct_item)$/.test(parent.type)) return heldBy(parent);
    if (parent.type === "enum_entry") return heldByCase(node);
    const matched = boundValue(parent, node);
    if (matched) return matched;
    const given = givenTo(parent, node, from, expressionOf);
    if (given) return itemOf({ value: given }, place);
    declared = loops.test(parent.type) ? elementIn(parent, node, at) : declaredBy(parent, node, at);
    if (declared) return itemOf(declared, place);
    if (tuplePatterns.test(parent.type) && place === undefined) place = commasBefore(parent, from);
    else if (patterns.test(parent.type) && parent.type !== "pattern_list") return {};
    if (bodyTypes.test(parent.type)) return {};
    node = parent;
  }
  return {};
}

/** Returns what an item of something is; that itself without a place. */
function itemOf(declared: Declared, at: number | undefined): Declared {
  if (at === undefined) return declared;
  const { type, value } = declared;
  const of = type ? ({ kind: "instance", of: type } as const) : value;
  return of ? { value: { kind: "item", of, at } } : {};
}

const tuplePatterns = /^(?:tuple_pattern|array_pattern|multi_variable_declaration)$/;

/** Returns what a pattern such as `Some(x)` or `Entry::Vacant(x)` takes from the matched value. */
function payloadIn(pattern: Node, child: Node): Declared {
  const of = expressionOf(pattern.childForFieldName("type"));
  const at = commasBefore(pattern, child.startIndex);
  if (of === undefined) return {};
  let node: Node | null = pattern;
  for (let level = 0; node && level < MAX_LEVELS; level++, node = node.parent) {
    if (node.type === "tuple_struct_pattern" && node.id !== pattern.id) break;
    const value = /^(?:match_expression|let_condition|let_declaration)$/.test(node.type)
      ? node.childForFieldName("value")
      : null;
    if (value) return { value: { kind: "payload", of, at, from: expressionOf(value) } };
  }
  return { value: { kind: "payload", of, at, from: undefined } };
}

/** Returns the field that a pattern such as `A { field: x }` takes a value from. */
function fieldIn(pattern: Node, child: Node): Declared {
  const name = pattern.childForFieldName("name");
  const value = name && name.id !== child.id ? expressionOf(name) : undefined;
  return value ? { value } : {};
}

/** Returns what a variant of an enum, or a struct without names for its fields, holds. */
function heldBy(declared: Node): Declared {
  const body = declared.childForFieldName("body");
  if (body?.type !== "ordered_field_declaration_list") return {};
  const types = body.namedChildren.filter(
    (each) => each && !/^(?:visibility_modifier|attribute_item)$/.test(each.type),
  );
  return { payload: types.map((each) => expressionOf(each)) };
}

/** Returns what a case of an enum of Swift holds. */
function heldByCase({ nextNamedSibling: data }: Node): Declared {
  if (data?.type !== "enum_type_parameters") return {};
  return { payload: data.childrenForFieldName("name").map((each) => expressionOf(each)) };
}

/**
 * Returns what a pattern or condition of Swift binds a name to: `if let a = b`, `case .a(let b)`.
 * Undefined for what is neither.
 */
function boundValue(parent: Node, child: Node): Declared | undefined {
  const isBound = /^(?:if|guard|while)_statement$/.test(parent.type);
  if (isBound && child.previousSibling?.type === "value_binding_pattern") {
    if (child.nextSibling?.type !== "=") return { value: { kind: "outer", from: child.startIndex } };
    return withoutUndefined({ value: expressionOf(child.nextSibling.nextNamedSibling) });
  }
  if (!isBound && parent.type !== "pattern" && parent.type !== "switch_pattern") return undefined;
  if (child.type !== "pattern") return undefined;
  if (child.nextSibling?.type === "as") return withoutUndefined({ type: expressionOf(parent.lastNamedChild) });
  return withoutUndefined({ value: matchedWith(child, expressionOf) });
}

/** Returns the place of the child of a list that is at an offset. */
function placeOf(list: Node, from: number): number | undefined {
  const at = list.namedChildren.findIndex((each) => each && each.startIndex <= from && from < each.endIndex);
  return list.namedChildCount > 1 && at >= 0 ? at : undefined;
}

/** Returns the element that a loop gives its variable: with a key, the second of two names. */
function elementIn(loop: Node, child: Node, at: number | undefined): Declared | undefined {
  const type = loop.childForFieldName("type");
  if (type && !isInferred(type) && type.id !== child.id) return typed(expressionOf(type));
  const list =
    loop.childForFieldName("right") ??
    loop.childForFieldName("value") ??
    loop.childForFieldName("collection") ??
    (child.type === "variable_declaration" ? child.nextNamedSibling : null);
  if (list === null && loop.type === "foreach_statement") return elementOfForeach(loop, child, at);
  if (list === null || list.id === child.id || list.startIndex < child.startIndex) return undefined;
  const of = expressionOf(list);
  if (of === undefined) return {};
  if (loop.type === "range_clause") return { value: { kind: at === 1 ? "element" : "key", of } };
  return itemOf({ value: { kind: "element", of } }, at);
}

/** The same in PHP, whose grammar has no fields: `foreach ($list as $key => $value)`. */
function elementOfForeach(loop: Node, child: Node, at: number | undefined): Declared | undefined {
  const [list, variable] = loop.namedChildren;
  if (!list || variable?.id !== child.id) return undefined;
  const of = expressionOf(list);
  return of ? { value: { kind: child.type === "pair" && at === 0 ? "key" : "element", of } } : {};
}

/** Returns what a node declares about one of its children; undefined if it says nothing. */
function declaredBy(parent: Node, child: Node, at: number | undefined): Declared | undefined {
  if (functions.test(parent.type)) return functionResult(parent, child);
  // Each case of Go's `switch v := x.(type)` gives it a type.
  if (parent.type === "type_switch_statement") return {};
  if (parent.type === "type_parameter" || parent.type === "type_parameter_declaration") return boundOf(parent, child);
  const type = typeIn(parent, child);
  const documented = isVague(type) ? documentedType(parent) : undefined;
  if (documented) return { type: documented };
  if (type && !isInferred(type)) {
    const result = isFunctionDeclarator(child) ? { result: expressionOf(type) } : { type: expressionOf(type) };
    return withoutUndefined(result);
  }
  const value = valueIn(parent, child);
  if (value === null) return undefined;
  const list = value.type === "expression_list" && value.namedChildCount > 1 ? value : undefined;
  const expression = expressionOf(list && at !== undefined ? (list.namedChildren[at] ?? null) : value);
  if (expression === undefined) return {};
  const hasFlag = at !== undefined && !list && value.type === "expression_list" && hasFlagBeside(value.firstNamedChild);
  if (hasFlag) return at === 0 ? { value: expression } : {};
  return { value: at === undefined || list ? expression : { kind: "item", of: expression, at } };
}

function typeIn(parent: Node, child: Node): Node | null {
  // Java's patterns: `a instanceof A b`, `case A b`.
  if (parent.type === "instanceof_expression") return parent.childForFieldName("right");
  if (parent.type === "type_pattern") return parent.firstNamedChild?.id === child.id ? null : parent.firstNamedChild;
  const type = parent.childForFieldName("type");
  if (type && type.id !== child.id && !isInside(child, type)) return type;
  if (parent.type === "property_declaration" || parent.type === "protocol_property_declaration")
    return annotationIn(parent);
  if (/^(?:typealias|associatedtype)_declaration$/.test(parent.type) && parent.lastNamedChild?.id !== child.id)
    return parent.lastNamedChild;
  if (!unmarkedDeclarations.test(parent.type)) return null;
  return parent.namedChildren.find((each) => each && isUnmarkedType(each) && each.startIndex >= child.endIndex) ?? null;
}

function valueIn(parent: Node, child: Node): Node | null {
  for (const field of ["value", "right", "initializer", "default"]) {
    const value = parent.childForFieldName(field);
    if (value && value.id !== child.id && value.startIndex >= child.endIndex) return value;
  }
  // Kotlin's grammar has no fields.
  const last = parent.lastNamedChild;
  if (parent.type === "property_declaration" && last && last.startIndex >= child.endIndex)
    return /^(?:getter|setter|type_constraints)$/.test(last.type) ? null : last;
  // C#: `variable_declarator` has its value without a field.
  if (parent.type === "variable_declarator" && parent.namedChildCount > 1) {
    const last = parent.lastNamedChild;
    return last && last.id !== child.id ? last : null;
  }
  return null;
}

/** Whether a second name beside a value says if there is one: `a, ok := b.(A)`. */
function hasFlagBeside(value: Node | null): boolean {
  if (value?.type === "unary_expression") return value.firstChild?.type === "<-";
  return /^(?:type_assertion|index)_expression$/.test(value?.type ?? "");
}

/** `var`, `auto` and suchlike, for which the value has the type. */
function isInferred(type: Node): boolean {
  return /^(?:implicit_type|placeholder_type_specifier|auto)$/.test(type.type) || /^(?:var|auto|val)$/.test(type.text);
}

function isFunctionDeclarator(node: Node): boolean {
  for (let each: Node | null = node; each; each = each.childForFieldName("declarator"))
    if (each.type === "function_declarator") return true;
  return false;
}

function functionResult(node: Node, child: Node): Declared | undefined {
  const isName =
    (child.type === "simple_identifier" && node.type === "function_declaration") ||
    node.childForFieldName("name")?.id === child.id ||
    isInside(node.childForFieldName("declarator"), child);
  if (!isName && node.childForFieldName("declarator")?.id !== child.id) return {};
  const result = fieldOf(node, "return_type result returns type") ?? typeAfterArrow(node);
  const documented = isVague(result) ? documentedResult(node) : undefined;
  const unmarked = node.namedChildren.find((each) => each?.type === "function_value_parameters") ?? null;
  const labels = labelsIn(node);
  const parameters = parameterTypes(node.childForFieldName("parameters") ?? unmarked ?? (labels ? node : null));
  if (documented) return withoutUndefined({ result: documented, parameters, labels });
  if (result || labels) return withoutUndefined({ result: expressionOf(result), parameters, labels });
  if (unmarked) return { ...unmarkedResult(node, unmarked), parameters };
  // A declarator of C has its type in the declaration around it.
  if (node.type === "function_declarator") return undefined;
  const body = node.childForFieldName("body");
  const returned = body ? returnedIn(body) : [];
  return { ...(returned.length > 0 ? { returned } : {}), parameters };
}

/** Returns the labels of the parameters of a function of Swift; undefined for any other. */
function labelsIn({ namedChildren }: Node): readonly string[] | undefined {
  const parameters = namedChildren.filter((each) => each?.type === "parameter");
  if (parameters.length === 0) return undefined;
  return parameters.map((each) => fieldOf(each as Node, "external_name name")?.text ?? "");
}

/** Declarations in Kotlin's grammar, which has no fields. */
const unmarkedDeclarations =
  /^(?:variable_declaration|parameter|class_parameter|parameter_with_optional_type|type_alias)$/;

function isUnmarkedType({ type }: Node): boolean {
  return /^(?:user_type|nullable_type|parenthesized_type|function_type|(?:optional|array|dictionary|tuple|opaque|existential|protocol_composition)_type)$/.test(
    type,
  );
}

/** Returns the result of one of Kotlin's functions: its annotation, or its only expression. */
function unmarkedResult({ namedChildren }: Node, parameters: Node): Declared {
  const after = namedChildren.filter((each): each is Node => each !== null && each.startIndex >= parameters.endIndex);
  const annotation = after.find(isUnmarkedType);
  if (annotation) return withoutUndefined({ result: expressionOf(annotation) });
  const body = after.find(({ type }) => type === "function_body");
  if (body === undefined) return {};
  const only = body.namedChildCount === 1 && body.firstNamedChild?.type !== "statements" ? body.firstNamedChild : null;
  const value = only && expressionOf(only);
  const returned = value ? [value] : returnedIn(body);
  return returned.length > 0 ? { returned } : {};
}

/** Returns the values that a function returns, without those of functions in it. */
function returnedIn(body: Node): readonly Expression[] {
  const found: Expression[] = [];
  const open: Node[] = [body];
  for (let node = open.pop(); node && found.length < MAX_RETURNED; node = open.pop()) {
    if (/^(?:return(?:_statement|_expression)?|jump_expression)$/.test(node.type)) {
      const value = expressionOf(node.firstNamedChild);
      if (value) found.push(value);
      continue;
    }
    for (const each of node.namedChildren)
      if (each && !functions.test(each.type) && !/^(?:lambda|arrow_function|class_definition|class)/.test(each.type))
        open.push(each);
  }
  return found;
}

function boundOf(parameter: Node, child: Node): Declared {
  const bound =
    fieldOf(parameter, "bounds constraint type") ?? constraintOf(parameter, child) ?? parameter.lastNamedChild;
  return bound && bound.id !== child.id ? typed(expressionOf(bound)) : {};
}

/** Returns the type that a clause after the head demands of a parameter: `where T : A`. */
function constraintOf(parameter: Node, { text }: Node): Node | null {
  const clauses = (parameter.parent?.parent?.namedChildren ?? []).flatMap((each) =>
    each && /^(?:where_clause|type_constraints)$/.test(each.type) ? each.namedChildren : [each],
  );
  const own = clauses.find((each) => each && constraints.test(each.type) && each.firstNamedChild?.text === text);
  const [, bound] = own?.namedChildren ?? [];
  const types = bound?.type === "trait_bounds" ? bound.namedChildren : [bound];
  const type = types.find((each) => each && each.type !== "lifetime");
  return type?.childForFieldName("type") ?? type ?? null;
}

const constraints = /^(?:type_parameter_constraints_clause|where_predicate|type_constraint)$/;

function typed(type: Expression | undefined): Declared {
  return type ? { type } : {};
}

function withoutUndefined(declared: { readonly [Key in keyof Declared]?: Declared[Key] | undefined }): Declared {
  return Object.fromEntries(Object.entries(declared).filter(([, value]) => value !== undefined));
}

function isInside(outer: Node | null, inner: Node): boolean {
  return outer !== null && outer.startIndex <= inner.startIndex && inner.endIndex <= outer.endIndex;
}
