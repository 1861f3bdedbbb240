/** Reads what syntax shows of a name: its receiver, its callee, the path of its import. */

import type { Node } from "web-tree-sitter";
import type { ParsedText } from "../trees/parsedText.js";
import { partOf } from "../trees/templates/templateTexts.js";
import type { Expression, NameValue, Receiver } from "./expression.js";
import { accessedName, expressionOf, keyIn, MAX_DEPTH } from "./expressionOf.js";
import { fieldOf } from "./fieldOf.js";
import { impliedOwnerOf, lastOperand } from "./impliedType.js";
import { accessByOrder, accessFields, calleeFields, genericFields } from "./valueNodes.js";
import { comparedWith, ownerOfDesignator, wantedOfKey } from "./wantedType.js";

/** Nodes of literals and patterns with keys, and the field of their type. */
const keyOwners: Readonly<Record<string, string>> = {
  composite_literal: "type",
  struct_expression: "name",
  struct_pattern: "type",
  object_creation_expression: "type",
};
const keyNodes: ReadonlySet<string> = new Set([
  ...["field_initializer", "shorthand_field_initializer", "field_initializer_list", "field_pattern"],
  ...["keyed_element", "literal_element", "literal_value", "assignment_expression", "initializer_expression"],
]);
/** A name is at most so deep in the node that has its receiver. */
const MAX_LEVELS = 6;

/** Returns what syntax shows of the word at an offset, or of the one that ends there. */
export function valueAt(text: ParsedText, offset: number): NameValue {
  const { tree, document } = text;
  const part = partOf(text);
  if (part?.word) {
    const { from, to, word } = part;
    const receiver: Receiver | undefined =
      word === "component" ? undefined : { expression: { kind: "name", from: word.tag }, isKey: false };
    return { from, to, isType: false, ...(receiver ? { receiver } : {}) };
  }
  const isWord = (at: number) => /[\p{ID_Continue}$]/u.test(document.slice(at, at + 1));
  const at = !isWord(offset) && offset > 0 && isWord(offset - 1) ? offset - 1 : offset;
  const leaf = tree.rootNode.descendantForIndex(at, at);
  if (leaf === null) return { from: offset, to: offset, isType: false };
  const { startIndex: from, endIndex: to } = leaf;
  const own = leaf.childCount === 0 ? expressionOf(leaf) : undefined;
  const isOwn = own?.kind === "self" || own?.kind === "super";
  const keyOwner = wantedOfKey(leaf, expressionOf);
  const designated = ownerOfDesignator(leaf, expressionOf);
  const implied = impliedOwnerOf(leaf, expressionOf);
  const owner = keyOwner ?? designated ?? implied?.of;
  const receiver = owner ? { expression: owner, isKey: true } : receiverOf(leaf);
  const compared = comparedWith(leaf, expressionOf);
  const isMemberOfType =
    /^(?:property|method)_signature$/.test(leaf.parent?.type ?? "") &&
    leaf.parent?.childForFieldName("name")?.id === leaf.id;
  const callee = calleeOfArgument(leaf);
  const isType = leaf.type === "type_identifier";
  const isValue =
    leaf.type === "identifier" && !/^(?:token_tree|use_|scoped_use_|extern_)/.test(leaf.parent?.type ?? "");
  const isMacro = isMacroName(leaf);
  const module = own?.kind === "path" ? pathTo(leaf) : modulePathTo(leaf);
  const wanted = wantedOf(leaf);
  const isInitialiser =
    leaf.parent?.type === "field_initializer" &&
    leaf.type === "field_identifier" &&
    !leaf.parent.childForFieldName("field");
  const isPattern = leaf.type === "identifier" && leaf.parent?.type === "match_pattern";
  return {
    from,
    to,
    isType,
    ...(isOwn ? { own, ...argumentsOfConstructor(leaf) } : {}),
    ...(receiver ? { receiver } : {}),
    ...(implied ? { isImplied: true } : {}),
    ...(callee ? { callee } : {}),
    ...(wanted ? { wanted } : {}),
    ...(keyOwner ? { isKeyOfLiteral: true } : {}),
    ...(isMemberOfType ? { isMemberOfType } : {}),
    ...(compared ? { compared } : {}),
    ...(isInitialiser ? { isInitialiser } : {}),
    ...(isPattern ? { isPattern } : {}),
    ...(isValue ? { isValue } : {}),
    ...(isMacro ? { isMacro } : {}),
    ...(module === undefined ? {} : { module }),
  };
}

/**
 * Returns the type that is wanted of a call of the method in a leaf: that of the variable, or the
 * one that it is given.
 */
function wantedOf(leaf: Node): Expression | undefined {
  let node = leaf.parent?.type === "field_expression" ? leaf.parent : null;
  if (node?.parent?.type === "generic_function") {
    const given = node.parent.childForFieldName("type_arguments");
    return expressionOf(given?.firstNamedChild ?? null);
  }
  if (node?.parent?.childForFieldName("function")?.id !== node?.id) return undefined;
  node = node?.parent ?? null;
  if (node?.parent?.type !== "let_declaration") return undefined;
  return expressionOf(node.parent.childForFieldName("type"));
}

const constructorCalls =
  /^(?:explicit_constructor_invocation|constructor_initializer|constructor_delegation_call|call_expression)$/;

/** Returns the number of arguments of the constructor that a word for the object calls. */
function argumentsOfConstructor(leaf: Node): Pick<NameValue, "argumentCount"> {
  const list = constructorCalls.test(leaf.parent?.type ?? "") ? leaf.nextNamedSibling : null;
  if (!list || !/argument/.test(list.type)) return {};
  return { argumentCount: list.namedChildren.filter((each) => each && !/comment/.test(each.type)).length };
}

/** Whether a leaf names a macro of Rust. */
function isMacroName(leaf: Node): boolean {
  const { parent } = leaf;
  if (parent?.type === "attribute" && /^(?:inner_)?attribute_item$/.test(parent.parent?.type ?? ""))
    return parent.firstNamedChild?.id === leaf.id;
  if (parent?.type === "token_tree") return leaf.nextSibling?.type === "!";
  const whole = parent?.type === "scoped_identifier" ? parent : leaf;
  return whole.parent?.childForFieldName("macro")?.id === whole.id && whole.endIndex === leaf.endIndex;
}

/** Returns the path of keywords up to a leaf: `super::super`. */
function pathTo(leaf: Node): string {
  const whole = leaf.parent?.childForFieldName("name")?.id === leaf.id ? leaf.parent : leaf;
  return whole.text.replace(/\s+/g, "");
}

/** Returns the path up to a leaf in the path of one of Python's imports. */
function modulePathTo(leaf: Node): string | undefined {
  const path = leaf.parent;
  if (path?.type !== "dotted_name") return undefined;
  const relative = path.parent?.type === "relative_import" ? path.parent : undefined;
  const statement = (relative ?? path).parent;
  const isFirst = path.firstNamedChild?.id === leaf.id;
  const isOfModule =
    statement?.type === "import_from_statement"
      ? statement.childForFieldName("module_name")?.id === (relative ?? path).id
      : statement?.type === "aliased_import"
        ? statement.parent?.type === "import_statement"
        : statement?.type === "import_statement" && !isFirst;
  const from = (relative ?? path).startIndex;
  return isOfModule ? (relative ?? path).text.slice(0, leaf.endIndex - from) : undefined;
}

/** Returns what is called with an argument of the name in a leaf. */
function calleeOfArgument(leaf: Node): Expression | undefined {
  const argument = leaf.parent?.type === "value_argument_label" ? leaf.parent.parent : leaf.parent;
  if (argument === null || !/^(?:keyword_argument|argument|name_colon|value_argument)$/.test(argument.type))
    return undefined;
  if (!isNameOf(argument, leaf)) return undefined;
  let node: Node | null = argument.parent;
  for (let level = 0; node && level < 3; level++, node = node.parent) {
    if (node.type === "constructor_expression") return expressionOf(node.firstNamedChild);
    if (node.type in calleeFields) return expressionOf(fieldOf(node, calleeFields[node.type]) ?? node.firstNamedChild);
    if (node.type === "object_creation_expression") return expressionOf(fieldOf(node, "type @first"));
  }
  return undefined;
}

function isNameOf(node: Node, leaf: Node): boolean {
  // Kotlin's name has no field.
  const isFirst = node.type === "name_colon" || (node.type === "value_argument" && node.child(1)?.type === "=");
  const named = node.childForFieldName("name") ?? (isFirst ? node.firstNamedChild : null);
  return named?.startIndex === leaf.startIndex;
}

/** Returns the receiver of the name in a leaf; undefined without one. */
function receiverOf(leaf: Node): Receiver | undefined {
  let node = leaf;
  for (let level = 0; level < MAX_LEVELS; level++) {
    const { parent } = node;
    if (parent === null) return undefined;
    const named = keyIn(parent) ?? accessedName(parent);
    if (named && covers(named, leaf)) {
      const receiver = receiverNodeOf(parent, leaf);
      const expression = receiver && expressionOf(receiver);
      return expression ? { expression, isKey: false } : undefined;
    }
    const before = parent.type === "user_type" ? leaf.previousNamedSibling : null;
    if (before?.type === "type_identifier")
      return { expression: { kind: "name", from: before.startIndex }, isKey: false };
    if (parent.type === "token_tree") return receiverInTokens(leaf);
    if (parent.type === "use_list" && parent.parent?.type === "scoped_use_list") {
      const path = expressionOf(parent.parent.childForFieldName("path"));
      return path && { expression: path, isKey: false };
    }
    if (keyNodes.has(parent.type) && isKey(node, parent)) return keyOwnerOf(parent);
    const taken = takenApart(node, parent);
    if (taken) return { expression: taken, isKey: true };
    const isInString = /^(?:string|literal_type)$/.test(node.type);
    if (node.startIndex !== leaf.startIndex && !(parent.type in genericFields) && !isInString) return undefined;
    node = parent;
  }
  return undefined;
}

function receiverNodeOf(access: Node, named: Node): Node | null {
  if (keyIn(access)) return access.firstNamedChild;
  const fields = accessFields[access.type];
  const byField = fields && fieldOf(access, fields[0]);
  // PHP's `\A` and `\P\A` begin with a separator.
  if (byField && !byField.isNamed) return access.namedChildCount > 1 ? access.firstNamedChild : byField;
  if (byField) return byField;
  if (access.type === "member_binding_expression") return access.parent?.childForFieldName("condition") ?? null;
  const first = accessByOrder.has(access.type) ? lastOperand(access.firstNamedChild) : null;
  return first && first.endIndex <= named.startIndex ? first : null;
}

function covers(outer: Node, inner: Node): boolean {
  return outer.startIndex <= inner.startIndex && inner.endIndex <= outer.endIndex;
}

/** Whether a child is the key, not the value, of an element. */
function isKey(child: Node, element: Node): boolean {
  switch (element.type) {
    case "field_initializer":
      return element.childForFieldName("field")?.id === child.id;
    case "field_pattern":
      return element.childForFieldName("name")?.id === child.id;
    case "shorthand_field_initializer":
      return true;
    case "literal_element":
      return element.parent?.type === "keyed_element" && element.parent.childForFieldName("key")?.id === element.id;
    case "assignment_expression":
      return element.parent?.type === "initializer_expression" && element.childForFieldName("left")?.id === child.id;
    default:
      return false;
  }
}

/**
 * Returns the type of the literal or pattern around a key; each literal without one in it is an
 * element.
 */
function keyOwnerOf(key: Node): Receiver | undefined {
  let literals = 0;
  for (let node: Node | null = key; node; node = node.parent) {
    if (node.type === "literal_value") literals++;
    const field = keyOwners[node.type];
    if (field !== undefined) {
      let of = expressionOf(node.childForFieldName(field));
      for (let at = 1; of && at < literals; at++) of = { kind: "element", of };
      return of && { expression: { kind: "instance", of }, isKey: true };
    }
    if (!keyNodes.has(node.type)) return undefined;
  }
  return undefined;
}

/** Returns the value that a pattern takes apart by a key: `b` of `const { a: c } = b`. */
function takenApart(key: Node, parent: Node): Expression | undefined {
  const field = { object_pattern: "", pair_pattern: "key", object_assignment_pattern: "left" }[parent.type];
  if (field === undefined || (field !== "" && parent.childForFieldName(field)?.id !== key.id)) return undefined;
  const pattern = field === "" ? parent : parent.parent;
  if (pattern?.type !== "object_pattern") return undefined;
  const value = { variable_declarator: "value", assignment_expression: "right" }[pattern.parent?.type ?? ""];
  return value === undefined ? undefined : expressionOf(pattern.parent?.childForFieldName(value) ?? null);
}

/** Returns the receiver of a word among the tokens of a macro: `a` and `b()` of `a.b().c`. */
function receiverInTokens(leaf: Node): Receiver | undefined {
  const expression = valueBefore(leaf, 0);
  if (expression) return { expression, isKey: false };
  // A key of a literal, `Item { size: 1 }`.
  const { parent: literal, nextSibling } = leaf;
  const type = literal?.firstChild?.type === "{" && nextSibling?.type === ":" ? literal.previousSibling : null;
  return type?.type === "identifier" ? { expression: { kind: "name", from: type.startIndex }, isKey: true } : undefined;
}

function valueBefore(leaf: Node, depth: number): Expression | undefined {
  const joint = leaf.previousSibling;
  if (joint === null || !/^(?:\.|::)$/.test(joint.type) || depth > MAX_DEPTH) return undefined;
  let before = joint.previousSibling;
  const isCall = before?.type === "token_tree" && before.text.startsWith("(");
  if (isCall) before = before?.previousSibling ?? null;
  if (before === null || before.childCount > 0) return undefined;
  const of = expressionOf(before);
  return of && (isCall ? { kind: "call", of } : of);
}
