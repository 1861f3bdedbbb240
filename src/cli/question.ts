/** What is asked: method, Locates and params out of the words and options of the command line. */

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Locate, readLocate } from "../locate/locate.js";
import { readings } from "../locate/notation.js";
import { type LocateMethod, methods, ownMethods } from "../session/methods.js";
import { isUri, pathOfUri } from "../session/uri.js";
import { nearest, type Options, UsageError } from "./options.js";

export interface Question {
  readonly method: string;
  readonly row: LocateMethod | undefined;
  /** Each place asked for, by every reading of its text, likeliest first. File paths that exist are absolute. */
  readonly places: readonly (readonly Locate[])[];
  /** Beside the Locate. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The first file named, absolute. */
  readonly file: string | undefined;
}

export interface Where {
  readonly workingDirectory: string;
  /** `--root`, absolute. */
  readonly root: string | undefined;
}

/** Throws UsageError, and `invalid_locate` for what is no Locate. */
export function readQuestion(words: readonly string[], options: Options, where: Where): Question {
  const [word = "", ...rest] = words;
  const method = readMethod(word);
  const row = methods[method];
  const { texts, newName } = method === "rename" ? readRename(rest, options) : { texts: rest, newName: undefined };
  checkOptions(method, row, options);
  checkCount(method, row, texts);
  const isDocument = method === "outline" || row?.takes === "document";
  const places = texts.map((text) => readPlace(text, isDocument, where));
  if (isDocument) refuseScopes(method, places);
  const certain = row?.changesText === true;
  const file = places[0]?.[0]?.file_path;
  return {
    method,
    row,
    places: certain ? places.map((each) => each.map(unique)) : places,
    params: readParams(options, newName),
    file: file === undefined ? undefined : absolute(file, where),
  };
}

const allMethods: readonly string[] = [...ownMethods, ...Object.keys(methods)];

/** Methods whose answer is a change of files. */
export function changesFiles(method: string): boolean {
  return method === "formatting" || methods[method]?.changesText === true;
}

function readMethod(word: string): string {
  const name = word.replace(/^(?:locate|textDocument)\//, "");
  if (allMethods.includes(name)) return name;
  const near = nearest(name, [...allMethods, "doctor"]);
  const advice = near.length > 0 ? ` Did you mean ${near.join(", ")}?` : " `lsp-locate --help` lists them.";
  throw new UsageError(`There is no method ${JSON.stringify(name)}.${advice}`);
}

function readRename(
  rest: readonly string[],
  options: Options,
): { readonly texts: readonly string[]; readonly newName: string } {
  const named = options["new-name"];
  const newName = named ?? rest[1];
  const texts = named === undefined ? [...rest.slice(0, 1), ...rest.slice(2)] : rest;
  if (newName === undefined) throw new UsageError("rename needs the new name: lsp-locate rename <locate> <new name>.");
  return { texts, newName };
}

function checkOptions(method: string, row: LocateMethod | undefined, options: Options): void {
  const misfit = (name: keyof Options, goesWith: string) => {
    if (options[name] !== undefined) throw new UsageError(`--${name} goes with ${goesWith}, not with ${method}.`);
  };
  if (method !== "rename") misfit("new-name", "rename");
  if (method !== "outline") misfit("depth", "outline");
  if (method !== "codeAction") misfit("only", "codeAction");
  if (!changesFiles(method)) misfit("write", "rename and formatting");
  if (row === undefined) misfit("params", "the methods of the language server");
}

function checkCount(method: string, row: LocateMethod | undefined, texts: readonly string[]): void {
  if (texts.length === 0)
    throw new UsageError(`${method} needs a Locate: lsp-locate ${method} 'src/file.py:Class.method@text'.`);
  const takesSeveral = row?.takes === "points" || row?.takes === "ranges";
  if (texts.length === 1 || takesSeveral) return;
  throw new UsageError(
    `${method} takes one Locate, and ${JSON.stringify(texts[1])} is behind it. Put a Locate with spaces in quotes.`,
  );
}

/** A text in the notation, or JSON where it begins with `{`. */
function readPlace(text: string, isDocument: boolean, where: Where): readonly Locate[] {
  const exists = (path: string) => path !== "" && existsSync(absolute(path, where));
  const options = { exists, takes: isDocument ? "document" : "place" } as const;
  const read = text.trimStart().startsWith("{")
    ? [readLocate(parseJson(text, "The Locate"), options)]
    : readings(text, options);
  return read.map((locate) => {
    const { file_path } = locate;
    // As seen from here; the session would begin at the workspace's root.
    return file_path !== undefined && exists(file_path) ? { ...locate, file_path: absolute(file_path, where) } : locate;
  });
}

/** What a file path means here: the working directory goes before the root. */
function absolute(path: string, { workingDirectory, root }: Where): string {
  const ofUri = isUri(path) ? pathOfUri(path) : undefined;
  if (ofUri !== undefined) return ofUri;
  const here = resolve(workingDirectory, path);
  return root === undefined || existsSync(here) ? here : resolve(root, path);
}

function refuseScopes(method: string, places: Question["places"]): void {
  for (const [locate] of places) {
    if (locate?.scope === undefined && locate?.find === undefined) continue;
    throw new UsageError(`${method} is about a whole file: lsp-locate ${method} ${locate.file_path ?? "<file>"}.`);
  }
}

/** What changes text wants a find that is there once, unless which one is said. */
function unique(locate: Locate): Locate {
  return locate.find === undefined || locate.find_index !== undefined ? locate : { ...locate, find_index: "only" };
}

function readParams({ params, depth, only }: Options, newName: string | undefined): Question["params"] {
  const given = params === undefined ? {} : parseJson(params, "--params");
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new UsageError(`--params must be a JSON object: --params='{"context": {…}}'.`);
  }
  const levels = depth === undefined ? {} : { depth: wholeNumber(depth, "--depth") };
  const name = newName === undefined ? {} : { newName };
  const kinds =
    only === undefined ? {} : { context: { only: only.split(","), ...(given as { context?: object }).context } };
  return { ...levels, ...name, ...given, ...kinds };
}

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${what} is no JSON: ${(error as Error).message}.`);
  }
}

function wholeNumber(text: string, what: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new UsageError(`${what} must be a whole number from 1 on, not ${JSON.stringify(text)}.`);
}
