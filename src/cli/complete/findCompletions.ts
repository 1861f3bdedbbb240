/** What can stand where the cursor is: out of the words in front of it, the table of methods, servers.json, and the file that a Locate names. */

import { languageOf, type Servers } from "../../backend/config/servers.js";
import { findServerProgram } from "../../backend/installation/installation.js";
import { symbolKindName } from "../../locate/symbols/symbolNode.js";
import { subjectOf, type Topic, topicOf, topics } from "../help/helpTopics.js";
import { type OptionUse, optionUses, type Subject, type Values } from "../help/optionRules.js";
import { otherTopics, shells } from "../help/subcommandHelp.js";
import { symbolsBehind } from "./symbolCandidates.js";

export interface Candidate {
  /** The whole word. */
  readonly value: string;
  readonly says?: string;
}

export interface Completion {
  readonly candidates: readonly Candidate[];
  /** What the shell offers by itself where there are none. */
  readonly otherwise: "files" | "folders" | "nothing";
  /** A word may go on behind what is completed, so no space is put there. */
  readonly goesOn: boolean;
}

const nothing: Completion = { candidates: [], otherwise: "nothing", goesOn: false };
const files: Completion = { ...nothing, otherwise: "files" };

/** `words` are those behind the program's name; the last one is being written, and may be empty. Candidates begin with it. */
export async function completionOf(
  words: readonly string[],
  servers: Servers,
  workingDirectory: string,
): Promise<Completion> {
  const before = words.slice(0, -1);
  // PowerShell loses a word that is empty, so its script writes one that has quotes.
  const current = (words.at(-1) ?? "").replace(/^""$/, "");
  const split = before.indexOf("--");
  if (split >= 0) return serverWords(before.slice(split + 1), current, placesIn(before.slice(0, split)), servers);
  const [, optionName, prefix = "", value = ""] = /^(?:--([\w-]+)(=))?(.*)$/s.exec(current) ?? [];
  const inline = useOf(optionName);
  if (inline && prefix) return valuesOf(inline, `--${optionName}=`, value, servers);
  const last = before.at(-1);
  const waiting = last?.startsWith("--") && !last.includes("=") ? useOf(last.slice(2)) : undefined;
  if (waiting?.value) return valuesOf(waiting, "", current, servers);

  const places = placesIn(before);
  const [word] = places;
  const topic = word === undefined ? undefined : topicOf(word);
  if (current.startsWith("-")) return optionNames(topic ? subjectOf(topic) : proxy, before, current);
  if (word === undefined) return among(topics.filter(({ name }) => name !== "proxy").map(candidateOf), current);
  return topic === undefined ? nothing : behind(topic, places.length - 1, current, servers, workingDirectory);
}

const proxy: Subject = { kind: "subcommand", name: "proxy" };

function useOf(name: string | undefined): OptionUse | undefined {
  return name !== undefined && Object.hasOwn(optionUses, name)
    ? optionUses[name as keyof typeof optionUses]
    : undefined;
}

/** The words that are neither options nor their values. */
function placesIn(words: readonly string[]): readonly string[] {
  return words.filter((word, index) => {
    const previous = words[index - 1];
    const isValue = previous?.startsWith("--") && !previous.includes("=") && useOf(previous.slice(2))?.value;
    return !word.startsWith("-") && !isValue;
  });
}

function among(candidates: readonly Candidate[], current: string): Completion {
  return { ...nothing, candidates: candidates.filter(({ value }) => value.startsWith(current)) };
}

function candidateOf({ name, help: { summary } }: (typeof topics)[number]): Candidate {
  return { value: name, says: summary };
}

function optionNames(subject: Subject, before: readonly string[], current: string): Completion {
  const fitting = Object.entries(optionUses).filter(
    ([name, { fits, isHidden }]) => (name === "help" || !isHidden) && fits(subject) && !before.includes(`--${name}`),
  );
  return among(
    fitting.map(([name, { says }]) => ({ value: `--${name}`, says })),
    current,
  );
}

/** `prefix` is what stands in front of the value in the same word. */
function valuesOf({ value: takes }: OptionUse, prefix: string, value: string, servers: Servers): Completion {
  const list = (names: Iterable<string>) =>
    among(
      [...names].map((name) => ({ value: `${prefix}${name}` })),
      `${prefix}${value}`,
    );
  // Of several, separated by commas, the last one is being written.
  const done = value.slice(0, value.lastIndexOf(",") + 1);
  const offers: Readonly<Record<Values, () => Completion>> = {
    file: () => files,
    folder: () => ({ ...nothing, otherwise: "folders" }),
    languages: () => list([...servers.languages.keys()].sort()),
    "symbol kinds": () => list(kindNames.map((name) => `${done}${name}`)),
    "action kinds": () => list(actionKinds.map((name) => `${done}${name}`)),
    anything: () => nothing,
  };
  return takes === undefined ? nothing : offers[takes.values]();
}

/** LSP's SymbolKind, from 1 to TypeParameter. */
const kindNames = Array.from({ length: 26 }, (_, index) => symbolKindName(index + 1));

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

/** `at` counts the words behind the method that are written already. */
async function behind(
  topic: Topic,
  at: number,
  current: string,
  servers: Servers,
  workingDirectory: string,
): Promise<Completion> {
  if (topic.kind === "method") {
    const { takes } = topic.command;
    const isOne = takes !== "points" && takes !== "ranges";
    if ((isOne && at > 0) || takes === "symbol") return nothing;
    if (takes === "document") return files;
    const candidates = takes === "position" ? undefined : await symbolsBehind(current, servers, workingDirectory);
    if (candidates !== undefined) return { ...nothing, candidates, goesOn: true };
    return /[@{]/.test(current) || current.startsWith(":") ? nothing : { ...files, goesOn: true };
  }
  if (at > 0) return nothing;
  if (topic.name === "doctor") return among(namesOnly([...servers.languages.keys()].sort()), current);
  if (topic.name === "complete") return among(namesOnly(shells), current);
  if (topic.name === "help") return among([...topics.map(candidateOf), ...namesOnly(otherTopics)], current);
  return nothing;
}

function namesOnly(names: readonly string[]): readonly Candidate[] {
  return names.map((value) => ({ value }));
}

/** The command of a server that is installed, word by word: those for the language of the file that is asked about, else any. */
function serverWords(
  before: readonly string[],
  current: string,
  [, place = ""]: readonly string[],
  servers: Servers,
): Completion {
  const language = languageOf(servers, place.replace(/[:@].*$/s, ""));
  const fitting = [...servers.servers.values()].filter(({ languages }) => !language || languages.includes(language));
  const next = fitting.flatMap(({ name, command, env }) => {
    const value = command[before.length];
    const goesOn = value?.startsWith(current) && before.every((word, index) => word === command[index]);
    // Not its check, which would run programs.
    return goesOn && findServerProgram({ command, ...(env ? { env } : {}) })
      ? [{ value: value as string, says: name }]
      : [];
  });
  const distinct = next.filter(({ value }, index) => next.findIndex((other) => other.value === value) === index);
  return { ...files, candidates: distinct };
}
