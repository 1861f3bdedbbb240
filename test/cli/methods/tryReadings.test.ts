/** What a request of a command names its files by. */

import { join } from "node:path";
import type { MethodCommand, MethodContext } from "../../../src/cli/methods/methodCommand.js";
import { tryReadings } from "../../../src/cli/methods/tryReadings.js";
import type { Locate } from "../../../src/locate/locate.js";

const workspace = process.cwd();

/** Returns the Locates that are sent, of a command in the folder of its workspace. */
async function sent(locate: Locate): Promise<readonly Locate[]> {
  let got: readonly Locate[] = [];
  const send = async (locates: readonly Locate[]) => {
    got = locates;
    return { kind: "records", result: null };
  };
  const paths = { workspace, workingDirectory: workspace, root: undefined };
  await tryReadings({ send } as unknown as MethodCommand, [[locate]], { paths } as MethodContext);
  return got;
}

test.each([
  ["a file of the workspace", join(workspace, "src/main.ts"), "src/main.ts"],
  ["a file elsewhere", join(workspace, "../x.ts"), join(workspace, "../x.ts")],
  ["a document in no file", "jdt://contents/rt.jar/List.class", "jdt://contents/rt.jar/List.class"],
  ["a library's file", "requests/sessions.py", "requests/sessions.py"],
])("%s is %s, sent as %s", async (_title, file_path, expected) => {
  expect(await sent({ file_path, find: "List" })).toEqual([{ file_path: expected, find: "List" }]);
});
