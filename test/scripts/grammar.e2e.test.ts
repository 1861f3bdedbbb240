/** The committed parsers of our own grammars are those that scripts/grammar.mjs builds. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Language, Parser } from "web-tree-sitter";
// @ts-expect-error a script without types
import * as script from "../../scripts/grammar.mjs";
import { initTreeSitter } from "../../src/syntax/grammars/grammarLoader.js";
import { testIf } from "../jest.js";
import { engineWasm } from "../syntax/packagedGrammars.js";
import { rholangPrograms } from "../syntax/rholangPrograms.js";

interface Tools {
  readonly "tree-sitter"?: string;
  readonly clang?: string;
  readonly "wasm-ld"?: string;
}

const { compileParser, generateParser, installedTools, recordedTools } = script as {
  compileParser(name: string, scratch: string): Buffer;
  generateParser(name: string, scratch: string): string;
  installedTools(): Tools;
  recordedTools(name: string): Required<Tools>;
};

jest.setTimeout(120_000);

const folder = resolve(import.meta.dirname, "../../grammars");
const names = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, "tools.json")))
  .map(({ name }) => name);
const installed = installedTools();
const programs: Readonly<Record<string, readonly string[]>> = { rholang: rholangPrograms.map(({ text }) => text) };

describe.each(names)("The grammar of %s", (name) => {
  const recorded = recordedTools(name);
  const canGenerate = installed["tree-sitter"] === recorded["tree-sitter"];
  const canCompile = canGenerate && installed.clang !== undefined && installed["wasm-ld"] !== undefined;
  const scratch = mkdtempSync(join(tmpdir(), "lsp-locate-grammar-"));
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));
  const committed = readFileSync(join(folder, name, `${name}.wasm`));

  test("has a parser of ABI 15 that web-tree-sitter loads.", async () => {
    await initTreeSitter(readFileSync(engineWasm));
    expect((await Language.load(committed)).abiVersion).toBe(15);
  });

  testIf(canGenerate, `needs tree-sitter ${recorded["tree-sitter"]}`)("generates the committed parser.c.", () => {
    const generated = generateParser(name, scratch);
    expect(generated === readFileSync(join(folder, name, "src/parser.c"), "utf8")).toBe(true);
  });

  testIf(canCompile, "needs clang")("compiles to a module that parses as the committed one.", async () => {
    generateParser(name, scratch);
    const compiled = compileParser(name, scratch);
    const isRecorded = installed.clang === recorded.clang && installed["wasm-ld"] === recorded["wasm-ld"];
    if (isRecorded) expect(compiled.equals(committed)).toBe(true);
    await initTreeSitter(readFileSync(engineWasm));
    const [one, other] = await Promise.all([committed, compiled].map(async (bytes) => parserOf(bytes)));
    for (const text of programs[name] ?? []) expect(one?.(text)).toBe(other?.(text));
  });
});

async function parserOf(wasm: Uint8Array): Promise<(text: string) => string> {
  const parser = new Parser();
  parser.setLanguage(await Language.load(wasm));
  return (text) => {
    const tree = parser.parse(text);
    const drawn = tree?.rootNode.toString() ?? "";
    tree?.delete();
    return drawn;
  };
}
