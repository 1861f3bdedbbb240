/** Reads a request from the command line: its method, places and params. */

import type { Locate } from "../../locate/locate.js";
import { parseSymbolPath } from "../../locate/notation/symbolPath.js";
import { methodName } from "../help/helpTopics.js";
import { checkOptions } from "../help/optionRules.js";
import { readPositions } from "../methods/describePosition.js";
import type { MethodCommand } from "../methods/methodCommand.js";
import { methodCommands, recordsCommand, sessionMethods } from "../methods/methodTable.js";
import { absolutePath, type PathContext, parseJson, readLocates } from "../methods/readLocates.js";
import { type Options, UsageError } from "../options.js";
import { writeDocumentWord } from "../show/locateText.js";
import { editOptionNames, readEditOperation } from "./editOperation.js";
import {
  assertNamesPlace,
  assertNotFolder,
  extraArgumentError,
  formatCommandLine,
  formatShellPath,
  isLocateText,
  unknownMethodError,
} from "./usageHints.js";

export interface MethodRequest {
  readonly command: MethodCommand;
  /**
   * For each place, all readings of its text, likeliest first. File paths that exist are absolute.
   */
  readonly places: readonly (readonly Locate[])[];
  /** Besides the Locate. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The first file named, absolute. */
  readonly file: string | undefined;
}

/** Throws UsageError, or `invalid_locate` for a text that is not a Locate. */
export function readRequest(words: readonly string[], options: Options, where: PathContext): MethodRequest {
  const [word = "", ...rest] = words;
  const named = readCommand(word, rest, where);
  const command = named.name === "nodes" && options.records ? recordsCommand : named;
  checkOptions({ kind: "method", name: command.name, command }, options);
  if (options.write === "anyway" && command.name !== "rename")
    throw new UsageError(`--write=anyway goes with rename; for ${command.name} write --write.`);
  const { texts, params } = (argumentReaders[command.name] ?? readPlacesOnly)(rest, options, where);
  assertArgumentCount(command, texts, where);
  const places = readPlaces(command, texts, where);
  const file = places[0]?.[0]?.file_path;
  return {
    command,
    places,
    params: readParams(options, params),
    file: file === undefined ? undefined : absolutePath(file, where),
  };
}

function readCommand(word: string, rest: readonly string[], where: PathContext): MethodCommand {
  const name = methodName(word);
  const command = methodCommands.get(name);
  if (command) return command;
  const instead = new Map(Object.entries(sessionMethods)).get(name);
  if (instead !== undefined) throw new UsageError(`${name} works only within a session. ${instead}`);
  throw unknownMethodError(word, rest, where);
}

/** The words after the method: places, and params. */
interface MethodArguments {
  /** A text for each place. */
  readonly texts: readonly string[];
  readonly params: MethodRequest["params"];
}

/** Readers for methods with words or options of their own. */
const argumentReaders: Readonly<
  Record<string, (rest: readonly string[], options: Options, where: PathContext) => MethodArguments>
> = {
  rename(rest, { "new-name": nameOption, write }, where) {
    const newName = nameOption ?? rest[1];
    const texts = nameOption === undefined ? [...rest.slice(0, 1), ...rest.slice(2)] : rest;
    if (newName === undefined)
      throw new UsageError("rename needs the new name: lsp-locate rename <locate> <new name>.");
    if (nameOption === undefined && isLocateText(newName, where) && !isLocateText(texts[0] ?? "", where))
      throw new UsageError(`The Locate comes first: ${formatCommandLine(["rename", newName, texts[0] ?? ""])}.`);
    // A name that a package.json makes public is renamed, too.
    return { texts, params: { newName, ...(write === "anyway" ? { keep_public: false } : {}) } };
  },
  edit(texts, options) {
    const [place = "", text] = texts;
    // The text is written as a word, like the new name of rename.
    if (text !== undefined && editOptionNames.every((name) => options[name] === undefined))
      throw new UsageError(
        `edit needs an operation for ${JSON.stringify(text)}: ${formatCommandLine(["edit", place, `--replace=${text}`])}, or --insert-before, --insert-after.`,
      );
    return { texts, params: { ...readEditOperation(options) } };
  },
  nodes: (texts, { limit, records }) => {
    if (limit !== undefined && !records) throw new UsageError("--limit is for nodes --records: add --records.");
    return { texts, params: limit === undefined ? {} : { limit: readWholeNumber(limit, "--limit") } };
  },
  outline: (texts, { depth }) => ({
    texts,
    params: depth === undefined ? {} : { depth: readWholeNumber(depth, "--depth") },
  }),
  search: (texts, { kind, arity, limit }) => ({
    texts,
    params: {
      ...(kind === undefined ? {} : { kind: kind.split(",") }),
      ...(arity === undefined ? {} : { arity: readWholeNumber(arity, "--arity", 0) }),
      ...(limit === undefined ? {} : { limit: readWholeNumber(limit, "--limit") }),
    },
  }),
};

const readPlacesOnly = (texts: readonly string[]): MethodArguments => ({ texts, params: {} });

function assertArgumentCount(command: MethodCommand, texts: readonly string[], where: PathContext): void {
  const { name, takes } = command;
  if (texts.every((text) => text === "")) throw new UsageError(`${name} needs a ${exampleArgument(name, takes)}.`);
  if (texts.length > 1 && takes !== "points" && takes !== "ranges") throw extraArgumentError(command, texts, where);
}

function exampleArgument(name: string, takes: MethodCommand["takes"]): string {
  if (takes === "position") return "place: lsp-locate describe src/file.py:42:7";
  if (takes === "symbol") return "symbol path: lsp-locate search Class.method";
  if (takes === "document") return `file: lsp-locate ${name} src/file.py`;
  return `Locate: lsp-locate ${name} 'src/file.py:Class.method@text'`;
}

function readPlaces(
  { name, takes, changesFiles }: MethodCommand,
  texts: readonly string[],
  where: PathContext,
): MethodRequest["places"] {
  if (takes === "symbol") return texts.map((text) => [readSymbolPath(text)]);
  if (takes === "position") return texts.flatMap((text) => readPositions(text, where).map((end) => [end]));
  const places = texts.map((text) => {
    if (takes !== "document") assertNamesPlace(name, text, where);
    const readings = readLocates(text, takes === "document" ? "document" : "place", where);
    const [likeliest] = readings;
    if (likeliest) assertNotFolder(name, likeliest, where);
    if (likeliest && takes === "document") assertNoScope(name, likeliest, where);
    return readings;
  });
  return changesFiles ? places.map((readings) => readings.map(requireUniqueFind)) : places;
}

/** `A.b`, or as in a Locate without a file: `:A.b`. */
function readSymbolPath(text: string): Locate {
  const symbol_path = parseSymbolPath(text.replace(/^:/, ""));
  if (symbol_path) return { scope: { symbol_path } };
  throw new UsageError(`${JSON.stringify(text)} is not a symbol path: names joined by dots, as in Class.method.`);
}

function assertNoScope(
  method: string,
  { file_path = "<file>", scope, find, anchor_text }: Locate,
  where: PathContext,
): void {
  if (scope === undefined && find === undefined && anchor_text === undefined) return;
  throw new UsageError(
    `${method} takes a whole file: ${formatCommandLine([method, writeDocumentWord(formatShellPath(file_path, where))])}.`,
  );
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

function readWholeNumber(text: string, what: string, minimum = 1): number {
  if (/^\d+$/.test(text) && Number(text) >= minimum) return Number(text);
  throw new UsageError(`${what} must be a whole number from ${minimum} on, not ${JSON.stringify(text)}.`);
}
