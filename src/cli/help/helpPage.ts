/** Help as it is read: one screen for all, a page for each method and subcommand, and one for the notation. */

import type { Colors } from "picocolors/types.js";
import type { MethodCommand } from "../methods/methodCommand.js";
import type { OptionName } from "../options.js";
import { answerFormatOf } from "../show/answerFormats.js";
import { type HelpTopic, helpTopics, optionSubjectOf } from "./helpTopics.js";
import { type MethodGroup, methodGroups } from "./methodHelp.js";
import { NODE_EXAMPLE, notationExamples, notationRules } from "./notationHelp.js";
import { type OptionSubject, optionRules } from "./optionRules.js";

/** Columns that a page takes at most. */
const PAGE_WIDTH = 80;

/** The options that the first screen has; the others are on the pages of what they go with. */
const overviewOptions: readonly OptionName[] = ["json", "write", "language", "root", "servers", "timeout", "log"];

/** The first screen. */
export function renderOverview(version: string, colours: Colors): string {
  const title = (text: string) => colours.bold(text);
  const grouped = methodGroups.map((group): Row => {
    const names = topicsInGroup(group).map((topic) => topic.name);
    return [group, group === "more" ? "lsp-locate help methods" : names.join("  ")];
  });
  const commands = helpTopics.flatMap(({ kind, name, help }): Row[] =>
    kind === "subcommand" && name !== "proxy" ? [[usageWithoutProgram(name, help.usages[0]), help.summary]] : [],
  );
  return joinLines(
    `lsp-locate ${version}: say where in code by meaning, and ask any language server`,
    "",
    ...formatRows([
      ["lsp-locate <method> <locate> [options]", "ask once: lsp-locate <method> --help"],
      ["lsp-locate [options] [-- <command>]", "serve an editor: lsp-locate help proxy"],
    ]),
    "",
    title("A Locate is <file>:<scope>@<find>"),
    ...formatRows([
      ["store/items.py:Shelf.add", "the symbol"],
      ["'store/items.py:Shelf@raise <|>Shelf'", "in it, at the text behind <|>"],
      ["store/items.py:12", "the line; more: lsp-locate help locate"],
    ]),
    "",
    title("Methods"),
    ...formatRows(grouped),
    "",
    title("Commands"),
    ...formatRows(commands),
    "",
    title("Options"),
    ...formatRows(overviewOptions.map(optionRow)),
    "",
    "Exit codes: 0 answered, 1 asked and not found, 2 used wrongly.",
  );
}

function topicsInGroup(group: MethodGroup): readonly MethodTopic[] {
  return helpTopics.filter((topic): topic is MethodTopic => topic.kind === "method" && topic.help.group === group);
}

/** What there is to say of one. */
export function renderPage(topic: HelpTopic, colours: Colors): string {
  if (topic.kind === "other") return topic.name === "methods" ? renderMethodList(colours) : renderNotation();
  const title = (text: string) => colours.bold(text);
  const { summary } = topic.help;
  const options = Object.keys(optionRules).filter((name) => isListed(name as OptionName, optionSubjectOf(topic)));
  return joinLines(
    ...(topic.kind === "method" ? [methodUsage(topic)] : topic.help.usages),
    "",
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    ...(topic.kind === "method" ? methodDetails(topic) : topic.help.details.map(paragraph)),
    "",
    ...(options.length > 0
      ? [title("Options"), ...formatRows(options.map((name) => optionRow(name as OptionName))), ""]
      : []),
    title("Examples"),
    ...topic.help.examples.map((example) => `  ${example}`),
    "",
    paragraph(`Exit codes: ${topic.kind === "method" ? exitCodesOf(topic.name) : topic.help.exitCodes}`),
  );
}

function renderMethodList(colours: Colors): string {
  const rows = methodGroups.flatMap((group) => [
    colours.bold(group),
    ...formatRows(topicsInGroup(group).map((topic) => [topic.name, topic.help.summary])),
    "",
  ]);
  return joinLines(...rows, "Any of them can be written as LSP has it: textDocument/hover.");
}

function renderNotation(): string {
  return joinLines(
    "A Locate is <file>:<scope>@<find>. Scope and find can be left out, not both.",
    "",
    ...formatRows(notationExamples),
    "",
    ...notationRules.flatMap((rule) => [paragraph(rule), ""]),
    `  ${NODE_EXAMPLE}`,
    "",
    paragraph(
      "lsp-locate resolve <locate> shows where one leads, lsp-locate outline <file> which symbols there are, lsp-locate describe <file>:<line>:<character> the Locate of a place that you have.",
    ),
  );
}

type MethodTopic = HelpTopic & { readonly kind: "method" };

/** How a method is written, with what is written behind it. */
function methodUsage({ name, command, help }: MethodTopic): string {
  const words = [
    "lsp-locate",
    name,
    argumentHelp[command.takes].written,
    help.extraArguments ?? "",
    "[options] [-- <command>]",
  ];
  return words.filter((word) => word !== "").join(" ");
}

const argumentHelp: Readonly<Record<MethodCommand["takes"], { readonly written: string; readonly says: string }>> = {
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

function methodDetails({ name, command, help }: MethodTopic): readonly string[] {
  const prints =
    help.prints === undefined
      ? "Prints the answer as LSP has it."
      : `Prints ${help.prints.charAt(0).toLowerCase()}${help.prints.slice(1)}`;
  const json = help.json ?? `{ place, result }, result being what the server has answered to textDocument/${name}`;
  return [
    paragraph(argumentHelp[command.takes].says),
    paragraph(prints),
    paragraph(`With --json: ${json}.`),
    ...(command.isServerMethod
      ? [paragraph(`With -- <command> that server is asked, else the one for the language.`)]
      : []),
  ];
}

function exitCodesOf(method: string): string {
  const empty = answerFormatOf(method).isEmptyFine ? "also where there is nothing to say" : "";
  const answered = empty === "" ? "0 answered" : `0 answered, ${empty}`;
  const not = empty === "" ? "1 there is none, or an error says why" : "1 an error says why not";
  return `${answered}; ${not}; 2 used wrongly.`;
}

function isListed(name: OptionName, subject: OptionSubject): boolean {
  const { isHidden, isAllowedFor } = optionRules[name];
  return !isHidden && isAllowedFor(subject);
}

type Row = readonly [name: string, says: string];

function optionRow(name: OptionName): Row {
  const { value, summary } = optionRules[name];
  return [`--${name}${value === undefined ? "" : `=<${value.name}>`}`, summary];
}

/** A form without the program's name; `lsp-locate` is said at the top. */
function usageWithoutProgram(name: string, form: string | undefined): string {
  return form?.replace(/^lsp-locate /, "") ?? name;
}

function formatRows(rows: readonly Row[]): readonly string[] {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return rows.map(([name, says]) => wrapText(name.padEnd(width), says, width + 2));
}

function paragraph(text: string): string {
  return wrapText("", text, 0);
}

/** A text behind its title, on lines of the page's width; those after the first begin at `indent`. */
function wrapText(title: string, text: string, indent: number): string {
  const start = indent === 0 ? "" : `  ${title}`;
  const made: string[] = [];
  let line = start;
  for (const word of text.split(/(?<=\S)(?=\s)/)) {
    const fits = line.length + word.length <= PAGE_WIDTH;
    if (!fits) made.push(line.trimEnd());
    line = fits ? line + word : " ".repeat(indent) + word.trimStart();
  }
  return [...made, line.trimEnd()].join("\n");
}

function joinLines(...all: readonly string[]): string {
  return `${all.join("\n")}\n`;
}
