/** Grammars are loaded once, with their own queries, and again after a failure. */

import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GrammarLoader } from "../../../src/syntax/grammars/grammarLoader.js";
import type { Grammar } from "../../../src/syntax/grammars/grammars.js";
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

test("The grammar of an unknown embedded language is undefined.", async () => {
  expect(await newLoader().loadByName("klingon")).toBeUndefined();
});
