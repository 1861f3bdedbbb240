/**
 * Checks all documentation: a test runs the examples of each page, and its links, files and scripts
 * exist.
 */

import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { blocksOf, repository, textOf } from "./markdown.js";

/** Every page, or folder of pages, with the test that runs its examples; null for one without. */
const testFileByPage: Readonly<Record<string, string | null>> = {
  "README.md": "test/documentation/readme.e2e.test.ts",
  "ARCHITECTURE.md": null,
  "CHANGELOG.md": null,
  "CONTRIBUTING.md": null,
  "SECURITY.md": null,
  "bench/README.md": null,
  "docs/agents.md": "test/documentation/agents.e2e.test.ts",
  "docs/evidence.md": "test/documentation/evidence.test.ts",
  "docs/editors.md": "test/documentation/editors.e2e.test.ts",
  "docs/grammars.md": null,
  "docs/harness.md": "test/documentation/harness.e2e.test.ts",
  "docs/indexes.md": "test/documentation/indexes.test.ts",
  "docs/languages.md": "test/documentation/languages.e2e.test.ts",
  "docs/mcp.md": "test/documentation/mcp.e2e.test.ts",
  "docs/notation.md": "test/documentation/notation.e2e.test.ts",
  "docs/protocol.md": null,
  "docs/protocol": "test/documentation/protocol.e2e.test.ts",
  "docs/servers.md": "test/backend/config/servers.test.ts",
  "docs/servers": "test/backend/config/servers.test.ts",
  "docs/shell.md": "test/documentation/shell.e2e.test.ts",
  "docs/shell": "test/documentation/shell.e2e.test.ts",
  "docs/trace.md": "test/documentation/trace.e2e.test.ts",
  "editors/vscode/CHANGELOG.md": null,
  "editors/vscode/README.md": null,
  "queries/README.md": null,
};

const pages = [".", "bench", "docs", "queries", "editors", ...foldersIn("docs"), ...foldersIn("editors")].flatMap(
  (folder) =>
    readdirSync(join(repository, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => join(folder, name)),
);

function foldersIn(folder: string): string[] {
  return readdirSync(join(repository, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));
}

/** Returns the row of a page, or else that of its folder. */
function rowOf(page: string): string {
  return Object.hasOwn(testFileByPage, page) ? page : dirname(page);
}

test("Every page is listed with its test", () => {
  expect(pages.filter((page) => !Object.hasOwn(testFileByPage, rowOf(page)))).toEqual([]);
});

test.each(pages)("A test runs the examples of %s", (page) => {
  const file = testFileByPage[rowOf(page)];
  // A block without a language is a drawing.
  if (!file) expect(blocksOf(page).filter(({ language }) => language !== "")).toEqual([]);
  else expect(textOf(file)).toContain(rowOf(page));
});

test.each([
  ["README.md", 140],
  ["docs/agents.md", 100],
  ["docs/editors.md", 100],
  ["docs/harness.md", 100],
  ["docs/languages.md", 180],
])("%s has at most %d lines", (page, lines) => {
  expect(textOf(page).trimEnd().split("\n").length).toBeLessThanOrEqual(lines);
});

test("docs has at most 26,000 words, beside generated tables", () => {
  const texts = pages.filter((page) => page.startsWith("docs")).map(textOf);
  const written = texts.join(" ").replace(/<!-- (\w+):begin -->.*?<!-- \1:end -->/gs, "");
  expect(written.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length).toBeLessThanOrEqual(26_000);
});

test("Every link leads to an existing file and heading", () => {
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

/** Returns the anchors that GitHub makes of headings. */
function anchorsOf(page: string): string[] {
  return [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(
    ([, heading = ""]) =>
      `#${heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-")}`,
  );
}

test("Every file that the documentation names exists", () => {
  const named = pages.flatMap((page) =>
    [...textOf(page).matchAll(/`((?:src|test|bench|schema|docs|scripts)\/[\w./-]+\.\w+)`/g)].map(
      ([, path]) => path as string,
    ),
  );
  // From the examples of docs/notation.md.
  const fictionalPaths = ["src/shop.py"];
  expect(named.filter((path) => !fictionalPaths.includes(path) && !existsSync(join(repository, path)))).toEqual([]);
});

test("Every npm script that the documentation names exists", () => {
  const { scripts } = JSON.parse(textOf("package.json")) as { scripts: object };
  const named = pages
    .filter((page) => !page.startsWith("editors/"))
    .flatMap((page) => [...textOf(page).matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name]) => name as string));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

test("Every module that ARCHITECTURE.md names exists", () => {
  const named = [...textOf("ARCHITECTURE.md").matchAll(/`((?:\w+\/)*\w+\.ts)`/g)].map(([, path = ""]) => path);
  const sources = readdirSync(join(repository, "src"), { recursive: true, encoding: "utf8" }).map((file) =>
    file.replaceAll("\\", "/"),
  );
  const isThere = (path: string) => sources.includes(path.replace(/^src\//, "")) || existsSync(join(repository, path));
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((path) => !isThere(path))).toEqual([]);
});

test("Prose has at most 100 columns", () => {
  const long = pages.flatMap((page) => {
    let [isInBlock, isGenerated] = [false, false];
    return textOf(page)
      .split("\n")
      .flatMap((line, n) => {
        if (/^\s*```/.test(line)) isInBlock = !isInBlock;
        if (/^<!-- \w+:(?:begin|end) -->$/.test(line)) isGenerated = line.includes(":begin");
        const isExempt = isInBlock || isGenerated || /^\s*\||\]\(|https?:/.test(line);
        return line.length > 100 && !isExempt ? [`${page}:${n + 1}`] : [];
      });
  });
  expect(long).toEqual([]);
});
