/** Loads grammars into the thread that parses, each once. */

import { Parser } from "web-tree-sitter";
import { getOrInsert } from "../../text/list.js";
import type { Grammar } from "./grammars.js";
import { LoadedGrammar } from "./loadedGrammar.js";

/** web-tree-sitter has one instance per thread. */
let initialization: Promise<void> | undefined;

const PAGE_BYTES = 64 * 1024;
const MEGABYTE = 1024 * 1024;
/** The memory of that instance. It holds all trees of the thread, and never shrinks. */
let memory: WasmMemory | undefined;
/** Node's types lack it. */
interface WasmMemory {
  readonly buffer: ArrayBuffer;
}
const { Memory } = (
  globalThis as unknown as {
    WebAssembly: { Memory: new (pages: { readonly initial: number; readonly maximum: number }) => WasmMemory };
  }
).WebAssembly;

/** Returns how many bytes the parsers and the trees of this thread take. */
export function treeMemoryBytes(): number {
  return memory?.buffer.byteLength ?? 0;
}

/** The grammars of this thread: web-tree-sitter never frees a loaded grammar. */
const loaded = new Map<string, Promise<LoadedGrammar>>();

/** Initialises web-tree-sitter from the bytes of its .wasm file. Later calls wait for the first. */
export function initTreeSitter(wasmBinary: Uint8Array): Promise<void> {
  if (initialization) return initialization;
  // The sizes are Emscripten's own.
  memory = new Memory({ initial: (32 * MEGABYTE) / PAGE_BYTES, maximum: (2048 * MEGABYTE) / PAGE_BYTES });
  initialization = Parser.init({ wasmBinary, wasmMemory: memory } as Parameters<typeof Parser.init>[0]);
  return initialization;
}

export class GrammarLoader {
  /** Resolves when grammars can be loaded. */
  readonly ready: Promise<void>;
  readonly #findByName: (name: string) => Grammar | undefined;

  /**
   * `wasmBinary` is web-tree-sitter's own. `findByName` returns the grammar of an embedded
   * language, or `undefined` to leave the language unparsed.
   */
  constructor(wasmBinary: Uint8Array, findByName: (name: string) => Grammar | undefined) {
    this.ready = initTreeSitter(wasmBinary);
    this.#findByName = findByName;
  }

  /** Throws if the grammar's file is missing or invalid. */
  async load(grammar: Grammar): Promise<LoadedGrammar> {
    await this.ready;
    // The queries belong to the key: two languages may share a parser and differ in their queries.
    const key = [grammar.wasm, ...grammar.queries].join("\n");
    return getOrInsert(loaded, key, () => {
      const loading = LoadedGrammar.load(grammar);
      // A grammar that failed is read again next time: its file may have been repaired.
      loading.catch(() => loaded.delete(key));
      return loading;
    });
  }

  /** Loads the grammar of an embedded language. Returns `undefined` if the language has none. */
  readonly loadByName = async (name: string): Promise<LoadedGrammar | undefined> => {
    const grammar = this.#findByName(name);
    return grammar && this.load(grammar);
  };
}
