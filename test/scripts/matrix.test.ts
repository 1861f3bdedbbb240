/** The tables of the matrix, and the projects that it is measured with. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { shippedServers } from "../../src/backend/config/loadServers.js";

const root = join(import.meta.dirname, "../..");
const { catalogue, entryNameOf } = await import(join(root, "scripts/matrix/catalogue.mjs"));
const { readProject } = await import(join(root, "scripts/matrix/project.mjs"));
const { largeProject } = await import(join(root, "scripts/matrix/largeProject.mjs"));
const { tables } = await import(join(root, "scripts/matrix/record.mjs"));
const { replaceRegion } = await import(join(root, "scripts/markdownRegion.mjs"));
const { isRight, summaryOf } = await import(join(root, "scripts/matrix/answers.mjs"));
const { isRightThroughout } = await import(join(root, "scripts/matrix/table.mjs"));

const results = JSON.parse(readFileSync(join(root, "scripts/matrix/results.json"), "utf8"));

test("The tables and servers.json are in step with the recorded results", () => {
  const files: readonly { file: URL; content(text: string, replace: unknown): string }[] = tables(results);
  for (const { file, content } of files) {
    const text = readFileSync(file, "utf8");
    expect(content(text, replaceRegion)).toBe(text);
  }
  expect(files.map(({ file }) => file.pathname.slice(file.pathname.lastIndexOf("/") + 1))).toEqual([
    "measured.md",
    "README.md",
    "servers.json",
  ]);
});

test("At least forty servers are recorded as right throughout, and none as wrong by our fault", () => {
  const rows = Object.values<Parameters<typeof isRightThroughout>[0]>(results);
  expect(rows.filter(isRightThroughout).length).toBeGreaterThanOrEqual(40);
  const wrong = Object.entries<{ results: Record<string, { result: string }> }>(results).flatMap(([server, row]) =>
    Object.entries(row.results).flatMap(([method, { result }]) => (result === "wrong" ? [`${server} ${method}`] : [])),
  );
  expect(wrong).toEqual([]);
});

test("Each server of the matrix has an entry, and a project whose places exist", () => {
  const shipped = shippedServers();
  for (const [name, { project }] of Object.entries<{ project: string }>(catalogue)) {
    const server: string = entryNameOf(name);
    expect(shipped.servers.has(server) ? server : `no entry ${server}`).toBe(server);
    const { language, questions, files } = readProject(project);
    expect(shipped.languages.has(language) ? language : `no language ${language}`).toBe(language);
    for (const { locate, alternatives } of questions) {
      expect(Object.keys(files)).toContain(locate.replace(/[:@].*/, ""));
      for (const place of alternatives?.flat() ?? []) {
        const [, path = "", line = ""] = /^(.+):(\d+)$/.exec(place) ?? [];
        expect({ [place]: files[path]?.split("\n")[Number(line) - 1] }).toEqual({
          [place]: expect.stringMatching(/\S/),
        });
      }
    }
  }
});

test("A large project has copies of the files that use the symbol, which a C++ server finds listed", () => {
  const { files, questions } = largeProject(readProject("cpp"));
  expect(questions).toMatchObject([{ method: "references" }]);
  expect(files["src/maincopy59.cpp"]).toBe(files["src/main.cpp"]);
  const commands: readonly { file: string; arguments: readonly string[] }[] = JSON.parse(
    files["compile_commands.json"],
  );
  expect(commands).toHaveLength(3 + 2 * 60);
  expect(commands.every((command) => command.arguments.includes(command.file))).toBe(true);
  expect(largeProject(readProject("json"))).toBeUndefined();
});

test("Every project is asked of a server", () => {
  const projects = readdirSync(join(root, "scripts/matrix/projects")).map((name) => name.replace(".txt", ""));
  const used = Object.values<{ project: string }>(catalogue).map(({ project }) => project);
  expect(projects.filter((name) => !used.includes(name))).toEqual([]);
});

test.each([
  ["definition", [["a:1"]], { uri: "file:///p/a", range: { start: { line: 0 } } }, true],
  ["definition", [["a:1"]], [{ targetUri: "file:///p/a", targetSelectionRange: { start: { line: 1 } } }], false],
  ["definition", [["a:1"], ["a:2"]], [{ targetUri: "file:///p/a", targetRange: { start: { line: 1 } } }], true],
  ["references", [["a:1", "b:1"]], [{ uri: "file:///p/a", range: { start: { line: 0 } } }], false],
  ["references", [["a:1"]], null, false],
])("An answer to %s by the truth %j: %j is right: %s", (method, alternatives, answer, expected) => {
  const question = { method, locate: "a:1", alternatives, parts: [] };
  expect(isRight(question, summaryOf(question, answer, "/p"))).toBe(expected);
});
