/**
 * The type of a variable as its declaration shows it: by an annotation, or by the construction of a
 * value. It goes by the fields and node types of the shipped grammars.
 */

import type { Node, Tree } from "web-tree-sitter";
import type { Stretch } from "../../text/stretch.js";

/** A name is at most so deep in its declaration. */
const MAX_LEVELS = 5;
/** A longer annotation or value is not searched for a name. */
const MAX_LENGTH = 500;
const constructions =
  /^(?:new_expression|object_creation_expression|instance_expression|struct_expression|composite_literal)$/;

/**
 * Returns the name of the type, without its module and type arguments; undefined where the
 * declaration of the name does not show it.
 */
export function declaredTypeOf({ rootNode }: Tree, { from, to }: Stretch, text: string): string | undefined {
  let node: Node | null = rootNode.descendantForIndex(from, Math.max(from, to - 1));
  for (let level = 0; node && level < MAX_LEVELS; level++, node = node.parent) {
    const type = node.childForFieldName("type");
    if (type && !covers(type, from)) return plainName(textOf(type, text));
    const value = node.childForFieldName("value") ?? node.childForFieldName("right");
    if (value && !covers(value, from)) return constructedType(value, text);
  }
  return undefined;
}

function covers({ startIndex, endIndex }: Node, offset: number): boolean {
  return startIndex <= offset && offset < endIndex;
}

function textOf({ startIndex, endIndex }: Node, text: string): string {
  return text.slice(startIndex, Math.min(endIndex, startIndex + MAX_LENGTH));
}

/** Returns `Cart` for `new Cart()`, `&Cart{}`, `Cart { … }`, `Cart()` and `Cart::new()`. */
function constructedType(value: Node, text: string): string | undefined {
  const inner = value.namedChildCount === 1 ? value.namedChild(0) : null;
  if (inner && /^(?:expression_list|unary_expression|reference_expression|await_expression)$/.test(value.type))
    return constructedType(inner, text);
  if (constructions.test(value.type)) {
    const type = ["constructor", "type", "name"].map((field) => value.childForFieldName(field)).find((each) => each);
    return type ? plainName(textOf(type, text)) : undefined;
  }
  const callee = /^call(?:_expression)?$/.test(value.type) ? value.childForFieldName("function") : null;
  if (callee === null) return undefined;
  const [, type] = /^(?:[\w.]+[.:])?:?([A-Z]\w*)(?:::\w+)?$/.exec(textOf(callee, text)) ?? [];
  return type;
}

/** Returns `Cart` for `&mut shop::Cart<T>`, `: *Cart` and the like; undefined for unions. */
function plainName(type: string): string | undefined {
  const bare = type
    .replace(/^[\s:&*]*(?:'\w+\s+)?(?:mut\s+|const\s+|dyn\s+|impl\s+)?[&*]*/, "")
    .replace(/(?<![*&])[*&]+$/, "")
    .trimEnd();
  const [path = "", name] = /^(?:[\w$]+(?:\.|::))*([\p{ID_Start}_$][\p{ID_Continue}$]*)/u.exec(bare) ?? [];
  const rest = bare.slice(path.length);
  return /^\s*(?:$|[<[?]|\|\s*(?:null|undefined|None)\s*$)/.test(rest) ? name : undefined;
}
