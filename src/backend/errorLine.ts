/** The one line of what a program wrote that says what was wrong: often said first, before a stack trace that ends it. */

const MAX_LENGTH = 300;

/** Null where it wrote nothing. */
export function findErrorLine(lines: readonly string[]): string | null {
  // Indented lines are those of a trace, or of the source that it quotes.
  const unindented = lines.filter((line) => /^\S/.test(line));
  const errorLine = unindented.find((line) => errorPattern.test(line)) ?? unindented.at(-1) ?? lines.at(-1);
  return errorLine === undefined ? null : errorLine.trim().slice(0, MAX_LENGTH);
}

const errorPattern =
  /error|fatal|panic|cannot|can['’]t|could not|not found|no such|denied|unable|not (?:running|installed)/i;
