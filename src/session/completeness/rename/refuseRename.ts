/**
 * The error of a rename that leaves out uses which would break, whose new name is taken, or that
 * could not be checked.
 */

import { LocateError } from "../../../error.js";
import { escapeLine, escapeName } from "../../../text/printable.js";
import type { ChangeVerdict } from "../../verdict/verdict.js";
import { MAX_PLACES } from "../answerCheck.js";
import type { Unconfirmed, UnconfirmedPlace } from "../unconfirmed.js";

/** The places that the message names; all listed ones are in its data. */
const MAX_NAMED_PLACES = 10;

/**
 * The places where the new name is taken, those with errors, that which is called by its name, as
 * far as they are listed, and all others.
 */
export function splitConflicts<Uses extends Unconfirmed>({ conflicts = 0, broken = 0, ...uses }: Uses) {
  const { count, certain = 0, places } = uses;
  const errors = conflicts + broken;
  const first = errors + (uses.caller === undefined ? 0 : 1);
  return {
    conflicts,
    broken,
    taken: places.slice(0, conflicts),
    failing: places.slice(conflicts, errors),
    called: places.slice(errors, first),
    left: { ...uses, count: count - first, certain: certain - first, places: places.slice(first) },
  };
}

/** Adds the errors of a verdict to what a rename leaves out. A line is named once. */
export function withBroken(left: Unconfirmed | undefined, { added }: ChangeVerdict): Unconfirmed | undefined {
  const errors = added.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return left;
  const before = left ?? { count: 0, places: [] };
  const { conflicts = 0, certain = 0, count, caller } = before;
  const kept = conflicts + (caller === undefined ? 0 : 1);
  const keyOf = ({ file_path, line }: UnconfirmedPlace) => `${file_path}:${line}`;
  const failing = new Map(errors.map((each) => [keyOf(each), placeOf(each)]));
  const isOther = (place: UnconfirmedPlace, at: number) => at < kept || !failing.has(keyOf(place));
  const others = before.places.filter(isOther);
  const droppedCertain = before.places.slice(0, certain).filter((each, at) => !isOther(each, at)).length;
  const places = [...others.slice(0, conflicts), ...failing.values(), ...others.slice(conflicts)];
  return {
    ...before,
    count: count - (before.places.length - others.length) + failing.size,
    certain: certain - droppedCertain + failing.size,
    broken: failing.size,
    places: places.slice(0, MAX_PLACES),
  };
}

function placeOf({ file_path, line, text, message }: ChangeVerdict["added"][number]): UnconfirmedPlace {
  return { file_path, line, text, message };
}

/** How a request or a command says what it wants all the same, such as `apply: "anyway"`. */
export interface RenameOverrides {
  readonly override: string;
  /** To rename further places, too, such as `also: [ … ]` with their Locates. */
  readonly alsoOption: (locates: readonly string[]) => string;
  /** To change files outside of the workspace, too; undefined where nobody can. */
  readonly outsideOption?: string;
}

/**
 * Returns `rename_incomplete` where something would break, `backend_timeout` where not all members
 * that the rename may part or confuse were compared in time; else undefined. It is no reason that
 * not all places with the name were found.
 */
export function renameIncompleteError(
  unrenamed: Unconfirmed,
  { override, alsoOption, outsideOption }: RenameOverrides,
): LocateError | undefined {
  const { count, certain = 0, possible = 0, more, places, why, caller, unfinished, outside = 0 } = unrenamed;
  if (certain === 0 && possible === 0 && unfinished === undefined) return undefined;
  const { conflicts, taken, broken, failing, called, left } = splitConflicts(unrenamed);
  const parts = [
    ...(conflicts > 0 ? [describeConflicts(conflicts, taken, override)] : []),
    ...(broken > 0 ? [describeBroken(broken, failing, override)] : []),
    ...(caller === undefined ? [] : [describeCalled(caller, called, override)]),
    ...(left.certain > 0 ? [describeBreaking(left, override)] : []),
    ...(possible > 0 ? [describePossible(left, { override, alsoOption })] : []),
    ...(outside > 0 && outsideOption !== undefined ? [`${outsideOption} changes files outside, too.`] : []),
    ...(certain + possible === 0 && unfinished !== undefined ? [describeUnfinished(unfinished, override)] : []),
  ];
  return new LocateError(certain + possible === 0 ? "backend_timeout" : "rename_incomplete", parts.join("\n"), {
    ...{ count, certain, places },
    ...(possible > 0 ? { possible } : {}),
    ...(conflicts > 0 ? { conflicts } : {}),
    ...(broken > 0 ? { broken } : {}),
    ...(caller === undefined ? {} : { caller }),
    ...(outside > 0 ? { outside } : {}),
    ...(more ? { more } : {}),
    ...(why === undefined ? {} : { why }),
  });
}

function describeBroken(count: number, failing: readonly UnconfirmedPlace[], override: string): string {
  const [where, them] = count === 1 ? ["1 line", "it"] : [`${count} lines`, "them"];
  return `The rename would break ${where}, as the language server finds in the renamed text. Nothing was changed.\n${listPlaces(failing, count)}\nChange ${them} first so that another name fits there, or use ${override} and edit ${them} afterwards.`;
}

function describeConflicts(count: number, taken: readonly UnconfirmedPlace[], override: string): string {
  const where = count === 1 ? "1 place that has" : `${count} places that have`;
  return `The new name is taken: a renamed name would share it with ${where} it already, and the code would mean something else. Nothing was changed.\n${listPlaces(taken, count)}\nWrite another new name. To rename all the same, use ${override}.`;
}

function describeCalled(caller: string, called: readonly UnconfirmedPlace[], override: string): string {
  const lines = [
    `The name has to stay: ${caller}. Nothing was changed.`,
    ...called.map(describePlace),
    `To rename it all the same, use ${override}.`,
  ];
  return lines.join("\n");
}

function listPlaces(places: readonly UnconfirmedPlace[], count: number): string {
  const named = places.slice(0, MAX_NAMED_PLACES);
  const lines = named.map(describePlace);
  const rest = count > named.length ? [`… and ${count - named.length} more`] : [];
  return [...lines, ...rest].join("\n");
}

/** Returns a place as a line, with what the server says of it. */
export function describePlace({ file_path, line, text, message }: UnconfirmedPlace): string {
  const said = message === undefined ? "" : ` (${escapeLine(message.split("\n", 1).join())})`;
  return `${escapeName(file_path)}:${line}: ${escapeLine(text)}${said}`;
}

function describeBreaking({ certain = 0, places, why }: Unconfirmed, override: string): string {
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

/** Names the places with what points to the renamed symbol, and how each is renamed or left. */
function describePossible(
  { certain = 0, possible = 0, places }: Unconfirmed,
  { override, alsoOption }: Pick<RenameOverrides, "override" | "alsoOption">,
): string {
  const listed = places.slice(certain, certain + possible);
  const [what, them] = possible === 1 ? ["1 place", "it"] : [`${possible} places`, "them"];
  const reasons = [...new Set(listed.flatMap(({ why }) => why ?? []))].slice(0, MAX_REASONS).join("; ");
  const locates = listed.slice(0, MAX_NAMED_PLACES).flatMap(({ locate }) => locate ?? []);
  const lines = [
    `${what} may mean it, too, and nothing shows whether ${possible === 1 ? "it does" : "they do"} (${reasons}). Nothing was changed.`,
    listPlaces(listed, possible),
    `To rename ${them}, too, add ${alsoOption(locates)}. To leave ${them} as ${possible === 1 ? "it is" : "they are"}, use ${override}.`,
  ];
  return lines.join("\n");
}

const MAX_REASONS = 3;

function describeUnfinished(why: string, override: string): string {
  return `The rename may be incomplete: ${why}. Nothing was changed. Rename again in a moment. Or use ${override}, and then search for the old name.`;
}
