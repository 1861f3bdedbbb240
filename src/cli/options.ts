/** The options of the command line: their syntax, and errors in it. */

import { parseArgs } from "node:util";
import { parsePathPair, pathPairsProblem } from "../backend/config/pathPairs.js";
import { looseSimilarity } from "../locate/similarity.js";
import { adviseForeignOption } from "./help/foreignOptions.js";

/** The value of an option whose text is read from standard input. */
export const STDIN_MARKER = "-";

const optionSpecs = {
  servers: { type: "string" },
  language: { type: "string" },
  root: { type: "string" },
  log: { type: "string" },
  trace: { type: "string" },
  "max-frame": { type: "string" },
  restart: { type: "boolean" },
  untrusted: { type: "boolean" },
  scip: { type: "string" },
  commit: { type: "string" },
  "no-companions": { type: "boolean" },
  // Each value is a line of the text.
  map: { type: "string", isRepeated: true },
  // Clients that have a row in servers.json, and don't name themselves.
  agent: { type: "boolean", values: ["opencode"] },
  "no-agent": { type: "boolean" },
  "allow-read": { type: "boolean" },
  "read-only": { type: "boolean" },
  all: { type: "boolean" },
  everywhere: { type: "boolean" },
  "no-daemon": { type: "boolean" },
  json: { type: "boolean" },
  brief: { type: "boolean" },
  write: { type: "boolean", values: ["anyway", "clean"] },
  check: { type: "boolean" },
  format: { type: "boolean" },
  "no-check": { type: "boolean" },
  public: { type: "boolean" },
  text: { type: "string" },
  also: { type: "string" },
  "allow-outside": { type: "boolean" },
  // Of `signature`, with a name.
  remove: { type: "boolean", takesText: true },
  list: { type: "boolean" },
  project: { type: "boolean" },
  hooks: { type: "boolean" },
  "new-name": { type: "string" },
  params: { type: "string" },
  depth: { type: "string" },
  levels: { type: "string" },
  uses: { type: "string" },
  only: { type: "string" },
  watch: { type: "boolean" },
  changed: { type: "boolean" },
  kind: { type: "string" },
  arity: { type: "string" },
  unused: { type: "boolean" },
  limit: { type: "string" },
  after: { type: "string" },
  budget: { type: "string" },
  include: { type: "string" },
  in: { type: "string" },
  replace: { type: "string", isText: true },
  "insert-before": { type: "string", isText: true },
  "insert-after": { type: "string", isText: true },
  delete: { type: "boolean" },
  as: { type: "string" },
  edits: { type: "string" },
  add: { type: "string" },
  at: { type: "string" },
  argument: { type: "string" },
  move: { type: "string" },
  rename: { type: "string" },
  changes: { type: "string" },
  records: { type: "boolean" },
  timeout: { type: "string" },
  // Passed by editors.
  stdio: { type: "boolean" },
  clientProcessId: { type: "string" },
  version: { type: "boolean", short: "v" },
  help: { type: "boolean", short: "h" },
} as const;

/** The advice for an empty text, which is more often a failed command than a deletion. */
export const DELETE_HINT = "To take text away, write --delete.";

type OptionSpecs = typeof optionSpecs;

export type OptionName = keyof OptionSpecs;

/** The options that go with everything, which help leaves out. */
export const commonOptions: readonly OptionName[] = ["stdio", "clientProcessId", "version", "help"];

export type Options = {
  readonly [Name in OptionName]?: OptionSpecs[Name]["type"] extends "string"
    ? string
    : boolean | ValueOf<OptionSpecs[Name]>;
};

type ValueOf<Spec> = Spec extends { values: readonly (infer Value)[] }
  ? Value
  : Spec extends { takesText: true }
    ? string
    : never;

/** The options that a session of the proxy or the router reads. */
export type SessionOptions = Pick<
  Options,
  | "servers"
  | "untrusted"
  | "no-companions"
  | "scip"
  | "commit"
  | "map"
  | "agent"
  | "no-agent"
  | "trace"
  | "log"
  | "clientProcessId"
  | "max-frame"
  | "timeout"
>;

/** Wrong use of the command line: reported on stderr, exit code 2. */
export class UsageError extends Error {
  /** Returns the words that are right, of which the message says what was wrong. */
  readonly correct: ((words: readonly string[]) => readonly string[]) | undefined;

  constructor(message: string, correct?: UsageError["correct"]) {
    super(message);
    this.correct = correct;
  }
}

export interface Arguments {
  readonly options: Options;
  /** The arguments that are not options, in order. */
  readonly words: readonly string[];
  /** The other arguments, as they were written. */
  readonly optionWords: readonly string[];
}

/** Reads options and words, in any order. Throws UsageError. */
export function readOptions(argv: readonly string[]): Arguments {
  // Not strict: the parser's own messages don't say what to write.
  const { tokens } = parseArgs({
    args: argv.map((argument, index) => withoutDash(argument, argv[index - 1])),
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: optionSpecs,
  });
  const options: Record<string, string | boolean> = {};
  const words: string[] = [];
  const optionWords: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    optionWords.push(value === undefined ? rawName : `${rawName}${rawName.startsWith("--") ? "=" : ""}${value}`);
    if (!isOptionName(name))
      throw new UsageError(`There is no option ${rawName}.${suggestOption(name, rawName, argv)}`);
    const spec = optionSpecs[name];
    if (spec.type === "boolean") {
      const allowed: readonly string[] = "values" in spec ? spec.values : [];
      if (value !== undefined && !allowed.includes(value) && !("takesText" in spec))
        throw new UsageError(
          allowed.length === 0
            ? `${rawName} takes no value; write just ${rawName}.`
            : `${rawName} takes no value but ${allowed.join(" and ")}: write ${[rawName, ...allowed.map((each) => `${rawName}=${each}`)].join(" or ")}.`,
        );
      options[name] = value ?? true;
    } else {
      const isText = "isText" in spec;
      const isOption = !inlineValue && value?.startsWith("-") && !(isText && value === STDIN_MARKER);
      if (value === undefined || value === "" || isOption) {
        const needed = isText ? `=<text>. ${DELETE_HINT}` : `=<${name}>.`;
        throw new UsageError(`${rawName} needs a value: ${rawName}${needed}`);
      }
      const earlier = options[name];
      if (name === "map") assertMapping(value, typeof earlier === "string" ? earlier.split("\n") : []);
      options[name] = "isRepeated" in spec && earlier !== undefined ? `${earlier}\n${value}` : value;
    }
  }
  return { options, words, optionWords };
}

/** Throws UsageError for what is no mapping, or maps a folder again. */
function assertMapping(written: string, earlier: readonly string[]): void {
  const pair = parsePathPair(written);
  if (pair === undefined)
    throw new UsageError(
      `--map=${written} is no mapping: write --map=<local>=<remote>, a folder here and its absolute path where the server runs, as in --map=.=/workspace.`,
    );
  const repeated = pathPairsProblem([...earlier.flatMap((each) => parsePathPair(each) ?? []), pair]);
  if (repeated) throw new UsageError(`--map maps ${repeated.actual}. Write each folder once.`);
}

/** Splits the command line at its first `--`; `command` is `undefined` without one. */
export function splitAtCommand(argv: readonly string[]): {
  readonly own: readonly string[];
  readonly command: readonly string[] | undefined;
} {
  const split = argv.indexOf("--");
  return split < 0 ? { own: argv, command: undefined } : { own: argv.slice(0, split), command: argv.slice(split + 1) };
}

/** How long a server may take to answer `initialize`, unless `--timeout` says it. */
export const START_SECONDS = 30;

/** Returns how long an answer may take; undefined without `--timeout`. Throws UsageError. */
export function timeoutMsOf({ timeout }: Pick<Options, "timeout">): number | undefined {
  return timeout === undefined ? undefined : readTimeoutMs(timeout);
}

/** Returns the milliseconds that `--timeout` says in seconds. Throws UsageError. */
export function readTimeoutMs(seconds: string): number {
  const number = Number(seconds);
  // A timer takes no more milliseconds than fit into 31 bits.
  if (number > 0 && number < 1_000_000) return number * 1000;
  throw new UsageError(`--timeout is in seconds: ${JSON.stringify(seconds)} is not a number of seconds.`);
}

/**
 * Returns whether `--agent` or `--no-agent` was given, or the client that `--agent` names;
 * `undefined` for neither, which leaves it to the client's own name. Throws UsageError.
 */
export function readAgentOption({
  agent,
  "no-agent": noAgent,
}: Pick<Options, "agent" | "no-agent">): boolean | string | undefined {
  if (agent && noAgent) throw new UsageError("--agent and --no-agent exclude each other; write one of them.");
  return agent || (noAgent ? false : undefined);
}

/** The highest value of `--max-frame`. */
const MAX_FRAME_MB = 4096;

/**
 * Returns the bytes that `--max-frame` says in MB; `undefined` without it, for the default. Throws
 * UsageError.
 */
export function readMaxFrameBytes({ "max-frame": megabytes }: Pick<Options, "max-frame">): number | undefined {
  if (megabytes === undefined) return undefined;
  const number = Number(megabytes);
  if (number > 0 && number <= MAX_FRAME_MB) return Math.floor(number * 1024 * 1024);
  throw new UsageError(
    `--max-frame is in MB, up to ${MAX_FRAME_MB}: ${JSON.stringify(megabytes)} is not such a number. The default is 256.`,
  );
}

/** Returns up to three names that are similar to a word, best first. */
export function suggestNames(word: string, names: Iterable<string>): readonly string[] {
  const scored = [...names].map((name) => ({ name, score: looseSimilarity(word, name) }));
  return scored
    .filter(({ score }) => score >= 0.6)
    .sort((left, right) => right.score - left.score)
    .slice(0, 3)
    .map(({ name }) => name);
}

/**
 * Returns an argument that begins with a dash and is no option as one without: a file, or a Locate
 * in one (`-a.ts:3`), and a place as rustc prints it (`--> a.rs:3:5`).
 */
function withoutDash(argument: string, previous = ""): string {
  const name = previous.replace(/^--/, "");
  const isValue = name !== previous && isOptionName(name) && optionSpecs[name].type === "string";
  if (isValue) return argument;
  return /^-[^-][^=]*[.:@]/.test(argument) ? `./${argument}` : argument.replace(/^-->\s+/, "");
}

function isOptionName(name: string): name is OptionName {
  return Object.hasOwn(optionSpecs, name);
}

function suggestOption(name: string, rawName: string, argv: readonly string[]): string {
  const foreign = adviseForeignOption(rawName, argv);
  if (foreign !== undefined) return ` ${foreign}`;
  const [near] = suggestNames(name, Object.keys(optionSpecs));
  if (near !== undefined) return ` Did you mean --${near}?`;
  // As in `lsp-locate pyright-langserver --stdio`: the option may belong to a language server.
  return argv.length > 1 ? " Options of a language server go after --, with its name." : "";
}
