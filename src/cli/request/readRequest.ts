/** What is asked: method, places and params out of the words and options of the command line. */

import type { Locate } from "../../locate/locate.js";
import { parseSymbolPath } from "../../locate/notation/symbolPath.js";
import { methodName } from "../help/helpTopics.js";
import { readEnds } from "../methods/describePosition.js";
import { type Command, commands, ofSessions } from "../methods/methodTable.js";
import { absolute, parseJson, readPlace, type Where } from "../methods/readLocates.js";
import { checkOptions } from "../misfit.js";
import { type Options, UsageError } from "../options.js";
import { operationNames, readOperation } from "./editOperation.js";
import { checkNoFolder, checkSaysWhere, commandLine, isPlace, noMethod, surplus, writtenHere } from "./usageHints.js";

export interface Question {
  readonly command: Command;
  /** Each place asked for, by every reading of its text, likeliest first. File paths that exist are absolute. */
  readonly places: readonly (readonly Locate[])[];
  /** Beside the Locate. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The first file named, absolute. */
  readonly file: string | undefined;
}

/** Throws UsageError, and `invalid_locate` for what is no Locate. */
export function readQuestion(words: readonly string[], options: Options, where: Where): Question {
  const [word = "", ...rest] = words;
  const command = readCommand(word, rest, where);
  checkOptions({ kind: "method", name: command.name, command }, options);
  const { texts, params } = (particular[command.name] ?? onlyPlaces)(rest, options, where);
  checkCount(command, texts, where);
  const places = readPlaces(command, texts, where);
  const file = places[0]?.[0]?.file_path;
  return {
    command,
    places,
    params: readParams(options, params),
    file: file === undefined ? undefined : absolute(file, where),
  };
}

function readCommand(word: string, rest: readonly string[], where: Where): Command {
  const name = methodName(word);
  const command = commands.get(name);
  if (command) return command;
  const instead = new Map(Object.entries(ofSessions)).get(name);
  if (instead !== undefined) throw new UsageError(`${name} is for sessions. ${instead}`);
  throw noMethod(word, rest, where);
}

/** What stands behind the method's name, told apart. */
interface Words {
  /** The places. */
  readonly texts: readonly string[];
  readonly params: Question["params"];
}

/** Methods with words or options of their own. */
const particular: Readonly<Record<string, (rest: readonly string[], options: Options, where: Where) => Words>> = {
  rename(rest, { "new-name": named }, where) {
    const newName = named ?? rest[1];
    const texts = named === undefined ? [...rest.slice(0, 1), ...rest.slice(2)] : rest;
    if (newName === undefined)
      throw new UsageError("rename needs the new name: lsp-locate rename <locate> <new name>.");
    if (named === undefined && isPlace(newName, where) && !isPlace(texts[0] ?? "", where))
      throw new UsageError(`The Locate goes first: ${commandLine(["rename", newName, texts[0] ?? ""])}.`);
    return { texts, params: { newName } };
  },
  edit(texts, options) {
    const [place = "", text] = texts;
    // The text as a word, as rename has its new name.
    if (text !== undefined && operationNames.every((name) => options[name] === undefined))
      throw new UsageError(
        `edit needs what to do with ${JSON.stringify(text)}: ${commandLine(["edit", place, `--replace=${text}`])}, or --insert-before, --insert-after.`,
      );
    return { texts, params: { ...readOperation(options) } };
  },
  outline: (texts, { depth }) => ({
    texts,
    params: depth === undefined ? {} : { depth: wholeNumber(depth, "--depth") },
  }),
  search: (texts, { kind, arity, limit }) => ({
    texts,
    params: {
      ...(kind === undefined ? {} : { kind: kind.split(",") }),
      ...(arity === undefined ? {} : { arity: wholeNumber(arity, "--arity", 0) }),
      ...(limit === undefined ? {} : { limit: wholeNumber(limit, "--limit") }),
    },
  }),
};

const onlyPlaces = (texts: readonly string[]): Words => ({ texts, params: {} });

function checkCount(command: Command, texts: readonly string[], where: Where): void {
  const { name, takes } = command;
  if (texts.every((text) => text === "")) throw new UsageError(`${name} needs a ${exampleOf(name, takes)}.`);
  if (texts.length > 1 && takes !== "points" && takes !== "ranges") throw surplus(command, texts, where);
}

function exampleOf(name: string, takes: Command["takes"]): string {
  if (takes === "position") return "place: lsp-locate describe src/file.py:42:7";
  if (takes === "symbol") return "symbol path: lsp-locate search Class.method";
  if (takes === "document") return `file: lsp-locate ${name} src/file.py`;
  return `Locate: lsp-locate ${name} 'src/file.py:Class.method@text'`;
}

function readPlaces(
  { name, takes, changesFiles }: Command,
  texts: readonly string[],
  where: Where,
): Question["places"] {
  if (takes === "symbol") return texts.map((text) => [readSymbol(text)]);
  if (takes === "position") return texts.flatMap((text) => readEnds(text, where).map((end) => [end]));
  const places = texts.map((text) => {
    if (takes !== "document") checkSaysWhere(name, text, where);
    const readings = readPlace(text, takes === "document" ? "document" : "place", where);
    const [likeliest] = readings;
    if (likeliest) checkNoFolder(name, likeliest, where);
    if (likeliest && takes === "document") refuseScope(name, likeliest, where);
    return readings;
  });
  return changesFiles ? places.map((readings) => readings.map(unique)) : places;
}

/** `A.b`, or as in a Locate without a file: `:A.b`. */
function readSymbol(text: string): Locate {
  const symbol_path = parseSymbolPath(text.replace(/^:/, ""));
  if (symbol_path) return { scope: { symbol_path } };
  throw new UsageError(`${JSON.stringify(text)} is no symbol path: names joined by dots, as in Class.method.`);
}

function refuseScope(method: string, { file_path = "<file>", scope, find, anchor_text }: Locate, where: Where): void {
  if (scope === undefined && find === undefined && anchor_text === undefined) return;
  throw new UsageError(`${method} is about a whole file: ${commandLine([method, writtenHere(file_path, where)])}.`);
}

/** What changes text wants a find that is there once, unless which one is said. */
function unique(locate: Locate): Locate {
  return locate.find === undefined || locate.find_index !== undefined ? locate : { ...locate, find_index: "only" };
}

function readParams({ params, only }: Options, beside: Question["params"]): Question["params"] {
  const given = params === undefined ? {} : parseJson(params, "--params");
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new UsageError(`--params must be a JSON object: --params='{"context": {…}}'.`);
  }
  const kinds =
    only === undefined ? {} : { context: { only: only.split(","), ...(given as { context?: object }).context } };
  return { ...beside, ...given, ...kinds };
}

function wholeNumber(text: string, what: string, least = 1): number {
  if (/^\d+$/.test(text) && Number(text) >= least) return Number(text);
  throw new UsageError(`${what} must be a whole number from ${least} on, not ${JSON.stringify(text)}.`);
}
