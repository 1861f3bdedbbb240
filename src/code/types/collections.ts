/** What methods of a library's collections and wrappers return, and give to functions. */

import type { CollectionFacts } from "../../languages/collectionFacts.js";
import { factsOf } from "../../languages/languages.js";
import type { TypeValue } from "./typeValue.js";

/** Returns the element of a list, or what a wrapper such as `Option<T>` contains. */
export function elementOf(type: TypeValue | undefined): TypeValue | undefined {
  switch (type?.kind) {
    case "list":
      return type.of;
    case "object":
    case "other": {
      const known = type.arguments.filter((each) => each !== undefined && each.kind !== "other");
      return known.length === 1 ? known[0] : hasPlainElements(type) ? type : undefined;
    }
    default:
      return undefined;
  }
}

/** Whether an element of what has a type is of that type: of arrays and pointers of C. */
function hasPlainElements(type: Extract<TypeValue, { readonly kind: "object" | "other" }>): boolean {
  if (type.kind === "other" || type.arguments.length > 0) return false;
  const { file, symbol } = type.entity;
  const hasOwn = symbol?.children.some(({ name }) => /^operator\s*\[/.test(name)) === true;
  return factsOf(file.languageId).hasArrayDeclarators && !hasOwn;
}

/** Returns what a method of a collection of the library returns; undefined for any other. */
export function returnedBy(
  method: string,
  receiver: TypeValue | undefined,
  facts: CollectionFacts,
): TypeValue | undefined {
  if (!isCollectionOfLibrary(receiver, method, facts)) return undefined;
  if (facts.keeping.has(method)) return receiver;
  if (facts.taking.has(method)) return elementOf(receiver);
  const of = elementOf(receiver);
  if (facts.ofValues.has(method)) return listOf(of);
  return facts.counting.has(method) ? listOf({ kind: "tuple", items: [undefined, of] }) : undefined;
}

/** Returns what a method of a collection of the library gives to a parameter of a function. */
export function givenBy(
  method: string,
  receiver: TypeValue | undefined,
  place: number,
  facts: CollectionFacts,
): TypeValue | undefined {
  if (facts.giving.get(method)?.includes(place) !== true) return undefined;
  // What an import that runs promises.
  if (receiver?.kind === "itself" && receiver.entity.kind === "module") return receiver;
  return isCollectionOfLibrary(receiver, method, facts) ? elementOf(receiver) : undefined;
}

/**
 * Whether a value is a collection that the workspace does not declare, and not a map with pairs.
 */
function isCollectionOfLibrary(type: TypeValue | undefined, method: string, { ofValues }: CollectionFacts): boolean {
  if (type?.kind === "list") return type.key === undefined || ofValues.has(method);
  return type?.kind === "other" && (type.arguments.length === 1 || ofValues.has(method));
}

function listOf(of: TypeValue | undefined): TypeValue {
  return { kind: "list", of, key: undefined };
}
