/** Answers that are too long for somebody who reads every word. */

/** The first lines of a text; where some are left out, how many, and how to have them. */
export function firstLines(text: string, most: number, advice: string): string {
  const lines = text.split("\n");
  if (lines.length <= most) return text;
  return [...lines.slice(0, most), `… ${lines.length - most} more lines. ${advice}`].join("\n");
}
