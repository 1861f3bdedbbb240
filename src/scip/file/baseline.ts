/**
 * The texts that were indexed, as far as they are known. SCIP has neither a commit nor digests: the
 * text of a document may be in the index, else a commit or digests are said by the user, or by a
 * file beside the index, `<index>.json`.
 */

import { createHash } from "node:crypto";
import { errorClause, type Logger } from "../../error.js";
import { readWholeFileSync } from "../../files/readFileSync.js";
import { type GitCommit, readDifferingPaths, readGitBlob, readGitCommit } from "../../workspace/disk/gitChanges.js";

/** The indexed texts of one index. */
export interface Baseline {
  /** The commit that was indexed, if it is said. */
  readonly commit?: string | undefined;
  /** Why the commit that is said doesn't help. */
  readonly problem?: string | undefined;
  /** Whether a document has the text that was indexed; undefined if that isn't known. */
  matches(path: string, text: string): boolean | undefined;
  /** Returns the text that was indexed, if it can be had. */
  textOf(path: string): Promise<string | undefined>;
  /** Returns how the files on disk differ from the commit, if that is known. */
  compareFiles(): Promise<FileDifferences | undefined>;
}

/** Paths are those of documents. */
export interface FileDifferences {
  /** The files of the commit. */
  readonly committed: ReadonlyMap<string, unknown>;
  /** Those whose text is another one, and those that are not in the commit. */
  readonly differing: ReadonlySet<string>;
}

/** The contents of `<index>.json`, which a workflow writes beside an index. */
interface Record {
  readonly commit?: string;
  /** SHA-256 of the files' bytes, in hexadecimal, by the documents' paths. */
  readonly digests?: Readonly<{ [path: string]: string }>;
  /** The files that differed from the commit when they were indexed; absent if that isn't known. */
  readonly dirty?: readonly string[];
}

export interface BaselineOptions {
  readonly indexPath: string;
  /** The folder that the documents' paths begin at. */
  readonly root: string;
  /** The commit that the user says. */
  readonly commit?: string | undefined;
  readonly log: Logger;
}

const MAX_RECORD_BYTES = 64 * 1024 * 1024;

/** Never rejects: what is not valid is logged, and nothing is known by it. */
export async function openBaseline({ indexPath, root, commit, log }: BaselineOptions): Promise<Baseline> {
  const record = readRecord(`${indexPath}.json`, log);
  const revision = commit ?? record.commit;
  const digests = commit === undefined ? record.digests : undefined;
  // A commit that the user says is what was indexed.
  const dirty = digests === undefined ? [] : record.dirty;
  let known: GitCommit | undefined;
  let problem: string | undefined;
  if (revision !== undefined) {
    try {
      known = await readGitCommit(revision, root, AbortSignal.timeout(GIT_TIMEOUT_MS));
    } catch (error) {
      problem = `the commit ${revision} can't be read here: ${errorClause(error)}`;
      log(`${indexPath}: ${problem}`);
    }
  }
  return {
    commit: known?.id ?? revision,
    problem,
    matches(path, text) {
      const digest = digests?.[path];
      if (digest !== undefined) return writtenForms(text).some((form) => sha256(form) === digest);
      const blob = known?.blobs.get(path);
      return blob === undefined ? undefined : writtenForms(text).some((form) => blobId(form, blob) === blob);
    },
    async textOf(path) {
      const blob = known?.blobs.get(path);
      if (blob === undefined) return undefined;
      try {
        const text = await readGitBlob(blob, root, AbortSignal.timeout(GIT_TIMEOUT_MS));
        const digest = digests?.[path];
        // What was indexed may have differed from the commit.
        return digest === undefined || text === undefined || sha256(text) === digest ? text : undefined;
      } catch (error) {
        log(`git has no text of ${path}: ${errorClause(error)}`);
        return undefined;
      }
    },
    async compareFiles() {
      if (known === undefined || dirty === undefined) return undefined;
      try {
        const differing = await readDifferingPaths(known.id, root, AbortSignal.timeout(GIT_TIMEOUT_MS));
        return { committed: known.blobs, differing: new Set([...differing, ...dirty]) };
      } catch (error) {
        log(`git does not compare ${root} with ${known.id}: ${errorClause(error)}`);
        return undefined;
      }
    },
  };
}

const GIT_TIMEOUT_MS = 20_000;

function readRecord(path: string, log: Logger): Record {
  try {
    const { bytes } = readWholeFileSync(path, { maxBytes: MAX_RECORD_BYTES });
    const record = JSON.parse(bytes.toString("utf8")) as { readonly [name in keyof Record]?: unknown };
    if (typeof record !== "object" || record === null) throw new Error("it is no object");
    const { commit, digests, dirty } = record;
    const isListOfPaths = Array.isArray(dirty) && dirty.every((each) => typeof each === "string");
    return {
      ...(typeof commit === "string" ? { commit } : {}),
      ...(isListOfPaths ? { dirty: dirty as readonly string[] } : {}),
      ...(typeof digests === "object" && digests !== null
        ? { digests: digests as NonNullable<Record["digests"]> }
        : {}),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") log(`${path} is left out: ${errorClause(error)}`);
    return {};
  }
}

/** What a text may have been in a file: with a byte order mark, or with other line ends. */
function writtenForms(text: string): readonly string[] {
  const forms = [text, `\ufeff${text}`];
  return text.includes("\r\n") ? [...forms, text.replaceAll("\r\n", "\n")] : forms;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Returns the id that git gives a file, by the algorithm of another id. */
function blobId(text: string, like: string): string {
  const bytes = Buffer.from(text);
  return createHash(like.length === 64 ? "sha256" : "sha1")
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest("hex");
}
