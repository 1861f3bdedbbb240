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
  languageOfTag,
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
  const others = [
    "facts.ts",
    "heads.ts",
    "nameContext.ts",
    "parameters.ts",
    "languageOfName.ts",
    "languages.ts",
    "languageTags.ts",
  ];
  const unlisted = readdirSync(join(root, "src/languages")).filter((file) => {
    const defined = readFileSync(join(root, "src/languages", file), "utf8").matchAll(
      /const (\w+): LanguageDefinition/g,
    );
    const names = [...defined].map(([, name]) => name as string);
    if (others.includes(file) || file.endsWith("Facts.ts")) return names.length > 0;
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
  "lists.scm": wordsIn(`cmake dockerfile julia makefile nix r solidity`),
  parameters: wordsIn(`cmake dockerfile makefile nix proto solidity terraform`),
  reservedWords: wordsIn(`clojure cmake dart dockerfile elixir erlang graphql julia kotlin makefile nix powershell proto
    r scala shellscript solidity terraform zig`),
  "scopes.scm": wordsIn(`clojure cmake dart dockerfile elixir erlang graphql julia makefile nix powershell proto
    r scala solidity terraform vue svelte astro zig`),
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

/** Ids of languages that are other words in these files, or names for other programs. */
const otherWords: Readonly<Record<string, string>> = {
  // Formats of settings and of output, options, shells, units.
  "backend/capabilities/clientCapabilities.ts": "markdown",
  "backend/config/loadServers.ts": "json",
  "backend/config/serversSchema.ts": "json",
  "backend/environment/explainEnvironment.ts": "make",
  "backend/guard/unresponsive.ts": "reason",
  "backend/process.ts": "reason",
  "backend/remote/jsonBytes.ts": "markdown",
  "cli/commands/complete.ts": "bash fish powershell zsh",
  "cli/commands/setup.ts": "json",
  "cli/configure/clientFile.ts": "json toml",
  "cli/configure/planFile.ts": "json toml",
  "cli/daemon/daemonReport.ts": "d",
  "cli/help/helpPage.ts": "json",
  "cli/help/optionRules.ts": "json",
  "cli/help/subcommands.ts": "bash fish json powershell zsh",
  "cli/methods/ownRows.ts": "go",
  "cli/options.ts": "v",
  "cli/request/reportRecords.ts": "json",
  "cli/setup/program.ts": "json",
  "daemon/daemonRecord.ts": "json",
  "embedded/features/hover.ts": "markdown",
  "embedded/session/clientSupport.ts": "markdown",
  "files/documents/notebook/notebook.ts": "markdown",
  "files/documents/notebook/rewriteNotebook.ts": "markdown",
  "files/write/journal.ts": "json",
  "files/write/locks.ts": "r",
  "routing/instances/instanceErrors.ts": "reason",
  "routing/requests/mergeResponses.ts": "markdown",
  "scip/server.ts": "markdown",
  "session/client/translatedMessages.ts": "markdown",
  "syntax/grammars/installedFiles.ts": "json",
  "syntax/workerConnection.ts": "reason",
  // Programs that run others, and the names that editors and harnesses have for servers.
  "backend/config/recogniseServer.ts": "bash java julia nix perl powershell python r ruby sh",
  "cli/configure/harnesses.ts":
    "astro bash csharp dart dockerfile fsharp gleam json prisma rust svelte terraform toml typescript vue",
  // Extensions and names of files.
  "backend/libraries/lockedLibraries.ts": "go.mod",
  // The indexers of each language, rows as those of servers.json.
  "scip/indexers.ts": "c cpp csharp go go.mod java javascript kotlin python ruby rust scala typescript",
  "session/completeness/unloadedFiles/explainUnloadedFiles.ts": "go go.mod go.work",
  "workspace/roots/workspaceFiles.ts": "go.work json xml",
};
/** Ids that are names of fields, too. */
const fieldNames: ReadonlySet<string> = new Set(["json", "markdown", "reason"]);
/** Names the languages to clients that need a list, and to editors by the names of these. */
const LIST = "cli/configure/clients.ts";

test("No file outside of languages/ knows a language by its id", () => {
  const ids = new Set([...Object.keys(servers.languages), ...languageDefinitions.flatMap(idsOf)]);
  const found: Record<string, string> = {};
  for (const file of files.filter((each) => !each.startsWith("languages/") && each !== LIST)) {
    const words = new Set<string>();
    visit(parseSync(file, text(file)).program, (node) => {
      for (const word of wordsOf(node)) if (ids.has(word)) words.add(word);
    });
    if (words.size > 0) found[file] = [...words].sort().join(" ");
  }
  expect(found).toEqual(otherWords);
});

/** Returns the words of a literal, or the key of an object. */
function wordsOf(node: { readonly type: string }): readonly string[] {
  const { value, regex, key } = node as { value?: unknown; regex?: { pattern: string }; key?: { name?: string } };
  if (node.type === "Property") return key?.name === undefined || fieldNames.has(key.name) ? [] : [key.name];
  if (node.type !== "Literal") return [];
  return regex ? (regex.pattern.match(/[\w-]{3,}/g) ?? []) : typeof value === "string" ? [value] : [];
}

test.each([
  ["python", "python"],
  ["py title=a.py", "python"],
  ["{python echo=FALSE}", "python"],
  ["{.r}", "r"],
  ["ts{1,3}", "typescript"],
  ["tsx", "typescriptreact"],
  ["rust,ignore", "rust"],
  ["C++", "cpp"],
  ["c#", "csharp"],
  ["sh", "shellscript"],
  ["golang", "go"],
  ["text", undefined],
  ["", undefined],
])("The fence ```%s is in the language %s", (tag, languageId) => {
  expect(languageOfTag(tag)).toBe(languageId);
});
