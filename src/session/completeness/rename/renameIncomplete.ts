/**
 * The error of a rename that leaves out uses which would break, whose new name is taken, or that
 * could not be checked.
 */

import { LocateError } from "../../../error.js";
import { escapeName } from "../../../text/printable.js";
import type { UnconfirmedPlace } from "../unconfirmed.js";

/** The uses in the text that a rename leaves out. */
export interface UnrenamedUses {
  readonly count: number;
  /** How many of them import what is renamed, or can only mean it. */
  readonly certain?: number;
  /** How many of these have the new name already. */
  readonly conflicts?: number;
  /** Set if not all uses were examined. */
  readonly more?: true;
  /** Those in conflict first, then those that are certain. */
  readonly places: readonly UnconfirmedPlace[];
  /** Why not all were examined. */
  readonly why?: string;
}

/** The places that the message names; all listed ones are in its data. */
const MAX_NAMED_PLACES = 10;

/** The places where the new name is taken, as far as they are listed, and all others. */
export function splitConflicts<Uses extends UnrenamedUses>({ conflicts = 0, ...uses }: Uses) {
  const { count, certain = 0, places } = uses;
  return {
    conflicts,
    taken: places.slice(0, conflicts),
    left: { ...uses, count: count - conflicts, certain: certain - conflicts, places: places.slice(conflicts) },
  };
}

/**
 * Returns `rename_incomplete`, or undefined where no use would break and all have been examined.
 * `override` says how the rename can be applied all the same: `apply: "anyway"`, or an option of
 * the command.
 */
export function renameIncompleteError(unrenamed: UnrenamedUses, override: string): LocateError | undefined {
  const { count, certain = 0, more, places, why } = unrenamed;
  if (certain === 0 && !more) return undefined;
  const { conflicts, taken, left } = splitConflicts(unrenamed);
  const parts = [
    ...(conflicts > 0 ? [describeConflicts(conflicts, taken, override)] : []),
    ...(left.certain > 0 ? [describeBreaking(left, override)] : []),
    ...(certain === 0 ? [describeCut(unrenamed, override)] : []),
  ];
  return new LocateError("rename_incomplete", parts.join("\n"), {
    ...{ count, certain, places },
    ...(conflicts > 0 ? { conflicts } : {}),
    ...(more ? { more } : {}),
    ...(why === undefined ? {} : { why }),
  });
}

function describeConflicts(count: number, taken: readonly UnconfirmedPlace[], override: string): string {
  const where = count === 1 ? "1 place that has" : `${count} places that have`;
  return `The new name is taken: a renamed name would share it with ${where} it already, and the code would mean something else. Nothing was changed.\n${listPlaces(taken, count)}\nWrite another new name. To rename all the same, use ${override}.`;
}

function listPlaces(places: readonly UnconfirmedPlace[], count: number): string {
  const named = places.slice(0, MAX_NAMED_PLACES);
  const lines = named.map(({ file_path, line, text }) => `${escapeName(file_path)}:${line}: ${text}`);
  const rest = count > named.length ? [`… and ${count - named.length} more`] : [];
  return [...lines, ...rest].join("\n");
}

function describeBreaking({ certain = 0, places, why }: UnrenamedUses, override: string): string {
  const [what, them] = certain === 1 ? ["1 place keeps", "it"] : [`${certain} places keep`, "them"];
  const [reason, advice] =
    why === undefined
      ? [
          ", perhaps because the file is in no project of the server's",
          " Or add the file to the server's project (tsconfig.json, go.work, compile_commands.json …) and rename again.",
        ]
      : [` (${why})`, ""];
  return `The rename is incomplete: ${what} the old name and would break. The language server does not rename ${them}${reason}. Nothing was changed.\n${listPlaces(places.slice(0, certain), certain)}\nTo rename the rest, use ${override}, and then edit ${them === "it" ? "this place" : "these places"}.${advice}`;
}

function describeCut({ why = "not all files could be searched" }: UnrenamedUses, override: string): string {
  return `The rename may be incomplete: ${why}. Nothing was changed. Rename again in a moment, when more of the workspace is indexed. Or use ${override}, and then search for the old name.`;
}
