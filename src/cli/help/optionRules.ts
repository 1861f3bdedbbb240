/** What each option is for: its value, what it goes with, a line about it. One table: for help, for completion, and for saying that an option does not fit. */

import type { Command } from "../methods/methodTable.js";
import type { OptionName } from "../options.js";

/** What an option is written behind: a method with its row, another subcommand, or nothing, which is the proxy. */
export type Subject =
  | { readonly kind: "method"; readonly name: string; readonly command: Command }
  | { readonly kind: "subcommand"; readonly name: string };

/** What completion offers for a value. */
export type Values = "file" | "folder" | "languages" | "symbol kinds" | "action kinds" | "anything";

export interface OptionUse {
  /** What its value is called and what completion knows of it; absent for one that is just written. */
  readonly value?: { readonly name: string; readonly values: Values };
  /** A line, without a full stop. */
  readonly says: string;
  readonly fits: (subject: Subject) => boolean;
  /** The same in words. */
  readonly goesWith: string;
  /** As editors pass it: understood, and nothing that people need to know of. */
  readonly isHidden?: true;
}

const methods = (fits: (command: Command) => boolean) => (subject: Subject) =>
  subject.kind === "method" && fits(subject.command);
const named =
  (...names: readonly string[]) =>
  ({ name }: Subject) =>
    names.includes(name);
const any = methods(() => true);
const either =
  (...tests: readonly ((subject: Subject) => boolean)[]) =>
  (subject: Subject) =>
    tests.some((fits) => fits(subject));

/** In the order in which help has them. */
export const optionUses: Readonly<Record<OptionName, OptionUse>> = {
  json: {
    says: "the answer as JSON, for scripts; an error, too",
    fits: either(any, named("doctor")),
    goesWith: "methods and doctor",
  },
  "new-name": {
    value: { name: "name", values: "anything" },
    says: "the same as the new name as a word",
    fits: named("rename"),
    goesWith: "rename",
  },
  replace: {
    value: { name: "text", values: "anything" },
    says: "what takes the place of it; - is standard input",
    fits: named("edit"),
    goesWith: "edit",
  },
  "insert-before": {
    value: { name: "text", values: "anything" },
    says: "what goes in front of it; - as above",
    fits: named("edit"),
    goesWith: "edit",
  },
  "insert-after": {
    value: { name: "text", values: "anything" },
    says: "what goes behind it; - as above",
    fits: named("edit"),
    goesWith: "edit",
  },
  delete: { says: "takes it away", fits: named("edit"), goesWith: "edit" },
  write: {
    says: "change the files instead of showing a diff",
    fits: methods(({ changesFiles }) => changesFiles),
    goesWith: "rename, formatting and edit",
  },
  kind: {
    value: { name: "kinds", values: "symbol kinds" },
    says: "only these, comma-separated: class, function, method …",
    fits: named("search"),
    goesWith: "search",
  },
  arity: {
    value: { name: "number", values: "anything" },
    says: "only what takes so many arguments",
    fits: named("search"),
    goesWith: "search",
  },
  limit: {
    value: { name: "number", values: "anything" },
    says: "so many at most, 50",
    fits: named("search"),
    goesWith: "search",
  },
  depth: {
    value: { name: "levels", values: "anything" },
    says: "no deeper than that",
    fits: named("outline"),
    goesWith: "outline",
  },
  only: {
    value: { name: "kinds", values: "action kinds" },
    says: "only these, comma-separated: quickfix, refactor, source …",
    fits: named("codeAction"),
    goesWith: "codeAction",
  },
  params: {
    value: { name: "json", values: "anything" },
    says: "more params for the request, as LSP has them",
    fits: methods(({ isServers }) => isServers),
    goesWith: "the methods of the language server",
  },
  language: {
    value: { name: "id", values: "languages" },
    says: "the language, instead of what the file's name says",
    fits: either(any, named("proxy", "doctor")),
    goesWith: "methods, doctor and the proxy",
  },
  root: {
    value: { name: "folder", values: "folder" },
    says: "the workspace, instead of what its files say",
    fits: either(any, named("proxy", "mcp")),
    goesWith: "methods, mcp and the proxy",
  },
  servers: {
    value: { name: "file", values: "file" },
    says: "your servers.json, instead of the usual one",
    fits: either(any, named("proxy", "embedded", "doctor", "mcp", "init")),
    goesWith: "methods, servers and init",
  },
  timeout: {
    value: { name: "seconds", values: "anything" },
    says: "for the server to start: 30",
    fits: either(any, named("doctor")),
    goesWith: "methods and doctor",
  },
  restart: {
    says: "in front of one server: start it again when it dies",
    fits: named("proxy"),
    goesWith: "the proxy in front of one server",
  },
  log: {
    value: { name: "file", values: "file" },
    says: "what the server and lsp-locate have to say goes there",
    fits: either(any, named("proxy", "embedded", "mcp")),
    goesWith: "methods and servers",
  },
  trace: {
    value: { name: "file", values: "file" },
    says: "what is said in the session, one message a line",
    fits: named("proxy", "mcp"),
    goesWith: "the proxy and mcp",
  },
  stdio: { says: "as editors pass it", fits: () => true, goesWith: "", isHidden: true },
  clientProcessId: {
    value: { name: "number", values: "anything" },
    says: "as editors pass it",
    fits: () => true,
    goesWith: "",
    isHidden: true,
  },
  version: { says: "the version of lsp-locate", fits: () => true, goesWith: "", isHidden: true },
  help: { says: "this text", fits: () => true, goesWith: "", isHidden: true },
};
