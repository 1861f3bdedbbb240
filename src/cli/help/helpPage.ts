/** Renders help: the first screen, and a page for each topic. */

import type { Colors } from "picocolors/types.js";
import { maxOf } from "../../text/list.js";
import { argumentForms } from "../methods/argumentForms.js";
import { type MethodCommand, type MethodGroup, methodGroups } from "../methods/methodCommand.js";
import { commonOptions, type OptionName } from "../options.js";
import { type CommandTopic, commandTopics, type HelpTopic } from "./helpTopics.js";
import { isOptionOf, optionRules } from "./optionRules.js";

/** The maximum of columns of a page. */
const PAGE_WIDTH = 80;

/** The options on the first screen; the others are on the pages of their subjects. */
const overviewOptions: readonly OptionName[] = ["json", "write", "language", "root", "timeout"];

/** Renders the first screen. */
export function renderOverview(version: string, colours: Colors): string {
  const title = (text: string) => colours.bold(text);
  const grouped = methodGroups.map((group): Row => {
    const names = topicsInGroup(group).map((topic) => topic.name);
    return [group, group === "more" ? "lsp-locate help methods" : names.join("  ")];
  });
  const commands = commandTopics.flatMap(({ kind, name, row }): Row[] =>
    kind === "subcommand" && !["proxy", "hook", "embedded", "scip"].includes(name)
      ? [[usageWithoutProgram(name, row.usages[0]), row.summary]]
      : [],
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
    "  edit <locate> --replace=<text>, --insert-after=<text> or --delete; --write",
    "  signature <locate> --add='n: int' --argument=1;  move <locate or file> <file>",
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
  return commandTopics.filter((topic): topic is MethodTopic => topic.kind === "method" && topic.row.group === group);
}

/** Renders the page of a topic. */
export function renderPage(topic: HelpTopic, colours: Colors): string {
  if (topic.kind === "other") return topic.name === "methods" ? renderMethodList(colours) : renderNotation();
  const title = (text: string) => colours.bold(text);
  const { summary } = topic.row;
  const options = Object.keys(optionRules).filter((name) => isListed(name as OptionName, topic));
  return joinLines(
    ...(topic.kind === "method" ? [methodUsage(topic)] : topic.row.usages),
    "",
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    ...(topic.kind === "method" ? methodDetails(topic) : topic.row.details.map(paragraph)),
    "",
    ...(options.length > 0
      ? [title("Options"), ...formatRows(options.map((name) => optionRow(name as OptionName))), ""]
      : []),
    title("Examples"),
    ...topic.row.examples.map((example) => `  ${example}`),
    "",
    paragraph(`Exit codes: ${topic.kind === "method" ? exitCodesOf(topic.row) : topic.row.exitCodes}`),
  );
}

function renderMethodList(colours: Colors): string {
  const rows = methodGroups.flatMap((group) => [
    colours.bold(group),
    ...formatRows(topicsInGroup(group).map((topic) => [topic.name, topic.row.summary])),
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

type MethodTopic = CommandTopic & { readonly kind: "method" };

/** Renders the usage line of a method. */
function methodUsage({ name, row }: MethodTopic): string {
  const words = [
    "lsp-locate",
    name,
    row.argument?.usage ?? argumentForms[row.takes].usage,
    row.extraArguments ?? "",
    "[options] [-- <command>]",
  ];
  return words.filter((word) => word !== "").join(" ");
}

function methodDetails({ name, row }: MethodTopic): readonly string[] {
  const prints =
    row.prints === undefined
      ? "Prints the LSP answer as JSON."
      : `Prints ${row.prints.charAt(0).toLowerCase()}${row.prints.slice(1)}`;
  const json = row.json ?? `{ place, result }; result is the server's answer to textDocument/${name}`;
  return [
    paragraph(row.argument?.details ?? argumentForms[row.takes].details),
    paragraph(prints),
    paragraph(`With --json: ${json}.`),
    ...(row.isServerMethod
      ? [paragraph("With -- <command>, the request goes to that server, else to the one for the language.")]
      : []),
  ];
}

function exitCodesOf({ isEmptyFine, isFailure }: MethodCommand): string {
  const failure = "2 wrong usage; 3 not answered: the server failed, or was not ready in time.";
  if (isFailure) return `0 success, also without a result; 1 errors in the file, or a failure; ${failure}`;
  return isEmptyFine
    ? `0 success, also without a result; 1 an error; ${failure}`
    : `0 success; 1 no result or an error; ${failure}`;
}

function isListed(name: OptionName, topic: CommandTopic): boolean {
  return !commonOptions.includes(name) && isOptionOf(name, topic);
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

/**
 * Locates for the Python project in test/projects/python, each with the place that it refers to.
 */
export const notationExamples: readonly (readonly [locate: string, meaning: string])[] = [
  ["store/items.py:Shelf.add", "the symbol"],
  [":Shelf.add", "the same, in any file"],
  ["'store/items.py:Shelf.add@raise <|>Shelf'", "in it, at the text after <|>"],
  ["'store/items.py@class <|>Shelf'", "the text, anywhere in the file"],
  ["store/items.py:12", "the line"],
  ["store/items.py:12:5", "line and character, counted from 1"],
  ["'store/items.py:57-62@<|>self'", "the text, in these lines"],
  ["'store/items.py:Shelf.find[1]@<|>key'", "in the second symbol of that path, counted from 0"],
  ["'store/shop.py:total@<|>shelf.items<|>'", "the text between two markers"],
];

const notationRules: readonly string[] = [
  "Put it in single quotes: a shell interprets <|>, spaces, brackets and $. Choose a text that occurs once in its scope, and copy it verbatim; one word is rarely enough. If a text has several matches, the first is used and their number is shown; methods that change files require a single match. For a method that takes a range, a Locate means the whole symbol, lines or text.",
  "Write names with dots or spaces in backticks: 'README.md:`Use it`'. To select a syntax node, write the Locate as JSON; lsp-locate nodes lists the nodes around a place:",
];

export const NODE_EXAMPLE =
  '\'{"file_path":"store/items.py","anchor_text":"def add","ancestor_node_type":"decorated_definition"}\'';
