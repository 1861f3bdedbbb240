/** Grammars, queries and an engine for tests, in the same thread. */

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { type Grammar, Grammars, type UserGrammar } from "../../src/syntax/grammars/grammars.js";
import type { OutlineSymbol } from "../../src/syntax/outline/outlineSymbols.js";
import { Engine } from "../../src/syntax/worker/engine.js";

const root = resolve(import.meta.dirname, "../..");
const modules = join(root, "node_modules");

/** web-tree-sitter's own .wasm file. */
export const engineWasm = join(modules, "web-tree-sitter/web-tree-sitter.wasm");

const grammarPackage = dirname(createRequire(import.meta.url).resolve("tree-sitter-wasm/manifest.json"));
const wasmPaths = new Map<string, string>();

/** Returns the path of a grammar: one of our own, or one of the grammar package. */
export function wasmOf(name: string): string {
  const known = wasmPaths.get(name);
  if (known !== undefined) return known;
  const own = join(root, "grammars", name, `${name}.wasm`);
  const path = existsSync(own) ? own : join(grammarPackage, "out", name, `tree-sitter-${name}.wasm`);
  wasmPaths.set(name, path);
  return path;
}

/** The shipped grammars, read from the grammar package instead of the build. */
export class PackagedGrammars extends Grammars {
  constructor(own: ReadonlyMap<string, UserGrammar> = new Map()) {
    super({ grammars: "", queries: join(root, "queries") }, own);
  }

  override byName(name: string): Grammar | undefined {
    const grammar = super.byName(name);
    return grammar && { ...grammar, wasm: wasmOf(name) };
  }
}

const grammars = new PackagedGrammars();
let engine: Engine | undefined;
let keys = 0;

/** Returns the engine that all tests of a file share. */
export function theEngine(): Engine {
  engine ??= new Engine(readFileSync(engineWasm), (name) => grammars.byName(name));
  return engine;
}

/** Returns the outline of a source; `language` is a language id. */
export async function outlineOfSource(language: string, source: string): Promise<readonly OutlineSymbol[]> {
  const grammar = grammars.of(language);
  if (grammar === undefined) throw new Error(`there is no grammar for ${language}`);
  const key = ++keys;
  theEngine().open(key, grammar, source);
  try {
    return await theEngine().outline(key);
  } finally {
    theEngine().close(key);
  }
}
