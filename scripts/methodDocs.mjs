/**
 * Writes the lists of methods in docs/protocol/methods.md and docs/mcp.md from the rows of the
 * methods. A test compares them.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { replaceRegion } from "./markdownRegion.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What the Locate of a method has to be, by `takes` of its row. */
const places = {
  point: "a point",
  points: "a point, or an array of them",
  range: "a range",
  ranges: "a range, or an array of them",
  document: 'a document (`"foo.py"`)',
  symbol: "a symbol path",
  position: "an LSP position or range instead",
  handle: "a handle",
  paths: "paths of files or folders instead",
  "any document": "a `textDocument`, or nothing",
};

/** Where each method of our own is described. */
const pages = {
  resolve: "places.md#resolving",
  resolveRange: "places.md#resolving",
  describe: "places.md#describing",
  nodes: "places.md#syntax-nodes",
  track: "places.md#tracking",
  untrack: "places.md#tracking",
  outline: "search.md#outlines",
  search: "search.md#search",
  context: "search.md#context",
  edit: "edit.md",
  fix: "changes.md#code-actions",
  delete: "changes.md#deleting-a-symbol",
  signature: "changes.md#changing-parameters",
  move: "changes.md#moving-files",
  status: "diagnostics.md#status",
};

/** Methods of LSP that do more than their request. */
const furtherPages = { rename: "rename.md", diagnostic: "diagnostics.md" };

const yes = (value) => (value ? "yes" : "");

/** Returns the table of methods without a request of the same name in LSP, from their rows. */
export function tableOfOwnMethods(methods) {
  const rows = Object.entries(methods).map(
    ([name, { takes, needsSession, changesFiles }]) =>
      `| [\`locate/${name}\`](${pages[name]}) | ${places[takes]} | ${yes(changesFiles)} | ${yes(!needsSession)} |`,
  );
  return ["| method | takes | plans a change of files | at a shell |", "|---|---|---|---|", ...rows].join("\n");
}

/** Returns the table of methods that send a request of LSP, from their rows. */
export function tableOfLspMethods(methods) {
  const rows = Object.entries(methods).map(([name, row]) => {
    const title = `\`locate/${name}\``;
    const linked = furtherPages[name] === undefined ? title : `[${title}](${furtherPages[name]})`;
    const requests = [`textDocument/${row.requestMethod ?? name}`, row.followUpMethod].filter(Boolean);
    const params = [row.requiredParam, row.hasUses && "uses?", row.hasLevels && "levels?"].filter(Boolean);
    const cells = [
      linked,
      places[row.takes],
      requests.map((method) => `\`${method}\``).join(", "),
      whileLoading(row),
      yes(row.isChecked || name === "rename"),
      params.map((param) => `\`${param}\``).join(", "),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  const head = "| method | takes | sends | while the server loads | compared with the text | own params |";
  return [head, "|---|---|---|---|---|---|", ...rows].join("\n");
}

function whileLoading({ dependsOn, doubtsEmpty }) {
  if (dependsOn === "project") return "waits";
  return dependsOn === "file" || doubtsEmpty ? "sent, and again if empty" : "sent";
}

/** Returns the list of the questions of the tool `ask`. */
export function listOfQuestions(names) {
  return names.map((name) => `\`${name}\``).join(", ");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { ownMethods, lspMethods } = await load("src/ask/methodTable.ts");
  const { askMethods } = await load("src/cli/methods/commandTable.ts");
  write("docs/protocol/methods.md", "own", tableOfOwnMethods(ownMethods));
  write("docs/protocol/methods.md", "lsp", tableOfLspMethods(lspMethods));
  write("docs/mcp.md", "questions", listOfQuestions(askMethods));
}

function write(page, name, content) {
  const path = join(root, page);
  writeFileSync(path, replaceRegion(readFileSync(path, "utf8"), name, content));
}

/** Imports a file of src/, bundled in memory. */
async function load(file) {
  const esbuild = await import("esbuild");
  const options = {
    bundle: true,
    write: false,
    platform: "node",
    format: "cjs",
    mainFields: ["module", "main"],
    logLevel: "error",
  };
  const { outputFiles } = await esbuild.build({ ...options, entryPoints: [join(root, file)] });
  const module = { exports: {} };
  new Function("module", "exports", "require", outputFiles[0].text)(
    module,
    module.exports,
    createRequire(import.meta.url),
  );
  return module.exports;
}
