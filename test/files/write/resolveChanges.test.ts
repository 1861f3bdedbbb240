/** The refusal of files outside of the folders that may be written. */

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resolveChanges } from "../../../src/files/write/resolveChanges.js";
import { afterTest } from "../../jest.js";

test.each([
  ["", /Nothing was written\.$/],
  ["Write it yourself.", /Nothing was written\. Write it yourself\.$/],
])("The error for a file outside of the workspace ends with the advice %j", (advice, expected) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "locate-outside-")));
  afterTest(() => rmSync(folder, { recursive: true }));
  const creations = [{ path: join(folder, "new"), after: Buffer.from("") }];
  const ask = () => resolveChanges({ contents: [], moves: [], creations }, { folders: [join(folder, "in")], advice });
  expect(ask).toThrow(expect.objectContaining({ kind: "file_unwritable", message: expect.stringMatching(expected) }));
});
