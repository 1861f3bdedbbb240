/**
 * One change of several files, step by step: prepared beside the files, committed, made, or undone.
 * A process that recovers the change of another one makes or undoes the same steps.
 */

import { constants } from "node:fs";
import { dirname, join } from "node:path";
import { LocateError } from "../../../error.js";
import { type FileOperations, hasCode, readAll, removeIfPresent, unlessMissing } from "../fileOperations.js";
import { type Folders, removeTree } from "../folders.js";
import {
  besidePath,
  type Digest,
  type Journal,
  type JournalMove,
  type JournalPlan,
  matches,
  newFilePath,
  temporaryName,
} from "../journal.js";
import { pathAfter } from "../resolveChanges.js";
import { type Sight, stagesOf } from "./decideRecovery.js";
import { historyPaths, keepPart } from "./history.js";
import { TransactionFiles } from "./transactionFiles.js";

const { O_RDONLY } = constants;

export interface TransactionContext {
  readonly operations: FileOperations;
  readonly folders: Folders;
  /** The folder of the journal, which also has the copies of files that are written in place. */
  readonly journalFolder: string;
}

/**
 * Called for a file that is not as the journal expects. It throws, or the file is left as it is;
 * `copy` is the path of its old content, which is kept then.
 */
export type OnConflict = (path: string, copy: string | undefined) => void;

/** How a change ends: its steps were made, undone, or given up in between. */
type Outcome = "made" | "undone" | "ended";

type FileState = "old" | "new" | "partial" | "absent" | "other";

export class Transaction {
  readonly #context: TransactionContext;
  readonly #journal: Journal;
  readonly #files: TransactionFiles;
  /** A single replacement is atomic: it needs no durable journal. */
  readonly #isDurable: boolean;

  constructor(journal: Journal, context: TransactionContext) {
    this.#journal = journal;
    this.#context = context;
    this.#files = new TransactionFiles(context);
    const { contents, moves, creations } = journal.plan;
    this.#isDurable = contents.length + moves.length + creations.length > 1 || journal.progress.inPlace.size > 0;
  }

  get #plan(): JournalPlan {
    return this.#journal.plan;
  }

  /** The number of the step of creations: contents are step 0, then comes each move. */
  get #creationStep(): number {
    return this.#plan.moves.length + 1;
  }

  /** Returns how the disk looks to the decision about the recovery. */
  sight(): Sight {
    const files = this.#files;
    return {
      at: (path) => files.entryAt(path),
      isMixed: (index, path) => this.#isMixed(index, path),
    };
  }

  /** Marks the change as complete in its preparation. */
  commit(): void {
    const isDurable = this.#isDurable || this.#journal.progress.inPlace.size > 0;
    if (isDurable) {
      const { contents, creations } = this.#plan;
      for (const { path } of contents) this.#files.changedFolders.add(dirname(path));
      for (const { folder } of creations) this.#files.changedFolders.add(folder);
      this.#files.changedFolders.add(this.#context.journalFolder);
      this.#files.syncFolders();
    }
    this.#journal.record({ kind: "committed" }, isDurable);
  }

  /** Makes the steps from the one that the journal says. */
  perform(onConflict: OnConflict): void {
    const lastStep = this.#plan.creations.length > 0 ? this.#creationStep : this.#plan.moves.length;
    for (let step = this.#journal.progress.step; step <= lastStep; step++) {
      this.#beginStep(step);
      if (step === 0) for (const index of this.#plan.contents.keys()) this.#replace(index, onConflict);
      else if (step < this.#creationStep) this.#move(this.#plan.moves[step - 1] as JournalMove, step, onConflict);
      else for (const index of this.#plan.creations.keys()) this.#create(index, onConflict);
    }
    this.#files.syncFolders();
  }

  /**
   * Checks what another program may have written while the change was made: through a file that it
   * had opened before, into a deleted file or folder.
   */
  assertUnmodified(onConflict: OnConflict): void {
    const { contents, moves } = this.#plan;
    contents.forEach(({ path, old }, index) => {
      if (this.#journal.progress.inPlace.has(index)) return;
      const copy = pathAfter(this.#besidePath(index, "old"), moves);
      if (this.#stateOf(copy, { old }) !== "old") onConflict(path, undefined);
    });
    moves.forEach(({ from, to, isDeletion, isRecursive, content }, index) => {
      if (!isDeletion) return;
      const deleted = pathAfter(to, moves.slice(index + 1));
      if (content !== undefined && this.#stateOf(deleted, { old: content }) !== "old") onConflict(from, undefined);
      if (content === undefined && !isRecursive && this.#hasEntries(deleted)) onConflict(from, undefined);
    });
  }

  /** Undoes the steps from the one that the journal says. */
  undo(onConflict: OnConflict): void {
    const { progress } = this.#journal;
    if (progress.isCommitted && !progress.isRollback) this.#journal.record({ kind: "rollback" }, this.#isDurable);
    for (let step = progress.step; step >= 0; step--) {
      this.#beginStep(step);
      if (step === 0) for (const index of this.#plan.contents.keys()) this.#restore(index, onConflict);
      else if (step < this.#creationStep) this.#moveBack(this.#plan.moves[step - 1] as JournalMove, onConflict);
      else for (const index of this.#plan.creations.keys()) this.#removeCreated(index, onConflict);
      this.#removeFolders(step);
    }
    this.#files.syncFolders();
  }

  /** Records that the change is given up, for a process that is ended before `finish` is done. */
  markEnded(): void {
    if (!this.#journal.progress.isEnded) this.#journal.record({ kind: "ended" }, this.#isDurable);
  }

  /**
   * Removes what is the change's own: temporary files, folders that it needs no more, the journal.
   * What has taken effect is in the history then.
   */
  finish(outcome: Outcome): void {
    const { operations, journalFolder } = this.#context;
    if (outcome !== "ended") this.#journal.record({ kind: "finished" }, false);
    this.#context.folders.close();
    this.#settleHistory(outcome);
    const { contents, creations } = this.#plan;
    for (const done of this.#stagesOf(outcome)) {
      for (const index of contents.keys())
        for (const suffix of ["new", "old"] as const)
          this.#removeOwn(pathAfter(this.#besidePath(index, suffix), done), outcome);
      for (const index of creations.keys()) this.#removeOwn(pathAfter(newFilePath(this.#plan, index), done), outcome);
      done.forEach(({ to, isDeletion }, index) => {
        if (isDeletion) this.#removeOwn(pathAfter(to, done.slice(index + 1)), outcome, true);
      });
    }
    for (const index of contents.keys())
      for (const suffix of ["new", "old"] as const)
        removeIfPresent(operations, join(journalFolder, temporaryName(this.#plan, index, suffix)));
    this.#removeEmptied(outcome);
    this.#journal.remove();
  }

  /** Returns the moves that were made, for each number of them that there may be. */
  #stagesOf(outcome: Outcome): readonly (readonly JournalMove[])[] {
    const { moves } = this.#plan;
    if (outcome !== "ended") return [outcome === "made" ? moves : []];
    return stagesOf(this.#plan, this.#journal.progress).map((made) => moves.slice(0, made));
  }

  #removeOwn(path: string, outcome: Outcome, isDeletion = false): void {
    const { operations } = this.#context;
    try {
      if (isDeletion) unlessMissing(() => this.#files.at(path, (address) => removeTree(operations, address)));
      else this.#files.removeFile(path);
    } catch (error) {
      // A folder has become a link: what it leads to is not the change's.
      if (!(outcome === "ended" && error instanceof LocateError)) throw error;
    }
  }

  #removeEmptied(outcome: Outcome): void {
    const { madeFolders, origin } = this.#plan;
    if (outcome === "made") for (const path of origin?.emptied ?? []) this.#removeIfEmpty(path);
    if (outcome === "ended")
      for (const { step, path } of madeFolders.toReversed())
        if (step <= this.#journal.progress.step) this.#removeIfEmpty(path);
  }

  #removeIfEmpty(path: string): void {
    try {
      const { operations } = this.#context;
      unlessMissing(() => this.#files.at(path, (address) => removeIfPresent(operations, address, "folder")));
    } catch {
      // Another program has put a file there.
    }
  }

  #settleHistory(outcome: Outcome): void {
    const { operations, journalFolder } = this.#context;
    const { keptAs, forgotten } = this.#plan.origin ?? {};
    if (forgotten !== undefined && outcome === "made") removeIfPresent(operations, forgotten);
    if (keptAs === undefined) return;
    const { path, pending } = historyPaths(journalFolder, keptAs);
    if (outcome === "made") unlessMissing(() => operations.renameSync(pending, path));
    else if (outcome === "ended") keepPart(pending, path);
    else removeIfPresent(operations, pending);
  }

  #beginStep(step: number): void {
    if (step === this.#journal.progress.step) return;
    if (this.#plan.moves.length > 0) {
      this.#files.syncFolders();
      // Paths lead elsewhere after a move.
      this.#context.folders.close();
    }
    this.#journal.record({ kind: "step", index: step }, this.#isDurable);
  }

  #replace(index: number, onConflict: OnConflict): void {
    const { path } = this.#content(index);
    const state = this.#contentState(index);
    if (state === "new") return;
    const isInPlace = this.#journal.progress.inPlace.has(index);
    if (state !== "old" && !(isInPlace && state === "partial")) this.#leave(index, onConflict);
    else if (isInPlace) this.#writeInPlace(index, "new");
    else this.#files.rename(this.#besidePath(index, "new"), path);
  }

  #restore(index: number, onConflict: OnConflict): void {
    const { isCommitted, inPlace } = this.#journal.progress;
    // Without the commit, or with the new content still beside it, the file was not changed here.
    if (!isCommitted) return;
    const { path } = this.#content(index);
    const state = this.#contentState(index);
    if (state === "old") return;
    const isInPlace = inPlace.has(index);
    if (!isInPlace && !this.#files.isAbsent(this.#besidePath(index, "new"))) return;
    if (state !== "new" && !(isInPlace && state === "partial")) this.#leave(index, onConflict);
    else if (isInPlace) this.#writeInPlace(index, "old");
    else this.#files.rename(this.#besidePath(index, "old"), path);
  }

  #writeInPlace(index: number, suffix: "new" | "old"): void {
    const copy = this.#readCopy(index, suffix);
    if (this.#plan.version > 1) this.#journal.record({ kind: "writing", index }, this.#isDurable);
    this.#files.writeInPlace(this.#content(index).path, copy);
  }

  /**
   * Leaves a file that another program has changed, and keeps its old content under another name.
   */
  #leave(index: number, onConflict: OnConflict): void {
    const { operations, journalFolder } = this.#context;
    const isInPlace = this.#journal.progress.inPlace.has(index);
    const kept = temporaryName(this.#plan, index, "kept");
    const { path } = this.#content(index);
    const folder = isInPlace ? journalFolder : dirname(path);
    // A second name of the file itself is no copy.
    const isCopy = isInPlace || this.#files.identityOf(this.#besidePath(index, "old")) !== this.#files.identityOf(path);
    onConflict(path, isCopy ? join(folder, kept) : undefined);
    if (!isCopy) return;
    unlessMissing(() =>
      this.#context.folders
        .open(folder)
        .run(temporaryName(this.#plan, index, "old"), (old) => operations.renameSync(old, join(dirname(old), kept))),
    );
  }

  #move(move: JournalMove, step: number, onConflict: OnConflict): void {
    if (this.#files.isAbsent(move.from) && this.#holds(move.to, move)) return;
    // On some file systems a name in another case is the same file.
    const isFree =
      this.#files.isAbsent(move.to) || this.#files.identityOf(move.to) === this.#files.identityOf(move.from);
    if (!this.#holds(move.from, move)) onConflict(move.from, undefined);
    else if (!isFree) onConflict(move.to, undefined);
    else {
      this.#makeFolders(step);
      this.#files.rename(move.from, move.to);
    }
  }

  #moveBack(move: JournalMove, onConflict: OnConflict): void {
    if (this.#files.isAbsent(move.to)) return;
    if (this.#holds(move.from, move)) return;
    // At the temporary name of a deletion is what was deleted, whatever was written to it since.
    const isOurs = move.isDeletion || this.#holds(move.to, move);
    if (this.#files.isAbsent(move.from) && isOurs) this.#files.rename(move.to, move.from);
    else onConflict(move.from, move.to);
  }

  /** Whether the object of a move is at a path. */
  #holds(path: string, { content, identity }: JournalMove): boolean {
    return content === undefined
      ? this.#files.identityOf(path) === identity
      : this.#stateOf(path, { old: content }) === "old";
  }

  #create(index: number, onConflict: OnConflict): void {
    const { path, new: digest } = this.#plan.creations[index] as JournalPlan["creations"][number];
    const state = this.#stateOf(path, { new: digest });
    if (state === "new") return;
    if (state === "absent") this.#linkNewFile(index, path, onConflict);
    else onConflict(path, undefined);
  }

  #linkNewFile(index: number, path: string, onConflict: OnConflict): void {
    this.#makeFolders(this.#creationStep);
    const { operations } = this.#context;
    const from = pathAfter(newFilePath(this.#plan, index), this.#plan.moves);
    this.#files.at(from, (source) =>
      this.#files.at(path, (target) => {
        try {
          // Unlike a rename, a link never replaces a file.
          operations.linkSync(source, target);
        } catch (error) {
          if (hasCode(error, "EEXIST")) onConflict(path, undefined);
          else if (hasCode(error, "EPERM", "ENOTSUP", "ENOSYS")) operations.renameSync(source, target);
          else throw error;
        }
      }),
    );
    this.#files.changedFolders.add(dirname(path));
  }

  #removeCreated(index: number, onConflict: OnConflict): void {
    const { path, new: digest } = this.#plan.creations[index] as JournalPlan["creations"][number];
    const state = this.#stateOf(path, { new: digest });
    if (state === "new") this.#files.removeFile(path);
    else if (state === "other") onConflict(path, undefined);
  }

  #makeFolders(step: number): void {
    const { operations } = this.#context;
    for (const folder of this.#plan.madeFolders.filter((each) => each.step === step)) {
      try {
        this.#files.at(folder.path, (path) => operations.mkdirSync(path));
        this.#files.changedFolders.add(dirname(folder.path));
      } catch (error) {
        if (!hasCode(error, "EEXIST")) throw error;
      }
    }
  }

  #removeFolders(step: number): void {
    const { operations, folders } = this.#context;
    for (const { path } of this.#plan.madeFolders.filter((each) => each.step === step).toReversed()) {
      folders.close();
      this.#files.changedFolders.delete(path);
      try {
        unlessMissing(() => this.#files.at(path, (address) => removeIfPresent(operations, address, "folder")));
        this.#files.changedFolders.add(dirname(path));
      } catch (error) {
        // Another program has put a file there.
        if (!hasCode(error, "ENOTEMPTY", "EEXIST")) throw error;
      }
    }
  }

  #content(index: number): JournalPlan["contents"][number] {
    return this.#plan.contents[index] as JournalPlan["contents"][number];
  }

  #besidePath(index: number, suffix: "new" | "old"): string {
    return besidePath(this.#plan, index, suffix);
  }

  #contentState(index: number): FileState {
    const content = this.#content(index);
    const state = this.#stateOf(content.path, content);
    if (state !== "other" || !this.#journal.progress.inPlace.has(index)) return state;
    return this.#isMixed(index, content.path) ? "partial" : "other";
  }

  /** Whether a file looks as after a write of the new text over the old one that was cut short. */
  #isMixed(index: number, path: string): boolean {
    const [before, after] = [this.#readCopy(index, "old"), this.#readCopy(index, "new")];
    const bytes = this.#files.read(path, Math.max(before.length, after.length));
    return Buffer.isBuffer(bytes) && isMixOf(bytes, before, after);
  }

  #stateOf(path: string, expected: { readonly old?: Digest; readonly new?: Digest }): FileState {
    const { old, new: next } = expected;
    const bytes = this.#files.read(path, Math.max(old?.size ?? 0, next?.size ?? 0));
    if (!Buffer.isBuffer(bytes)) return bytes;
    if (old !== undefined && matches(bytes, old)) return "old";
    return next !== undefined && matches(bytes, next) ? "new" : "other";
  }

  #readCopy(index: number, suffix: "new" | "old"): Buffer {
    const { operations, journalFolder } = this.#context;
    const fd = operations.openSync(join(journalFolder, temporaryName(this.#plan, index, suffix)), O_RDONLY);
    try {
      return readAll(operations, fd, this.#content(index)[suffix].size);
    } finally {
      operations.closeSync(fd);
    }
  }

  /** Whether a folder holds more than temporary files of this change. */
  #hasEntries(path: string): boolean {
    const { operations } = this.#context;
    return this.#files.at(path, (address) => {
      if (!operations.lstatSync(address).isDirectory()) return false;
      const own = temporaryName(this.#plan, 0, "old").replace(/(?<!\d)\d+\.old$/, "");
      return operations.readdirSync(address).some((name) => !name.startsWith(own));
    });
  }
}

/** Whether each byte is that of one of two texts. */
function isMixOf(bytes: Buffer, one: Buffer, other: Buffer): boolean {
  if (bytes.length < Math.min(one.length, other.length)) return false;
  return bytes.every((byte, index) => byte === one[index] || byte === other[index]);
}
