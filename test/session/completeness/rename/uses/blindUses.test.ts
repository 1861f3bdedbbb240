/** Uses in files of which the server does not say whether it sees all that they import. */

import { closePairs } from "../../../pair.js";
import { startRename } from "../drawnRename.js";

afterEach(closePairs);

test("Every file of which the server does not report is counted, however many have the name", async () => {
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const users = names.map((name) => [`${name}.ts`, 'import { ⟪old⟫ } from "util";\n']);
  const files = { "lib/util.ts": "export function ┃old() {}\n", ...Object.fromEntries(users) };
  const rename = await startRename(files, { command: ["typescript-language-server", "--stdio"] });
  const { result } = await rename({ place: true });
  expect(result.unconfirmed.unexamined).toMatch(
    /^it is not known whether \S+ sees all of \w\.ts, \w\.ts, \w\.ts and 4 more$/,
  );
});
