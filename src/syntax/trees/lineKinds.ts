/** The kinds of lines: code, or inside of a string, comment or literal block. */

import type { Stretch } from "../../text/stretch.js";
import type { LineKind, ProseKind } from "../../text/treeFacts.js";
import { isCommentType } from "../grammars/commentTypes.js";
import { chainOf, type GrammarNode } from "./coveringNodes.js";
import type { ParsedText } from "./parsedText.js";
import { isStringType, proseOf } from "./proseKind.js";

/** Returns the kind of each line that begins in a stretch; the first one is code. */
export function lineKindsIn(parsed: ParsedText, { from, to }: Stretch): LineKind[] {
  const text = parsed.document.slice(from, to);
  const kinds: LineKind[] = ["code"];
  for (const { index, 0: lineEnd } of text.matchAll(/\r\n|\r|\n/g)) {
    const end = from + index + lineEnd.length;
    // A line begins inside of a string if the line end before it does.
    kinds.push(kindOf(chainOf(parsed, { from: end - 1, to: end })));
  }
  return kinds;
}

/** Returns what a stretch lies in if not in code: a comment, a string, text between tags. */
export function proseAt(parsed: ParsedText, stretch: Stretch): ProseKind | undefined {
  return proseOf(chainOf(parsed, stretch).map(({ node }) => node.type));
}

function kindOf(chain: readonly GrammarNode[]): LineKind {
  const [inner, outer, outermost] = chain.map(({ node }) => node.type);
  if (inner === undefined) return "code";
  if (isCommentType(inner) || /comment|^(?:block_scalar|code_fence_content|indented_code_block)$/.test(inner))
    return "block";
  if (!isStringType(inner)) return "code";
  // A docstring is a statement by itself.
  const isStatement = [outer, outermost].includes("expression_statement") && /^string/.test(inner);
  return isStatement && /^(?:string|string_content)$/.test(inner) && chain.some(({ node }) => node.type === "module")
    ? "block"
    : "string";
}
