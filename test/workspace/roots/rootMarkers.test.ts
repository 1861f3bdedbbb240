/** Whether a folder has a root marker. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasRootMarker } from "../../../src/workspace/roots/rootMarkers.js";
import { createFolder, removeFolders } from "../../folders.js";

afterAll(removeFolders);

/** A file and its text, a marker, whether it is one. */
test.each<[string, string, string, boolean]>([
  ["go.mod", "", "go.mod", true],
  ["go.mod", "", "go.work", false],
  ["App.sln", "", "*.sln", true],
  ["App.slnx", "", "*.sln", false],
  ["pyproject.toml", "[tool.pyright]\n", "pyproject.toml#tool.pyright", true],
  ["pyproject.toml", "[project]\r\n  [tool.pyright.x] # one below\r\n", "pyproject.toml#tool.pyright", true],
  ["pyproject.toml", "[[tool.pyright.environments]]\n", "pyproject.toml#tool.pyright", true],
  ["pyproject.toml", "[tool.ruff]\n# [tool.pyright]\n", "pyproject.toml#tool.pyright", false],
  ["pyproject.toml", "[tool.pyrightx]\n", "pyproject.toml#tool.pyright", false],
  ["setup.cfg", "[tool.pyright]\n", "pyproject.toml#tool.pyright", false],
])("A folder with %s of %j has the marker %s: %s", (name, text, marker, expected) => {
  const folder = createFolder();
  writeFileSync(join(folder, name), text);
  expect(hasRootMarker(folder, [marker])).toBe(expected);
});

test("A folder counts as a marker, and a folder that is not there has none", () => {
  const folder = createFolder();
  mkdirSync(join(folder, ".terraform"));
  expect(hasRootMarker(folder, [".terraform"])).toBe(true);
  expect(hasRootMarker(join(folder, "gone"), ["*.sln"])).toBe(false);
});
