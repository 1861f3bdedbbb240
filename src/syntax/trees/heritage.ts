/**
 * The heads of types: which of the names in them are extended or implemented. It goes by the node
 * types of the shipped grammars.
 */

import type { Node, Tree } from "web-tree-sitter";
import type { Stretch } from "../../text/stretch.js";

/** A type that names other types in its head. */
export interface Subtype extends Stretch {
  /** The extent of the name; of an `impl` without one, that of its type. */
  readonly nameFrom: number;
  readonly nameTo: number;
}

/** Nodes of a head that list types; TypeScript, Java, C#, C++, PHP, Kotlin, Scala, Swift … */
const clauseTypes = new Set(
  `class_heritage extends_clause implements_clause extends_type_clause superclass super_interfaces
  extends_interfaces base_class_clause base_list base_clause class_interface_clause interfaces mixins
  inheritance_specifier delegation_specifier delegation_specifiers`.split(/\s+/),
);
/** Nodes in a head whose names are not extended: `B` in `extends A<B>`, `c` in `extends f(c)`. */
const argumentTypes =
  /^(?:keyword_argument|type_arguments|type_argument_list|type_parameters|template_argument_list|arguments|argument_list|value_arguments)$/;
/** A name is at most so deep in a head. */
const MAX_LEVELS = 12;

/** Returns the type in whose head a name is as one that the type extends or implements. */
export function subtypeAt({ rootNode }: Tree, { from, to }: Stretch): Subtype | undefined {
  let node: Node | null = rootNode.descendantForIndex(from, Math.max(from, to - 1));
  let isInClause = false;
  for (let level = 0; node && level < MAX_LEVELS; level++) {
    const parent: Node | null = node.parent;
    if (parent === null) return undefined;
    if (isHead(node, parent)) isInClause = true;
    else if (!isInClause && (argumentTypes.test(node.type) || isDelegate(node, parent))) return undefined;
    if (isInClause) {
      const name =
        parent.childForFieldName("name") ??
        (parent.type === "impl_item" ? typeNameOf(parent) : null) ??
        unmarkedNameOf(parent);
      const bound = name ?? embeddingTypeOf(parent);
      if (bound && bound.startIndex !== node.startIndex) return subtypeOf(parent, bound);
      // A class without a name is shown by the type that it names.
      if (isAnonymousClass(parent)) return subtypeOf(parent, node);
    }
    node = parent;
  }
  return undefined;
}

function isHead(node: Node, parent: Node): boolean {
  if (clauseTypes.has(node.type) || isTraitUse(node, parent)) return true;
  switch (parent.type) {
    case "class_definition": // Python; its keyword arguments are no superclasses
      return node.type === "argument_list";
    case "call": // Ruby: `include M`
      return (
        node.type === "argument_list" &&
        parent.childForFieldName("receiver") === null &&
        /^(?:include|prepend|extend)$/.test(parent.childForFieldName("method")?.text ?? "")
      );
    case "object_creation_expression": // Java
      return parent.childForFieldName("type")?.id === node.id && isAnonymousClass(parent);
    case "trait_item":
      return node.type === "trait_bounds";
    case "impl_item":
      return parent.childForFieldName("trait")?.id === node.id;
    case "field_declaration":
      return isEmbeddedField(parent);
    case "type_spec": // Go: `type Names Namer` has the methods of the interface
      return (
        parent.childForFieldName("type")?.id === node.id &&
        /^(?:generic_type|type_identifier|qualified_type)$/.test(node.type)
      );
    case "type_elem":
      return parent.parent?.type === "interface_type";
    default:
      return false;
  }
}

/** Whether a node is the value that Kotlin's `I by value` forwards the members of `I` to. */
function isDelegate({ id }: Node, { type, firstNamedChild }: Node): boolean {
  return type === "explicit_delegation" && firstNamedChild?.id !== id;
}

/** Whether a declaration in a class takes the members of traits: PHP's `use T;`. */
function isTraitUse({ type }: Node, { type: parentType, parent }: Node): boolean {
  if (type !== "use_declaration" || parentType !== "declaration_list") return false;
  return /^(?:(?:class|trait|enum)_declaration|anonymous_class)$/.test(parent?.type ?? "");
}

function isAnonymousClass({ type, namedChildren }: Node): boolean {
  if (type === "anonymous_class" || type === "object_literal") return true;
  return type === "object_creation_expression" && namedChildren.some((each) => each?.type === "class_body");
}

/** Whether a field is one of Go's without a name; C++ has the same node type for its members. */
function isEmbeddedField(field: Node): boolean {
  const isNamed = ["name", "declarator"].some((name) => field.childForFieldName(name) !== null);
  return !isNamed && field.parent?.parent?.type === "struct_type";
}

/** Returns the name of the type that an `impl` is for. */
function typeNameOf(impl: Node): Node | null {
  const type = impl.childForFieldName("type");
  return type?.childForFieldName("type") ?? type;
}

/** Returns the name of a class in Kotlin's grammar, which has no fields. */
function unmarkedNameOf({ type, namedChildren }: Node): Node | null {
  if (type !== "class_declaration" && type !== "object_declaration") return null;
  return namedChildren.find((each) => each?.type === "type_identifier") ?? null;
}

/** Returns the name of Go's `type T struct { … }` around an embedded field. */
function embeddingTypeOf(node: Node): Node | null {
  return node.parent?.type === "type_spec" ? node.parent.childForFieldName("name") : null;
}

function subtypeOf(node: Node, name: Node): Subtype {
  const whole = node.parent?.type === "type_spec" ? node.parent : node;
  return { from: whole.startIndex, to: whole.endIndex, nameFrom: name.startIndex, nameTo: name.endIndex };
}
