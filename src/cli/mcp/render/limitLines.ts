/** Limits the length of answers. */

import { assertInList, type Budget, describeRest } from "../../../session/methods/paging.js";

/**
 * Returns the first lines of a text; if some are left out, with their number and `advice` on how to
 * get them.
 */
export function limitLines(text: string, maxLines: number, advice: string): string {
  const lines = text.split("\n");
  if (lines.length <= maxLines) return text;
  return [...lines.slice(0, maxLines), `… ${lines.length - maxLines} more lines. ${advice}`].join("\n");
}

/** Returns the lines of a list below its first line that fit, and says how it goes on. */
export function pageOfLines(text: string, { characters, after }: Budget): string {
  const [heading = "", ...lines] = text.split("\n");
  let length = heading.length;
  const listed: string[] = [];
  assertInList(after, lines.length);
  for (const line of lines.slice(after)) {
    length += line.length + 1;
    if (length > characters && listed.length > 0) break;
    listed.push(line);
  }
  const next = after + listed.length;
  const left = lines.length - next;
  return [heading, ...listed, ...(left > 0 ? [describeRest({ left, next })] : [])].join("\n");
}
