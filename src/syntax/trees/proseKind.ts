/** Which syntax nodes hold no code. Pure. */

import type { ProseKind } from "../../text/treeFacts.js";
import { isCommentType } from "../grammars/commentTypes.js";

/**
 * Returns what the types of nodes around a stretch, the innermost first, say that it lies in if not
 * in code: a comment, a string, text between tags.
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
