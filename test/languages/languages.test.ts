/** The files of languages: what each has to say, and that no other file knows a language. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { commonFacts, type LanguageDefinition, type LanguageFacts } from "../../src/languages/facts.js";
import {
  factsOf,
  familyOf,
  languageDefinitions,
  languageOfPath,
  languagesWithGrammar,
} from "../../src/languages/languages.js";
import { visit } from "../expressions.js";
import { files, root, text } from "../sourceTree.js";

const servers = JSON.parse(readFileSync(join(root, "servers.json"), "utf8")) as {
  languages: Record<string, { extensions?: readonly string[] }>;
};
const idsOf = ({ id, aliases = [] }: LanguageDefinition) => [id, ...aliases];

test("Every file of languages/ is in the list, and no id is in two", () => {
  const list = readFileSync(join(root, "src/languages/languages.ts"), "utf8");
  const others = ["facts.ts", "languages.ts", "nameContext.ts", "parameters.ts"];
  const unlisted = readdirSync(join(root, "src/languages")).filter((file) => {
    const defined = readFileSync(join(root, "src/languages", file), "utf8").matchAll(
      /const (\w+): LanguageDefinition/g,
    );
    const names = [...defined].map(([, name]) => name as string);
    if (others.includes(file)) return names.length > 0;
    return names.length === 0 || !names.every((name) => new RegExp(`^ {2}${name},$`, "m").test(list));
  });
  expect(unlisted).toEqual([]);
  const ids = languageDefinitions.flatMap(idsOf);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

test("The extensions of a language are those of servers.json with one dot and in lower case", () => {
  for (const { id, extensions = [] } of languageDefinitions) {
    const listed = servers.languages[id]?.extensions;
    if (listed === undefined) continue;
    const plain = listed.filter((each) => each === each.toLowerCase() && each.lastIndexOf(".") === 0);
    expect([id, ...extensions]).toEqual([id, ...plain.map((each) => each.slice(1))]);
  }
  expect(languageOfPath("src/Main.JAVA")).toBe("java");
  expect(languageOfPath("Makefile")).toBe("");
});

/** Facts that each language of code with a grammar states: no common rule is right for all. */
const required = ["extensions", "parameters", "reservedWords"] satisfies (keyof LanguageFacts)[];

function wordsIn(text: string): readonly string[] {
  return text.split(/\s+/);
}

/** What languages with a grammar lack. An entry that is no longer missing has to go. */
const missing: Readonly<Record<string, readonly string[]>> = {
  "lists.scm": wordsIn(`clojure cmake dockerfile erlang julia makefile nix powershell r rholang solidity zig`),
  parameters: wordsIn(`cmake dockerfile makefile nix proto solidity terraform`),
  reservedWords: wordsIn(`clojure cmake dart dockerfile elixir erlang graphql julia kotlin makefile nix powershell proto
    r scala shellscript solidity swift terraform zig`),
  "scopes.scm": wordsIn(`clojure cmake dart dockerfile elixir erlang graphql julia makefile nix powershell proto
    r scala solidity swift terraform vue svelte astro zig`),
};

test("A language of code with a grammar states the facts that it needs, or is named here", () => {
  const found: Record<string, string[]> = {};
  for (const definition of languageDefinitions) {
    const { id, grammar, nameRule = commonFacts.nameRule } = definition;
    if (grammar === undefined || nameRule === "data") continue;
    for (const fact of required) if (definition[fact] === undefined) (found[fact] ??= []).push(id);
    const folders = (grammar.queries ?? [grammar.name]).map((name) => join(root, "queries", name));
    for (const query of ["outline", "scopes", "lists"])
      if (!folders.some((folder) => existsSync(join(folder, `${query}.scm`)))) (found[`${query}.scm`] ??= []).push(id);
  }
  const sorted = Object.entries(found).map(([what, ids]) => [what, ids.sort()]);
  const expected = Object.entries(missing).map(([what, ids]) => [what, [...ids].sort()]);
  expect(Object.fromEntries(sorted)).toEqual(Object.fromEntries(expected));
});

test("Each folder of queries is that of a language", () => {
  const named = new Set(languageDefinitions.flatMap(({ grammar: g }) => g?.queries ?? (g ? [g.name] : [])));
  const folders = readdirSync(join(root, "queries"), { withFileTypes: true }).filter((each) => each.isDirectory());
  expect(folders.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
  expect(languagesWithGrammar.length).toBeGreaterThan(40);
});

test("A dialect has the facts of its language", () => {
  expect(factsOf("dockercompose").comments).toEqual({ line: ["#"], block: [] });
  expect(factsOf("cuda-cpp").reservedWords?.has("template")).toBe(true);
  expect(factsOf("json5").nameRule).toBe("data");
  expect(factsOf("typescriptreact").hasLabels).toBe(true);
  expect(familyOf("vue")).toEqual(familyOf("typescript"));
});

test("A language without a file has the common facts", () => {
  expect(factsOf("nolang")).toBe(commonFacts);
  expect(factsOf("constructor")).toBe(commonFacts);
  expect(familyOf("nolang")).toEqual(["nolang"]);
});

/** Files in which ids of languages are other words, or names for other programs. */
const otherWords: readonly string[] = [
  // Formats of settings and of output, options, shells, units.
  ...["backend/capabilities/clientCapabilities.ts", "backend/config/loadServers.ts"],
  ...["backend/config/serversSchema.ts", "backend/guard/hang.ts", "backend/process.ts", "cli/commands/setup.ts"],
  "cli/configure/clientFile.ts",
  ...["cli/configure/harnesses.ts", "cli/configure/planFile.ts", "cli/daemon/daemonReport.ts", "cli/help/helpPage.ts"],
  ...["cli/help/optionRules.ts", "cli/help/subcommands.ts", "cli/methods/ownRows.ts", "cli/options.ts"],
  ...["cli/request/reportRecords.ts", "cli/setup/version.ts", "daemon/daemonRecord.ts", "files/undo/history.ts"],
  ...["files/write/locks.ts", "routing/instances/instanceErrors.ts", "syntax/grammars/installedFiles.ts"],
  ...["session/client/readableResults.ts", "syntax/workerConnection.ts", "embedded/features/hover.ts"],
  "embedded/session/clientSupport.ts",
  // Programs that run others, and the names that editors and harnesses have for servers.
  ...["backend/config/recogniseServer.ts", "cli/configure/competingServers.ts", "cli/configure/editors.ts"],
  // The languages that are named to a client which needs a list.
  "cli/configure/listedLanguages.ts",
  // Extensions and names of files.
  ...["code/moduleName.ts", "session/completeness/unloadedFiles/explainUnloadedFiles.ts"],
  "workspace/roots/workspaceFiles.ts",
];

test("No file outside of languages/ knows a language by its id", () => {
  const ids = new Set([...Object.keys(servers.languages), ...languageDefinitions.flatMap(idsOf)]);
  const found: Record<string, string[]> = {};
  for (const file of files.filter((each) => !each.startsWith("languages/"))) {
    visit(parseSync(file, text(file)).program, (node) => {
      if (node.type !== "Literal") return;
      const { value, regex } = node as unknown as { value: unknown; regex?: { pattern: string } };
      const words = regex ? (regex.pattern.match(/[\w-]{3,}/g) ?? []) : typeof value === "string" ? [value] : [];
      for (const word of words) if (ids.has(word)) (found[file] ??= []).push(word);
    });
  }
  const others = Object.entries(found).filter(([file]) => !otherWords.includes(file));
  expect(Object.fromEntries(others)).toEqual({});
  // An entry that is no longer needed has to go.
  expect(otherWords.filter((file) => found[file] === undefined)).toEqual([]);
});
