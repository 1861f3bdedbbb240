/**
 * Writes the table of docs/grammars.md: where each shipped grammar comes from, its licence, version
 * and digest. A test compares it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { grammarSources, shippedGrammars } from "./build.mjs";
import { replaceRegion } from "./markdownRegion.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Returns the table of grammars, in Markdown. */
export function tableOfGrammars() {
  const rows = grammarSources(shippedGrammars()).map(
    ({ name, source, version, licenceId, isOwn, sha256 }) =>
      `| ${name} | ${isOwn ? "`grammars/` of this repository" : source} | ${version ?? "–"} | ${licenceId} | \`${sha256}\` |`,
  );
  return ["| grammar | source | version | licence | SHA-256 of the parser |", "|---|---|---|---|---|", ...rows].join(
    "\n",
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = join(root, "docs/grammars.md");
  writeFileSync(path, replaceRegion(readFileSync(path, "utf8"), "grammars", tableOfGrammars()));
}
