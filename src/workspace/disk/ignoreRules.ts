/**
 * The rules of all `.gitignore` files from the top of a repository to a folder, as one list in
 * which the last matching rule decides, as in git. Pure: the caller reads the files.
 */

import ignore, { type Ignore } from "ignore";

/** Whether an entry of one folder is ignored. */
export type IgnoreMatcher = (name: string, isFolder: boolean) => boolean;

/** The rules with the results of the paths looked up so far. */
interface LookupCache {
  readonly rules: Ignore;
  pathCount: number;
}

/** A cache with more paths is not used for another folder. */
const MAX_CACHED_PATHS = 1_000;

export class IgnoreRules {
  /** The folder that paths and rules are relative to: the top of a repository. */
  readonly #top: string;
  readonly #rules: Ignore | undefined;
  readonly #ignoresCase: boolean;
  #cache: LookupCache | undefined;

  private constructor(top: string, rules: Ignore | undefined, ignoresCase: boolean) {
    this.#top = top;
    this.#rules = rules;
    this.#ignoresCase = ignoresCase;
  }

  /** Returns an empty list; `top` is an absolute path. `ignoresCase` is git's `core.ignoreCase`. */
  static emptyAt(top: string, ignoresCase: boolean): IgnoreRules {
    return new IgnoreRules(trimTrailingSlash(top), undefined, ignoresCase);
  }

  /**
   * Returns the list with the rules of a `.gitignore` added, which take precedence. `folder` is the
   * top or below it.
   */
  withRules(folder: string, text: string): IgnoreRules {
    const patterns = parsePatterns(text, this.#relativePath(folder));
    if (patterns.length === 0) return this;
    return new IgnoreRules(this.#top, this.#copy().add(patterns), this.#ignoresCase);
  }

  /**
   * Returns a matcher for the entries of a folder. Matchers share the rules, and what is known of
   * the folders above. A matcher's cache grows with each call, so use it for one reading.
   */
  matcherIn(folder: string): IgnoreMatcher {
    if (this.#rules === undefined) return () => false;
    if (this.#cache === undefined || this.#cache.pathCount > MAX_CACHED_PATHS)
      this.#cache = { rules: this.#copy(), pathCount: 0 };
    const cache = this.#cache;
    const relativeFolder = this.#relativePath(folder);
    const prefix = relativeFolder === "" ? "" : `${relativeFolder}/`;
    return (name, isFolder) => {
      cache.pathCount++;
      return cache.rules.ignores(`${prefix}${name}${isFolder ? "/" : ""}`);
    };
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

/**
 * Returns the patterns of a `.gitignore` as they would be written in one at the top;
 * `relativeFolder` is its folder.
 */
function parsePatterns(text: string, relativeFolder: string): { readonly pattern: string }[] {
  const patterns: { readonly pattern: string }[] = [];
  for (const line of text.replace(/^\uFEFF/, "").split(/\r?\n/)) {
    if (line === "" || line.startsWith("#")) continue;
    const pattern = relativeFolder === "" ? line : relocatePattern(line, relativeFolder);
    if (pattern !== undefined) patterns.push({ pattern });
  }
  return patterns;
}

/**
 * A pattern with a slash before its end is relative to its folder; any other matches at any depth.
 */
function relocatePattern(line: string, relativeFolder: string): string | undefined {
  const negation = line.startsWith("!") ? "!" : "";
  const pattern = trimTrailingSpaces(line.slice(negation.length));
  if (pattern === "" || pattern === "/") return undefined;
  const folder = `/${relativeFolder.replace(/[\\*?[\]!# ]/g, "\\$&")}`;
  const isAnchored = pattern.slice(0, -1).includes("/");
  return `${negation}${folder}${isAnchored ? "" : "/**"}/${pattern.replace(/^\//, "")}`;
}

/** Removes spaces at the end, except after a backslash. */
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
