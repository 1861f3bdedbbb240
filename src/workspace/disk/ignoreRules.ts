/**
 * What git leaves out: the rules of all `.gitignore` files from a repository's top down to a folder, as one list in which the last that fits decides, as
 * in git. Pure: the texts of the files come from elsewhere.
 */

import ignore, { type Ignore } from "ignore";

/** Says of an entry of one folder whether it is left out. */
export type IgnoreMatcher = (name: string, isFolder: boolean) => boolean;

export class IgnoreRules {
  /** Where paths and rules start: a repository's top. */
  readonly #top: string;
  readonly #rules: Ignore | undefined;
  readonly #ignoresCase: boolean;

  private constructor(top: string, rules: Ignore | undefined, ignoresCase: boolean) {
    this.#top = top;
    this.#rules = rules;
    this.#ignoresCase = ignoresCase;
  }

  /** No rules yet; `top` is an absolute path. `isCaseless`: as git is told where the file system is. */
  static emptyAt(top: string, ignoresCase: boolean): IgnoreRules {
    return new IgnoreRules(trimTrailingSlash(top), undefined, ignoresCase);
  }

  /** With those of a `.gitignore` in a folder at or below the top; they decide before those that are there. */
  withRules(folder: string, text: string): IgnoreRules {
    const patterns = parsePatterns(text, this.#relativePath(folder));
    if (patterns.length === 0) return this;
    return new IgnoreRules(this.#top, this.#copy().add(patterns), this.#ignoresCase);
  }

  /** For the entries of a folder at or below the top, to be asked and dropped: it remembers whatever it was asked. */
  matcherIn(folder: string): IgnoreMatcher {
    if (this.#rules === undefined) return () => false;
    const rules = this.#copy();
    const relativeFolder = this.#relativePath(folder);
    const prefix = relativeFolder === "" ? "" : `${relativeFolder}/`;
    return (name, isFolder) => rules.ignores(`${prefix}${name}${isFolder ? "/" : ""}`);
  }

  #copy(): Ignore {
    const copy = ignore({ ignoreCase: this.#ignoresCase });
    return this.#rules ? copy.add(this.#rules) : copy;
  }

  #relativePath(folder: string): string {
    return trimTrailingSlash(folder)
      .slice(this.#top.length + 1)
      .replaceAll("\\", process.platform === "win32" ? "/" : "\\");
  }
}

/** Patterns of a `.gitignore` as they would stand in one at the top; `within` is its folder, seen from there. */
function parsePatterns(text: string, relativeFolder: string): { readonly pattern: string }[] {
  const patterns: { readonly pattern: string }[] = [];
  for (const line of text.replace(/^\uFEFF/, "").split(/\r?\n/)) {
    if (line === "" || line.startsWith("#")) continue;
    const pattern = relativeFolder === "" ? line : relocatePattern(line, relativeFolder);
    if (pattern !== undefined) patterns.push({ pattern });
  }
  return patterns;
}

/** A pattern with a slash anywhere but at its end is one for paths from its folder on; any other fits at any depth below. */
function relocatePattern(line: string, relativeFolder: string): string | undefined {
  const negation = line.startsWith("!") ? "!" : "";
  const pattern = trimTrailingSpaces(line.slice(negation.length));
  if (pattern === "" || pattern === "/") return undefined;
  const folder = `/${relativeFolder.replace(/[\\*?[\]!# ]/g, "\\$&")}`;
  const isAnchored = pattern.slice(0, -1).includes("/");
  return `${negation}${folder}${isAnchored ? "" : "/**"}/${pattern.replace(/^\//, "")}`;
}

/** Spaces at the end don't count unless a backslash is before them. */
function trimTrailingSpaces(pattern: string): string {
  let end = pattern.length;
  while (pattern[end - 1] === " " && !isEscaped(pattern, end - 1)) end--;
  return pattern.slice(0, end);
}

function isEscaped(pattern: string, at: number): boolean {
  let from = at;
  while (pattern[from - 1] === "\\") from--;
  return (at - from) % 2 === 1;
}

function trimTrailingSlash(folder: string): string {
  return folder.replace(/[/\\]$/, "");
}
