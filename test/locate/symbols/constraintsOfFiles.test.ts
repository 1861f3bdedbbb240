/** Paths with parameters in the files of the test projects and in our own sources. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { languageOfPath } from "../../../src/languages/languages.js";
import { hasGrammar } from "../../syntax/parsedSources.js";
import { law } from "../../text/random.js";
import { type CheckedPaths, checkConstraints } from "./checkConstraints.js";

const folders = ["test/projects", "src/locate", "src/text", "grammars/rholang"];
const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("node_modules"))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => hasGrammar(languageOfPath(path))),
);

law("A path with the parameters of a declaration leads to it, and with others to none", 1, async (random) => {
  const checked: CheckedPaths = { plain: 0, chosen: 0, refused: 0, wrong: [] };
  for (const path of files) {
    const text = readFileSync(path, "utf8");
    if (text.length < 200_000) await checkConstraints({ path, language: languageOfPath(path), text }, random, checked);
  }
  expect(checked.wrong).toEqual([]);
  expect(checked.chosen).toBeGreaterThan(100);
});
