/**
 * The types that PHP's documentation comments give to what they document
 * (https://docs.phpdoc.org/guide/references/phpdoc/types.html).
 */

import type { Node } from "web-tree-sitter";
import type { Expression } from "./expression.js";

/** Annotations that say less than a comment may. */
const vague = /^\??(?:array|iterable|mixed|object|self|static|Traversable|Generator|Iterator|IteratorAggregate)$/;
/** The members of a list: `A[]`, `list<A>`, `array<int, A>`. */
const LIST = /^(?:([\w\\|]+)\[\]|(?:(?:non-empty-)?(?:array|list)|iterable)<(?:[^<>,]+,\s*)?([\w\\|]+)>)$/;
/** Nodes in which a name means a type as it does in a comment. */
const typeUses =
  /^(?:named_type|namespace_(?:use|use_group|aliasing)_clause|object_creation_expression|base_clause|class_interface_clause)$/;
const typeDeclarations = /^(?:class|interface|enum|trait)_declaration$/;

/** Whether a type is left to the comment. */
export function isVague(type: Node | null): boolean {
  return type === null || vague.test(type.text);
}

/** Returns the type of a property, a parameter or a variable by its comment. */
export function documentedType(parent: Node): Expression | undefined {
  if (parent.type === "property_element") return typeAfter("@var", parent.parent);
  const name = parent.childForFieldName(parent.type === "assignment_expression" ? "left" : "name");
  if (name?.type !== "variable_name") return undefined;
  if (parent.type === "assignment_expression") return typeAfter("@var", parent.parent, name.text);
  const isParameter = /^(?:simple|property_promotion)_parameter$/.test(parent.type);
  return isParameter ? typeAfter("@param", parent.parent?.parent ?? null, name.text) : undefined;
}

/** Returns what a function or method returns by its comment. */
export function documentedResult(declaration: Node): Expression | undefined {
  const isPhp = declaration.childForFieldName("parameters")?.type === "formal_parameters";
  return isPhp ? typeAfter("@return", declaration) : undefined;
}

/** Returns the type after a tag in the comment above; for a name, where the tag is about that. */
function typeAfter(tag: string, declaration: Node | null, name?: string): Expression | undefined {
  const comment = declaration?.previousNamedSibling;
  if (!declaration || comment?.type !== "comment" || !comment.text.startsWith("/**")) return undefined;
  for (const [, type = "", after] of comment.text.matchAll(
    new RegExp(`${tag}\\s+([^\\s<]+(?:<[^<>]*>)?)[ \\t]*(\\$\\w+)?`, "g"),
  )) {
    const isAbout = name === undefined || after === name || (tag === "@var" && after === undefined);
    if (isAbout) return expressionOfWritten(type, declaration.tree.rootNode);
  }
  return undefined;
}

function expressionOfWritten(written: string, root: Node): Expression | undefined {
  const type = written.replace(/^\?|\|null$|^null\|/g, "");
  const [, ofArray, ofList] = LIST.exec(type) ?? [];
  const item = ofArray ?? ofList;
  const name = nameOf(item ?? type, root);
  if (name === undefined) return undefined;
  return item === undefined ? name : { kind: "list", of: name };
}

/** Returns the type of that name, as the code of the file uses it. */
function nameOf(word: string, root: Node): Expression | undefined {
  if (!/^[A-Z]\w*$/.test(word)) return undefined;
  const found = root.descendantsOfType("name").find((each) => each?.text === word && meansType(each));
  return found ? { kind: "name", from: found.startIndex } : undefined;
}

function meansType(name: Node): boolean {
  const { parent } = name;
  if (parent === null) return false;
  if (typeDeclarations.test(parent.type)) return parent.childForFieldName("name")?.id === name.id;
  // The last name of `use App\Handlers\Handler;`.
  if (parent.type === "qualified_name")
    return parent.parent?.type === "namespace_use_clause" && parent.lastNamedChild?.id === name.id;
  return typeUses.test(parent.type);
}
