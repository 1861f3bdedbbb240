/** What each option is for: its value, what it goes with, a line about it. One table: for help, for completion, and for saying that an option does not fit. */

import type { MethodCommand } from "../methods/methodCommand.js";
import { type OptionName, type Options, UsageError } from "../options.js";

/** What an option is written behind: a method with its row, another subcommand, or nothing, which is the proxy. */
export type OptionSubject =
  | { readonly kind: "method"; readonly name: string; readonly command: MethodCommand }
  | { readonly kind: "subcommand"; readonly name: string };

/** What completion offers for a value. */
export type OptionValueKind = "file" | "folder" | "languages" | "symbol kinds" | "action kinds" | "anything";

export interface OptionRule {
  /** What its value is called and what completion knows of it; absent for one that is just written. */
  readonly value?: { readonly name: string; readonly values: OptionValueKind };
  /** A line, without a full stop. */
  readonly summary: string;
  readonly isAllowedFor: (subject: OptionSubject) => boolean;
  /** The same in words. */
  readonly allowedWith: string;
  /** As editors pass it: understood, and nothing that people need to know of. */
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

/** In the order in which help has them. */
export const optionRules: Readonly<Record<OptionName, OptionRule>> = {
  json: {
    summary: "the answer as JSON, for scripts; an error, too",
    isAllowedFor: forEither(forAnyMethod, forNames("doctor")),
    allowedWith: "methods and doctor",
  },
  "new-name": {
    value: { name: "name", values: "anything" },
    summary: "the same as the new name as a word",
    isAllowedFor: forNames("rename"),
    allowedWith: "rename",
  },
  replace: {
    value: { name: "text", values: "anything" },
    summary: "what takes the place of it; - is standard input",
    isAllowedFor: forNames("edit"),
    allowedWith: "edit",
  },
  "insert-before": {
    value: { name: "text", values: "anything" },
    summary: "what goes in front of it; - as above",
    isAllowedFor: forNames("edit"),
    allowedWith: "edit",
  },
  "insert-after": {
    value: { name: "text", values: "anything" },
    summary: "what goes behind it; - as above",
    isAllowedFor: forNames("edit"),
    allowedWith: "edit",
  },
  delete: { summary: "takes it away", isAllowedFor: forNames("edit"), allowedWith: "edit" },
  write: {
    summary: "change the files instead of showing a diff",
    isAllowedFor: forMethods(({ changesFiles }) => changesFiles),
    allowedWith: "rename, formatting and edit",
  },
  kind: {
    value: { name: "kinds", values: "symbol kinds" },
    summary: "only these, comma-separated: class, function, method …",
    isAllowedFor: forNames("search"),
    allowedWith: "search",
  },
  arity: {
    value: { name: "number", values: "anything" },
    summary: "only what takes so many arguments",
    isAllowedFor: forNames("search"),
    allowedWith: "search",
  },
  limit: {
    value: { name: "number", values: "anything" },
    summary: "so many at most, 50",
    isAllowedFor: forNames("search"),
    allowedWith: "search",
  },
  depth: {
    value: { name: "levels", values: "anything" },
    summary: "no deeper than that",
    isAllowedFor: forNames("outline"),
    allowedWith: "outline",
  },
  only: {
    value: { name: "kinds", values: "action kinds" },
    summary: "only these, comma-separated: quickfix, refactor, source …",
    isAllowedFor: forNames("codeAction"),
    allowedWith: "codeAction",
  },
  params: {
    value: { name: "json", values: "anything" },
    summary: "more params for the request, as LSP has them",
    isAllowedFor: forMethods(({ isServerMethod }) => isServerMethod),
    allowedWith: "the methods of the language server",
  },
  language: {
    value: { name: "id", values: "languages" },
    summary: "the language, instead of what the file's name says",
    isAllowedFor: forEither(forAnyMethod, forNames("proxy", "doctor")),
    allowedWith: "methods, doctor and the proxy",
  },
  root: {
    value: { name: "folder", values: "folder" },
    summary: "the workspace, instead of what its files say",
    isAllowedFor: forEither(forAnyMethod, forNames("proxy", "mcp")),
    allowedWith: "methods, mcp and the proxy",
  },
  servers: {
    value: { name: "file", values: "file" },
    summary: "your servers.json, instead of the usual one",
    isAllowedFor: forEither(forAnyMethod, forNames("proxy", "embedded", "doctor", "mcp", "init")),
    allowedWith: "methods, servers and init",
  },
  timeout: {
    value: { name: "seconds", values: "anything" },
    summary: "for the server to start: 30",
    isAllowedFor: forEither(forAnyMethod, forNames("doctor")),
    allowedWith: "methods and doctor",
  },
  restart: {
    summary: "in front of one server: start it again when it dies",
    isAllowedFor: forNames("proxy"),
    allowedWith: "the proxy in front of one server",
  },
  log: {
    value: { name: "file", values: "file" },
    summary: "what the server and lsp-locate have to say goes there",
    isAllowedFor: forEither(forAnyMethod, forNames("proxy", "embedded", "mcp")),
    allowedWith: "methods and servers",
  },
  trace: {
    value: { name: "file", values: "file" },
    summary: "what is said in the session, one message a line",
    isAllowedFor: forNames("proxy", "mcp"),
    allowedWith: "the proxy and mcp",
  },
  stdio: { summary: "as editors pass it", isAllowedFor: () => true, allowedWith: "", isHidden: true },
  clientProcessId: {
    value: { name: "number", values: "anything" },
    summary: "as editors pass it",
    isAllowedFor: () => true,
    allowedWith: "",
    isHidden: true,
  },
  version: { summary: "the version of lsp-locate", isAllowedFor: () => true, allowedWith: "", isHidden: true },
  help: { summary: "this text", isAllowedFor: () => true, allowedWith: "", isHidden: true },
};

/** Throws UsageError for the first option that doesn't go with the subject. */
export function checkOptions(subject: OptionSubject, options: Options): void {
  const unsuitable = (Object.keys(options) as OptionName[]).find((name) => !optionRules[name].isAllowedFor(subject));
  if (unsuitable === undefined) return;
  const subjectName = subject.name === "proxy" ? "a proxy" : subject.name;
  throw new UsageError(`--${unsuitable} goes with ${optionRules[unsuitable].allowedWith}, not with ${subjectName}.`);
}
