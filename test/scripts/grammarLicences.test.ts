/** The licences of the grammars that are bundled. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { grammarLicences, shippedGrammars } from "../../scripts/build.mjs";
import { root } from "../sourceTree.js";

const { tableOfGrammars } = await import(join(root, "scripts/grammarTable.mjs"));
const { readRegion } = await import(join(root, "scripts/markdownRegion.mjs"));

test("Each grammar that is taken from a package has a licence, and no other", () => {
  const taken = shippedGrammars().filter((name) => name !== "tsx" && name !== "rholang");
  const files = readdirSync(join(root, "grammars/licences"));
  expect(files.sort()).toEqual(taken.map((name) => `${name}.txt`).sort());
});

test("Each licence says to whom the copyright belongs, or is one that is the same for all", () => {
  const [, ...entries] = grammarLicences(shippedGrammars()).split(/^-{80}\n\n/m);
  expect(entries).toHaveLength(readdirSync(join(root, "grammars/licences")).length + 1);
  for (const entry of entries.slice(1))
    expect(entry).toMatch(/^Copyright (?:\(c\)|©) (?!\[)|^ *Apache License|^CC0 1\.0 Universal/m);
});

test("A grammar without a licence ends the build", () => {
  expect(() => grammarLicences(["nolang"])).toThrow(/grammars\/licences\/nolang\.txt/);
});

test("docs/grammars.md has the table of grammars; node scripts/grammarTable.mjs writes it", () => {
  const page = readFileSync(join(root, "docs/grammars.md"), "utf8");
  expect(readRegion(page, "grammars")).toBe(tableOfGrammars());
  expect(tableOfGrammars().split("\n")).toHaveLength(shippedGrammars().length + 2);
});
