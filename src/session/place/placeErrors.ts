/**
 * The errors of a place that is not found, or not there any more, and the Locate to write instead
 * of one whose file does not exist.
 */

import { readFileText } from "../../ask/documents/unopenedFiles.js";
import { LocateError } from "../../error.js";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import { echoPath } from "../../locate/errorText.js";
import type { Locate, PlaceOrDocument } from "../../locate/locate.js";
import { writeLocate } from "../../locate/notation/notation.js";
import { type OtherPlace, readOtherNotation } from "../../locate/notation/otherNotations.js";
import { parseScope } from "../../locate/notation/scopeNotation.js";
import { formatSymbolPath } from "../../locate/notation/symbolPath.js";
import { escapeName, inlineCode } from "../../text/printable.js";
import { pathOfUri } from "../../uri.js";
import type { FileContext, RequestContext } from "../client/requestContext.js";
import { displayPath, existenceCheck, namesFile } from "../documents/filePaths.js";
import { filesIn, namesAlike } from "../documents/similarFiles.js";

/** The error for a change at a place that was tracked by a loose match. */
export function looseHandleError(handle: string, reading: string): LocateError {
  return new LocateError(
    "inexact_write",
    `${handle} was tracked by a find that matched only loosely (${reading}), and a change needs an exact match. Track the place by whole words, copied exactly, or by a symbol.`,
    { handle, reading, candidates: [] },
  );
}

/** The error for a path that the backend does not list, where the syntax tree could not be had. */
export function unknownSymbolError(
  { scope }: Locate,
  { uri }: OpenDocument,
  failure: unknown,
  why: LocateError,
  { client }: RequestContext,
): LocateError {
  const path = scope && "symbol_path" in scope ? scope.symbol_path : [];
  const likely = failure instanceof LocateError ? failure.data["likely_paths"] : undefined;
  const similar = Array.isArray(likely) ? (likely as readonly (readonly string[])[]) : [];
  const listed = similar.map((each) => inlineCode(formatSymbolPath(each))).join(" or ");
  const offer = listed === "" ? "" : ` The server lists ${listed}.`;
  const symbol = inlineCode(formatSymbolPath(path));
  const file = inlineCode(escapeName(displayPath(uri, client.roots)));
  return new LocateError(
    "unsupported",
    `The server lists no symbol ${symbol} in ${file}, and whether it leaves it out is not known.${offer} ${why.message}`,
    { ...factsOf(why), symbol_path: path, likely_paths: similar },
  );
}

/** Returns the data of an error without its kind. */
function factsOf({ data: { kind: _kind, ...facts } }: LocateError): Record<string, unknown> {
  return facts;
}

/** Whether an error lists what a symbol holds. */
export function listsChildren(error: unknown): boolean {
  if (!(error instanceof LocateError)) return false;
  const { children } = error.data;
  return Array.isArray(children) && children.length > 0;
}

/**
 * Refuses a scope or a find for a method about a whole document, which would ignore them silently.
 */
export function assertNoScope({ file_path, scope, find, anchor_text }: Locate): void {
  if (scope === undefined && find === undefined && anchor_text === undefined) return;
  throw new LocateError(
    "invalid_locate",
    `This method is about the whole file: write ${JSON.stringify(file_path)} without a scope or a find.`,
    {
      field: scope !== undefined ? "scope" : find !== undefined ? "find" : "anchor_text",
      expected: "a file_path alone",
    },
  );
}

/** The error for a text that was changed while a place in it was being found. */
export function contentModifiedError(what: string): LocateError {
  return new LocateError(
    "content_modified",
    `While the place was being found, ${what}. Look at the text as it is now and ask again.`,
    { changed: what },
  );
}

/**
 * Adds a note to an error where an open document differs from the file on disk, which the asker may
 * have read.
 */
export async function withDiskDifference(error: unknown, document: OpenDocument): Promise<unknown> {
  const path = pathOfUri(document.uri);
  if (
    !(error instanceof LocateError) ||
    document.owner !== "client" ||
    path === undefined ||
    !textErrorKinds.has(error.kind)
  )
    return error;
  const onDisk = await readFileText(path).catch(() => undefined);
  if (onDisk === undefined || onDisk === document.text.text) return error;
  return new LocateError(
    error.kind,
    `${error.message} Note: the client has this document open with changes that are not saved; what counts is its text, not the file on disk.`,
    { ...factsOf(error), differs_from_disk: true },
  );
}

const textErrorKinds: ReadonlySet<string> = new Set([
  "anchor_not_found",
  "ancestor_not_found",
  "text_not_found",
  "line_out_of_range",
  "symbol_not_found",
  "index_out_of_range",
]);

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
