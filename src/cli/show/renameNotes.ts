/** The notes after a rename: the uses that it leaves out, and the names that it keeps. */

import { describePlace, splitConflicts } from "../../session/completeness/rename/refuseRename.js";
import type { RemainingNames, TextKind } from "../../session/completeness/rename/remainingNames.js";
import type { CompletedPlace, Unconfirmed, UnconfirmedPlace } from "../../session/completeness/unconfirmed.js";
import { groupBy } from "../../text/list.js";
import { escapeName, formatCount } from "../../text/printable.js";
import { placesByFile, renderUnconfirmed } from "./unconfirmedUses.js";

/** What a rename has, and what it leaves out. */
export interface RenameFacts {
  readonly unconfirmed?: Unconfirmed;
  /** Places that the server's answer lacks and the rename has. */
  readonly completed?: readonly CompletedPlace[];
  /** Where a name that other packages may use is kept by an alias. */
  readonly keptAliases?: readonly UnconfirmedPlace[];
  /** How often the old name remains. */
  readonly remaining?: RemainingNames;
}

interface NoteOptions {
  /** Returns a path as it should be written. */
  readonly pathOf: (filePath: string) => string;
  /** How all of it is written: `--write=anyway`. */
  readonly override: string;
  /** How names are renamed that other packages may use: `--public`. */
  readonly publicOption: string;
  /** How the name is renamed in text of a kind: `--text=comments`. */
  readonly textOption: (kind: "comments" | "strings" | "all") => string;
  /** How further places are renamed, too, by their Locates: `--also`. */
  readonly alsoOption: (locates: readonly string[]) => string;
  /** Whether the rename is written already. */
  readonly isWritten: boolean;
}

const MAX_LINES = 20;

/** Returns one note each; none where nothing is left out. */
export function renderRenameNotes(
  { unconfirmed, completed = [], keptAliases = [], remaining }: RenameFacts,
  { pathOf, override, publicOption, textOption, alsoOption, isWritten }: NoteOptions,
): readonly string[] {
  const notes: string[] = [];
  if (completed.length > 0) notes.push(describeCompleted(completed, pathOf));
  const split = unconfirmed && splitConflicts(unconfirmed);
  if (split !== undefined && split.conflicts > 0) {
    const where = formatCount(split.conflicts, "place");
    const heading = isWritten
      ? `Conflict: the renamed name shares the new name with ${where}. Edit ${split.conflicts === 1 ? "it" : "them"} next:`
      : `Conflict: a renamed name would share the new name with ${where}. Write another new name; only ${override} writes this one:`;
    notes.push([heading, ...listLines(split.taken, split.conflicts, pathOf)].join("\n"));
  }
  // The verdict names the places with what is wrong there.
  if (split !== undefined && split.broken > 0)
    notes.push(
      isWritten
        ? "Mend what it adds next."
        : `The rename would break code: only ${override} writes it. Mend that first, or afterwards.`,
    );
  const { certain = 0, possible = 0, count = 0, places = [], more, why, caller } = split?.left ?? {};
  if (split !== undefined && caller !== undefined)
    notes.push(
      [
        isWritten
          ? `The name had to stay: ${caller}.`
          : `The name has to stay: ${caller}. Only ${override} writes the rename${split.called.length > 0 ? ":" : "."}`,
        ...listLines(split.called, split.called.length, pathOf),
      ].join("\n"),
    );
  if (certain > 0) {
    const lines = listLines(places.slice(0, certain), certain, pathOf);
    const them = certain === 1 ? "it" : "them";
    const [breaks, nextStep] = isWritten
      ? [certain === 1 ? "breaks now" : "break now", `Edit ${them} next`]
      : ["would break", `Only ${override} writes the rename; edit ${them} afterwards`];
    // Beside possible uses, the note about them says why.
    const reason = why === undefined || count > certain + possible || more ? "" : ` (${why})`;
    const heading = `Incomplete: the server leaves the old name in ${formatCount(certain, "place")} that ${breaks}${reason}. ${nextStep}:`;
    notes.push([heading, ...lines].join("\n"));
  }
  if (possible > 0) {
    const listed = places.slice(certain, certain + possible);
    const reasons = [...new Set(listed.flatMap((each) => each.why ?? []))].join("; ");
    const locates = listed
      .slice(0, MAX_LINES)
      .flatMap(({ locate, file_path }) => locate?.replace(file_path, pathOf(file_path)) ?? []);
    const them = possible === 1 ? "it" : "them";
    const nextStep = isWritten
      ? `Look at ${them} next`
      : `${alsoOption(locates)} renames ${them}, too; only ${override} writes the rename without ${them}`;
    const heading = `Not known whether ${formatCount(possible, "place")} ${possible === 1 ? "means" : "mean"} it, too (${reasons}). ${nextStep}:`;
    notes.push([heading, ...listLines(listed, possible, pathOf)].join("\n"));
  }
  const told = certain + possible;
  const unknown = split && { ...split.left, count: count - told, places: places.slice(told) };
  const unknownNote = unknown && renderUnconfirmed(unknown, pathOf);
  if (unknownNote !== undefined) notes.push(unknownNote);
  if (unconfirmed?.unexamined !== undefined) notes.push(`Not all of it was checked: ${unconfirmed.unexamined}.`);
  if (keptAliases.length > 0) {
    const where = keptAliases.map(({ file_path, line }) => `${escapeName(pathOf(file_path))}:${line}`).join(", ");
    notes.push(
      `Other packages may use the old name: package.json makes it public, and an alias keeps it in ${where}. ${publicOption} renames it, too.`,
    );
  }
  const remains = remaining && describeRemaining(remaining, { pathOf, textOption, isWritten });
  if (remains !== undefined) notes.push(remains);
  return notes;
}

/** Names the places that were added, with what shows that they mean the renamed symbol. */
function describeCompleted(completed: readonly CompletedPlace[], pathOf: NoteOptions["pathOf"]): string {
  const parts = [...groupBy(completed, ({ why }) => why)].map(
    ([why, places]) => `${listPlaces(places, pathOf)} (${why})`,
  );
  return `Added to the server's rename, ${formatCount(completed.length, "place")}: ${parts.join("; ")}.`;
}

/** Returns `src/a.ts:22, 184; src/b.ts:7`. */
function listPlaces(places: readonly UnconfirmedPlace[], pathOf: NoteOptions["pathOf"]): string {
  const files = placesByFile(places.slice(0, MAX_LINES), pathOf);
  const rest = places.length > MAX_LINES ? `; and ${places.length - MAX_LINES} more` : "";
  return `${files.join("; ")}${rest}`;
}

/** The files that are named of those where the old name remains, of each kind in a preview. */
const MAX_FILES = 5;

/** Says where the old name remains, before a write with its lines; undefined if it does nowhere. */
function describeRemaining(
  { code, strings, comments, unknown = 0, unreadable = 0, files, places = [], more }: RemainingNames,
  { pathOf, textOption, isWritten }: Pick<NoteOptions, "pathOf" | "textOption" | "isWritten">,
): string | undefined {
  const linesOf = (kind: TextKind, isUnreadable = false) => {
    const lines = isWritten
      ? []
      : placesByFile(
          places.filter((each) => each.kind === kind && !each.unknown && (each.unreadable ?? false) === isUnreadable),
          pathOf,
        );
    const rest = lines.length > MAX_FILES ? "; …" : "";
    return lines.length === 0 ? "" : ` (${lines.slice(0, MAX_FILES).join("; ")}${rest})`;
  };
  const others = code - unknown - unreadable;
  const parts = [
    ...(others > 0 ? [`${others} in code, as other names${linesOf("code")}`] : []),
    ...(unknown > 0 ? [`${unknown} in code, as said above`] : []),
    ...(unreadable > 0 ? [`${unreadable} in lines that could not be read${linesOf("code", true)}`] : []),
    ...(strings > 0 ? [`${strings} in strings${linesOf("strings")}`] : []),
    ...(comments > 0 ? [`${comments} in comments and documents${linesOf("comments")}`] : []),
  ];
  if (parts.length === 0) return more ? "Not all files could be searched for the old name." : undefined;
  const named = files.slice(0, MAX_FILES).map((path) => escapeName(pathOf(path)));
  const rest = files.length > named.length ? ` and ${files.length - named.length} more files` : "";
  const kind = strings > 0 && comments > 0 ? "all" : strings > 0 ? "strings" : "comments";
  const advice = strings + comments > 0 ? ` ${textOption(kind)} renames it there, too.` : "";
  const where = isWritten || places.length === 0 ? ` (${named.join(", ")}${rest})` : "";
  return `The old name remains: ${more ? "at least " : ""}${parts.join(", ")}${where}.${advice}`;
}

function listLines(
  places: readonly UnconfirmedPlace[],
  count: number,
  pathOf: NoteOptions["pathOf"],
): readonly string[] {
  const listed = places.slice(0, MAX_LINES);
  const lines = listed.map((each) => describePlace({ ...each, file_path: pathOf(each.file_path) }));
  return count > listed.length ? [...lines, `… and ${count - listed.length} more`] : lines;
}
