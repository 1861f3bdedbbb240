/** The options, a row each: their values and summaries, for help, completion and errors. */

import type { MethodCommand } from "../methods/methodCommand.js";
import { commonOptions, type OptionName, type Options, UsageError } from "../options.js";
import { type CommandTopic, commandTopics } from "./helpTopics.js";

/** The kinds of values that completion knows. */
export type OptionValueKind =
  | "file"
  | "folder"
  | "languages"
  | "symbol kinds"
  | "action kinds"
  | "edit units"
  | "context sections"
  | "renamed texts"
  | "anything";

export interface OptionRule {
  /** The name and kind of its value; absent for an option without one. */
  readonly value?: { readonly name: string; readonly values: OptionValueKind };
  /** A phrase without a full stop. */
  readonly summary: string;
  /** The methods that take it, besides the methods and subcommands whose rows name it. */
  readonly methods?: keyof typeof methodSets;
}

const methodSets = {
  "all methods": () => true,
  "methods that change files": ({ changesFiles }: MethodCommand) => changesFiles,
  "methods of language servers": ({ isServerMethod }: MethodCommand) => isServerMethod,
} as const satisfies Readonly<Record<string, (row: MethodCommand) => boolean>>;

/** In the order of help. */
export const optionRules: Readonly<Record<OptionName, OptionRule>> = {
  json: {
    summary: "print the answer or the error as JSON",
    methods: "all methods",
  },
  brief: {
    summary: "lists in few words, as where the output is no terminal",
    methods: "all methods",
  },
  "new-name": {
    value: { name: "name", values: "anything" },
    summary: "the new name, instead of writing it as a word",
  },
  replace: {
    value: { name: "text", values: "anything" },
    summary: "replace it with this text; - is standard input",
  },
  "insert-before": {
    value: { name: "text", values: "anything" },
    summary: "insert this text before it; - is standard input",
  },
  "insert-after": {
    value: { name: "text", values: "anything" },
    summary: "insert this text after it; - is standard input",
  },
  delete: { summary: "delete it" },
  as: {
    value: { name: "unit", values: "edit units" },
    summary: "edit lines, an item of a list or text, if what is meant differs from what is taken",
  },
  edits: {
    value: { name: "json", values: "anything" },
    summary: "several edits, which are made together or not at all: an array of { locate, operation, new_text, unit }",
  },
  write: {
    summary:
      "change the files instead of showing a diff; --write=clean writes nothing that adds problems, rename --write=anyway writes what breaks, too",
    methods: "methods that change files",
  },
  format: { summary: "format the changed lines, too, as the server does" },
  check: { summary: "say which errors and warnings it adds, also in files that refer to it" },
  "no-check": { summary: "don't have the server check the renamed files first" },
  public: { summary: "rename names that package.json makes public, too, without an alias" },
  text: {
    value: { name: "where", values: "renamed texts" },
    summary: "rename the word there, too: comments (with documents), strings or all",
  },
  also: {
    value: { name: "locates", values: "anything" },
    summary: "rename it there, too: Locates between spaces, or a list in JSON",
  },
  list: { summary: "show the last twenty writes instead" },
  add: {
    value: { name: "parameter", values: "anything" },
    summary: "a new parameter, as the declaration has it: 'flag: bool'",
  },
  at: {
    value: { name: "place", values: "anything" },
    summary: "its place in the list, from 0; the last one if it is left out",
  },
  argument: {
    value: { name: "text", values: "anything" },
    summary: "what each call passes for it; not needed for one with a default value",
  },
  move: {
    value: { name: "name:place", values: "anything" },
    summary: "move a parameter to another place in the list, from 0",
  },
  rename: {
    value: { name: "name:new name", values: "anything" },
    summary: "rename a parameter",
  },
  changes: {
    value: { name: "json", values: "anything" },
    summary:
      "several changes of parameters: an array of { add, at, argument }, { remove }, { move, to }, { rename, to }",
  },
  remove: { summary: "take back what --write has written; of signature, remove the parameter that is its value" },
  project: {
    summary: "the settings of the project in the working directory, not the user's",
  },
  hooks: {
    summary: "also a hook: a line with its Locate after a search for a symbol",
  },
  "allow-outside": {
    summary: "with --write, also change files outside the workspace",
    methods: "methods that change files",
  },
  kind: {
    value: { name: "kinds", values: "symbol kinds" },
    summary: "only these kinds, comma-separated: class, method …",
  },
  arity: {
    value: { name: "number", values: "anything" },
    summary: "only functions with this number of parameters",
  },
  unused: {
    summary: "only those that nothing is known to use, by class: unused, possible, unknown",
  },
  limit: {
    value: { name: "number", values: "anything" },
    summary: "the maximum of results: 50, or 1000 records",
  },
  include: {
    value: { name: "sections", values: "context sections" },
    summary: "only these sections, comma-separated: body, callers …",
  },
  in: {
    value: { name: "library", values: "anything" },
    summary: "a library that the project uses, or the path of a folder, instead of the workspace",
  },
  budget: {
    value: { name: "tokens", values: "anything" },
    summary: "about how long the answer may be: 2000",
  },
  after: {
    value: { name: "number", values: "anything" },
    summary: "go on with a list that was cut, after this number of results",
  },
  records: {
    summary: "the syntax index of the file, beside tree-sitter's positions",
  },
  depth: {
    value: { name: "levels", values: "anything" },
    summary: "the maximum depth",
  },
  uses: {
    value: { name: "where", values: "anything" },
    summary: "only the uses in tests, or no_tests: only the others",
  },
  levels: {
    value: { name: "levels", values: "anything" },
    summary: "all: the types or calls of all levels, as a tree; types with what each overrides",
  },
  only: {
    value: { name: "kinds", values: "action kinds" },
    summary: "only these kinds, comma-separated: quickfix, source …",
  },
  watch: {
    summary: "print them again whenever they change, until Ctrl-C",
  },
  changed: {
    summary: "what differs from git's last commit, and what refers to that",
  },
  params: {
    value: { name: "json", values: "anything" },
    summary: "more params of the LSP request",
    methods: "methods of language servers",
  },
  language: {
    value: { name: "id", values: "languages" },
    summary: "the language, if the file name does not tell it",
    methods: "all methods",
  },
  root: {
    value: { name: "folder", values: "folder" },
    summary: "the workspace root, instead of detecting it",
    methods: "all methods",
  },
  servers: {
    value: { name: "file", values: "file" },
    summary: "your servers.json, instead of the default file",
    methods: "all methods",
  },
  untrusted: {
    summary: "don't let servers run code of the workspace",
    methods: "all methods",
  },
  scip: {
    value: { name: "index", values: "file" },
    summary: "answer from this SCIP index, too; see docs/indexes.md",
    methods: "all methods",
  },
  commit: {
    value: { name: "revision", values: "anything" },
    summary: "the commit that the index was made of, as git names it",
    methods: "all methods",
  },
  "no-companions": {
    summary: "start no server beside another one",
    methods: "all methods",
  },
  map: {
    value: { name: "local=remote", values: "anything" },
    summary: "a folder here, and where the server after -- has it; may be repeated",
    methods: "all methods",
  },
  agent: {
    summary:
      "hold back early and stale answers, for agents; --agent=opencode for that one, which doesn't give its name",
  },
  "no-agent": {
    summary: "pass everything on, whatever the client's name",
  },
  "allow-read": {
    summary: "read files outside of the workspace, too",
  },
  "read-only": {
    summary: "offer no tool that writes, as for a sub-agent",
  },
  all: {
    summary: "all matches of the find; of daemon, the sessions of all workspaces with this HOME",
  },
  everywhere: {
    summary: "the sessions of all workspaces, with any HOME",
  },
  "no-daemon": {
    summary: "answer without the shared session of the workspace",
    methods: "all methods",
  },
  timeout: {
    value: { name: "seconds", values: "anything" },
    summary: "how long the answer may take, and the server to start",
    methods: "all methods",
  },
  restart: {
    summary: "restart the server when it crashes",
  },
  log: {
    value: { name: "file", values: "file" },
    summary: "write the logs of the server and of lsp-locate",
    methods: "all methods",
  },
  trace: {
    value: { name: "file", values: "file" },
    summary: "record the session, one message per line",
  },
  "max-frame": {
    value: { name: "MB", values: "anything" },
    summary: "the maximum size of a message: 256",
  },
  stdio: { summary: "passed by editors" },
  clientProcessId: {
    value: { name: "number", values: "anything" },
    summary: "passed by editors",
  },
  version: { summary: "the version of lsp-locate" },
  help: { summary: "show help" },
};

/** Whether an option goes with a method or a subcommand. */
export function isOptionOf(name: OptionName, { kind, row }: CommandTopic): boolean {
  const { methods } = optionRules[name];
  const isOfAll = kind === "method" && methods !== undefined && methodSets[methods](row);
  return commonOptions.includes(name) || isOfAll || row.options?.includes(name) === true;
}

/** Throws UsageError for the first option that doesn't go with the method or subcommand. */
export function checkOptions(topic: CommandTopic, options: Options): void {
  const unsuitable = (Object.keys(options) as OptionName[]).find((name) => !isOptionOf(name, topic));
  if (unsuitable === undefined) return;
  const topicName = topic.name === "proxy" ? "a proxy" : topic.name;
  throw new UsageError(`--${unsuitable} goes with ${describeTopics(unsuitable)}, not with ${topicName}.`);
}

/** Names all that an option goes with: `doctor, the proxy and all methods`. */
function describeTopics(option: OptionName): string {
  const { methods } = optionRules[option];
  const named = commandTopics.flatMap(({ name, row }) =>
    row.options?.includes(option) ? [name === "proxy" ? "the proxy" : name] : [],
  );
  const all = [...named, ...(methods === undefined ? [] : [methods])];
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}
