/**
 * Writes the table of docs/grammars.md: where each shipped grammar comes from, its licence, version
 * and digest. A test compares it.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { grammarSources, shippedGrammars } from "./build.mjs";
import { replaceRegion } from "./markdownRegion.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** How the texts of licences can be told apart, and their SPDX identifiers. */
const licences = [
  [/Apache License\s+Version 2\.0/, "Apache-2.0"],
  [/^CC0 1\.0 Universal|Creative Commons Legal Code\s+CC0/, "CC0-1.0"],
  [/Permission is hereby granted, free of charge/, "MIT"],
  [/Permission to use, copy, modify, and\/or distribute/, "ISC"],
];

/** Returns the table of grammars, in Markdown. */
export function tableOfGrammars() {
  const rows = grammarSources(shippedGrammars()).map(({ name, source, version, licence, isOwn, wasm }) => {
    const digest = createHash("sha256")
      .update(readFileSync(join(root, wasm)))
      .digest("hex");
    const id = isOwn ? "MIT" : licences.find(([text]) => text.test(licence))?.[1];
    if (id === undefined) throw new Error(`The licence of ${source} is none that this script knows.`);
    return `| ${name} | ${isOwn ? "`grammars/` of this repository" : source} | ${version ?? "–"} | ${id} | \`${digest}\` |`;
  });
  return ["| grammar | source | version | licence | SHA-256 of the parser |", "|---|---|---|---|---|", ...rows].join(
    "\n",
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = join(root, "docs/grammars.md");
  writeFileSync(path, replaceRegion(readFileSync(path, "utf8"), "grammars", tableOfGrammars()));
}
