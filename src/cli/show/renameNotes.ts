/** What is said after a rename: the uses that it leaves out, and the names that it keeps. */

import { splitConflicts } from "../../session/completeness/rename/renameIncomplete.js";
import type { Unconfirmed, UnconfirmedPlace } from "../../session/completeness/unconfirmed.js";
import { escapeLine, escapeName } from "../../text/printable.js";
import { renderUnconfirmed } from "./unconfirmedUses.js";
import { formatCount } from "./view.js";

interface LeftOut {
  readonly unconfirmed?: Unconfirmed;
  /** Where a name that other packages may use is kept by an alias. */
  readonly keptAliases?: readonly UnconfirmedPlace[];
}

interface NoteOptions {
  /** Returns a path as it should be written. */
  readonly pathOf: (filePath: string) => string;
  /** How all of it is written: `--write=anyway`. */
  readonly override: string;
  /** Whether the rename is written already. */
  readonly isWritten: boolean;
}

const MAX_LINES = 20;

/** Returns one note each; none where nothing is left out. */
export function renderRenameNotes(
  { unconfirmed, keptAliases = [] }: LeftOut,
  { pathOf, override, isWritten }: NoteOptions,
): readonly string[] {
  const notes: string[] = [];
  const split = unconfirmed && splitConflicts(unconfirmed);
  if (split !== undefined && split.conflicts > 0) {
    const where = formatCount(split.conflicts, "place");
    const heading = isWritten
      ? `Conflict: the renamed name shares the new name with ${where}. Edit ${split.conflicts === 1 ? "it" : "them"} next:`
      : `Conflict: a renamed name would share the new name with ${where}. Write another new name; only ${override} writes this one:`;
    notes.push([heading, ...listLines(split.taken, split.conflicts, pathOf)].join("\n"));
  }
  const { certain = 0, count = 0, places = [], more, why } = split?.left ?? {};
  if (certain > 0) {
    const lines = listLines(places.slice(0, certain), certain, pathOf);
    const them = certain === 1 ? "it" : "them";
    const [breaks, nextStep] = isWritten
      ? [certain === 1 ? "breaks now" : "break now", `Edit ${them} next`]
      : ["would break", `Only ${override} writes the rename; edit ${them} afterwards`];
    // Beside possible uses, the note about them says why.
    const reason = why === undefined || count > certain || more ? "" : ` (${why})`;
    const heading = `Incomplete: the server leaves the old name in ${formatCount(certain, "place")} that ${breaks}${reason}. ${nextStep}:`;
    notes.push([heading, ...lines].join("\n"));
  }
  const possible = split && { ...split.left, count: count - certain, places: places.slice(certain) };
  const possibleNote = possible && renderUnconfirmed(possible, pathOf);
  if (possibleNote !== undefined) notes.push(possibleNote);
  if (unconfirmed?.unexamined !== undefined) notes.push(`Not all of it was checked: ${unconfirmed.unexamined}.`);
  if (keptAliases.length > 0) {
    const where = keptAliases.map(({ file_path, line }) => `${escapeName(pathOf(file_path))}:${line}`).join(", ");
    notes.push(
      `Other packages may use the old name: package.json makes it public, and an alias keeps it in ${where}. ${override} renames it, too.`,
    );
  }
  return notes;
}

function listLines(
  places: readonly UnconfirmedPlace[],
  count: number,
  pathOf: NoteOptions["pathOf"],
): readonly string[] {
  const listed = places.slice(0, MAX_LINES);
  const lines = listed.map(
    ({ file_path, line, text }) => `${escapeName(pathOf(file_path))}:${line}: ${escapeLine(text)}`,
  );
  return count > listed.length ? [...lines, `… and ${count - listed.length} more`] : lines;
}
