/** The error of a rename that leaves out uses which would break, or that could not be checked. */

import { LocateError } from "../../../error.js";
import { escapeName } from "../../../text/printable.js";
import type { UnconfirmedPlace } from "../unconfirmed.js";

/** The uses in the text that a rename leaves out. */
export interface UnrenamedUses {
  readonly count: number;
  /** How many of them import what is renamed, or can only mean it. */
  readonly certain?: number;
  /** Set if not all uses were examined. */
  readonly more?: true;
  /** Those that are certain first. */
  readonly places: readonly UnconfirmedPlace[];
  /** Why not all were examined. */
  readonly why?: string;
}

/** The places that the message names; all listed ones are in its data. */
const MAX_NAMED_PLACES = 10;

/**
 * Returns `rename_incomplete`, or undefined where no use would break and all have been examined.
 * `override` says how the rename can be applied all the same: `apply: "anyway"`, or an option of
 * the command.
 */
export function renameIncompleteError(unrenamed: UnrenamedUses, override: string): LocateError | undefined {
  const { count, certain = 0, more, places, why } = unrenamed;
  if (certain === 0 && !more) return undefined;
  const message = certain > 0 ? describeBreaking(unrenamed, override) : describeCut(unrenamed, override);
  return new LocateError("rename_incomplete", message, {
    ...{ count, certain, places },
    ...(more ? { more } : {}),
    ...(why === undefined ? {} : { why }),
  });
}

function describeBreaking({ certain = 0, places, why }: UnrenamedUses, override: string): string {
  const breaking = places.slice(0, certain);
  const named = breaking.slice(0, MAX_NAMED_PLACES);
  const lines = named.map(({ file_path, line, text }) => `${escapeName(file_path)}:${line}: ${text}`);
  const rest = certain > named.length ? `\n… and ${certain - named.length} more` : "";
  const [what, them] = certain === 1 ? ["1 place keeps", "it"] : [`${certain} places keep`, "them"];
  const [reason, advice] =
    why === undefined
      ? [
          ", perhaps because the file is in no project of the server's",
          " Or add the file to the server's project (tsconfig.json, go.work, compile_commands.json …) and rename again.",
        ]
      : [` (${why})`, ""];
  return `The rename is incomplete: ${what} the old name and would break. The language server does not rename ${them}${reason}. Nothing was changed.\n${lines.join("\n")}${rest}\nTo rename the rest, use ${override}, and then edit ${them === "it" ? "this place" : "these places"}.${advice}`;
}

function describeCut({ why = "not all files could be searched" }: UnrenamedUses, override: string): string {
  return `The rename may be incomplete: ${why}. Nothing was changed. Rename again in a moment, when more of the workspace is indexed. Or use ${override}, and then search for the old name.`;
}
