/**
 * Writes the table of docs/languages.md: what is known of each language with a grammar, by its
 * facts and its queries. A test compares it.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadSources } from "../bench/lib/loadSources.mjs";
import { replaceRegion } from "./markdownRegion.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The columns, and whether a language has each: by its facts, and a test for its queries. */
const columns = [
  ["outline", (_, has) => has("outline")],
  ["scopes", (_, has) => has("scopes")],
  ["imports", ({ modules, hasIncludes, hasWholeImports }) => modules !== undefined || hasIncludes || hasWholeImports],
  ["receivers", ({ hasReceiverTypes }) => hasReceiverTypes],
  ["hierarchy", ({ hasHierarchy }) => hasHierarchy],
  ["lists", (_, has) => has("lists")],
];

/** Returns the table of languages, in Markdown: those that have most come first. */
export function tableOfLanguages({ languageDefinitions, factsOf, grammarNamed }) {
  const rows = languageDefinitions.flatMap(({ id, grammar }) => {
    if (grammar === undefined) return [];
    // A component has the names of its scripts.
    const parsers = [grammar, ...(grammar.template?.scripts ?? []).flatMap((name) => grammarNamed(name) ?? [])];
    const folders = parsers
      .flatMap(({ queries, name }) => queries ?? [name])
      .map((name) => join(root, "queries", name));
    const has = (query) => folders.some((folder) => existsSync(join(folder, `${query}.scm`)));
    const cells = columns.map(([, isThere]) => (isThere(factsOf(id), has) ? "yes" : "–"));
    return [{ id, cells, count: cells.filter((each) => each === "yes").length }];
  });
  rows.sort((one, other) => other.count - one.count || (one.id < other.id ? -1 : 1));
  return [
    `| language | ${columns.map(([name]) => name).join(" | ")} |`,
    `|---|${"---|".repeat(columns.length)}`,
    ...rows.map(({ id, cells }) => `| ${id} | ${cells.join(" | ")} |`),
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = join(root, "docs/languages.md");
  const languages = await loadSources(["src/languages/languages.ts"]);
  writeFileSync(path, replaceRegion(readFileSync(path, "utf8"), "languages", tableOfLanguages(languages)));
}
