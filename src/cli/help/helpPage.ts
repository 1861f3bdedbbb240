/** Renders help: the first screen, and a page for each topic. */

import type { Colors } from "picocolors/types.js";
import { maxOf } from "../../text/list.js";
import type { MethodCommand } from "../methods/methodCommand.js";
import type { OptionName } from "../options.js";
import { answerFormatOf } from "../show/answerFormats.js";
import { type HelpTopic, helpTopics, optionSubjectOf } from "./helpTopics.js";
import { type MethodGroup, methodGroups } from "./methodHelp.js";
import { NODE_EXAMPLE, notationExamples, notationRules } from "./notationHelp.js";
import { type OptionSubject, optionRules } from "./optionRules.js";

/** The maximum of columns of a page. */
const PAGE_WIDTH = 80;

/** The options on the first screen; the others are on the pages of their subjects. */
const overviewOptions: readonly OptionName[] = ["json", "write", "language", "root", "servers", "timeout", "log"];

/** Renders the first screen. */
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
    `lsp-locate ${version}: say where in code by meaning, for any language server`,
    "",
    ...formatRows([
      ["lsp-locate <method> <locate> [options]", "one request: lsp-locate <method> --help"],
      ["lsp-locate [options] [-- <command>]", "a proxy for editors: lsp-locate help proxy"],
    ]),
    "",
    title("A Locate is <file>:<scope>@<find>"),
    ...formatRows([
      ["store/items.py:Shelf.add", "the symbol"],
      ["'store/items.py:Shelf@raise <|>Shelf'", "in it, at the text after <|>"],
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
    "Exit codes: 0 success, 1 no result or an error, 2 wrong usage, 3 no answer.",
  );
}

function topicsInGroup(group: MethodGroup): readonly MethodTopic[] {
  return helpTopics.filter((topic): topic is MethodTopic => topic.kind === "method" && topic.help.group === group);
}

/** Renders the page of a topic. */
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
  return joinLines(...rows, "Methods can also be written with their LSP names: textDocument/hover.");
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
      "lsp-locate resolve <locate> shows the place of a Locate, lsp-locate outline <file> lists symbols, and lsp-locate describe <file>:<line>:<character> returns the Locate of a place.",
    ),
  );
}

type MethodTopic = HelpTopic & { readonly kind: "method" };

/** Renders the usage line of a method. */
function methodUsage({ name, command, help }: MethodTopic): string {
  const words = [
    "lsp-locate",
    name,
    argumentHelp[command.takes].usage,
    help.extraArguments ?? "",
    "[options] [-- <command>]",
  ];
  return words.filter((word) => word !== "").join(" ");
}

const argumentHelp: Readonly<Record<MethodCommand["takes"], { readonly usage: string; readonly details: string }>> = {
  point: { usage: "<locate>", details: "<locate> is a place: lsp-locate help locate explains how to write it." },
  points: { usage: "<locate>…", details: "<locate> is a place; several are allowed: see lsp-locate help locate." },
  range: {
    usage: "<locate>",
    details: "<locate> is a range: a whole symbol, lines, a text, or the text between two markers.",
  },
  ranges: { usage: "<locate>…", details: "<locate> is a range; several are allowed: see lsp-locate help locate." },
  document: { usage: "<file>", details: "It takes a whole file." },
  position: {
    usage: "<file>:<line>:<character>",
    details:
      "Lines and characters are counted from 1, as compilers print them. For a range, add its end after a hyphen: store/items.py:58:9-58:12.",
  },
  symbol: {
    usage: "<symbol path>",
    details: "A symbol path is one or more names joined by dots, the last ones of the full path.",
  },
};

function methodDetails({ name, command, help }: MethodTopic): readonly string[] {
  const prints =
    help.prints === undefined
      ? "Prints the LSP answer as JSON."
      : `Prints ${help.prints.charAt(0).toLowerCase()}${help.prints.slice(1)}`;
  const json = help.json ?? `{ place, result }; result is the server's answer to textDocument/${name}`;
  return [
    paragraph(argumentHelp[command.takes].details),
    paragraph(prints),
    paragraph(`With --json: ${json}.`),
    ...(command.isServerMethod
      ? [paragraph("With -- <command>, the request goes to that server, else to the one for the language.")]
      : []),
  ];
}

function exitCodesOf(method: string): string {
  return answerFormatOf(method).isEmptyFine
    ? "0 success, also without a result; 1 an error; 2 wrong usage."
    : "0 success; 1 no result or an error; 2 wrong usage.";
}

function isListed(name: OptionName, subject: OptionSubject): boolean {
  const { isHidden, isAllowedFor } = optionRules[name];
  return !isHidden && isAllowedFor(subject);
}

type Row = readonly [name: string, text: string];

function optionRow(name: OptionName): Row {
  const { value, summary } = optionRules[name];
  return [`--${name}${value === undefined ? "" : `=<${value.name}>`}`, summary];
}

/** Returns a usage line without `lsp-locate`. */
function usageWithoutProgram(name: string, usage: string | undefined): string {
  return usage?.replace(/^lsp-locate /, "") ?? name;
}

function formatRows(rows: readonly Row[]): readonly string[] {
  const width = maxOf(rows.map(([name]) => name.length)) + 2;
  return rows.map(([name, text]) => wrapText(name.padEnd(width), text, width + 2));
}

function paragraph(text: string): string {
  return wrapText("", text, 0);
}

/**
 * Wraps a text after its title to the page's width; lines after the first are indented by `indent`
 * columns.
 */
function wrapText(title: string, text: string, indent: number): string {
  const start = indent === 0 ? "" : `  ${title}`;
  const lines: string[] = [];
  let line = start;
  for (const word of text.split(/(?<=\S)(?=\s)/)) {
    const fits = line.length + word.length <= PAGE_WIDTH;
    if (!fits) lines.push(line.trimEnd());
    line = fits ? line + word : " ".repeat(indent) + word.trimStart();
  }
  return [...lines, line.trimEnd()].join("\n");
}

function joinLines(...all: readonly string[]): string {
  return `${all.join("\n")}\n`;
}
