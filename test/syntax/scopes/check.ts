/** One line is one case: a source, a `┃` before the name that is asked about, `⟦…⟧` around what must be said of it. */

import { indexTree } from "../../../src/syntax/index/build/indexTree.js";
import { LanguageKinds } from "../../../src/syntax/index/build/languageKinds.js";
import { nameAt } from "../../../src/syntax/scopes/nameAt.js";
import type { NameInfo, NameReach } from "../../../src/syntax/scopes/nameInfo.js";
import { freeText, parsedTextAt } from "../../../src/syntax/trees/parsedText.js";
import type { Stretch } from "../../../src/text/stretch.js";
import { parse } from "../parsedSources.js";

/** The name is declared at the marked places, and reaches so far. */
export function declares(language: string, drawn: string, reach: NameReach): void {
  test(`${language}: ${drawn} (${reach})`, async () => {
    const { source, at } = read(drawn);
    const found = await nameInfoAt(language, source, at);
    expect(`${found?.reach}: ${draw(source, at, found?.definitions ?? [])}`).toBe(`${reach}: ${drawn}`);
  });
}

/** The name stands at all the marked places and nowhere else. */
export function occurs(language: string, drawn: string): void {
  test(`${language}: ${drawn}`, async () => {
    const { source, at } = read(drawn);
    const found = await nameInfoAt(language, source, at);
    expect(draw(source, at, found?.occurrences ?? [])).toBe(drawn);
  });
}

/** Nothing in the text says what the name is. */
export function isFree(language: string, drawn: string): void {
  declares(language, drawn, "free");
}

/** The name is taken from elsewhere. */
export function imports(language: string, drawn: string, source: string, original?: string): void {
  test(`${language}: ${drawn} from ${source}`, async () => {
    const { source: text, at } = read(drawn);
    const found = await nameInfoAt(language, text, at);
    expect(found?.reach).toBe("import");
    expect(found?.import).toEqual(original === undefined ? { source } : { source, original });
  });
}

/** Whether the name can be renamed because all places that mean it are known. */
export function checkRenamable(language: string, drawn: string, expected: boolean): void {
  test(`${language}: ${drawn} (${expected ? "" : "not "}renamable)`, async () => {
    const { source, at } = read(drawn);
    expect((await nameInfoAt(language, source, at))?.isRenamable).toBe(expected);
  });
}

/** What is said of the name at an offset. */
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
