/** The names of methods in errors at the shell. */

import { renameMethods } from "../../../../src/cli/show/text/methodNames.js";

test.each([
  ["Write a path from `locate/outline`, or lines.", "Write a path from `lsp-locate outline`, or lines."],
  ["Ask locate/codeAction. Then locate/move.", "Ask lsp-locate codeAction. Then lsp-locate move."],
  ["There is no file src/locate/edit/none.ts.", "There is no file src/locate/edit/none.ts."],
  ["There is no file locate/edit/none.ts.", "There is no file locate/edit/none.ts."],
  ["There is no file locate/edit.ts.", "There is no file locate/edit.ts."],
  ["in `./locate/search`", "in `./locate/search`"],
  ["Copy it, or set fuzzy to true for the closest stretch.", "Copy it."],
])("%j names commands: %j", (message, expected) => {
  expect(renameMethods(message, (method) => `lsp-locate ${method}`)).toBe(expected);
});
