/** Recognises comments by their node type. */

/** Returns whether grammars use `type` for comments: `comment`, `line_comment`, `comments`, … */
export function isCommentType(type: string): boolean {
  return /(?:^|_)comments?$/.test(type);
}
