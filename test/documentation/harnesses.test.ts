/** The table in docs/agents.md has the harnesses that `lsp-locate setup` knows. */

import { harnesses } from "../../src/cli/configure/harnesses.js";
import { rowsOf } from "./markdown.js";

test("docs/agents.md has a row for each harness, in the order of setup", () => {
  const rows = rowsOf("docs/agents.md").map(([title, name = ""]) => [title, name.replaceAll("`", "")]);
  expect(rows).toEqual(harnesses.map(({ title, name }) => [title, name]));
});
