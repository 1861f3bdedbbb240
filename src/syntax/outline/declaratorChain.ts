/** Names nested inside declarators, as in C: the path down to the name, and what its nodes add. */

import type { Node, QueryMatch } from "web-tree-sitter";

const declaratorTypes = /(?:declarator|identifier|operator_name)$/;

/** The longest path to a name. */
const MAX_CHAIN_LENGTH = 30;

/**
 * Returns the nodes from the captured name down to the name itself. Follows the fields that the
 * property `descend` lists, and enters what a declarator wraps. A node type listed in `whole` ends
 * the path. Returns an empty list if nothing is captured, and `undefined` if the path contains a
 * type listed in `except`.
 */
export function findDeclaratorChain(
  captured: Node | undefined,
  properties: QueryMatch["setProperties"],
): Node[] | undefined {
  const fields = properties?.["descend"]?.split(" ") ?? [];
  const excepted = properties?.["except"]?.split(" ") ?? [];
  const whole = properties?.["whole"]?.split(" ") ?? [];
  const chain: Node[] = [];
  for (let node: Node | null | undefined = captured; node && chain.length < MAX_CHAIN_LENGTH; ) {
    if (excepted.includes(node.type)) return undefined;
    chain.push(node);
    const at: Node = node;
    if (fields.length === 0 || whole.includes(node.type)) break;
    const inner = fields.map((field) => at.childForFieldName(field)).find((child) => child !== null);
    // `(f)`, `&r` and `f [[a]]` have no field for the node they wrap.
    const isAround = inner === undefined && at.type.endsWith("declarator");
    node = inner ?? (isAround ? at.namedChildren.find((child) => declaratorTypes.test(child?.type ?? "")) : undefined);
  }
  return chain;
}

/**
 * Returns the kind that the nodes on the path to a name give it: the property
 * `through.<type>.<kind>`, where `<kind>` is the kind so far, or else `through.<type>`.
 */
export function resolveKind(
  chain: readonly Node[],
  capturedKind: string,
  properties: QueryMatch["setProperties"],
): string {
  let kind = capturedKind;
  for (const { type } of properties && "descend" in properties ? chain : [])
    kind = properties?.[`through.${type}.${kind}`] ?? properties?.[`through.${type}`] ?? kind;
  return kind;
}

/** Returns a field of the innermost node on the path that has it: a function's parameters. */
export function innermostField(chain: readonly Node[], field: string | null | undefined): Node | undefined {
  if (!field) return undefined;
  return chain.map((each) => each.childForFieldName(field)).findLast((each) => each !== null) ?? undefined;
}
