/** The one line of what a program wrote that says what was wrong: often said first, before a stack trace that ends it. */

const most = 300;

/** Null where it wrote nothing. */
export function faultIn(lines: readonly string[]): string | null {
  // Indented lines are those of a trace, or of the source that it quotes.
  const said = lines.filter((line) => /^\S/.test(line));
  const fault = said.find((line) => tellsOfAFault.test(line)) ?? said.at(-1) ?? lines.at(-1);
  return fault === undefined ? null : fault.trim().slice(0, most);
}

const tellsOfAFault =
  /error|fatal|panic|cannot|can['’]t|could not|not found|no such|denied|unable|not (?:running|installed)/i;
