/** The params of `locate/rename` that are not the server's. */

import type { Backend } from "../../../ask/backend/backend.js";
import { LocateError } from "../../../error.js";
import { isWordAt } from "../../../locate/find/characters.js";
import type { RequestContext } from "../../client/requestContext.js";
import { type Place, resolvePlace } from "../../place/resolvePlace.js";
import { type ApplyOptions, readApplyOptions } from "../../verdict/applyChange.js";
import { readIndexedUses } from "../definitions/indexState.js";
import type { PossiblePlace } from "../searchRun.js";

/** In which text beside code the name is renamed, too. */
export type RenamedText = "comments" | "strings" | "all";

export const renamedTexts: readonly RenamedText[] = ["comments", "strings", "all"];

export interface RenameOptions extends ApplyOptions {
  readonly newName: string;
  /** Whether names that a package.json makes public keep an alias. */
  readonly keepsPublic: boolean;
  /** Whether files outside of the workspace may change. */
  readonly changesLibraries: boolean;
  readonly text: RenamedText | undefined;
  /** The Locates of further places that mean what is renamed. */
  readonly also: readonly unknown[];
  /** Whether the client is told what is left out, and need not be refused. */
  readonly reportsLeftOut: boolean;
}

/** How a request says what it wants all the same. */
export const renameOverrides = {
  override: 'apply: "anyway"',
  alsoOption: (locates: readonly string[]) => `also: ${JSON.stringify(locates)}`,
  outsideOption: "outside: true",
};

interface ReadOptions {
  readonly options: RenameOptions;
  /** The params for the server. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** Splits the params into our own and the server's. Errors: `invalid_locate`, `unsupported`. */
export function readRenameOptions(
  {
    apply: givenApply,
    public: isPublic,
    outside,
    check: givenCheck,
    text,
    also,
    ...params
  }: Readonly<Record<string, unknown>>,
  wantsPlace: boolean,
  context: Pick<RequestContext, "client">,
): ReadOptions {
  const { apply, check, stopsAtError } = readApplyOptions(
    { apply: givenApply, check: givenCheck ?? true },
    true,
    context,
  );
  if (!isRenamedText(text)) throw invalidParamError("text", '"comments", "strings" or "all"', renamedTexts.join(", "));
  for (const [field, value] of Object.entries({ public: isPublic, outside }))
    if (value !== undefined && value !== null && typeof value !== "boolean")
      throw invalidParamError(field, "true or false", "boolean");
  if (also !== undefined && also !== null && !Array.isArray(also))
    throw invalidParamError("also", "a list of Locates", "a list");
  const [keepsPublic, changesLibraries] = [isPublic !== true, outside === true];
  const reportsLeftOut = apply === false ? wantsPlace : apply === "anyway";
  const newName = String(params["newName"]);
  const given = { newName, apply, check, stopsAtError, text: text ?? undefined, also: also ?? [] };
  const options = { ...given, keepsPublic, changesLibraries, reportsLeftOut };
  return { options, params };
}

/**
 * Returns the params by which the embedded server names what is doubtful, instead of refusing, and
 * takes what an index says.
 */
export async function embeddedRenameParams(
  { apply }: Pick<RenameOptions, "apply">,
  { place, backend }: { readonly place: Place; readonly backend: Backend },
  context: RequestContext,
) {
  const indexed = await readIndexedUses(backend, place, context);
  return { reportsDoubt: true, isForced: apply === "anyway", ...(indexed && { indexed }) };
}

/**
 * Finds the places of `also`. Errors: `invalid_locate` where one has another name than the renamed
 * place, and all kinds about places.
 */
export async function findAlso(
  { also }: Pick<RenameOptions, "also">,
  { document, now }: Place,
  context: RequestContext,
): Promise<readonly PossiblePlace[]> {
  const { text } = document();
  const word = nameAround(text.text, now().from);
  const found: PossiblePlace[] = [];
  for (const locate of also) {
    const place = await resolvePlace(locate, { as: "point", purpose: "write" }, context);
    try {
      const { uri, languageId, text } = place.document();
      const { from } = place.now();
      if (nameAround(text.text, from) !== word)
        throw invalidParamError("also", `places that have the name ${word}`, `a place of ${word}`);
      found.push({ document: { uri, languageId, text }, offset: from });
    } finally {
      place.release();
    }
  }
  return found;
}

function nameAround(text: string, offset: number): string {
  let [from, to] = [offset, offset];
  while (isWordAt(text, from - 1)) from--;
  while (isWordAt(text, to)) to++;
  return text.slice(from, to);
}

/** Errors: `invalid_locate` where a name would be replaced by itself. */
export function assertOtherName({ newName }: Pick<RenameOptions, "newName">, { document, now }: Place): void {
  const { text } = document().text;
  const { from } = now();
  const at = text.lastIndexOf(newName, from);
  const isThere = newName !== "" && at >= 0 && from <= at + newName.length;
  if (!isThere || (at > 0 && isWordAt(text, at - 1)) || isWordAt(text, at + newName.length)) return;
  throw new LocateError("invalid_locate", `${newName} is the name that it has already. Write another new name.`, {
    ...{ field: "newName", expected: `a name other than ${newName}` },
  });
}

function isRenamedText(value: unknown): value is RenamedText | null | undefined {
  return value === undefined || value === null || renamedTexts.some((each) => each === value);
}

function invalidParamError(field: string, values: string, expected: string): LocateError {
  return new LocateError("invalid_locate", `${field} must be ${values}.`, { field, expected });
}
