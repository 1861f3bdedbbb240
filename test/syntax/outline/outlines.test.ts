/** Checks the outlines that the pages beside this file list and draw, see README.md. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { OutlineSymbol } from "../../../src/syntax/outline/outlineSymbols.js";
import { outlineOfSource } from "../packagedGrammars.js";

/** A heading, a source in a fence, and at least one listing. */
const sectionPattern = /^## ([^\n]+)\n\n(`{3,})(\S+)\n(.*?)^\2\n((?:\n```outline[^\n]*\n.*?^```\n)+)/gms;
const extentsPattern = /^```extents (\S+)\n(.*?)\n```$/gms;
const updating = process.env["UPDATE_GOLDENS"] === "1";
/** Each source is listed in these spellings, and has the same outline in all of them. */
const spellings: readonly (readonly [string, (source: string) => string])[] = [
  ["", (source) => source],
  ["with \\r\\n", (source) => source.replaceAll("\n", "\r\n")],
  ["without a newline at the end", (source) => source.replace(/\n$/, "")],
];

for (const name of readdirSync(import.meta.dirname).filter((file) => file.endsWith(".md") && file !== "README.md")) {
  const page = join(import.meta.dirname, name);
  const text = readFileSync(page, "utf8");
  test(`${name} has nothing between its sections that is not read.`, () => {
    expect(text.replace(sectionPattern, "").replace(extentsPattern, "")).not.toMatch(/```|^## (?!Extents$)/m);
  });
  for (const { title, language, source, listings } of sectionsOf(text)) {
    for (const [spelling, spell] of spellings) {
      const listing = listings.get(spelling) ?? (listings.get("") as string);
      test(`${name}${spelling && ` ${spelling}`}: ${title}`, async () => {
        const found = list(await outlineOfSource(language, spell(source)), spell(source), "").join("\n");
        if (!updating) expect(found).toBe(listing);
        else if (listings.has(spelling)) update(page, title, listing, found);
      });
    }
  }
  for (const { language, path, drawn } of extentsOf(text)) {
    test(`${name}: ${path} is where it is drawn: ${drawn}`, async () => {
      const found = await drawExtent(language, path, fromGlyphs(drawn));
      if (!updating) expect(toGlyphs(found)).toBe(drawn);
      else update(page, "Extents", drawn, toGlyphs(found));
    });
  }
}

/** Returns the sections with their listings by spelling; "" is for spellings without their own. */
function sectionsOf(text: string) {
  const sections = text.matchAll(sectionPattern);
  return [...sections].map(([, title, , language, source, blocks]) => ({
    title: title as string,
    language: language as string,
    source: source as string,
    listings: new Map(
      [...(blocks as string).matchAll(/^```outline ?([^\n]*)\n(.*?)\n```$/gms)].map(
        ([, spelling, listing]) => [spelling as string, listing as string] as const,
      ),
    ),
  }));
}

function extentsOf(text: string) {
  return [...text.matchAll(extentsPattern)].flatMap(([, language, rows]) =>
    (rows as string).split("\n").map((row) => {
      const [, path, drawn] = /^(.*?) \| (.*)$/.exec(row) ?? [];
      if (path === undefined || drawn === undefined) throw new Error(`this row has no path: ${row}`);
      return { language: language as string, path, drawn };
    }),
  );
}

/** Rewrites what a page expects after this heading. */
function update(page: string, title: string, expected: string, found: string): void {
  const text = readFileSync(page, "utf8");
  const at = text.indexOf(`${expected}\n`, text.indexOf(`\n## ${title}\n`));
  if (at < 0) throw new Error(`${page} no longer has this after "${title}": ${expected}`);
  writeFileSync(page, text.slice(0, at) + found + text.slice(at + expected.length));
}

function list(symbols: readonly OutlineSymbol[], source: string, indent: string): string[] {
  const lineOf = (offset: number) => source.slice(0, offset).split("\n").length;
  return symbols.flatMap((symbol) => {
    const { name, kind, detail, from, codeFrom, to, isLocal, children } = symbol;
    const start = codeFrom === from ? `${lineOf(from)}` : `${lineOf(from)}/${lineOf(codeFrom)}`;
    const lines = lineOf(to) === lineOf(codeFrom) ? start : `${start}-${lineOf(to)}`;
    const said = `${indent}${isLocal ? "~" : ""}${kind} ${name}${detail ? ` [${detail}]` : ""} ${lines}`;
    return [said, ...list(children, source, `${indent}  `)];
  });
}

/** Returns the drawn source with the marks at the extent of the symbol with this path. */
async function drawExtent(language: string, path: string, drawn: string): Promise<string> {
  const source = drawn.replace(/[┃⟦⟧«]/g, "");
  let symbols = await outlineOfSource(language, source);
  let found: OutlineSymbol | undefined;
  for (const name of path.split("/")) {
    found = symbols.find((symbol) => symbol.name === name);
    if (found === undefined) throw new Error(`no ${name} among ${symbols.map((symbol) => symbol.name).join(", ")}`);
    symbols = found.children;
  }
  const { from, codeFrom, to, nameFrom } = found as OutlineSymbol;
  const marks: readonly (readonly [number, string])[] = [
    ...(from < codeFrom ? ([[from, "«"]] as const) : []),
    [codeFrom, "⟦"],
    [nameFrom, "┃"],
    [to, "⟧"],
  ];
  let answer = source;
  // From the end, so that offsets stay valid. At one offset the last mark is written first.
  for (const [offset, mark] of [...marks].reverse()) answer = answer.slice(0, offset) + mark + answer.slice(offset);
  return answer;
}

function fromGlyphs(drawn: string): string {
  return drawn.replaceAll("␍", "\r").replaceAll("⏎", "\n");
}

function toGlyphs(drawn: string): string {
  return drawn.replaceAll("\r", "␍").replaceAll("\n", "⏎");
}
