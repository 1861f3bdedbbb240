/** Opens texts in the tests' engine. */

import type { Engine } from "../../../src/syntax/worker/engine.js";
import { PackagedGrammars, theEngine } from "../packagedGrammars.js";

const grammars = new PackagedGrammars();
let keys = 1_000_000;

/** Opens a text and returns the engine's methods for it. */
export function openText(language: string, text: string, engine: Engine = theEngine()) {
  const key = ++keys;
  const grammar = grammars.of(language);
  if (!grammar) throw new Error(`no grammar for ${language}`);
  engine.open(key, grammar, text);
  return {
    outline: () => engine.outline(key),
    faults: () => engine.syntaxErrors(key),
    at: async (from: number, to = from) =>
      (await engine.coveringNodes(key, [{ from, to }], { withFields: true }))[0] ?? [],
    wanted: async (at: number, targetType: string) =>
      (await engine.coveringNodes(key, [{ from: at, to: at }], { targetTypes: [targetType] }))[0] ?? [],
    faultsAfter: (from: number, to: number, insert: string) => engine.syntaxErrorsAfterEdit(key, { from, to }, insert),
    edit: (from: number, to: number, insert: string) => engine.edit(key, { from, to }, insert),
    close: () => engine.close(key),
  };
}

/** Expects an outline, nodes and syntax errors of a text, however it is written. */
export async function expectResults(language: string, text: string): Promise<void> {
  const there = openText(language, text);
  expect(Array.isArray(await there.outline())).toBe(true);
  const chain = await there.at(text.length >> 1);
  expect(chain.length).toBeGreaterThan(0);
  expect(chain.at(-1)?.from).toBeGreaterThanOrEqual(0);
  for (const { from, to } of await there.faults()) expect(from <= to && to <= text.length).toBe(true);
  there.close();
}
