/**
 * Checks names, one line per case: a source, `┃` before the name, `⟦…⟧` around the expected places.
 */

import { indexTree } from "../../../src/syntax/index/build/indexTree.js";
import { LanguageKinds } from "../../../src/syntax/index/build/languageKinds.js";
import { nameAt } from "../../../src/syntax/scopes/nameAt.js";
import type { NameInfo, NameReach } from "../../../src/syntax/scopes/nameInfo.js";
import { freeText, parsedTextAt } from "../../../src/syntax/trees/parsedText.js";
import type { Stretch } from "../../../src/text/stretch.js";
import { parse } from "../parsedSources.js";

/** Checks that the name is declared at the marks and has this reach. */
export function declares(language: string, drawn: string, reach: NameReach): void {
  test(`In ${language}, the name at ┃ is declared at the marks (${reach}): ${drawn}`, async () => {
    const { source, at } = read(drawn);
    const found = await nameInfoAt(language, source, at);
    expect(`${found?.reach}: ${draw(source, at, found?.definitions ?? [])}`).toBe(`${reach}: ${drawn}`);
  });
}

/** Checks that the marks are all occurrences of the name. */
export function occurs(language: string, drawn: string): void {
  test(`In ${language}, the marks are all occurrences of the name at ┃: ${drawn}`, async () => {
    const { source, at } = read(drawn);
    const found = await nameInfoAt(language, source, at);
    expect(draw(source, at, found?.occurrences ?? [])).toBe(drawn);
  });
}

/** Checks that nothing in the text declares the name. */
export function isFree(language: string, drawn: string): void {
  declares(language, drawn, "free");
}

/** Checks where the name is imported from. */
export function imports(language: string, drawn: string, source: string, original?: string): void {
  test(`In ${language}, the name at ┃ is imported from ${source}: ${drawn}`, async () => {
    const { source: text, at } = read(drawn);
    const found = await nameInfoAt(language, text, at);
    expect(found?.reach).toBe("import");
    expect({ source: found?.import?.source, original: found?.import?.original }).toEqual({ source, original });
  });
}

/** Checks whether the name can be renamed. */
export function checkRenamable(language: string, drawn: string, expected: boolean): void {
  test(`In ${language}, the name at ┃ can${expected ? "" : "not"} be renamed: ${drawn}`, async () => {
    const { source, at } = read(drawn);
    expect((await nameInfoAt(language, source, at))?.isRenamable).toBe(expected);
  });
}

/** Returns what scopes say about the name at an offset. */
export async function nameInfoAt(language: string, source: string, at: number): Promise<NameInfo | undefined> {
  const parsed = await parse(language, source);
  try {
    const text = parsedTextAt(parsed, at);
    return nameAt(text, indexTree(text.tree, text.document, new LanguageKinds(text.grammar.language)), at);
  } finally {
    freeText(parsed);
  }
}

function read(drawn: string): { source: string; at: number } {
  const plain = drawn.replace(/[⟦⟧]/g, "");
  const at = plain.indexOf("┃");
  if (at < 0) throw new Error(`no ┃ in ${drawn}`);
  return { source: plain.replace("┃", ""), at };
}

function draw(source: string, at: number, stretches: readonly Stretch[]): string {
  const signs = [
    ...stretches.flatMap(({ from, to }) => [
      { offset: from, sign: "⟦", order: 1 },
      { offset: to, sign: "⟧", order: 0 },
    ]),
    { offset: at, sign: "┃", order: 2 },
  ];
  signs.sort((a, b) => b.offset - a.offset || b.order - a.order);
  return signs.reduce((text, { offset, sign }) => text.slice(0, offset) + sign + text.slice(offset), source);
}
