/** What is asked: method, places and params out of the words and options of the command line. */

import type { Locate } from "../locate/locate.js";
import { parseSymbolPath } from "../locate/symbolPath.js";
import { type Command, commands, ofSessions } from "./commands.js";
import { readEnds } from "./describe.js";
import { operationNames, readOperation } from "./edit/operation.js";
import { nearest, type Options, UsageError } from "./options.js";
import { absolute, noHandles, parseJson, readPlace, type Where } from "./places.js";

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
  const command = readCommand(word);
  checkOptions(command, options);
  const { texts, params } = (particular[command.name] ?? onlyPlaces)(rest, options);
  checkCount(command, texts);
  const places = readPlaces(command, texts, where);
  const file = places[0]?.[0]?.file_path;
  return {
    command,
    places,
    params: readParams(options, params),
    file: file === undefined ? undefined : absolute(file, where),
  };
}

function readCommand(word: string): Command {
  const name = word.replace(/^(?:locate|textDocument)\//, "");
  const command = commands.get(name);
  if (command) return command;
  if (ofSessions.some((each) => each === name)) throw new UsageError(`${name} is for sessions. ${noHandles}`);
  const near = nearest(name, [...commands.keys(), "doctor"]);
  const advice = near.length > 0 ? ` Did you mean ${near.join(", ")}?` : " `lsp-locate --help` lists them.";
  throw new UsageError(`There is no method ${JSON.stringify(name)}.${advice}`);
}

/** What stands behind the method's name, told apart. */
interface Words {
  /** The places. */
  readonly texts: readonly string[];
  readonly params: Question["params"];
}

/** Methods with words or options of their own. */
const particular: Readonly<Record<string, (rest: readonly string[], options: Options) => Words>> = {
  rename(rest, { "new-name": named }) {
    const newName = named ?? rest[1];
    const texts = named === undefined ? [...rest.slice(0, 1), ...rest.slice(2)] : rest;
    if (newName === undefined)
      throw new UsageError("rename needs the new name: lsp-locate rename <locate> <new name>.");
    return { texts, params: { newName } };
  },
  edit: (texts, options) => ({ texts, params: { ...readOperation(options) } }),
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

/** Options that go with some methods: in words, with which; and whether with this one. */
const fitting: readonly (readonly [name: keyof Options, goesWith: string, fits: (command: Command) => boolean])[] = [
  ["new-name", "rename", ({ name }) => name === "rename"],
  ["depth", "outline", ({ name }) => name === "outline"],
  ["kind", "search", ({ name }) => name === "search"],
  ["arity", "search", ({ name }) => name === "search"],
  ["limit", "search", ({ name }) => name === "search"],
  ["only", "codeAction", ({ name }) => name === "codeAction"],
  ["write", "rename, formatting and edit", ({ changesFiles }) => changesFiles],
  ["params", "the methods of the language server", ({ isServers }) => isServers],
  ...operationNames.map((name) => [name, "edit", (command: Command) => command.name === "edit"] as const),
];

function checkOptions(command: Command, options: Options): void {
  const misfit = fitting.find(([name, , fits]) => options[name] !== undefined && !fits(command));
  if (misfit) throw new UsageError(`--${misfit[0]} goes with ${misfit[1]}, not with ${command.name}.`);
}

function checkCount({ name, takes }: Command, texts: readonly string[]): void {
  if (texts.length === 0) throw new UsageError(`${name} needs a ${exampleOf(name, takes)}.`);
  if (texts.length === 1 || takes === "points" || takes === "ranges") return;
  const one = takes === "position" ? "place" : takes === "symbol" ? "symbol path" : "Locate";
  throw new UsageError(
    `${name} takes one ${one}, and ${JSON.stringify(texts[1])} is behind it. Put a ${one} with spaces in quotes.`,
  );
}

function exampleOf(name: string, takes: Command["takes"]): string {
  if (takes === "position") return "place: lsp-locate describe src/file.py:42:7";
  if (takes === "symbol") return "symbol path: lsp-locate search Class.method";
  return `Locate: lsp-locate ${name} 'src/file.py:Class.method@text'`;
}

function readPlaces(
  { name, takes, changesFiles }: Command,
  texts: readonly string[],
  where: Where,
): Question["places"] {
  if (takes === "symbol") return texts.map((text) => [readSymbol(text)]);
  if (takes === "position") return texts.flatMap((text) => readEnds(text, where).map((end) => [end]));
  const places = texts.map((text) => readPlace(text, takes === "document" ? "document" : "place", where));
  if (takes === "document") for (const [locate] of places) if (locate) refuseScope(name, locate);
  return changesFiles ? places.map((readings) => readings.map(unique)) : places;
}

/** `A.b`, or as in a Locate without a file: `:A.b`. */
function readSymbol(text: string): Locate {
  const symbol_path = parseSymbolPath(text.replace(/^:/, ""));
  if (symbol_path) return { scope: { symbol_path } };
  throw new UsageError(`${JSON.stringify(text)} is no symbol path: names joined by dots, as in Class.method.`);
}

function refuseScope(method: string, { file_path, scope, find, anchor_text }: Locate): void {
  if (scope === undefined && find === undefined && anchor_text === undefined) return;
  throw new UsageError(`${method} is about a whole file: lsp-locate ${method} ${file_path ?? "<file>"}.`);
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
