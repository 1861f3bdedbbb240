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
  /^(.*\S)\s*\(([1-9]\d*)(?:,\s*(?<at>[1-9]\d*)|-(?<to>\d+))?\)$/,
  /^(.*[^\s",])"?,?\s+lines?\s+([1-9]\d*)(?:-(?<to>\d+))?$/,
  /^([^#]+\.\w+)#(?!L\d)([\p{ID_Start}_$][\p{ID_Continue}$.#:]*)$/u,
  /^(\S+\.\w+)\s+(?!lines?\b)([\p{ID_Start}_$][\p{ID_Continue}$.#:]*)$/u,
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

const linesForm = /^(?:lines?\s*|ln?\s*|#l?)?(\d+)(?:\s*(?:-|\.\.\.?|to)\s*l?(\d+))?$/i;
const positionForm = /^(?:lines?\s*|ln?\s*)?(\d+)\s*[:,]\s*(?:c|col|column|character)\.?\s*(\d+)$/i;
const symbolAndLinesForm = /^(.+?)(?::|#|\slines?\s+)L?(\d+)(?:-L?\d+|:\d+)?$/s;
const namesForm = /^\[\s*(?:(["'`])[^"'`]+\1\s*(?:,\s*)?)+\]$/;

/**
 * Reads a symbol path that is no symbol, but another form of a scope: `line 42`, `L42:C3`,
 * `Foo.run:42`, `['Foo', 'run']`. Returns what it may mean in our notation, likeliest first.
 */
export function readOtherScope(text: string): readonly string[] {
  if (text.length > MAX_PATH_LENGTH) return [];
  const [, first, last] = linesForm.exec(text) ?? [];
  if (first !== undefined) return [last === undefined ? first : `${first}-${last}`];
  const [, line, character] = positionForm.exec(text) ?? [];
  if (line !== undefined) return [`${line}:${character}`];
  if (namesForm.test(text)) return [[...text.matchAll(/["'`]([^"'`]+)["'`]/g)].map(([, name]) => name).join(".")];
  const [, symbol, near] = symbolAndLinesForm.exec(text) ?? [];
  return symbol === undefined ? [] : [symbol, near as string];
}
