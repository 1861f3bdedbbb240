/** The manifests for other package managers: versions, required fields, and what a release sets. */

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { manifests } from "../../scripts/release/manifests.mjs";
import shipped from "../../servers.json" with { type: "json" };
import { languagesByExtension } from "../../src/cli/configure/clients.js";

const root = resolve(import.meta.dirname, "../..");
const text = (path: string) => readFileSync(join(root, path), "utf8");
const json = (path: string) => JSON.parse(text(path)) as Record<string, unknown>;
const { version } = json("package.json") as { version: string };
const files = Object.keys(manifests);

test.each(files)("%s has the version of package.json", (file) => {
  const versions = [...text(file).matchAll(/"version": "([^"]*)"|lsp-locate@(\S+)/g)].map(
    ([, one, other]) => one ?? other,
  );
  expect(versions.length).toBeGreaterThan(0);
  expect(new Set(versions)).toEqual(new Set([version]));
});

test.each(files)("%s names no host until a release knows it", (file) => {
  const addresses = text(file).match(/https?:\/\/[^"\s]+/g) ?? [];
  expect(addresses.filter((address) => !address.endsWith(".schema.json"))).toEqual([]);
});

test.each(files)("A release sets the version and the addresses in %s, twice in the same way", (file) => {
  const fill = manifests[file] as (typeof manifests)[string];
  const filled = fill(text(file), "9.8.7", "git@github.com:ann/lsp-locate.git");
  expect(filled).not.toContain(version);
  expect(filled).toContain("9.8.7");
  expect(fill(filled, "9.8.7", "https://github.com/ann/lsp-locate")).toBe(filled);
  if (file.endsWith(".json")) expect(() => JSON.parse(filled)).not.toThrow();
});

test.each(files)("Without a remote, a release changes only the version of %s", (file) => {
  expect(manifests[file]?.(text(file), version, "")).toBe(text(file));
});

test("server.json has the name by which the MCP registry knows the project", () => {
  const file = "packaging/mcp-registry/server.json";
  const filled = JSON.parse(
    manifests[file]?.(text(file), version, "git@github.com:ann/lsp-locate.git") ?? "",
  ) as object;
  expect(filled).toMatchObject({
    name: "io.github.ann/lsp-locate",
    repository: { url: "https://github.com/ann/lsp-locate", source: "github" },
    packages: [{ identifier: json("package.json")["name"] }],
  });
});

test("Mason's package has the fields that its registry requires", () => {
  const file = "packaging/mason/package.yaml";
  const filled = manifests[file]?.(text(file), version, "git@github.com:ann/lsp-locate.git") ?? "";
  for (const field of ["name", "description", "homepage", "licenses", "languages", "categories", "source", "bin"])
    expect(filled).toMatch(new RegExp(`^${field}:`, "m"));
  expect(filled).toMatch(/^ {2}id: pkg:npm\/lsp-locate@\d+\.\d+\.\d+$/m);
  expect(filled).toMatch(/^ {2}lsp-locate: npm:lsp-locate$/m);
});

test("Claude Code's plugin serves the extensions that setup writes, with the bundle of the package", () => {
  const { lspServers } = json(".claude-plugin/plugin.json") as Record<string, Record<string, unknown>>;
  expect(lspServers?.["lsp-locate"]).toEqual({
    command: "node",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Claude Code replaces it.
    args: ["${CLAUDE_PLUGIN_ROOT}/dist/command/main.js", "--agent"],
    extensionToLanguage: languagesByExtension(new Map(Object.entries(shipped.languages))),
  });
});

test("The skill has the text for models of docs/harness.md", () => {
  const [, prompt = ""] =
    /<!-- prompt:begin -->\n```text\n([\s\S]*?)```\n<!-- prompt:end -->/.exec(text("docs/harness.md")) ?? [];
  expect(prompt.length).toBeGreaterThan(1000);
  expect(text("packaging/claude-code/skills/locate/SKILL.md")).toContain(prompt.trim());
});

test("The paths that manifests name are in the package", () => {
  const { files: packed } = json("package.json") as { files: string[] };
  const { skills } = json(".claude-plugin/plugin.json") as { skills: string[] };
  const named = [...skills, json("gemini-extension.json")["contextFileName"]];
  for (const path of named as string[]) {
    expect(() => readFileSync(join(root, path.endsWith("/") ? `${path}locate/SKILL.md` : path))).not.toThrow();
    expect(packed).toContain(path.replace(/^\.\//, "").split("/")[0]);
  }
  expect(packed).toEqual(expect.arrayContaining([".claude-plugin", "gemini-extension.json"]));
});
