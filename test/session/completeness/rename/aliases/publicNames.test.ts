/** Which files give names to other packages. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { CodeFiles } from "../../../../../src/code/entities/codeFiles.js";
import { languageOfPath } from "../../../../../src/languages/languages.js";
import { isPublicFile } from "../../../../../src/session/completeness/rename/aliases/publicNames.js";
import { afterTest } from "../../../../jest.js";
import { createInProcessSyntax } from "../../../../syntax/inProcessSyntax.js";

const syntax = createInProcessSyntax();

function codeFilesIn(root: string): CodeFiles {
  return new CodeFiles({
    syntax,
    roots: [root],
    async read(path) {
      const text = await readFile(path, "utf8").catch(() => undefined);
      return text === undefined ? undefined : { uri: `file://${path}`, path, text, languageId: languageOfPath(path) };
    },
    languageOf: languageOfPath,
    declarations: async () => [],
    filesWith: async () => [],
  });
}

/** Returns which files of a package are public. */
async function publicFiles(manifest: object | string, files: Readonly<Record<string, string>>) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "public-")));
  afterTest(() => rmSync(root, { recursive: true }));
  const all = { ...files, "package.json": typeof manifest === "string" ? manifest : JSON.stringify(manifest) };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const found: string[] = [];
  for (const path of Object.keys(files)) if (await isPublicFile(join(root, path), codeFilesIn(root))) found.push(path);
  return found;
}

const sources = {
  "src/index.ts": 'export { a } from "./a.js";\nexport * from "./b.js";\nexport * from "./c";\n',
  "src/a.ts": "",
  "src/b.ts": 'export * from "./deep/d";\n',
  "src/c/index.ts": "",
  "src/deep/d.ts": "",
  "test/index.ts": "",
  "src/readme.md": "",
};
const fromIndex = ["src/index.ts", "src/b.ts", "src/c/index.ts", "src/deep/d.ts"];

test.each<[string, object | string, Readonly<Record<string, string>>, readonly string[]]>([
  [
    "main of a build leads to its source, and on by export *",
    { name: "p", main: "./dist/cjs/index.js" },
    sources,
    fromIndex,
  ],
  [
    "nested exports count",
    { name: "p", exports: { ".": { import: { types: "./dist/index.d.ts" } } } },
    sources,
    fromIndex,
  ],
  [
    "a pattern in exports counts",
    { name: "p", exports: { "./*": "./dist/*.js" } },
    { "src/x/y.ts": "" },
    ["src/x/y.ts"],
  ],
  [
    "a folder as main is its index",
    { name: "p", main: "lib" },
    { "lib/index.js": "", "lib/a.js": "" },
    ["lib/index.js"],
  ],
  [
    "module.exports = require(…) is followed",
    { name: "p", main: "main.js" },
    { "main.js": 'module.exports = require("./lib/all");', "lib/all.js": "", "lib/other.js": "" },
    ["main.js", "lib/all.js"],
  ],
  ["exports that lead in a circle end", { name: "p", main: "a.js" }, { "a.js": 'export * from "./a.js"' }, ["a.js"]],
  ["without exports and main, nothing is public", { name: "p" }, sources, []],
  ["a package.json that is not JSON names nothing", "{", sources, []],
  [
    "a package.json that only says the type of its files is no package",
    { name: "p", main: "src/index.ts" },
    { "src/index.ts": 'export * from "./b"', "src/package.json": '{"type":"module"}', "src/b.ts": "" },
    ["src/index.ts", "src/b.ts"],
  ],
])("In a package, %s", async (_what, manifest, files, expected) => {
  expect(await publicFiles(manifest, files)).toEqual(expected);
});
