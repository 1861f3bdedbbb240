/**
 * Completes a word of a command line, from the methods, the options, servers.json, and the file of
 * a Locate, whose symbols come from its syntax tree, which is quicker than a server.
 */

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Servers } from "../../backend/config/servers.js";
import { findServerProgram } from "../../backend/installation/installation.js";
import { LocateError } from "../../error.js";
import { decodeFile } from "../../files/documents/notebook/decodeFile.js";
import { languageOfFile } from "../../files/languageOfFile.js";
import { maxBytesOf, readWholeFileSync } from "../../files/readFileSync.js";
import { factsOf } from "../../languages/languages.js";
import { unitNames } from "../../locate/edit/editRequest.js";
import { formatSymbolPath } from "../../locate/notation/symbolPath.js";
import { symbolIndexOf } from "../../locate/symbols/symbolIndex.js";
import { type SymbolNode, symbolKindName, symbolKindNames } from "../../locate/symbols/symbolNode.js";
import { uniquePathOf } from "../../locate/symbols/uniquePath.js";
import { renamedTexts } from "../../session/completeness/rename/renameOptions.js";
import { sectionKinds } from "../../session/methods/context/section.js";
import { viewOfOutline } from "../../session/place/outlineView.js";
import { statIfExists } from "../../workspace/disk/folderEntries.js";
import { type CommandTopic, commandTopics, type HelpTopic, topicOf } from "../help/helpTopics.js";
import { isOptionOf, type OptionRule, type OptionValueKind, optionRules } from "../help/optionRules.js";
import { daemonActions, otherTopics, setupNames, shells, subcommandRows } from "../help/subcommands.js";
import { commonOptions, type OptionName } from "../options.js";
import { createSyntaxLoader } from "../setup/syntaxLoader.js";
import {
  type CompletionCandidate,
  fileCompletion,
  filterByPrefix,
  noCompletion,
  type ShellCompletion,
} from "./shellCompletion.js";

/** Completes the last of the words after the program's name; it may be empty. */
export async function findCompletions(
  words: readonly string[],
  servers: Servers,
  workingDirectory: string,
): Promise<ShellCompletion> {
  const before = words.slice(0, -1);
  // PowerShell drops an empty word, so its script passes two quotes.
  const current = (words.at(-1) ?? "").replace(/^""$/, "");
  const split = before.indexOf("--");
  if (split >= 0)
    return completeServerCommand(before.slice(split + 1), current, positionalsIn(before.slice(0, split)), servers);
  const [, optionName, prefix = "", value = ""] = /^(?:--([\w-]+)(=))?(.*)$/s.exec(current) ?? [];
  const inline = optionRuleOf(optionName);
  if (inline && prefix) return completeOptionValue(inline, `--${optionName}=`, value, servers);
  const last = before.at(-1);
  const pendingOption = last?.startsWith("--") && !last.includes("=") ? optionRuleOf(last.slice(2)) : undefined;
  if (pendingOption?.value) return completeOptionValue(pendingOption, "", current, servers);

  const places = positionalsIn(before);
  const [word] = places;
  const topic = word === undefined ? undefined : topicOf(word);
  if (current.startsWith("-"))
    return completeOptionNames(topic && topic.kind !== "other" ? topic : proxyTopic, before, current);
  if (word === undefined)
    return filterByPrefix(commandTopics.filter(({ name }) => name !== "proxy").map(candidateOf), current);
  return topic === undefined
    ? noCompletion
    : completeArgument(topic, places.length - 1, current, servers, workingDirectory);
}

const proxyTopic: CommandTopic = { kind: "subcommand", name: "proxy", row: subcommandRows.proxy };

function optionRuleOf(name: string | undefined): OptionRule | undefined {
  return name !== undefined && Object.hasOwn(optionRules, name)
    ? optionRules[name as keyof typeof optionRules]
    : undefined;
}

/** Returns the words that are neither options nor their values. */
function positionalsIn(words: readonly string[]): readonly string[] {
  return words.filter((word, index) => {
    const previous = words[index - 1];
    const isValue = previous?.startsWith("--") && !previous.includes("=") && optionRuleOf(previous.slice(2))?.value;
    return !word.startsWith("-") && !isValue;
  });
}

function candidateOf({ name, row: { summary } }: CommandTopic): CompletionCandidate {
  return { value: name, description: summary };
}

function completeOptionNames(topic: CommandTopic, before: readonly string[], current: string): ShellCompletion {
  const isOffered = (name: OptionName) => name === "help" || !commonOptions.includes(name);
  const fitting = Object.entries(optionRules).filter(
    ([name]) => isOffered(name as OptionName) && isOptionOf(name as OptionName, topic) && !before.includes(`--${name}`),
  );
  return filterByPrefix(
    fitting.map(([name, { summary }]) => ({ value: `--${name}`, description: summary })),
    current,
  );
}

/** Completes an argument of a topic; `at` is the number of arguments before it. */
async function completeArgument(
  topic: HelpTopic,
  at: number,
  current: string,
  servers: Servers,
  workingDirectory: string,
): Promise<ShellCompletion> {
  if (topic.kind === "method") {
    const { takes } = topic.row;
    const isOne = takes !== "points" && takes !== "ranges";
    if ((isOne && at > 0) || takes === "symbol") return noCompletion;
    if (takes === "document") return fileCompletion;
    const candidates =
      takes === "position" ? undefined : await findSymbolCandidates(current, servers, workingDirectory);
    if (candidates !== undefined) return { ...noCompletion, candidates, noSpace: true };
    return /[@{]/.test(current) || current.startsWith(":") ? noCompletion : { ...fileCompletion, noSpace: true };
  }
  if (at > 0) return noCompletion;
  if (topic.name === "daemon") return filterByPrefix(toCandidates(daemonActions), current);
  if (topic.name === "doctor") return filterByPrefix(toCandidates([...servers.languages.keys()].sort()), current);
  if (topic.name === "setup") return filterByPrefix(toCandidates(setupNames), current);
  if (topic.name === "complete") return filterByPrefix(toCandidates(shells), current);
  if (topic.name === "help")
    return filterByPrefix([...commandTopics.map(candidateOf), ...toCandidates(otherTopics)], current);
  return noCompletion;
}

function toCandidates(names: readonly string[]): readonly CompletionCandidate[] {
  return names.map((value) => ({ value }));
}

/**
 * Completes the next word of an installed server's command; only servers of the file's language, if
 * it has one.
 */
function completeServerCommand(
  before: readonly string[],
  current: string,
  [, place = ""]: readonly string[],
  servers: Servers,
): ShellCompletion {
  const language = languageOfFile(place.split(/[:@]/, 1)[0] ?? place, servers);
  const fitting = [...servers.servers.values()].filter(({ languages }) => !language || languages.includes(language));
  const next = fitting.flatMap(({ name, command, env }) => {
    const value = command[before.length];
    const matches = value?.startsWith(current) && before.every((word, index) => word === command[index]);
    // Only the program is looked up: a full check would run it.
    return matches && findServerProgram({ command, ...(env ? { env } : {}) })
      ? [{ value: value as string, description: name }]
      : [];
  });
  const distinct = next.filter(({ value }, index) => next.findIndex((other) => other.value === value) === index);
  return { ...fileCompletion, candidates: distinct };
}

/** `prefix` is the part of the word before the value: `--kind=`. */
function completeOptionValue(
  { value: takes }: OptionRule,
  prefix: string,
  value: string,
  servers: Servers,
): ShellCompletion {
  const list = (names: Iterable<string>) =>
    filterByPrefix(
      [...names].map((name) => ({ value: `${prefix}${name}` })),
      `${prefix}${value}`,
    );
  // Of several values, separated by commas, the last one is being written.
  const done = value.slice(0, value.lastIndexOf(",") + 1);
  const offers: Readonly<Record<OptionValueKind, () => ShellCompletion>> = {
    file: () => fileCompletion,
    folder: () => ({ ...noCompletion, fallback: "folders" }),
    languages: () => list([...servers.languages.keys()].sort()),
    "symbol kinds": () => list(symbolKindNames.map((name) => `${done}${name}`)),
    "edit units": () => list(unitNames),
    "context sections": () => list(sectionKinds.map((name) => `${done}${name}`)),
    "renamed texts": () => list(renamedTexts),
    "action kinds": () => list(actionKinds.map((name) => `${done}${name}`)),
    anything: () => noCompletion,
  };
  return takes === undefined ? noCompletion : offers[takes.values]();
}

/** LSP's CodeActionKind. */
const actionKinds = [
  "quickfix",
  "refactor",
  "refactor.extract",
  "refactor.inline",
  "refactor.move",
  "refactor.rewrite",
  "source",
  "source.fixAll",
  "source.organizeImports",
];

/** Longer files take too long to parse for completion. */
const MAX_FILE_BYTES = 2_000_000;

/**
 * Returns the symbols that can follow, one level of nesting at a time; `undefined` if the word does
 * not begin with an existing file and a colon.
 */
async function findSymbolCandidates(
  word: string,
  servers: Servers,
  workingDirectory: string,
): Promise<readonly CompletionCandidate[] | undefined> {
  const file = filePrefixOf(word, workingDirectory);
  if (file === undefined) return undefined;
  const written = word.slice(file.length + 1);
  const paths = await readReachableSymbols(resolve(workingDirectory, file), servers);
  return paths
    .filter(({ text, parent }) => text.startsWith(written) && isNextLevel(parent, written))
    .map(({ text, kind }) => ({ value: `${file}:${text}`, description: kind }));
}

/** Returns the path before the first colon that follows an existing file. */
function filePrefixOf(word: string, workingDirectory: string): string | undefined {
  for (let at = word.indexOf(":"); at > 0; at = word.indexOf(":", at + 1)) {
    const path = resolve(workingDirectory, word.slice(0, at));
    if (statIfExists(path)?.isFile()) return word.slice(0, at);
  }
  return undefined;
}

function isNextLevel(parent: string, written: string): boolean {
  return parent === "" || parent === written || written.startsWith(`${parent}.`);
}

interface ReachableSymbol {
  /** As it is written in a Locate. */
  readonly text: string;
  /** The path of its parent; empty at the top level. */
  readonly parent: string;
  readonly kind: string;
}

/**
 * Returns every symbol that a path can name, in source order; none if the file has no grammar or
 * can't be read.
 */
async function readReachableSymbols(path: string, servers: Servers): Promise<readonly ReachableSymbol[]> {
  const languageId = languageOfFile(path, servers);
  const text = readText(path);
  if (languageId === undefined || text === undefined) return [];
  const syntax = await createSyntaxLoader(servers, () => {})();
  try {
    const { symbols } = viewOfOutline(await syntax.outline({ uri: pathToFileURL(path).href, languageId, text }));
    return reachableSymbols(symbols, languageId, path, text);
  } catch (error) {
    if (error instanceof LocateError) return [];
    throw error;
  } finally {
    syntax.close();
  }
}

function readText(path: string): string | undefined {
  try {
    const decoded = decodeFile(path, readWholeFileSync(path, { maxBytes: maxBytesOf(path, MAX_FILE_BYTES) }).bytes);
    return "text" in decoded ? decoded.text : undefined;
  } catch {
    return undefined; // too large, or not readable
  }
}

function reachableSymbols(
  roots: readonly SymbolNode[],
  language: string,
  path: string,
  text: string,
): readonly ReachableSymbol[] {
  const { entryOf } = symbolIndexOf(roots, factsOf(language).nameRule);
  const context = { language, path, text };
  const collect = (nodes: readonly SymbolNode[]): readonly ReachableSymbol[] =>
    nodes.flatMap((node) => {
      const entry = entryOf.get(node);
      const names = entry && node.isLocal !== true ? uniquePathOf(entry, roots, context) : null;
      const own =
        names === null
          ? []
          : [
              {
                text: formatSymbolPath(names),
                parent: names.length > 1 ? formatSymbolPath(names.slice(0, -1)) : "",
                kind: symbolKindName(node.kind),
              },
            ];
      return [...own, ...collect(node.children)];
    });
  return collect(roots);
}
