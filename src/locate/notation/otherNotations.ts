/** Places as other tools write them: `foo.py#L42`, `foo.ts(42,7)`, `foo.py#Foo.run`. */

import { MAX_PATH_LENGTH } from "../locate.js";

/** A file and a scope in our notation: `42`, `42-50`, `42:7`, `Foo.run`. */
export interface OtherPlace {
  readonly file_path: string;
  readonly scope: string;
}

/**
 * The first groups are the path, and a line or symbol. The group `to` is the last line, `at` the
 * character.
 */
const forms: readonly RegExp[] = [
  /^(.+)#L?([1-9]\d*)(?:C(?<at>[1-9]\d*))?(?:-L?(?<to>\d+)(?:C\d+)?)?$/,
  /^(.+?)\s*\(([1-9]\d*)(?:,\s*(?<at>[1-9]\d*)|-(?<to>\d+))?\)$/,
  /^(.+?)"?,?\s+lines?\s+([1-9]\d*)(?:-(?<to>\d+))?$/,
  /^([^#]+\.\w+)#(?!L\d)([\p{ID_Start}_$][\p{ID_Continue}$.#:]*)$/u,
];

/** Reads a path that ends in a place, as another tool writes it; undefined if it does not. */
export function readOtherNotation(path: string): OtherPlace | undefined {
  if (path.length > MAX_PATH_LENGTH) return undefined;
  const match = forms.map((form) => form.exec(path)).find((each) => each !== null);
  const [, file_path, scope] = match ?? [];
  if (file_path === undefined || scope === undefined) return undefined;
  const { to, at } = match?.groups ?? {};
  if (to !== undefined && Number(to) < Number(scope)) return undefined;
  return { file_path, scope: to !== undefined ? `${scope}-${to}` : at !== undefined ? `${scope}:${at}` : scope };
}
