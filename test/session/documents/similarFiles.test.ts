/** The files that a path which leads nowhere may mean, and what is said when the search is cut. */

import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { similarFiles } from "../../../src/session/documents/similarFiles.js";
import { afterTest } from "../../jest.js";
import { removeFolder } from "../../removeFolder.js";
import { closePairs, pair } from "../pair.js";

afterEach(() => {
  jest.restoreAllMocks();
  return closePairs();
});

/** Makes the time for a search be over before it begins. */
function endTime(): void {
  const { now } = performance;
  let hours = 0;
  jest.spyOn(performance, "now").mockImplementation(() => now.call(performance) + 3_600_000 * hours++);
}

function makeFolder(files: readonly string[]): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "locate-similar-")));
  afterTest(() => removeFolder(folder));
  for (const file of files) {
    mkdirSync(join(folder, file, ".."), { recursive: true });
    writeFileSync(join(folder, file), "");
  }
  return folder;
}

test("A search of all folders is not partial", () => {
  const folder = makeFolder(["a/shop.py", "b/c/shop.py"]);
  expect(similarFiles("shop.py", [folder])).toEqual({
    paths: [join(folder, "a/shop.py"), join(folder, "b/c/shop.py")],
    isPartial: false,
  });
});

test("A search whose time is up says so", () => {
  const folder = makeFolder(["shop.py", "b/c/shop.py"]);
  endTime();
  expect(similarFiles("shop.py", [folder])).toEqual({ paths: [join(folder, "shop.py")], isPartial: true });
});

test("An error with files of a search that was cut claims no more than it knows", async () => {
  const session = pair({ files: { "x.py": "", "deep/down/x.py": "", "deep/shop.py": "" } });
  await session.open();
  endTime();
  const { error } = await session.request("locate/outline", { file_path: "down/x.py" });
  expect(error.message).not.toContain("the file of that name");
  expect(error.message).toContain("There is: x.py; not all folders were searched.");
  expect(error.data).toMatchObject({ similar: ["x.py"], more: true });
});
