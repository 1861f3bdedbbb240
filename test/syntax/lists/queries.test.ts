/** The queries for lists of all languages: each is valid for its grammar. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { shippedGrammars } from "../../../src/languages/languages.js";
import { findList } from "../../../src/syntax/trees/lists.js";
import { freeText } from "../../../src/syntax/trees/parsedText.js";
import { PackagedGrammars } from "../packagedGrammars.js";
import { parse } from "../parsedSources.js";

const grammars = new PackagedGrammars();
const languageIds: Readonly<Record<string, string>> = { c_sharp: "csharp", make: "makefile", tsx: "typescriptreact" };
const withLists = shippedGrammars.filter((name) =>
  grammars.byName(name)?.queries.some((folder) => existsSync(join(folder, "lists.scm"))),
);

test.each(withLists)("The query for lists of %s is valid", async (name) => {
  const parsed = await parse(languageIds[name] ?? name, "a");
  expect(() => findList(parsed, { from: 0, to: 1 })).not.toThrow();
  freeText(parsed);
});
