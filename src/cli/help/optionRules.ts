/**
 * The table of option rules: the value, summary and subjects of each option, for help, completion
 * and errors.
 */

import type { MethodCommand } from "../methods/methodCommand.js";
import { type OptionName, type Options, UsageError } from "../options.js";

/**
 * What an option is used with: a method, or a subcommand. The proxy, which has no word, is the
 * subcommand `proxy`.
 */
export type OptionSubject =
  | { readonly kind: "method"; readonly name: string; readonly command: MethodCommand }
  | { readonly kind: "subcommand"; readonly name: string };

/** The kinds of values that completion knows. */
export type OptionValueKind =
  | "file"
  | "folder"
  | "languages"
  | "symbol kinds"
  | "action kinds"
  | "edit units"
  | "anything";

export interface OptionRule {
  /** The name and kind of its value; absent for an option without one. */
  readonly value?: { readonly name: string; readonly values: OptionValueKind };
  /** A phrase without a full stop. */
  readonly summary: string;
  readonly isAllowedFor: (subject: OptionSubject) => boolean;
  /** The subjects of `isAllowedFor`, for error messages. */
  readonly allowedWith: string;
  /** Whether help leaves it out: editors pass it, or it goes with everything. */
  readonly isHidden?: true;
}

const forMethods = (fits: (command: MethodCommand) => boolean) => (subject: OptionSubject) =>
  subject.kind === "method" && fits(subject.command);
const forNames =
  (...names: readonly string[]) =>
  ({ name }: OptionSubject) =>
    names.includes(name);
const forAnyMethod = forMethods(() => true);
const forEither =
  (...tests: readonly ((subject: OptionSubject) => boolean)[]) =>
  (subject: OptionSubject) =>
    tests.some((fits) => fits(subject));

/** In the order of help. */
export const optionRules: Readonly<Record<OptionName, OptionRule>> = {
  json: {
    summary: "print the answer or the error as JSON",
    isAllowedFor: forEither(forAnyMethod, forNames("doctor", "setup", "daemon")),
    allowedWith: "methods, doctor, setup and daemon",
  },
  "new-name": {
    value: { name: "name", values: "anything" },
    summary: "the new name, instead of writing it as a word",
    isAllowedFor: forNames("rename"),
    allowedWith: "rename",
  },
  replace: {
    value: { name: "text", values: "anything" },
    summary: "replace it with this text; - is standard input",
    isAllowedFor: forNames("edit"),
    allowedWith: "edit",
  },
  "insert-before": {
    value: { name: "text", values: "anything" },
    summary: "insert this text before it; - is standard input",
    isAllowedFor: forNames("edit"),
    allowedWith: "edit",
  },
  "insert-after": {
    value: { name: "text", values: "anything" },
    summary: "insert this text after it; - is standard input",
    isAllowedFor: forNames("edit"),
    allowedWith: "edit",
  },
  delete: { summary: "delete it", isAllowedFor: forNames("edit"), allowedWith: "edit" },
  as: {
    value: { name: "unit", values: "edit units" },
    summary: "edit lines, an item of a list or text, if what is meant differs from what is taken",
    isAllowedFor: forNames("edit"),
    allowedWith: "edit",
  },
  write: {
    summary: "change the files instead of showing a diff; rename --write=anyway leaves out uses",
    isAllowedFor: forEither(
      forMethods(({ changesFiles }) => changesFiles),
      forNames("setup"),
    ),
    allowedWith: "rename, formatting, edit and setup",
  },
  remove: { summary: "take back what --write has written", isAllowedFor: forNames("setup"), allowedWith: "setup" },
  project: {
    summary: "the settings of the project in the working directory, not the user's",
    isAllowedFor: forNames("setup"),
    allowedWith: "setup",
  },
  "allow-outside": {
    summary: "with --write, also change files outside the workspace",
    isAllowedFor: forMethods(({ changesFiles }) => changesFiles),
    allowedWith: "rename, formatting and edit",
  },
  kind: {
    value: { name: "kinds", values: "symbol kinds" },
    summary: "only these kinds, comma-separated: class, method …",
    isAllowedFor: forNames("search"),
    allowedWith: "search",
  },
  arity: {
    value: { name: "number", values: "anything" },
    summary: "only functions with this number of parameters",
    isAllowedFor: forNames("search"),
    allowedWith: "search",
  },
  limit: {
    value: { name: "number", values: "anything" },
    summary: "the maximum of results: 50, or 1000 records",
    isAllowedFor: forNames("search", "nodes"),
    allowedWith: "search and nodes --records",
  },
  records: {
    summary: "the syntax index of the file, beside tree-sitter's positions",
    isAllowedFor: forNames("nodes"),
    allowedWith: "nodes",
  },
  depth: {
    value: { name: "levels", values: "anything" },
    summary: "the maximum depth",
    isAllowedFor: forNames("outline"),
    allowedWith: "outline",
  },
  only: {
    value: { name: "kinds", values: "action kinds" },
    summary: "only these kinds, comma-separated: quickfix, source …",
    isAllowedFor: forNames("codeAction"),
    allowedWith: "codeAction",
  },
  watch: {
    summary: "print them again whenever they change, until Ctrl-C",
    isAllowedFor: forNames("diagnostic"),
    allowedWith: "diagnostic",
  },
  params: {
    value: { name: "json", values: "anything" },
    summary: "more params of the LSP request",
    isAllowedFor: forMethods(({ isServerMethod }) => isServerMethod),
    allowedWith: "the methods of language servers",
  },
  language: {
    value: { name: "id", values: "languages" },
    summary: "the language, if the file name does not tell it",
    isAllowedFor: forEither(forAnyMethod, forNames("proxy", "doctor", "daemon")),
    allowedWith: "methods, doctor, daemon and the proxy",
  },
  root: {
    value: { name: "folder", values: "folder" },
    summary: "the workspace root, instead of detecting it",
    isAllowedFor: forEither(forAnyMethod, forNames("proxy", "mcp", "daemon")),
    allowedWith: "methods, mcp, daemon and the proxy",
  },
  servers: {
    value: { name: "file", values: "file" },
    summary: "your servers.json, instead of the default file",
    isAllowedFor: forEither(forAnyMethod, forNames("proxy", "embedded", "doctor", "mcp", "daemon", "init")),
    allowedWith: "methods, servers, daemon and init",
  },
  untrusted: {
    summary: "don't let servers run code of the workspace",
    isAllowedFor: forEither(forAnyMethod, forNames("proxy", "doctor", "mcp", "daemon")),
    allowedWith: "methods, doctor, mcp, daemon and the proxy",
  },
  agent: {
    summary: "hold back early and stale answers, for agents",
    isAllowedFor: forNames("proxy", "daemon"),
    allowedWith: "the proxy and daemon",
  },
  "no-agent": {
    summary: "pass everything on, whatever the client's name",
    isAllowedFor: forNames("proxy", "daemon"),
    allowedWith: "the proxy and daemon",
  },
  "allow-read": {
    summary: "read files outside of the workspace, too",
    isAllowedFor: forNames("mcp"),
    allowedWith: "mcp",
  },
  all: {
    summary: "the sessions of all workspaces with this HOME",
    isAllowedFor: forNames("daemon"),
    allowedWith: "daemon stop",
  },
  "no-daemon": {
    summary: "answer without the shared session of the workspace",
    isAllowedFor: forEither(forAnyMethod, forNames("mcp")),
    allowedWith: "methods and mcp",
  },
  timeout: {
    value: { name: "seconds", values: "anything" },
    summary: "how long the server may take to start: 30",
    isAllowedFor: forEither(forAnyMethod, forNames("doctor")),
    allowedWith: "methods and doctor",
  },
  restart: {
    summary: "restart the server when it crashes",
    isAllowedFor: forNames("proxy"),
    allowedWith: "the proxy in front of one server",
  },
  log: {
    value: { name: "file", values: "file" },
    summary: "write the logs of the server and of lsp-locate",
    isAllowedFor: forEither(forAnyMethod, forNames("proxy", "embedded", "mcp")),
    allowedWith: "methods and servers",
  },
  trace: {
    value: { name: "file", values: "file" },
    summary: "record the session, one message per line",
    isAllowedFor: forNames("proxy", "mcp"),
    allowedWith: "the proxy and mcp",
  },
  "max-frame": {
    value: { name: "MB", values: "anything" },
    summary: "the maximum size of a message: 256",
    isAllowedFor: forNames("proxy", "embedded", "mcp"),
    allowedWith: "the proxy, embedded and mcp",
  },
  stdio: { summary: "passed by editors", isAllowedFor: () => true, allowedWith: "", isHidden: true },
  clientProcessId: {
    value: { name: "number", values: "anything" },
    summary: "passed by editors",
    isAllowedFor: () => true,
    allowedWith: "",
    isHidden: true,
  },
  version: { summary: "the version of lsp-locate", isAllowedFor: () => true, allowedWith: "", isHidden: true },
  help: { summary: "show help", isAllowedFor: () => true, allowedWith: "", isHidden: true },
};

/** Throws UsageError for the first option that doesn't go with the subject. */
export function checkOptions(subject: OptionSubject, options: Options): void {
  const unsuitable = (Object.keys(options) as OptionName[]).find((name) => !optionRules[name].isAllowedFor(subject));
  if (unsuitable === undefined) return;
  const subjectName = subject.name === "proxy" ? "a proxy" : subject.name;
  throw new UsageError(`--${unsuitable} goes with ${optionRules[unsuitable].allowedWith}, not with ${subjectName}.`);
}
