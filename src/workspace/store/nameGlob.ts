/** Matches names against a pattern in which `*` stands for any run of characters. */

/** One pattern. Each name is read in time linear in its length for each part of the pattern. */
export class NameGlob {
  readonly #parts: readonly string[];
  readonly #foldedParts: readonly string[];

  constructor(pattern: string) {
    this.#parts = pattern.split("*");
    this.#foldedParts = pattern.toLowerCase().split("*");
  }

  /** Returns 0 for a name that matches, 1 for one that does in another case; else undefined. */
  rank(name: string): 0 | 1 | undefined {
    if (matches(name, this.#parts)) return 0;
    return matches(name.toLowerCase(), this.#foldedParts) ? 1 : undefined;
  }
}

/** Whether a name is these parts with any text between them. */
function matches(name: string, parts: readonly string[]): boolean {
  const [first = "", ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return name === first;
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false;
  const end = name.length - last.length;
  let from = first.length;
  // The earliest place of each part leaves the most room for those after it.
  for (const part of rest) {
    const at = name.indexOf(part, from);
    if (at < 0 || at + part.length > end) return false;
    from = at + part.length;
  }
  return true;
}
