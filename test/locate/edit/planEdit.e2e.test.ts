/** Edits of nested symbols and nodes in many languages, compared with the same change by hand. */

import { checkEdits } from "./editLaws.js";
import { snippets } from "./snippets.js";

test.each(Object.entries(snippets))(
  "Replacements, insertions and deletions in %s are as they would be by hand",
  async (language, text) => {
    const { count, misfits } = await checkEdits(language, text, 20);
    expect(misfits).toEqual([]);
    expect(count).toBeGreaterThan(20);
  },
);
