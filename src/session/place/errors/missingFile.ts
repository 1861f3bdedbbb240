/** The Locate to write instead of one whose file does not exist. */

import { LocateError } from "../../../error.js";
import { echoPath } from "../../../locate/errorText.js";
import type { Locate, PlaceOrDocument } from "../../../locate/locate.js";
import { writeLocate } from "../../../locate/notation/notation.js";
import { type OtherPlace, readOtherNotation } from "../../../locate/notation/otherNotations.js";
import { parseScope } from "../../../locate/notation/scopeNotation.js";
import { escapeName, inlineCode } from "../../../text/printable.js";
import type { FileContext } from "../../client/requestContext.js";
import { existenceCheck, namesFile } from "../../documents/filePaths.js";
import { filesIn, namesAlike } from "../../documents/similarFiles.js";

/**
 * Adds the Locate to write to the error for a missing file: where its path ends in a place, as
 * other tools write it; where just one file has that name, or is the module of that name; where it
 * may be the beginning of a symbol path. `faultOf` resolves with the reason why a Locate does not
 * resolve, which is then said in its place.
 */
export async function withReadyLocate(
  error: unknown,
  locate: Locate,
  { takes, faultOf }: { readonly takes: PlaceOrDocument; faultOf(locate: Locate): Promise<LocateError | undefined> },
  context: FileContext,
): Promise<unknown> {
  if (!(error instanceof LocateError) || error.kind !== "file_not_found") return error;
  const { file_path = "" } = locate;
  const { kind: _kind, ...facts } = error.data;
  const exists = existenceCheck(context);
  const other = readOtherNotation(file_path);
  const meant = other === undefined ? locate : withOtherPlace(locate, other, takes);
  const { file_path: name = "" } = meant;
  if (other !== undefined && namesFile(name, context)) {
    const fault = await faultOf(meant);
    const advice = fault?.message ?? `Write ${inlineCode(writeLocate(meant, { exists }))}.`;
    const message = `There is no file ${echoPath(file_path)}. ${advice}`;
    return new LocateError("file_not_found", message, {
      ...facts,
      similar: [name],
      ...(fault ? {} : { locate: meant }),
    });
  }
  const similar = (facts["similar"] ?? []) as readonly string[];
  const alike = similar.filter((path) => namesAlike(name, path));
  // Diffs write `a/src/f.py` for `src/f.py`.
  const [only, ...others] =
    alike.length > 0 ? alike : similar.filter((path) => /^[ab]\//.test(name) && name.slice(2) === path);
  if (others.length > 0) return error;
  if (only === undefined) return error;
  const ready = { ...meant, file_path: only };
  const fault = await faultOf(ready);
  const advice = fault?.message ?? `Write ${inlineCode(writeLocate(ready, { exists }))}.`;
  const found =
    facts["more"] === true ? "a file of that name, in the folders searched so far," : "the file of that name";
  const message = `There is no file ${echoPath(name)} in the workspace folder; ${found} is ${escapeName(only)}. ${advice}`;
  return new LocateError("file_not_found", message, { ...facts, ...(fault ? {} : { locate: ready }) });
}

const MAX_FILES = 10;

/** The error for a folder, with files in it; undefined for anything else. `path` is absolute. */
export function folderError(filePath: string, path: string): LocateError | undefined {
  const names = filesIn(path);
  if (names === undefined) return undefined;
  const files = names.slice(0, MAX_FILES).map((name) => `${filePath.replace(/(?<![/\\])[/\\]+$/, "")}/${name}`);
  const more = names.length > files.length ? ` and ${names.length - files.length} more` : "";
  const advice =
    files.length === 0
      ? "Write the path of a file"
      : `Write a file, such as ${files.map(escapeName).join(", ")}${more}`;
  const why = "it is a folder";
  return new LocateError("file_unreadable", `${echoPath(filePath)} is a folder. ${advice}.`, { path, why, files });
}

/**
 * Returns the Locates without a file that one of a missing file may mean, likeliest first:
 * `:a.b.C` and `:b.C` for `a::b::C`, as `a` may be a crate or a package.
 */
export function symbolsAnywhere({ file_path = "", scope, find }: Locate): readonly Locate[] {
  if (!/^[\p{ID_Start}_][\p{ID_Continue}.:]*$/u.test(file_path) || scope === undefined || !("symbol_path" in scope))
    return [];
  const outer = file_path.split(/\.|::/);
  const names = [...outer, ...scope.symbol_path];
  // At least two names are kept, or the written symbol path.
  const count = Math.min(Math.max(names.length - 1, outer.length + 1), MAX_QUALIFIERS);
  return [...Array(count).keys()].map((from) => ({
    scope: { symbol_path: names.slice(from) },
    ...(find !== undefined && { find }),
  }));
}

/** The maximum of leading names of a path that may be left out. */
const MAX_QUALIFIERS = 4;

/** Adds a symbol in any file to the error for a missing file. The Locate has to resolve. */
export function withSymbolAnywhere(error: LocateError, ready: Locate, context: FileContext): LocateError {
  const written = inlineCode(writeLocate(ready, { exists: existenceCheck(context) }));
  const { kind: _kind, ...facts } = error.data;
  return new LocateError("file_not_found", `${error.message} For a symbol in any file, write ${written}.`, {
    ...facts,
    locate: ready,
  });
}

/** Returns the Locate with that file and scope. A character goes with no find. */
function withOtherPlace(locate: Locate, { file_path, scope }: OtherPlace, takes: PlaceOrDocument): Locate {
  if (takes === "document") return { file_path };
  const place = parseScope(scope, "scope");
  const hasText = locate.find !== undefined || locate.anchor_text !== undefined;
  const around = place !== undefined && hasText && "line" in place ? { line: place.line } : place;
  return { ...locate, file_path, ...(around && { scope: around }) };
}
