/** The files that Locates name: how they are displayed, and what an error offers instead. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { displayPath } from "../../../src/session/documents/filePaths.js";
import { pathOfUri, uriOfPath } from "../../../src/uri.js";
import { closePairs, pair } from "../pair.js";

afterEach(closePairs);

const files = { "sub/cart.ts": "", "sub/card.ts": "", "deep/in/parts.ts": "" };

/** Returns the error for a file that does not exist. */
async function errorFor(path: string) {
  const session = pair({ files });
  await session.open();
  const { error } = await session.request("locate/hover", { locate: { file_path: path, find: "x" } });
  return error;
}

test.each<[string, readonly string[]]>([
  // A file of the same name leaves no doubt about the name.
  ["other/cart.ts", ["sub/cart.ts"]],
  ["crt.ts", ["sub/cart.ts", "sub/card.ts"]],
])("The error for the missing file %s offers %j", async (path, similar) => {
  const { message, data } = await errorFor(path);
  expect(data).toMatchObject({ kind: "file_not_found", similar });
  expect(message).toContain(`There is: ${similar.join(", ")}.`);
});

test("The error for a file whose name is not UTF-8 says that it can't be named", async () => {
  expect((await errorFor("a\ufffd.ts")).message).toContain("not UTF-8, and such files can't be named: rename it.");
});

test("The error for a file that is like no other says how to write paths", async () => {
  expect((await errorFor("zebra.ts")).message).toContain("Write a path relative to the workspace folder");
});

test("The error for a folder offers up to ten files in it", async () => {
  const names = Array.from({ length: 12 }, (_, n) => `${String.fromCharCode(97 + n)}.ts`);
  const session = pair({ files: Object.fromEntries(names.map((name) => [`many/${name}`, ""])) });
  await session.open();
  mkdirSync(join(session.root, "empty"));
  const messageFor = async (path: string) =>
    (await session.request("locate/hover", { locate: { file_path: path, find: "x" } })).error.message;
  const ten = names.slice(0, 10).map((name) => `many/${name}`);
  expect(await messageFor("many/")).toBe(`many/ is a folder. Write a file, such as ${ten.join(", ")} and 2 more.`);
  expect(await messageFor("empty")).toBe("empty is a folder. Write the path of a file.");
});

test("Without workspace folders, paths are relative to the first other root", () => {
  const [uri, root] = [uriOfPath("/work/a.ts", []), "/work"];
  expect(displayPath(uri, { folders: [], others: [root] })).toBe("a.ts");
  const folder = { uri: uriOfPath("/elsewhere", []), name: "elsewhere" };
  expect(displayPath(uri, { folders: [folder], others: [root] })).toBe("/work/a.ts");
});

test("A URI of a million folders leads to no file, and the error repeats its beginning", async () => {
  const deep = `${"d/".repeat(1_000_000)}a.py`;
  expect(pathOfUri(`file:///${"d/".repeat(8_000)}a.py`)).toBeDefined();
  expect(pathOfUri(`file:///${deep}`)).toBeUndefined();
  const session = pair({});
  await session.open();
  for (const uri of [deep, `file:///${deep}`]) {
    const { error } = await session.request("locate/outline", { textDocument: { uri } });
    expect(error.data).toMatchObject({ kind: "file_not_found" });
    expect(JSON.stringify(error).length).toBeLessThan(1_000);
  }
});
