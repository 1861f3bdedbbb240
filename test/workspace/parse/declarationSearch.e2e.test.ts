/** The search for declared names loses none in real code. */

import { factsOf, languageOfPath } from "../../../src/languages/languages.js";
import { realFiles } from "../../locate/realFiles.js";
import { missedDeclarations } from "./missedDeclarations.js";

const files = realFiles(20, 200_000)
  .map((file) => ({ ...file, language: languageOfPath(file.path) }))
  .filter(({ language }) => factsOf(language).uses !== undefined);

/** What the outline takes for declarations where macros keep the grammar from parsing C++. */
const misparsed: readonly RegExp[] = [/^assert_node_consistent in /, /^__gthread_cond_destroy in /, /^cxx11 in /];

test.each([...new Set(files.map(({ language }) => language))])(
  "In real files in %s, no declaration is taken for a use",
  async (language) => {
    const reserved = [...(factsOf(language).reservedWords ?? [])];
    const missed: Record<string, readonly string[]> = {};
    for (const { path, text } of files.filter((file) => file.language === language)) {
      const found = (await missedDeclarations(language, text)).missed.filter(
        (each) =>
          !reserved.some((word) => each.startsWith(`${word} in `)) && !misparsed.some((known) => known.test(each)),
      );
      if (found.length > 0) missed[path] = found;
    }
    expect(missed).toEqual({});
  },
);
