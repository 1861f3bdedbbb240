/** Grammars are loaded once, with their own queries, and again after a failure. */

import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { GrammarLoader } from "../../../src/syntax/grammars/grammarLoader.js";
import { type Grammar, Grammars } from "../../../src/syntax/grammars/grammars.js";
import { describeMissingFiles } from "../../../src/syntax/grammars/installedFiles.js";
import { indexedGrammars } from "../../../src/workspace/parse/indexedGrammars.js";
import { engineWasm, PackagedGrammars, wasmOf } from "../packagedGrammars.js";

const grammars = new PackagedGrammars();
const python = grammars.byName("python") as Grammar;
const newLoader = () => new GrammarLoader(readFileSync(engineWasm), (name) => grammars.byName(name));

test("A grammar is loaded once.", async () => {
  const loader = newLoader();
  expect(await loader.load(python)).toBe(await loader.load({ ...python }));
});

test("Two languages that share a .wasm file keep their own queries.", async () => {
  const loader = newLoader();
  const withQueries = await loader.load(python);
  const withoutQueries = await loader.load({ ...python, name: "mine", queries: [] });
  expect(withQueries.query("outline")).toBeDefined();
  expect(withoutQueries.query("outline")).toBeUndefined();
});

test("A compressed grammar is loaded, and a damaged one is named.", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lsp-locate-grammar-"));
  try {
    const loader = newLoader();
    const wasm = join(folder, "python.wasm.gz");
    const compressed = gzipSync(readFileSync(wasmOf("python")));
    writeFileSync(wasm, compressed.subarray(0, 1000));
    await expect(loader.load({ ...python, wasm })).rejects.toThrow(`${wasm} is damaged: unexpected end of file`);
    writeFileSync(wasm, compressed);
    expect((await loader.load({ ...python, wasm })).query("outline")).toBeDefined();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("A grammar that could not be read is read again once its file is repaired.", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lsp-locate-grammar-"));
  try {
    const loader = newLoader();
    const wasm = join(folder, "python.wasm");
    await expect(loader.load({ ...python, wasm })).rejects.toThrow();
    copyFileSync(wasmOf("python"), wasm);
    expect((await loader.load({ ...python, wasm })).grammar.wasm).toBe(wasm);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("A shipped grammar is not installed completely if one of its queries is missing, or all.", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lsp-locate-grammar-"));
  try {
    const load = (queries: string) => newLoader().load({ ...python, queries: [queries] });
    const none = join(folder, "none", "python");
    await expect(load(none)).rejects.toThrow(
      `lsp-locate is not installed completely: ${join(none, "lists.scm")} is missing, and 3 more. Install it again`,
    );
    const some = join(folder, "some", "python");
    cpSync(python.queries[0] as string, some, { recursive: true });
    rmSync(join(some, "scopes.scm"));
    await expect(load(some)).rejects.toThrow(`${join(some, "scopes.scm")} is missing. Install it again`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("What an installation lacks is said in one sentence, and nothing of a complete one.", () => {
  expect(describeMissingFiles(grammars, engineWasm)).toBeUndefined();
  const empty = new Grammars({ grammars: "/nowhere/grammars", queries: "/nowhere/queries" }, new Map());
  expect(describeMissingFiles(empty, "/nowhere/tree-sitter.wasm")).toMatch(
    /^lsp-locate is not installed completely: \/nowhere\/tree-sitter.wasm is missing, and \d+ more. Install it again.$/,
  );
  // Files in these languages are reported as not parsed, instead of having no declarations.
  expect(Object.keys(indexedGrammars(empty))).toEqual(Object.keys(indexedGrammars(grammars)));
});

test("The grammar of an unknown embedded language is undefined.", async () => {
  expect(await newLoader().loadByName("klingon")).toBeUndefined();
});
