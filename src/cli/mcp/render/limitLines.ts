/** Answers that are too long for somebody who reads every word. */

/** The first lines of a text; where some are left out, how many, and how to have them. */
export function limitLines(text: string, maxLines: number, advice: string): string {
  const lines = text.split("\n");
  if (lines.length <= maxLines) return text;
  return [...lines.slice(0, maxLines), `… ${lines.length - maxLines} more lines. ${advice}`].join("\n");
}
