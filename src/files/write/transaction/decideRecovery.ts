/**
 * What becomes of a change whose process has ended, decided by the states of its files. Pure;
 * recovery.ts performs it.
 *
 *     no commit record ──▶ only its own files are removed
 *     committed ─┬─ each file is in the state that the journal implies ──▶ it is completed,
 *                │                                                          or undone further
 *                └─ any other file: put back, edited, deleted ──▶ it ends; nothing more is written
 *
 * `contentRows` and `creationRows` say which states the journal implies: the first row that fits
 * counts. Where a move may or may not have been made yet, both are tried.
 */

import { isInside } from "../../isInside.js";
import { besidePath, type Digest, type JournalMove, type JournalPlan, newFilePath, type Progress } from "../journal.js";
import { pathAfter, pathBefore } from "../resolveChanges.js";

/** What is at a path. */
export interface Entry {
  readonly identity: string;
  readonly stamp: string;
  readonly mode: number;
  /** See `changeStamp`. */
  readonly changed: number | undefined;
  matches(digest: Digest): boolean;
}

/** How the disk looks. */
export interface Sight {
  /** Undefined for nothing; "unreachable" where the path leads through a link. */
  at(path: string): Entry | "unreachable" | undefined;
  /** Whether a file that is written in place has bytes of the old and of the new text. */
  isMixed(contentIndex: number, path: string): boolean;
}

/** Of a file, compared with the plan. A new file is `before` where there is none. */
export type FileState = "before" | "after" | "mixed" | "other";

export interface StatedFile {
  readonly path: string;
  readonly state: FileState;
}

export type RecoveryDecision =
  /** Only temporary files are left to remove. */
  | { readonly kind: "remove"; readonly direction: "made" | "undone" }
  /** The steps from the one that the journal says are made, or undone. */
  | { readonly kind: "complete" | "undo" }
  /** Nothing more is written. */
  | { readonly kind: "end"; readonly files: readonly StatedFile[] };

/** What the journal says of the texts: to be renamed, all renamed, or to be put back. */
type Phase = "replacing" | "replaced" | "restoring";

interface ContentFacts {
  readonly phase: Phase;
  readonly isInPlace: boolean;
  /** Whether the new text is still beside the file, and the old one. */
  readonly isNewBeside: boolean;
  readonly isOldBeside: boolean;
  /** Of a file that is written in place. */
  readonly writing: "not begun" | "last" | "done";
}

interface Row<Facts> {
  readonly when: (facts: Facts) => boolean;
  readonly implies: readonly FileState[];
  readonly why: string;
}

export const contentRows: readonly Row<ContentFacts>[] = [
  { when: ({ phase }) => phase === "replaced", implies: ["after"], why: "a later step has begun" },
  {
    when: ({ phase, isInPlace }) => isInPlace && phase === "restoring",
    implies: ["before", "mixed", "after"],
    why: "it is written from its beginning again",
  },
  {
    when: ({ isInPlace, writing }) => isInPlace && writing === "not begun",
    implies: ["before"],
    why: "its writing has not begun",
  },
  {
    when: ({ isInPlace, writing }) => isInPlace && writing === "last",
    implies: ["before", "mixed", "after"],
    why: "the process may have ended while it wrote it",
  },
  { when: ({ isInPlace }) => isInPlace, implies: ["after"], why: "the writing of another one has begun" },
  { when: ({ isNewBeside }) => isNewBeside, implies: ["before"], why: "its new text is still to be renamed" },
  { when: ({ phase }) => phase === "replacing", implies: ["after"], why: "its new text was renamed" },
  { when: ({ isOldBeside }) => isOldBeside, implies: ["after"], why: "its old text is still to be renamed" },
  { when: () => true, implies: ["before"], why: "its old text was renamed, or it never changed" },
];

interface CreationFacts {
  /** Whether the step of creations has begun, or has been undone. */
  readonly step: "not begun" | "begun" | "undone";
  readonly isNewBeside: boolean;
  /** Whether its text was linked to a name since; undefined where that is not known. */
  readonly isLinked: boolean | undefined;
}

export const creationRows: readonly Row<CreationFacts>[] = [
  { when: ({ step }) => step === "undone", implies: ["before"], why: "it was removed" },
  {
    when: ({ step, isNewBeside }) => step === "not begun" && isNewBeside,
    implies: ["before"],
    why: "it is still to be made",
  },
  { when: ({ step }) => step === "not begun", implies: [], why: "its text is gone" },
  {
    when: ({ isNewBeside, isLinked }) => isNewBeside && isLinked === undefined,
    implies: ["before", "after"],
    why: "a link to its text may have been made",
  },
  {
    when: ({ isNewBeside, isLinked }) => isNewBeside && isLinked === false,
    implies: ["before"],
    why: "no link to its text was made",
  },
  { when: () => true, implies: ["after"], why: "its text was linked or renamed" },
];

export function decideRecovery(plan: JournalPlan, progress: Progress, sight: Sight): RecoveryDecision {
  const { isCommitted, isRollback, isFinished, isEnded, isCutOff } = progress;
  if (isFinished && !isEnded) return { kind: "remove", direction: isCommitted && !isRollback ? "made" : "undone" };
  const stages = stagesOf(plan, progress).map((made) => checkStage(plan, progress, made, sight));
  const files = fewestFaults(stages).map(({ path, state }): StatedFile => ({ path, state }));
  if (isEnded) return { kind: "end", files };
  if (!isCommitted) {
    // A commit record may have been lost with the rest of the journal.
    const isHalfMade = isCutOff && files.some(({ state }) => state === "after" || state === "mixed");
    return isHalfMade ? { kind: "end", files } : { kind: "remove", direction: "undone" };
  }
  if (!stages.some((stage) => stage.every(({ isImplied }) => isImplied))) return { kind: "end", files };
  return { kind: isRollback ? "undo" : "complete" };
}

/** Returns how many of the moves may have been made. */
export function stagesOf({ moves }: JournalPlan, { step }: Progress): readonly number[] {
  if (step === 0 || step > moves.length) return [Math.min(step, moves.length)];
  return [step - 1, step];
}

interface CheckedFile extends StatedFile {
  readonly isImplied: boolean;
}

function fewestFaults(stages: readonly (readonly CheckedFile[])[]): readonly CheckedFile[] {
  const faults = (stage: readonly CheckedFile[]) => stage.filter(({ isImplied }) => !isImplied).length;
  return stages.reduce((best, stage) => (faults(stage) < faults(best) ? stage : best));
}

/** Compares each file with what the journal implies if the first `made` moves have been made. */
function checkStage(plan: JournalPlan, progress: Progress, made: number, sight: Sight): readonly CheckedFile[] {
  return [
    ...checkContents(plan, progress, made, sight),
    ...plan.moves.map((move, index) => checkMove(plan, move, { index, made, sight, progress })),
    ...checkCreations(plan, progress, made, sight),
  ];
}

function checkContents(plan: JournalPlan, progress: Progress, made: number, sight: Sight): readonly CheckedFile[] {
  const { step, isRollback, inPlace, writing } = progress;
  const done = plan.moves.slice(0, made);
  const isThere = (path: string) => sight.at(path) !== undefined;
  return plan.contents.map((content, index): CheckedFile => {
    const isInPlace = inPlace.has(index);
    const beside = (suffix: "new" | "old") => isThere(pathAfter(besidePath(plan, index, suffix), done));
    const { implies } = rowFor(contentRows, {
      phase: step > 0 ? "replaced" : isRollback ? "restoring" : "replacing",
      isInPlace,
      isNewBeside: beside("new"),
      isOldBeside: beside("old"),
      writing: writing.at(-1) === index ? "last" : writing.includes(index) ? "done" : "not begun",
    });
    const path = pathAfter(content.path, done);
    const state = stateOf(path, content);
    return { path, state, isImplied: implies.includes(state) && hasTraits(state) };

    function stateOf(at: string, { old, new: next }: typeof content): FileState {
      const entry = sight.at(at);
      if (entry === undefined || entry === "unreachable") return "other";
      if (content.mode !== undefined && entry.mode !== content.mode) return "other";
      if (entry.matches(old)) return "before";
      if (entry.matches(next)) return "after";
      return isInPlace && sight.isMixed(index, at) ? "mixed" : "other";
    }

    /** Another program may have made the same text again, in another file or in this one. */
    function hasTraits(found: FileState): boolean {
      const entry = sight.at(path);
      if (entry === undefined || entry === "unreachable") return false;
      if (!isInPlace || content.identity === undefined) return true;
      const isTouched = found === "before" && !isRollback && entry.stamp !== content.stamp;
      return entry.identity === content.identity && !isTouched;
    }
  });
}

interface MoveContext {
  readonly index: number;
  readonly made: number;
  readonly sight: Sight;
  readonly progress: Progress;
}

/** Compares a move. Paths are followed through the moves that are made, and that are to be made. */
function checkMove(
  { contents, moves, creations }: JournalPlan,
  move: JournalMove,
  { index, made, sight, progress }: MoveContext,
): CheckedFile {
  const isAt = (path: string | undefined) => path !== undefined && isMoved(sight.at(path), move);
  const isFree = (path: string | undefined) => path === undefined || sight.at(path) === undefined;
  if (index < made) {
    const later = moves.slice(index + 1, made);
    const to = pathAfter(move.to, later);
    const from = isFilled(move.from, later, creations) ? undefined : pathAfter(move.from, later);
    if (isAt(to) && isFree(from)) return { path: move.isDeletion ? move.from : to, state: "after", isImplied: true };
    return { path: move.from, state: isAt(from) && isFree(to) ? "before" : "other", isImplied: false };
  }
  const earlier = moves.slice(made, index);
  const from = pathBefore(move.from, earlier);
  // Undefined where an earlier move is to leave room.
  const to = pathBefore(move.to, earlier);
  // A text that is replaced is compared as such; it may be moved by another name of the file.
  const isContent = contents.some(({ path }, content) => {
    const at = pathAfter(path, moves.slice(0, made));
    if (at === from || from === undefined) return at === from;
    return progress.inPlace.has(content) && identityAt(sight, at) === identityAt(sight, from);
  });
  const isThere = isAt(from) || (isContent && from !== undefined && !isFree(from));
  // On some file systems a name in another case is the same file.
  const isSame = from !== undefined && to !== undefined && identityAt(sight, from) === identityAt(sight, to);
  if (isThere && (isFree(to) || isSame)) return { path: from ?? move.from, state: "before", isImplied: true };
  return { path: move.from, state: isAt(to) && isFree(from) ? "after" : "other", isImplied: false };
}

function identityAt(sight: Sight, path: string): string | undefined {
  const entry = sight.at(path);
  return entry === "unreachable" ? undefined : entry?.identity;
}

function isMoved(entry: ReturnType<Sight["at"]>, { content, identity, stamp, mode }: JournalMove): boolean {
  if (entry === undefined || entry === "unreachable") return false;
  if (content === undefined) return entry.identity === identity && (stamp === undefined || entry.stamp === stamp);
  return entry.matches(content) && (mode === undefined || entry.mode === mode);
}

/** Whether later steps put something at a path that a move has emptied, or in it. */
function isFilled(emptied: string, later: readonly JournalMove[], creations: JournalPlan["creations"]): boolean {
  let path = emptied;
  for (const move of later) {
    if (isInside(move.to, path)) return true;
    path = pathAfter(path, [move]);
  }
  return creations.some((creation) => isInside(creation.path, path));
}

function checkCreations(plan: JournalPlan, progress: Progress, made: number, sight: Sight): readonly CheckedFile[] {
  const { moves, creations } = plan;
  const step = progress.step > moves.length ? "begun" : progress.isRollback ? "undone" : "not begun";
  return creations.map(({ path, new: digest }, index): CheckedFile => {
    // Undefined where a move is to leave room.
    const at = pathBefore(path, moves.slice(made));
    const newFile = sight.at(pathAfter(newFilePath(plan, index), moves.slice(0, made)));
    const isNewBeside = newFile !== undefined;
    const stamp = progress.creations[index];
    const isLinked =
      newFile === undefined || newFile === "unreachable" || stamp === undefined ? undefined : newFile.changed !== stamp;
    const entry = at === undefined ? undefined : sight.at(at);
    const state = entry === undefined ? "before" : entry !== "unreachable" && entry.matches(digest) ? "after" : "other";
    return { path, state, isImplied: rowFor(creationRows, { step, isNewBeside, isLinked }).implies.includes(state) };
  });
}

function rowFor<Facts>(rows: readonly Row<Facts>[], facts: Facts): Row<Facts> {
  return rows.find(({ when }) => when(facts)) as Row<Facts>;
}
