/** Code in the pages that public packages ship is kept where it is, and nothing else. */

import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { onlyCode } from "../../../../src/session/verdict/innerDocuments.js";
import type { OutlineSymbol } from "../../../../src/syntax/outline/outlineSymbol.js";
import { createInProcessSyntax } from "../../../syntax/inProcessSyntax.js";

jest.setTimeout(300_000);

const MAX_PAGES = 200;
const syntax = createInProcessSyntax();
afterAll(() => syntax.close());

/** Returns pages of the packages that are installed. */
function pages(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return /\.(?:md|html)$/i.test(entry.name) ? [path] : [];
    return entry.isDirectory() && !/^(?:\.|node_modules$)/.test(entry.name) ? pages(path) : [];
  });
}

function all(symbols: readonly OutlineSymbol[]): readonly OutlineSymbol[] {
  return symbols.flatMap((each) => [each, ...all(each.children)]);
}

test("The code of public pages is kept where it is, and its declarations are in it", async () => {
  let withCode = 0;
  let declared = 0;
  for (const file of pages(resolve("node_modules")).slice(0, MAX_PAGES)) {
    const text = readFileSync(file, "utf8").replace(/^\ufeff/, "");
    const source = { uri: `file://${file}`, languageId: /html$/i.test(file) ? "html" : "markdown", text };
    const code = await syntax.innerCode(source);
    const kept = onlyCode(text, code);
    expect(kept.length).toBe(text.length);
    for (let at = 0; at < text.length; at++) {
      const inside = code.some(({ from, to }) => from <= at && at < to);
      if (kept[at] !== text[at])
        expect([file, at, inside ? "in code" : kept[at]]).toEqual([file, at, inside ? "in code" : " "]);
    }
    for (const { from, to, omitted } of code) {
      const line = text.slice(text.lastIndexOf("\n", from - 1) + 1, from);
      expect([file, from, omitted.length > 0 || source.languageId === "html" || line.trim() === ""]).toEqual([
        file,
        from,
        true,
      ]);
      expect(to).toBeGreaterThan(from);
    }
    if (code.length > 0) withCode++;
    const symbols = all(await syntax.outline(source)).filter(({ kind }) => /function|class|method/.test(kind));
    const isInCode = ({ nameFrom, nameTo }: OutlineSymbol) =>
      code.some(({ from, to }) => from <= nameFrom && nameTo <= to);
    expect(symbols.filter((each) => !isInCode(each)).map(({ name }) => [file, name])).toEqual([]);
    declared += symbols.length;
  }
  expect(withCode).toBeGreaterThan(40);
  expect(declared).toBeGreaterThan(20);
});
