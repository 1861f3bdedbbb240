/**
 * Journals of changes under way: one file for each, in the state folder. Its first line is the
 * plan; records of progress follow, one line each, written over reserved space.
 */

import { createHash } from "node:crypto";
import { basename, dirname, isAbsolute, join, normalize } from "node:path";
import {
  type FileOperations,
  hasCode,
  readAll,
  removeIfPresent,
  unlessMissing,
  withFile,
  writeAll,
} from "./fileOperations.js";

export interface Digest {
  readonly size: number;
  readonly sha256: string;
}

/**
 * What a change will do, with real paths. Names of temporary files follow from `id` and the index.
 * Version 1 has no modes, identities of texts, stamps, origin and history.
 */
export interface JournalPlan {
  readonly version: 1 | 2;
  readonly id: string;
  readonly contents: readonly JournalContent[];
  readonly moves: readonly JournalMove[];
  readonly creations: readonly { readonly path: string; readonly folder: string; readonly new: Digest }[];
  /** The folders that a step makes for its files, outermost first. */
  readonly madeFolders: readonly { readonly step: number; readonly path: string }[];
  readonly origin?: ChangeOrigin | undefined;
}

/** Who makes a change, and what else takes effect with it. */
export interface ChangeOrigin {
  /** The command or the tool, with its places. */
  readonly command: string;
  /** The workspace, an absolute path; undefined for a change of the user's settings. */
  readonly workspace?: string | undefined;
  /** The name of its file in the history, which is there under another name until then. */
  readonly keptAs?: string | undefined;
  /** The path of the file in the history of the write that the change takes back. */
  readonly forgotten?: string | undefined;
  /** Folders that are removed afterwards if nothing is in them, the innermost first. */
  readonly emptied?: readonly string[] | undefined;
}

export interface JournalContent {
  readonly path: string;
  readonly old: Digest;
  readonly new: Digest;
  /** The permissions of the file, which it keeps. */
  readonly mode?: number | undefined;
  /** The old file's identity and stamp, as for moves, for a file that is written in place. */
  readonly identity?: string | undefined;
  readonly stamp?: string | undefined;
}

export interface JournalMove {
  readonly from: string;
  /** For a deletion, the temporary name. */
  readonly to: string;
  readonly isDeletion: boolean;
  readonly isRecursive: boolean;
  /** The content of a text file; else identity and stamp say what it is. */
  readonly content: Digest | undefined;
  /** Device and inode. */
  readonly identity: string;
  /** The birth of a folder, or the size and the time of the last change of anything else. */
  readonly stamp?: string | undefined;
  readonly mode?: number | undefined;
}

/**
 * A record: content `index` is to be written in place; its writing begins; the text of the next
 * creation is beside its place, and was changed last at `index` (see `changeStamp`); all is
 * prepared and the change may take effect; step `index` begins to be made or undone, those before
 * it are made and those after it are not; the change is undone; it is given up; only temporary
 * files are left to remove.
 */
export type JournalRecord =
  | { readonly kind: "in_place" | "writing" | "creation" | "step"; readonly index: number }
  | { readonly kind: "committed" | "rollback" | "ended" | "finished" };

/** The progress that the records say. */
export interface Progress {
  readonly inPlace: ReadonlySet<number>;
  /** Of those, the ones whose writing has begun, in this order. */
  readonly writing: readonly number[];
  /** The stamps of the creations' texts. */
  readonly creations: readonly number[];
  readonly isCommitted: boolean;
  readonly isRollback: boolean;
  readonly isEnded: boolean;
  readonly isFinished: boolean;
  readonly step: number;
  /** Whether the space for records is not complete: what they have said is not known. */
  readonly isCutOff: boolean;
}

const letters = {
  ...{ in_place: "I", writing: "W", creation: "N", step: "S", committed: "C" },
  ...{ rollback: "R", ended: "E", finished: "F" },
} as const;
const kinds = Object.entries(letters).map(([kind, letter]) => ({ kind, letter }));

/** Names of temporary files begin so; they are short, so that they fit where a long name does. */
const TEMPORARY_PREFIX = ".lsp-locate-";

export function temporaryName(plan: Pick<JournalPlan, "id">, index: number, suffix: "new" | "old" | "kept"): string {
  return `${TEMPORARY_PREFIX}${plan.id}-${index}.${suffix}`;
}

/** Returns the path of the new or the old text of a content, before any move. */
export function besidePath(plan: JournalPlan, index: number, suffix: "new" | "old"): string {
  return join(dirname(plan.contents[index]?.path ?? ""), temporaryName(plan, index, suffix));
}

/** Returns the path of the text of a creation, before any move. */
export function newFilePath(plan: JournalPlan, index: number): string {
  const { contents, moves, creations } = plan;
  return join(creations[index]?.folder ?? "", temporaryName(plan, contents.length + moves.length + index, "new"));
}

const RECORD_BYTES = 10;
const MAX_JOURNAL_BYTES = 256 * 1024 * 1024;

export class Journal {
  readonly plan: JournalPlan;
  readonly path: string;
  readonly #operations: FileOperations;
  readonly #fd: number;
  #end: number;
  #progress: Progress;

  private constructor(
    operations: FileOperations,
    open: { readonly fd: number; readonly path: string; readonly plan: JournalPlan },
    { end, progress }: { readonly end: number; readonly progress: Progress },
  ) {
    this.#operations = operations;
    this.#fd = open.fd;
    this.path = open.path;
    this.plan = open.plan;
    this.#end = end;
    this.#progress = progress;
  }

  /**
   * Writes a new journal, with space for its records. It is durable with the first durable record.
   */
  static create(operations: FileOperations, folder: string, plan: JournalPlan): Journal {
    const path = join(folder, `${plan.id}${JOURNAL_SUFFIX}`);
    const line = Buffer.from(`${JSON.stringify(plan)}\n`);
    const records = recordCount(plan);
    const fd = withFile(path, () => operations.openSync(path, "wx+", 0o600));
    try {
      const bytes = Buffer.concat([line, Buffer.alloc(records * RECORD_BYTES, " ")]);
      withFile(path, () => writeAll(operations, fd, bytes));
      return new Journal(operations, { fd, path, plan }, { end: line.length, progress: startOfProgress });
    } catch (error) {
      operations.closeSync(fd);
      operations.unlinkSync(path);
      throw error;
    }
  }

  /**
   * Opens a journal. Returns `undefined` if it is gone, and removes it if its plan is incomplete.
   * Throws `DamagedJournal`.
   */
  static open(operations: FileOperations, path: string): Journal | undefined {
    const fd = openOwn(operations, path);
    if (fd === undefined) return undefined;
    try {
      const text = readAll(operations, fd, sizeOf(operations, fd));
      const end = text.indexOf("\n") + 1;
      const plan = end === 0 ? undefined : readPlan(text.subarray(0, end).toString("utf8"));
      if (plan !== undefined && isKnown(plan))
        return new Journal(operations, { fd, path, plan }, readRecords(text, end, plan));
      // Nothing is done before the plan is complete.
      if (plan === undefined) unlessMissing(() => operations.unlinkSync(path));
    } catch (error) {
      operations.closeSync(fd);
      throw error;
    }
    operations.closeSync(fd);
    return undefined;
  }

  get progress(): Progress {
    return this.#progress;
  }

  /** Appends a record; it is durable if `isDurable`. */
  record(record: JournalRecord, isDurable: boolean): void {
    const index = "index" in record ? String(record.index) : "";
    const line = Buffer.from(`${letters[record.kind]}${index.padEnd(RECORD_BYTES - 2)}\n`);
    withFile(this.path, () => {
      writeAll(this.#operations, this.#fd, line, this.#end);
      if (isDurable) this.#operations.fsyncSync(this.#fd);
    });
    this.#end += line.length;
    this.#progress = addRecord(this.#progress, record);
  }

  remove(): void {
    removeIfPresent(this.#operations, this.path);
  }

  close(): void {
    this.#operations.closeSync(this.#fd);
  }
}

/** A journal's plan is complete, and can't be read: another program has changed it. */
export class DamagedJournal extends Error {}

/** Reads a plan; of a later version, only that. Throws `DamagedJournal`. */
function readPlan(line: string): JournalPlan {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new DamagedJournal("it is not JSON");
  }
  const plan = value as JournalPlan | null;
  if (typeof plan?.version !== "number" || (isKnown(plan) && !isPlan(plan)))
    throw new DamagedJournal("it is no plan of a change");
  return plan;
}

/** Later versions leave their journals to themselves. */
function isKnown({ version }: JournalPlan): boolean {
  return version === 1 || version === 2;
}

/** Opens a journal; undefined if it is gone. Throws `DamagedJournal` for one of another user. */
function openOwn(operations: FileOperations, path: string): number | undefined {
  try {
    const fd = unlessMissing(() => operations.openSync(path, "r+"));
    if (fd === undefined || process.getuid === undefined) return fd;
    if (operations.fstatSync(fd).uid === process.getuid()) return fd;
    operations.closeSync(fd);
  } catch (error) {
    if (!hasCode(error, "EACCES", "EPERM")) throw error;
  }
  throw new DamagedJournal("it belongs to another user");
}

function isPlan({ id, contents, moves, creations, madeFolders, origin }: JournalPlan): boolean {
  const isList = (list: unknown, isItem: (item: never) => boolean) =>
    Array.isArray(list) && list.every((item) => typeof item === "object" && item !== null && isItem(item as never));
  return (
    typeof id === "string" &&
    /^\w+$/.test(id) &&
    (origin === undefined || isOrigin(origin)) &&
    isList(contents, (each: JournalPlan["contents"][number]) => isPath(each.path) && isDigest(each.old, each.new)) &&
    isList(
      moves,
      ({ from, to, content, identity, isDeletion }: JournalMove) =>
        isPath(from, to) &&
        (!isDeletion || (dirname(from) === dirname(to) && basename(to).startsWith(`${TEMPORARY_PREFIX}${id}-`))) &&
        typeof identity === "string" &&
        (content === undefined || isDigest(content)),
    ) &&
    isList(
      creations,
      (each: JournalPlan["creations"][number]) => isPath(each.path, each.folder) && isDigest(each.new),
    ) &&
    isList(madeFolders, ({ step, path }: JournalPlan["madeFolders"][number]) => Number.isInteger(step) && isPath(path))
  );
}

function isPath(...paths: readonly unknown[]): boolean {
  return paths.every((path) => typeof path === "string" && isAbsolute(path) && normalize(path) === path);
}

function isOrigin({ command, workspace, keptAs, forgotten, emptied = [] }: ChangeOrigin): boolean {
  return (
    typeof command === "string" &&
    (workspace === undefined || isPath(workspace)) &&
    (keptAs === undefined || isHistoryName(keptAs)) &&
    (forgotten === undefined || (isPath(forgotten) && isHistoryName(basename(forgotten)))) &&
    Array.isArray(emptied) &&
    emptied.every((path) => isPath(path))
  );
}

/** Whether a name is one of a file that is kept of a write, and leads nowhere else. */
export function isHistoryName(name: unknown): boolean {
  return typeof name === "string" && /^\d{15}-\w+\.json$/.test(name);
}

function isDigest(...digests: readonly (Digest | null | undefined)[]): boolean {
  return digests.every((digest) => Number.isInteger(digest?.size) && typeof digest?.sha256 === "string");
}

const JOURNAL_SUFFIX = ".journal";

/** Returns the paths of all journals in a folder. */
export function listJournals(operations: FileOperations, folder: string): readonly string[] {
  const names = unlessMissing(() => operations.readdirSync(folder)) ?? [];
  return names
    .filter((name) => name.endsWith(JOURNAL_SUFFIX))
    .map((name) => join(folder, name))
    .sort();
}

export function digestOf(bytes: Uint8Array): Digest {
  return { size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
}

export function matches(bytes: Uint8Array, digest: Digest): boolean {
  return bytes.length === digest.size && digestOf(bytes).sha256 === digest.sha256;
}

const startOfProgress: Progress = {
  inPlace: new Set(),
  writing: [],
  creations: [],
  isCommitted: false,
  isRollback: false,
  isEnded: false,
  isFinished: false,
  step: 0,
  isCutOff: false,
};

/** Returns the number of records for which there is space. */
function recordCount({ version, contents, moves, creations }: JournalPlan): number {
  if (version === 1) return 2 * (contents.length + moves.length + 8);
  return 4 * (contents.length + moves.length + 8) + creations.length;
}

/** Reads the records after the plan. A record that is cut short is the last, and does not count. */
function readRecords(
  text: Buffer,
  from: number,
  plan: JournalPlan,
): { readonly end: number; readonly progress: Progress } {
  let progress = { ...startOfProgress, isCutOff: text.length < from + recordCount(plan) * RECORD_BYTES };
  let end = from;
  for (; end + RECORD_BYTES <= text.length; end += RECORD_BYTES) {
    const [, letter, index] = /^([A-Z])(\d*) *\n$/.exec(text.toString("latin1", end, end + RECORD_BYTES)) ?? [];
    const kind = kinds.find((each) => each.letter === letter)?.kind;
    if (kind === undefined) break;
    progress = addRecord(progress, { kind, index: Number(index) } as JournalRecord);
  }
  return { end, progress };
}

function addRecord(progress: Progress, record: JournalRecord): Progress {
  switch (record.kind) {
    case "in_place":
      return { ...progress, inPlace: new Set([...progress.inPlace, record.index]) };
    case "writing":
      return { ...progress, writing: [...progress.writing.filter((index) => index !== record.index), record.index] };
    case "creation":
      return { ...progress, creations: [...progress.creations, record.index] };
    case "step":
      return { ...progress, step: record.index };
    case "committed":
      return { ...progress, isCommitted: true };
    case "rollback":
      return { ...progress, isRollback: true };
    case "ended":
      return { ...progress, isEnded: true };
    case "finished":
      return { ...progress, isFinished: true };
  }
}

function sizeOf(operations: FileOperations, fd: number): number {
  return Math.min(operations.fstatSync(fd).size, MAX_JOURNAL_BYTES);
}
