/** Reads a request from the command line: its method, places and params. */

import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parsePathPair } from "../../backend/config/pathPairs.js";
import { attempt, LocateError } from "../../error.js";
import type { Locate } from "../../locate/locate.js";
import { statIfExists } from "../../workspace/disk/folderEntries.js";
import { methodName } from "../help/helpTopics.js";
import { checkOptions } from "../help/optionRules.js";
import { argumentForms, formatCommandLine, formatShellPath } from "../methods/argumentForms.js";
import { methodCommands, recordsCommand } from "../methods/commandTable.js";
import { readPositions } from "../methods/describePosition.js";
import type { MethodCommand } from "../methods/methodCommand.js";
import {
  absolutePath,
  leadingFile,
  type PathContext,
  parseJson,
  pathExists,
  readLocates,
  readWholeFile,
  resolveFilePath,
  sessionMethodAdvice,
} from "../methods/readLocates.js";
import { type Arguments, type Options, readOptions, UsageError } from "../options.js";
import { quoteForShell, writeDocumentWord } from "../show/locateText.js";
import { assertNamesPlace, assertNotFolder, assertWordCount, isFolder, unknownMethodError } from "./usageHints.js";

export interface MethodRequest {
  readonly command: MethodCommand;
  /**
   * For each place, all readings of its text, likeliest first. File paths that exist are absolute.
   */
  readonly places: readonly (readonly Locate[])[];
  /** The method and the words after it, as they were written. */
  readonly written: string;
  /** Besides the Locate. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The first file named, absolute. */
  readonly file: string | undefined;
  /** Of a request about several files: the folder that they are in, absolute. */
  readonly folder?: string;
  /** Whether the places are in several files. */
  readonly hasManyFiles: boolean;
}

/**
 * Throws UsageError, whose message says what to write instead, with the same options; or
 * `invalid_locate` for a text that is not a Locate.
 */
export function readRequest({ words, options, optionWords }: Arguments, where: PathContext): MethodRequest {
  try {
    return readWords(words, options, where);
  } catch (error) {
    if (!(error instanceof UsageError) || error.correct === undefined) throw error;
    const corrected = error.correct(words);
    const instead = formatCommandLine([...(correctAgain(corrected, options, where) ?? corrected), ...optionWords]);
    throw new UsageError(`${error.message}: ${instead}.`);
  }
}

/** Returns words and options that can be read as a request, maybe corrected once more. */
function correctAgain(
  corrected: readonly string[],
  options: Options,
  where: PathContext,
): readonly string[] | undefined {
  const { words, optionWords, options: added } = readOptions(corrected);
  try {
    readWords(words, { ...options, ...added }, where);
    return corrected;
  } catch (error) {
    const again = error instanceof UsageError ? error.correct?.(words) : undefined;
    return again && [...again, ...optionWords];
  }
}

function readWords(words: readonly string[], options: Options, where: PathContext): MethodRequest {
  const [word = "", ...rest] = words;
  const named = readCommand(word, rest, options, where);
  const command = named.name === "nodes" && options.records ? recordsCommand : named;
  checkOptions({ kind: "method", name: command.name, row: command }, options);
  assertWriteValue(command, options);
  assertIndex(options.scip, where);
  for (const written of options.map?.split("\n") ?? []) assertMapped(written);
  const read = command.readArguments?.(rest, options, where) ?? { texts: rest, params: {} };
  const { texts, params, inLibrary = false } = read;
  assertArgumentCount(command, texts, where);
  const places = inLibrary ? texts.map((file_path) => [{ file_path }]) : readPlaces(command, texts, where);
  const [path, ...others] = new Set(places.map(([likeliest]) => likeliest?.file_path));
  const file = path === undefined || inLibrary ? undefined : absolutePath(path, where);
  const request = {
    command,
    places,
    written: [command.name, ...rest].map(quoteForShell).join(" "),
    params: readParams(options, params),
    hasManyFiles: others.length > 0 || command.takes === "paths",
  };
  const mayBeFolder = path !== undefined && command.takesFolders && !isDocumentUri(path);
  const folder = file !== undefined && mayBeFolder ? folderOf(file) : undefined;
  if (folder !== undefined && options.watch) throw new UsageError("--watch is for one file, not for a folder.");
  return folder === undefined ? { ...request, file } : { ...request, file: undefined, folder };
}

function assertWriteValue({ name, writeValues = [] }: MethodCommand, { write }: Options): void {
  if (write === undefined || typeof write === "boolean" || writeValues.includes(write)) return;
  const takers = [...methodCommands.values()].filter((each) => each.writeValues?.includes(write));
  const names = takers.map((each) => each.name).join(" and ");
  throw new UsageError(`--write=${write} goes with ${names}; for ${name} write --write.`);
}

/** Throws UsageError for an index that does not exist: the server's answer would not show it. */
function assertIndex(scip: string | undefined, { workingDirectory }: PathContext): void {
  const path = scip === undefined ? undefined : resolve(workingDirectory, scip);
  if (path !== undefined && !existsSync(path))
    throw new UsageError(`--scip=${scip}: there is no index ${path}. lsp-locate index says how one is made.`);
}

/** Throws UsageError for a mapping of a folder that does not exist here. */
function assertMapped(written: string): void {
  const { local } = parsePathPair(written) ?? {};
  if (local !== undefined && !existsSync(local))
    throw new UsageError(
      `--map=${written}: ${local} does not exist. Before the = write a folder of this machine, as in --map=.=/workspace.`,
    );
}

function readCommand(word: string, rest: readonly string[], options: Options, where: PathContext): MethodCommand {
  const name = methodName(word);
  const command = methodCommands.get(name);
  if (command) return command;
  const instead = new Map(Object.entries(sessionMethodAdvice)).get(name);
  if (instead !== undefined) throw new UsageError(`${name} works only within a session. ${instead}`);
  const isRequest = (words: readonly string[]) => correctAgain(words, options, where) !== undefined;
  throw unknownMethodError(word, rest, where, isRequest);
}

function assertArgumentCount(command: MethodCommand, texts: readonly string[], where: PathContext): void {
  const { name, takes, takesFolders } = command;
  if (texts.every((text) => text === "")) {
    const { noun, example } = argumentForms[takes];
    if (takesFolders)
      throw new UsageError(
        `${name} needs a ${noun} or a folder. Write lsp-locate ${name} . for the working directory.`,
      );
    throw new UsageError(`${name} needs a ${noun}: lsp-locate ${name} ${example}.`);
  }
  assertWordCount(command, texts, where);
}

/** Returns the folder that a path names, or that a glob pattern begins with. */
function folderOf(path: string): string | undefined {
  const stats = statIfExists(path);
  if (stats !== undefined) return stats.isDirectory() ? path : undefined;
  const [base = ""] = /^[^*?{[]*(?=[*?{[])/.exec(path) ?? [];
  return base === "" ? undefined : dirname(`${base}*`);
}

function readPlaces(command: MethodCommand, texts: readonly string[], where: PathContext): MethodRequest["places"] {
  const { name, takes, takesFolders, takesSymbols, changesFiles } = command;
  const isFile = (path: string) => pathExists(path, where) && !isFolder(path, where);
  // What is searched for stays as it was written.
  if (takes === "symbol") return texts.map(() => [{}]);
  if (takes === "paths") return texts.map((text) => [{ file_path: absolutePath(text, where) }]);
  if (takes === "position") return texts.flatMap((text) => readPositions(text, where).map((end) => [end]));
  const places = texts.map((text) => {
    if (takesFolders && (isFolder(text, where) || isGlob(text, where)))
      return [{ file_path: absolutePath(text, where).replaceAll("\\", "/") }];
    const whole = readWholeFile(command, text, isFile);
    if (whole !== undefined) return [resolveFilePath(whole, where)];
    const readings = attempt(() => readLocates(text, takes === "document" ? "document" : "place", where));
    if (takes !== "document" && !isReadable(readings, text, where)) assertNamesPlace(name, text, where);
    if (readings instanceof LocateError) throw readings;
    const [likeliest] = readings;
    if (likeliest) assertNotFolder(name, likeliest, text, where);
    if (likeliest && takes === "document" && !takesSymbols) assertNoScope(command, likeliest, where);
    return readings;
  });
  return changesFiles ? places.map((readings) => readings.map(requireUniqueFind)) : places;
}

function isGlob(text: string, where: PathContext): boolean {
  const isWritten = /[*?{[]/.test(text) && !text.startsWith("{") && !isDocumentUri(text);
  return isWritten && leadingFile(text, where) === undefined;
}

/** Whether a text begins as a URI does. It may have a query; a name before a scope has no slash. */
function isDocumentUri(text: string): boolean {
  return /^[a-z][a-z0-9+-]+:(?:\w+:)?\//i.test(text);
}

/** Whether a text is a Locate of a file that exists or of any, or a place as a tool prints it. */
function isReadable(readings: readonly Locate[] | LocateError, text: string, where: PathContext): boolean {
  if (readings instanceof LocateError) return false;
  const path = readings[0]?.file_path;
  return (
    path === undefined || pathExists(path, where) || !(text.startsWith(path) && /^[:@]/.test(text.slice(path.length)))
  );
}

function assertNoScope(
  command: MethodCommand,
  { file_path = "<file>", scope, find, anchor_text }: Locate,
  where: PathContext,
): void {
  if (scope === undefined && find === undefined && anchor_text === undefined) return;
  const document = writeDocumentWord(formatShellPath(file_path, where));
  throw new UsageError(`${command.name} takes a whole file`, () => [command.name, document]);
}

/** For a method that changes text, a find must match once, unless the Locate has a `find_index`. */
function requireUniqueFind(locate: Locate): Locate {
  return locate.find === undefined || locate.find_index !== undefined ? locate : { ...locate, find_index: "only" };
}

function readParams({ params, only }: Options, extraParams: MethodRequest["params"]): MethodRequest["params"] {
  const requestParams = params === undefined ? {} : parseJson(params, "--params");
  if (typeof requestParams !== "object" || requestParams === null || Array.isArray(requestParams)) {
    throw new UsageError(`--params must be a JSON object: --params='{"context": {…}}'.`);
  }
  const kinds =
    only === undefined
      ? {}
      : { context: { only: only.split(","), ...(requestParams as { context?: object }).context } };
  return { ...extraParams, ...requestParams, ...kinds };
}
