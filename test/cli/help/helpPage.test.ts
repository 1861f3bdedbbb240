/** The help pages: complete, within 80 columns, with examples that can be read as commands. */

import { cpSync } from "node:fs";
import { join, resolve } from "node:path";
import { createColors } from "picocolors";
import { locateMethods, ownMethods } from "../../../src/ask/methodTable.js";
import { renderOverview, renderPage } from "../../../src/cli/help/helpPage.js";
import { commandTopics, suggestTopics, topicOf } from "../../../src/cli/help/helpTopics.js";
import { checkOptions, isOptionOf, optionRules } from "../../../src/cli/help/optionRules.js";
import { otherTopics, subcommandRows } from "../../../src/cli/help/subcommands.js";
import { methodCommands } from "../../../src/cli/methods/commandTable.js";
import { commonOptions, type OptionName, readOptions } from "../../../src/cli/options.js";
import { readRequest } from "../../../src/cli/request/readRequest.js";
import { temporaryFolder } from "../../folders.js";
import { argumentsOf } from "../shellWords.js";

const plain = createColors(false);
const root = resolve(import.meta.dirname, "../../..");
const folder = temporaryFolder();
const project = join(folder, "project");
cpSync(join(root, "test/projects/python"), project, { recursive: true });

const pages = [...commandTopics.map(({ name }) => name), ...otherTopics].map((name) => {
  const topic = topicOf(name);
  if (!topic) throw new Error(`no help on ${name}`);
  return [name, renderPage(topic, plain)] as const;
});

/** Whether a line is an example, which is not wrapped, so that it can be copied. */
const isExample = (line: string) => /^ {2}(?:lsp-locate|cat|echo|'\{)/.test(line);

test("The first screen has at most 45 lines, with every command and the common methods", () => {
  const text = renderOverview("1.2.3", plain);
  expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(45);
  expect(text.split("\n").filter((line) => line.length > 80)).toEqual([]);
  const isShort = (name: string) =>
    methodCommands.get(name)?.group !== "more" && !["proxy", "hook", "embedded", "scip"].includes(name);
  for (const { name } of commandTopics.filter(({ name }) => isShort(name)))
    expect(text).toMatch(new RegExp(`^ .*\\b${name}\\b`, "m"));
  expect(text).toContain("lsp-locate help methods");
  for (const form of ["--insert-after=<text>", "signature <locate> --add=", "move <locate or file> <file>"])
    expect(text).toContain(form);
});

test("Every method but those of a session has a row, and help lists it", () => {
  const names = locateMethods.map((method) => method.slice("locate/".length));
  const ofSession = names.filter((name) => ownMethods[name]?.needsSession);
  expect([...methodCommands.keys(), ...ofSession].sort()).toEqual(names.sort());
  const [, methods = ""] = pages.find(([name]) => name === "methods") ?? [];
  for (const name of methodCommands.keys()) expect(methods).toContain(`\n  ${name} `);
});

test.each(pages)("The page of %s fits 80 columns and has no missing parts", (_name, text) => {
  const lines = text.split("\n");
  expect(lines.filter((line) => line.length > 80 && !isExample(line))).toEqual([]);
  expect(text).not.toMatch(/undefined|\[object|\n\n\n| \n|Prints: |\.\.\s/);
});

test("The page of outline is complete", () => {
  const [, text] = pages.find(([name]) => name === "outline") ?? [];
  expect(text).toBe(`lsp-locate outline <file>[:<symbol>] | <folder> [options] [-- <command>]

The symbols of a file or in a symbol; the files of a folder.
It takes a whole file, a symbol, a folder, or a pattern in quotes. The symbols
can be written after <file>:.
Prints a line for each symbol: its line number, kind and name, indented by
depth; of files, a line for each file with its top-level symbols.
With --json: { symbols, unreadable?, markdown }; of files { files, count,
after?, omitted?, markdown }.

Options
  --json                print the answer or the error as JSON
  --brief               lists in few words, as where the output is no terminal
  --in=<library>        a library that the project uses, or the path of a
                        folder, instead of the workspace
  --budget=<tokens>     about how long the answer may be: 2000
  --after=<number>      go on with a list that was cut, after this number of
                        results
  --depth=<levels>      the maximum depth
  --language=<id>       the language, if the file name does not tell it
  --root=<folder>       the workspace root, instead of detecting it
  --servers=<file>      your servers.json, instead of the default file
  --untrusted           don't let servers run code of the workspace
  --scip=<index>        answer from this SCIP index, too; see docs/indexes.md
  --commit=<revision>   the commit that the index was made of, as git names it
  --no-companions       start no server beside another one
  --map=<local=remote>  a folder here, and where the server after -- has it; may
                        be repeated
  --no-daemon           answer without the shared session of the workspace
  --timeout=<seconds>   how long the answer may take, and the server to start
  --log=<file>          write the logs of the server and of lsp-locate

Examples
  lsp-locate outline store/items.py
  lsp-locate outline store/items.py --depth=1
  lsp-locate outline store/items.py:Shelf
  lsp-locate outline store --budget=500
  lsp-locate outline 'store/**/*.py'

Exit codes: 0 success; 1 no result or an error; 2 wrong usage; 3 not answered:
the server failed, or was not ready in time.
`);
});

test.each([
  ["refs", ["references"]],
  ["diagnostics", ["diagnostic"]],
  ["textDocument/Hover", ["hover"]],
  ["callHierarchy/incomingCals", ["incomingCalls"]],
  ["doctr", ["doctor"]],
  ["goto", ["definition"]],
  ["show", ["context"]],
  ["zzzz", []],
])("For the word %s, help suggests %j", (word, names) => {
  expect(suggestTopics(word)).toEqual(names);
});

test("No alias belongs to two topics or is the name of a topic", () => {
  const words = commandTopics.flatMap(({ row }) => row.aliases ?? []);
  expect(words.filter((word, index) => words.indexOf(word) !== index || topicOf(word) !== undefined)).toEqual([]);
});

const ofMethods = [...methodCommands].flatMap(([name, { examples }]) =>
  examples.map((example) => [name, example] as const),
);

test.each(ofMethods)("The page of %s has an example that can be read: %s", (name, example) => {
  const given = readOptions(argumentsOf(example) ?? []);
  expect(given.words[0]).toBe(name);
  const request = readRequest(given, { workingDirectory: project, root: undefined });
  expect(request.command.name).toBe(name);
});

const ofSubcommands = Object.entries(subcommandRows).flatMap(([name, { examples }]) =>
  examples.filter((example) => !example.startsWith("echo")).map((example) => [name, example] as const),
);

test.each(ofSubcommands)("The page of %s has an example with fitting options: %s", (name, example) => {
  const all = argumentsOf(example) ?? [];
  const { options, words } = readOptions(all.includes("--") ? all.slice(0, all.indexOf("--")) : all);
  const topic = topicOf(name);
  expect(words[0]).toBe(name === "proxy" ? undefined : name);
  if (topic && topic.kind !== "other") expect(() => checkOptions(topic, options)).not.toThrow();
});

test("Every option has a summary and a subject", () => {
  for (const [name, { summary }] of Object.entries(optionRules)) {
    expect([name, summary.endsWith("."), summary === ""]).toEqual([name, false, false]);
    const isOfAll = commonOptions.includes(name as OptionName);
    expect([name, isOfAll || commandTopics.some((topic) => isOptionOf(name as OptionName, topic))]).toEqual([
      name,
      true,
    ]);
  }
});
