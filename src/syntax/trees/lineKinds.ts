/** What is no code: the kinds of lines and of stretches, by the types of the nodes around them. */

import type { Stretch } from "../../text/stretch.js";
import type { LineKind, ProseKind } from "../../text/treeFacts.js";
import { isCommentType } from "../grammars/commentTypes.js";
import { chainOf, type GrammarNode } from "./coveringNodes.js";
import type { ParsedText } from "./parsedText.js";

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
  const types = chain.map(({ node }) => node.type);
  const [inner, outer, outermost] = types;
  if (inner === undefined) return "code";
  // Code in a fence is text of its document.
  if (types.includes("code_fence_content")) return "block";
  if (isCommentType(inner) || /comment|^(?:block_scalar|indented_code_block)$/.test(inner)) return "block";
  if (!isStringType(inner)) return "code";
  // A docstring is a statement by itself.
  const isStatement = [outer, outermost].includes("expression_statement") && /^string/.test(inner);
  return isStatement && /^(?:string|string_content)$/.test(inner) && chain.some(({ node }) => node.type === "module")
    ? "block"
    : "string";
}

/**
 * Returns what the types of nodes around a stretch, the innermost first, say that it lies in if
 * not in code: a comment, a string, text between tags.
 */
export function proseOf(types: readonly string[]): ProseKind | undefined {
  for (const type of types) {
    if (/interpolation|substitution/.test(type)) return undefined;
    if (isCommentType(type) || /comment/.test(type)) return "comment";
    if (isStringType(type) || /^(?:block_scalar|string_.*)$/.test(type)) return "string";
    if (type === "indented_code_block") return "indented code";
    if (/^(?:text|raw_text|jsx_text|paragraph|inline|code_fence_content)$/.test(type)) return "text";
  }
  return undefined;
}

/** Whether the line ends in nodes of a type belong to the value of a string. */
export function isStringType(type: string): boolean {
  if (/concatenated|array|interpolation|substitution|^multiline_string$/.test(type)) return false;
  return /(?:^|_)(?:string|str|heredoc|nowdoc|quoted)(?:_|$)|^(?:template_literal|template_chars|text_block|sigil|raw_text_block)$/.test(
    type,
  );
}

/** Whether those nodes are a string that is a statement by itself, as documentation is. */
export function isDocstring(types: readonly string[]): boolean {
  const at = types.indexOf("expression_statement");
  return at > 0 && types.slice(0, at).every((type) => isStringType(type) || /^string_/.test(type));
}
