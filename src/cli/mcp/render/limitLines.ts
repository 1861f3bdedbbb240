/** Limits the length of answers. */

/**
 * Returns the first lines of a text; if some are left out, with their number and `advice` on how to
 * get them.
 */
export function limitLines(text: string, maxLines: number, advice: string): string {
  const lines = text.split("\n");
  if (lines.length <= maxLines) return text;
  return [...lines.slice(0, maxLines), `… ${lines.length - maxLines} more lines. ${advice}`].join("\n");
}
