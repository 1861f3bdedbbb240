/** What holds of all documentation: somebody runs its examples, its links lead somewhere, and the files and scripts that it names are there. */

import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { blocksOf, repository, textOf } from "./markdown.js";

/** Every page, and the test that runs its examples; null where it has none. */
const testFileByPage: Readonly<Record<string, string | null>> = {
  "README.md": "test/documentation/readme.e2e.test.ts",
  "ARCHITECTURE.md": null,
  "CHANGELOG.md": null,
  "bench/README.md": null,
  "docs/agents.md": "test/documentation/agents.e2e.test.ts",
  "docs/editors.md": "test/documentation/editors.test.ts",
  "docs/notation.md": "test/documentation/notation.e2e.test.ts",
  "docs/protocol.md": "test/documentation/protocol.e2e.test.ts",
  "docs/servers.md": "test/backend/config/servers.test.ts",
  "docs/shell.md": "test/documentation/shell.e2e.test.ts",
  "docs/trace.md": "test/documentation/trace.e2e.test.ts",
  "editors/vscode/CHANGELOG.md": null,
  "editors/vscode/README.md": null,
  "queries/README.md": null,
};

const pages = [".", "bench", "docs", "queries", "editors", ...foldersIn("editors")].flatMap((folder) =>
  readdirSync(join(repository, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name)),
);

function foldersIn(folder: string): string[] {
  return readdirSync(join(repository, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));
}

test("every page is known here", () => {
  expect(pages.filter((page) => !Object.hasOwn(testFileByPage, page))).toEqual([]);
});

test.each(pages)("the examples of %s are run", (page) => {
  const file = testFileByPage[page];
  // A block of no language is a drawing.
  if (!file) expect(blocksOf(page).filter(({ language }) => language !== "")).toEqual([]);
  else expect(textOf(file)).toContain(page);
});

test("links lead somewhere", () => {
  const links = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\]\((?!\w+:)([^)\s#]*)(#[^)\s]*)?\)/g)].map(([all, path = "", anchor]) => ({
      where: `${page}: ${all}`,
      path: path === "" ? page : join(dirname(page), path),
      anchor,
    })),
  );
  expect(links.length).toBeGreaterThan(20);
  const brokenLinks = links.filter(
    ({ path, anchor }) => !existsSync(join(repository, path)) || (anchor && !anchorsOf(path).includes(anchor)),
  );
  expect(brokenLinks.map(({ where }) => where)).toEqual([]);
});

/** Headings as GitHub makes anchors of them. */
function anchorsOf(page: string): string[] {
  return [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(
    ([, heading = ""]) =>
      `#${heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-")}`,
  );
}

test("files that the documentation names are there", () => {
  const named = pages.flatMap((page) =>
    [...textOf(page).matchAll(/`((?:src|test|bench|schema|docs|scripts)\/[\w./-]+\.\w+)`/g)].map(
      ([, path]) => path as string,
    ),
  );
  // Of the page about the notation, in a folder that is not there.
  const fictionalPaths = ["src/shop.py"];
  expect(named.filter((path) => !fictionalPaths.includes(path) && !existsSync(join(repository, path)))).toEqual([]);
});

test("npm scripts that the documentation names are there", () => {
  const { scripts } = JSON.parse(textOf("package.json")) as { scripts: object };
  const named = pages
    .filter((page) => !page.startsWith("editors/"))
    .flatMap((page) => [...textOf(page).matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name]) => name as string));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});
