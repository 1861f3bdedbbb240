/** Names that stand deep inside what declares them, as C has it: the way down to them, and what is passed on it. */

import type { Node, QueryMatch } from "web-tree-sitter";
import { nodeText } from "../trees/nodeText.js";

const declaratorTypes = /(?:declarator|identifier|operator_name)$/;

/** Longer ways to a name nobody writes. */
const MAX_CHAIN_LENGTH = 30;

/**
 * The nodes from what is captured as the name down to the name itself, by the fields that `descend` names; what a declarator stands around leads there too.
 * What is a name as a `whole` ends the way. Empty where nothing is captured; undefined where the way leads through what is `except`ed.
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
    // `(f)`, `&r` and `f [[a]]` have no field for what they are around.
    const isAround = inner === undefined && at.type.endsWith("declarator");
    node = inner ?? (isAround ? at.namedChildren.find((child) => declaratorTypes.test(child?.type ?? "")) : undefined);
  }
  return chain;
}

/** What is passed on the way to the name may say what it is: `through.<type>`, or `through.<type>.<kind>` for what was of that kind so far. */
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

/** What the innermost node on the way to a function's name has in a field: its parameters. */
export function readDetail(chain: readonly Node[], field: string | null | undefined, text: string): string | undefined {
  if (!field) return undefined;
  const node = chain.map((each) => each.childForFieldName(field)).findLast((each) => each !== null);
  return node ? nodeText(node, text) : undefined;
}
