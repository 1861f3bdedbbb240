/** The table of what is known of each language. */

import { join } from "node:path";
import * as languages from "../../src/languages/languages.js";
import { regionOf, repository } from "../documentation/markdown.js";

const { tableOfLanguages } = await import(join(repository, "scripts/languageTable.mjs"));

test("docs/languages.md has what is known of each language; node scripts/languageTable.mjs writes it", () => {
  expect(regionOf("docs/languages.md", "languages").trim()).toBe(tableOfLanguages(languages));
});
