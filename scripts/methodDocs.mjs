/**
 * Writes the lists of methods in docs/protocol.md and docs/mcp.md from the rows of the methods.
 * A test compares them.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { replaceRegion } from "./markdownRegion.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The rows of the table in docs/protocol.md: what a method takes, and which methods take it. */
const argumentKinds = [
  ["a point", ({ takes, followUpMethod }) => takes === "point" && followUpMethod === undefined],
  ["a point, or an array of them", ({ takes }) => takes === "points"],
  ["a range", ({ takes }) => takes === "range"],
  ["a range, or an array of them", ({ takes }) => takes === "ranges"],
  ['a document (`"foo.py"`)', ({ takes }) => takes === "document"],
  ["a point; two LSP requests in one", ({ followUpMethod }) => followUpMethod !== undefined],
  ["a symbol path", ({ takes }) => takes === "symbol"],
  ["an LSP position or range", ({ takes }) => takes === "position"],
  ["a handle", ({ takes }) => takes === "handle"],
  ["paths of files or folders", ({ takes }) => takes === "paths"],
  ["a `textDocument`, or nothing", ({ takes }) => takes === "any document"],
];

/** Returns the table of methods by what they take. `methods` has the rows of src/ask/policy.ts. */
export function tableOfMethods(methods) {
  const rows = argumentKinds.map(([kind, fits]) => {
    const names = Object.keys(methods).filter((name) => fits(methods[name]));
    return `| ${kind} | ${names.map((name) => `\`locate/${name}\``).join(", ")} |`;
  });
  return ["| takes | methods |", "|---|---|", ...rows].join("\n");
}

/** Returns the list of the questions of the tool `ask`. */
export function listOfQuestions(names) {
  return names.map((name) => `\`${name}\``).join(", ");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { ownMethods, lspMethods } = await load("src/ask/policy.ts");
  const { askMethods } = await load("src/cli/methods/methodTable.ts");
  write("docs/protocol.md", "methods", tableOfMethods({ ...ownMethods, ...lspMethods }));
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
