/**
 * Tests of declarations that the outline alone shows. A definition asks the scopes: it has to be
 * the same, for every symbol of the sources in the pages of outlines.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { soleDeclarationAt } from "../../src/embedded/resolution/definitionTarget.js";
import type { SourceText } from "../../src/embedded/session/documents.js";
import type { OutlineSymbol } from "../../src/syntax/outline/outlineSymbols.js";
import { Document } from "../../src/text/document.js";
import { offsetToPosition } from "../../src/text/position.js";
import { type Pair, pair, sharedSyntax } from "./pair.js";

const pages = join(import.meta.dirname, "../syntax/outline");
const sources = readdirSync(pages)
  .filter((name) => name.endsWith(".md") && name !== "README.md")
  .flatMap((name) => [...readFileSync(join(pages, name), "utf8").matchAll(/^(`{3,})(\S+)\n(.*?)^\1$/gms)])
  .filter(([, , language]) => !/^(?:outline|extents)$/.test(language as string))
  .map(([, , languageId, text]) => ({ languageId: languageId as string, text: text as string }));

/** Of a language; each takes a part of a second. */
const MAX_SOURCES = 5;
/** Languages in which there certainly are such declarations. */
const usual = new Set(["c", "cpp", "go", "java", "javascript", "python", "rust", "typescript"]);

let session: Pair;
beforeAll(async () => {
  session = await pair();
});
afterAll(() => session.close());

const flatten = (symbols: readonly OutlineSymbol[]): readonly OutlineSymbol[] =>
  symbols.flatMap((each) => [each, ...flatten(each.children)]);

/** Returns the declaration at an offset of a text, by the outline alone. */
function soleDeclaration(languageId: string, text: string, offset: number) {
  const document = Document.of(text);
  const uri = session.uri(`sole.${languageId}`);
  const source: SourceText = { uri, path: undefined, languageId, document, version: 1 };
  return soleDeclarationAt(source, offsetToPosition(document, offset, "utf-16"), sharedSyntax());
}

const languageIds = [...new Set(sources.map(({ languageId }) => languageId))].filter((languageId) =>
  sharedSyntax().hasGrammar(languageId),
);

test.each(languageIds)("What the outline alone shows is the definition by the scopes in %s", async (languageId) => {
  let count = 0;
  const own = sources.filter((source) => source.languageId === languageId).slice(0, MAX_SOURCES);
  for (const { text } of own) {
    const textDocument = { uri: session.uri("file.txt") };
    await session.open("file.txt", text, languageId);
    const document = Document.of(text);
    for (const { name, nameFrom } of flatten(await sharedSyntax().outline({ ...textDocument, languageId, text }))) {
      if ((await soleDeclaration(languageId, text, nameFrom)) === undefined) continue;
      const position = offsetToPosition(document, nameFrom, "utf-16");
      const answer = await session.ask("textDocument/definition", { textDocument, position });
      const places = answer?.map((each: { targetUri: string; targetSelectionRange: { start: object } }) => ({
        uri: each.targetUri,
        start: each.targetSelectionRange.start,
      }));
      expect({ name, places }).toEqual({ name, places: [{ ...textDocument, start: position }] });
      count++;
    }
    await session.closeDocument("file.txt");
  }
  if (usual.has(languageId)) expect(count).toBeGreaterThan(0);
});

test.each([
  ["a key of an object", "javascript", "x = { ┃run() {} }"],
  ["a name that is also used", "javascript", "function ┃run() {}\nrun();"],
  ["a name in a comment", "python", "# run\ndef ┃run(): pass"],
  ["a name that is part of another", "python", "def ┃run(): return runner"],
  ["a variable", "javascript", "const ┃run = 1;"],
  ["a prototype", "c", "int ┃run(void);"],
  ["a class without a name", "javascript", "export ┃default class {}"],
  ["an operator", "cpp", "bool ┃operator<(A a, A b) {}"],
  ["a place beside the name", "c", "int run(┃void) {}"],
])("Of %s the outline alone does not show enough", async (_title, languageId, drawn) => {
  expect(await soleDeclaration(languageId, drawn.replace("┃", ""), drawn.indexOf("┃"))).toBeUndefined();
});
