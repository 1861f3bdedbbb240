/**
 * Finds the line of a program's output that names the error, which often precedes a stack trace.
 */

const MAX_LENGTH = 300;

/** Returns the first line that names an error, else the last line. Null without lines. */
export function findErrorLine(lines: readonly string[]): string | null {
  const errorLine = lines.find(isErrorLine) ?? lines.findLast(isUnindented) ?? lines.at(-1);
  return errorLine === undefined ? null : errorLine.trim().slice(0, MAX_LENGTH);
}

/** Whether a line names an error, and is not part of a stack trace or of quoted source code. */
export function isErrorLine(line: string): boolean {
  return isUnindented(line) && errorPattern.test(line) && !/[;{}]\s*$/.test(line);
}

/** Indented lines belong to a stack trace, or to the source that it quotes. */
function isUnindented(line: string): boolean {
  return /^\S/.test(line);
}

const errorPattern =
  /error|fatal|panic|cannot|can['’]t|could not|not found|no such|denied|unable|not (?:running|installed)/i;
