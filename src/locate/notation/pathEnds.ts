/** The end of the path in a Locate's notation, where file names may contain `:` and `@`. */

import { MAX_PATH_LENGTH } from "../locate.js";

/** The maximum number of ends checked for existence: each may cost a disk access. */
const MAX_EXISTENCE_CHECKS = 16;

/**
 * Returns the offsets where the path may end, likeliest first: all ends that name an existing file,
 * or else the first `:` or `@` that can end a path. Drive letters, URI schemes, `@scope` folders
 * and `name@1.2.3` folders can't end one, unless such a file exists.
 */
export function findPathEnds(text: string, exists: ((path: string) => boolean) | undefined): number[] {
  const defaultEnd = firstEnd(text);
  if (exists === undefined || defaultEnd === 0) return [defaultEnd];
  const others = separators(text).filter((end) => end !== defaultEnd && end > 0);
  const candidates = [defaultEnd, ...others].slice(0, MAX_EXISTENCE_CHECKS);
  // The whole text may be the path too, of a Locate for a document.
  if (!candidates.includes(text.length) && text.length <= MAX_PATH_LENGTH) candidates.push(text.length);
  const existing = candidates.filter((end) => exists(text.slice(0, end)));
  return existing.length > 0 ? existing : [defaultEnd];
}

/** Returns the first `:` or `@` that can end the path, or the end of the text. */
function firstEnd(text: string): number {
  const root = rootLength(text);
  const ends = separators(text).filter((at) => at >= root && !belongsToPath(text, at));
  const first = ends[0] ?? text.length;
  const query = schemeLength(text) > 0 ? text.indexOf("?") : -1;
  return query < 0 || query > first ? first : queryEnd(text, ends);
}

/**
 * Returns the end of a URI whose query has one of these separators. A query may have URIs in it, as
 * jdtls's has: it ends after what ends as a file does, or with the text where that is no scope.
 */
function queryEnd(text: string, ends: readonly number[]): number {
  const afterFile = ends.find((at) => /\.[A-Za-z]\w*$/.test(text.slice(Math.max(0, at - 20), at)));
  if (afterFile !== undefined) return afterFile;
  const [first = text.length] = ends;
  return !text.includes("@") && text.includes("/", first) ? text.length : first;
}

/** Returns every `:` and `@` in the part of the text where a path can end. */
function separators(text: string): number[] {
  const found: number[] = [];
  for (let at = 0; at < text.length && at <= MAX_PATH_LENGTH; at++) {
    const character = text[at];
    if (character === "\n" || character === "\r" || character === "\0") break;
    if (character === ":" || character === "@") found.push(at);
  }
  return found;
}

/**
 * Returns the length of a drive letter, or of a URI's scheme and authority. No `:` or `@` in there
 * ends the path.
 */
function rootLength(text: string): number {
  const scheme = schemeLength(text);
  const drive = /^[\\/]*(?:[?.]\\)?[A-Za-z]:(?=[\\/])/.exec(text.slice(scheme, scheme + 16));
  return scheme + (drive === null ? 0 : drive[0].length);
}

/**
 * Matches `file://host`, `jar:file://`, `untitled:`, `vscode-notebook-cell:`, `git:` before a
 * slash. A scheme has at least two letters, as one is a drive, and no dot, as `x.json://` is a file
 * name.
 */
function schemeLength(text: string): number {
  const hierarchical = /^(?:(?:jar|zip|zipfile):)?[A-Za-z][A-Za-z0-9+-]+:\/\/[^/\\\s]*/.exec(text);
  if (hierarchical !== null) return hierarchical[0].length;
  const opaque = /^(?:untitled|inmemory|vscode-[a-z-]+|[a-z][a-z0-9+-]+(?=:\/)):/.exec(text);
  return opaque === null ? 0 : opaque[0].length;
}

/**
 * Checks whether the `@` at `at` opens a path component (`node_modules/@types/node`), or a version
 * in one (`.pnpm/lodash@4.17.21/index.js`).
 */
function belongsToPath(text: string, at: number): boolean {
  if (text[at] !== "@") return false;
  const after = text.slice(at + 1, at + 200);
  if (at === 0) return /^[\w.-]+[\\/]/.test(after);
  if (text[at - 1] === "/" || text[at - 1] === "\\") return true;
  if (/^v?\d+\.\d+\.\d[-+.\w@()]*[\\/]/.test(after)) return true;
  // A shorter version counts only after a name that is not a file's: `llvm@17/include`, not
  // `foo.py@1/x`.
  return /^v?\d[-+.\w]*[\\/]/.test(after) && /(?:^|[\\/])[^\\/.:]+$/.test(text.slice(Math.max(0, at - 200), at));
}
