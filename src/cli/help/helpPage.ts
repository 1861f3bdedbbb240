/** Help as it is read: one screen for all, a page for each method and subcommand, and one for the notation. */

import type { Colors } from "picocolors/types.js";
import type { Command } from "../methods/methodTable.js";
import type { OptionName } from "../options.js";
import { lookOf } from "../show/answerFormats.js";
import { subjectOf, type Topic, topics } from "./helpTopics.js";
import type { MethodGroup } from "./methodHelp.js";
import { nodeExample, notationExamples, notationRules } from "./notationHelp.js";
import { optionUses, type Subject } from "./optionRules.js";

/** Columns that a page takes at most. */
const pageWidth = 80;

const groups: Readonly<Record<MethodGroup, string>> = {
  find: "find",
  read: "read",
  calls: "types",
  change: "change",
  check: "check",
  more: "more",
};

/** The options that the first screen has; the others are on the pages of what they go with. */
const firstOptions: readonly OptionName[] = ["json", "write", "language", "root", "servers", "timeout", "log"];

/** The first screen. */
export function overview(version: string, colours: Colors): string {
  const title = (text: string) => colours.bold(text);
  const grouped = Object.entries(groups).map(([group, name]): Row => {
    const names = inGroup(group as MethodGroup).map((topic) => topic.name);
    return [name, group === "more" ? "lsp-locate help methods" : names.join("  ")];
  });
  const commands = topics.flatMap(({ kind, name, help }): Row[] =>
    kind === "subcommand" && name !== "proxy" ? [[nameOf(name, help.forms[0]), help.summary]] : [],
  );
  return lines(
    `lsp-locate ${version}: say where in code by meaning, and ask any language server`,
    "",
    ...table([
      ["lsp-locate <method> <locate> [options]", "ask once: lsp-locate <method> --help"],
      ["lsp-locate [options] [-- <command>]", "serve an editor: lsp-locate help proxy"],
    ]),
    "",
    title("A Locate is <file>:<scope>@<find>"),
    ...table([
      ["store/items.py:Shelf.add", "the symbol"],
      ["'store/items.py:Shelf@raise <|>Shelf'", "in it, at the text behind <|>"],
      ["store/items.py:12", "the line; more: lsp-locate help locate"],
    ]),
    "",
    title("Methods"),
    ...table(grouped),
    "",
    title("Commands"),
    ...table(commands),
    "",
    title("Options"),
    ...table(firstOptions.map(optionRow)),
    "",
    "Exit codes: 0 answered, 1 asked and not found, 2 used wrongly.",
  );
}

function inGroup(group: MethodGroup): readonly MethodTopic[] {
  return topics.filter((topic): topic is MethodTopic => topic.kind === "method" && topic.help.group === group);
}

/** What there is to say of one. */
export function page(topic: Topic, colours: Colors): string {
  if (topic.kind === "other") return topic.name === "methods" ? allMethods(colours) : notation();
  const title = (text: string) => colours.bold(text);
  const { summary } = topic.help;
  const options = Object.keys(optionUses).filter((name) => isListed(name as OptionName, subjectOf(topic)));
  return lines(
    ...(topic.kind === "method" ? [formOf(topic)] : topic.help.forms),
    "",
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    ...(topic.kind === "method" ? aboutMethod(topic) : topic.help.details.map(paragraph)),
    "",
    ...(options.length > 0
      ? [title("Options"), ...table(options.map((name) => optionRow(name as OptionName))), ""]
      : []),
    title("Examples"),
    ...topic.help.examples.map((example) => `  ${example}`),
    "",
    paragraph(`Exit codes: ${topic.kind === "method" ? exitCodesOf(topic.name) : topic.help.exitCodes}`),
  );
}

function allMethods(colours: Colors): string {
  const rows = Object.entries(groups).flatMap(([group, name]) => [
    colours.bold(name),
    ...table(inGroup(group as MethodGroup).map((topic) => [topic.name, topic.help.summary])),
    "",
  ]);
  return lines(...rows, "Any of them can be written as LSP has it: textDocument/hover.");
}

function notation(): string {
  return lines(
    "A Locate is <file>:<scope>@<find>. Scope and find can be left out, not both.",
    "",
    ...table(notationExamples),
    "",
    ...notationRules.flatMap((rule) => [paragraph(rule), ""]),
    `  ${nodeExample}`,
    "",
    paragraph(
      "lsp-locate resolve <locate> shows where one leads, lsp-locate outline <file> which symbols there are, lsp-locate describe <file>:<line>:<character> the Locate of a place that you have.",
    ),
  );
}

type MethodTopic = Topic & { readonly kind: "method" };

/** How a method is written, with what is written behind it. */
export function formOf({ name, command, help }: MethodTopic): string {
  const words = ["lsp-locate", name, takes[command.takes].written, help.behind ?? "", "[options] [-- <command>]"];
  return words.filter((word) => word !== "").join(" ");
}

const takes: Readonly<Record<Command["takes"], { readonly written: string; readonly says: string }>> = {
  point: { written: "<locate>", says: "<locate> is a place: lsp-locate help locate says how it is written." },
  points: { written: "<locate>…", says: "<locate> is a place, or several: lsp-locate help locate." },
  range: {
    written: "<locate>",
    says: "<locate> is a stretch of text: a whole symbol, lines, the text of a find, or what is between two markers.",
  },
  ranges: { written: "<locate>…", says: "<locate> is a stretch of text, or several: lsp-locate help locate." },
  document: { written: "<file>", says: "It is about a whole file." },
  position: {
    written: "<file>:<line>:<character>",
    says: "Lines and characters are counted from 1, as compilers print them. Of a range, its end stands behind a hyphen: store/items.py:58:9-58:12.",
  },
  symbol: { written: "<symbol path>", says: "A symbol path is names joined by dots, the last ones of its path." },
};

function aboutMethod({ name, command, help }: MethodTopic): readonly string[] {
  const prints =
    help.prints === undefined
      ? "Prints the answer as LSP has it."
      : `Prints ${help.prints.charAt(0).toLowerCase()}${help.prints.slice(1)}`;
  const json = help.json ?? `{ place, result }, result being what the server has answered to textDocument/${name}`;
  return [
    paragraph(takes[command.takes].says),
    paragraph(prints),
    paragraph(`With --json: ${json}.`),
    ...(command.isServers ? [paragraph(`With -- <command> that server is asked, else the one for the language.`)] : []),
  ];
}

function exitCodesOf(method: string): string {
  const empty = lookOf(method).isFine ? "also where there is nothing to say" : "";
  const answered = empty === "" ? "0 answered" : `0 answered, ${empty}`;
  const not = empty === "" ? "1 there is none, or an error says why" : "1 an error says why not";
  return `${answered}; ${not}; 2 used wrongly.`;
}

function isListed(name: OptionName, subject: Subject): boolean {
  const { isHidden, fits } = optionUses[name];
  return !isHidden && fits(subject);
}

type Row = readonly [name: string, says: string];

function optionRow(name: OptionName): Row {
  const { value, says } = optionUses[name];
  return [`--${name}${value === undefined ? "" : `=<${value.name}>`}`, says];
}

/** A form without the program's name; `lsp-locate` is said at the top. */
function nameOf(name: string, form: string | undefined): string {
  return form?.replace(/^lsp-locate /, "") ?? name;
}

function table(rows: readonly Row[]): readonly string[] {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return rows.map(([name, says]) => wrapped(name.padEnd(width), says, width + 2));
}

function paragraph(text: string): string {
  return wrapped("", text, 0);
}

/** A text behind its title, on lines of the page's width; those after the first begin at `indent`. */
function wrapped(title: string, text: string, indent: number): string {
  const start = indent === 0 ? "" : `  ${title}`;
  const made: string[] = [];
  let line = start;
  for (const word of text.split(/(?<=\S)(?=\s)/)) {
    const fits = line.length + word.length <= pageWidth;
    if (!fits) made.push(line.trimEnd());
    line = fits ? line + word : " ".repeat(indent) + word.trimStart();
  }
  return [...made, line.trimEnd()].join("\n");
}

function lines(...all: readonly string[]): string {
  return `${all.join("\n")}\n`;
}
