/**
 * The git worktree that a file belongs to. Each worktree of a repository has roots and an index of
 * its own, and answers about one never lead into another.
 */

import { dirname, join } from "node:path";
import { isInside } from "../../files/isInside.js";
import { ancestorFolders, lstatIfExists } from "./folderEntries.js";
import { type GitEntry, readGitEntry, realPathOrSame } from "./gitEntry.js";
import { isIgnoredBy } from "./repositoryRules.js";

export interface Worktree {
  /** Its top folder: absolute, as it was reached. */
  readonly top: string;
  /** The same with all links resolved. */
  readonly realTop: string;
  /** The folder of git's data that all worktrees of the repository share. */
  readonly repository: string;
  /** Whether its `.git` is a file that leads into a `worktrees/` folder. */
  readonly isLinked: boolean;
}

/**
 * Returns the top of the worktree around a file if that is another one than those of the folders:
 * one inside them, or one of the same repository beside them. All paths are absolute.
 */
export function otherWorktreeOf(file: string, folders: readonly string[]): string | undefined {
  return new Worktrees().otherThan(file, folders);
}

/** Whether the roots of two servers are in different worktrees, or one of them in one alone. */
export function areRootsOfDifferentWorktrees(one: string, other: string): boolean {
  const worktrees = new Worktrees();
  const isOther = (root: string, from: string) => worktrees.otherThan(join(root, "?"), [from]) !== undefined;
  return isOther(one, other) || isOther(other, one);
}

/** Whether a folder is the top of a further worktree of some repository. */
export function isLinkedWorktree(folder: string): boolean {
  return gitEntryOf(folder)?.kind === "linked";
}

/** Worktrees of many paths, for one operation: each folder is read once. */
export class Worktrees {
  readonly #byFolder = new Map<string, Worktree | undefined>();
  readonly #entries = new Map<string, GitEntry | undefined>();

  /**
   * Returns the worktree around a file or a folder; undefined outside of git. Submodules and nested
   * repositories belong to the outer repository, unless it ignores the nested one. The path need
   * not exist. Reads a few entries of the disk.
   */
  of(path: string): Worktree | undefined {
    const walked: string[] = [];
    let found: Worktree | undefined;
    for (const folder of ancestorFolders(path)) {
      if (this.#byFolder.has(folder)) {
        found = this.#byFolder.get(folder);
        break;
      }
      walked.push(folder);
      if (this.#entryOf(folder) === undefined) continue;
      found = this.#claim(folder);
      break;
    }
    for (const folder of walked) this.#byFolder.set(folder, found);
    return found;
  }

  /**
   * Whether two paths are in different worktrees of one repository, or in a repository and one
   * inside it that it ignores. Files outside of git and of other repositories are in no other
   * worktree.
   */
  areDifferent(one: string, other: string): boolean {
    const [a, b] = [this.of(one), this.of(other)];
    if (a === undefined || b === undefined || a.realTop === b.realTop) return false;
    return a.repository === b.repository || isInside(a.realTop, b.realTop) || isInside(b.realTop, a.realTop);
  }

  /** As `otherWorktreeOf`. */
  otherThan(file: string, folders: readonly string[]): string | undefined {
    const around = folders.filter((folder) => isInside(file, folder));
    const worktree = this.of(dirname(file));
    if (worktree === undefined || around.some((folder) => isInside(folder, worktree.top))) return undefined;
    const isOther = folders.some((folder) => this.areDifferent(folder, file));
    return isOther || (worktree.isLinked && around.length > 0) ? worktree.top : undefined;
  }

  /** Returns the worktree that a folder with a `.git` belongs to: its own, or that around it. */
  #claim(folder: string): Worktree {
    const { kind, repository } = this.#entryOf(folder) as GitEntry;
    const outerTop = kind === "linked" ? undefined : this.#repositoryAround(folder);
    const isOwn = outerTop === undefined || (kind === "repository" && isIgnoredBy(outerTop, folder));
    if (!isOwn) return this.of(outerTop) as Worktree;
    return { top: folder, realTop: realPathOrSame(folder), repository, isLinked: kind === "linked" };
  }

  #repositoryAround(folder: string): string | undefined {
    const parent = dirname(folder);
    if (parent === folder) return undefined;
    for (const each of ancestorFolders(parent)) if (this.#entryOf(each)) return each;
    return undefined;
  }

  #entryOf(folder: string): GitEntry | undefined {
    if (!this.#entries.has(folder)) this.#entries.set(folder, gitEntryOf(folder) ?? removedEntryOf(folder));
    return this.#entries.get(folder);
  }
}

/** The further worktrees seen so far, by their folders: a removed one stays apart from the rest. */
const seenWorktrees = new Map<string, GitEntry>();
const MAX_SEEN = 1_000;

function removedEntryOf(folder: string): GitEntry | undefined {
  const seen = seenWorktrees.get(folder);
  return seen && lstatIfExists(folder) === undefined ? seen : undefined;
}

function rememberWorktree(folder: string, entry: GitEntry): GitEntry {
  if (seenWorktrees.size < MAX_SEEN) seenWorktrees.set(folder, entry);
  return entry;
}

function gitEntryOf(folder: string): GitEntry | undefined {
  const entry = readGitEntry(folder);
  return entry?.kind === "linked" ? rememberWorktree(folder, entry) : entry;
}
