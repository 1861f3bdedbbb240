/** The schema of a Locate, tested in an editor and on the cases of the design documents. */

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { locateFields } from "../../src/locate/locate.js";
import { readLocate } from "../../src/locate/notation/readLocate.js";
import { type JsonEditor, openJsonEditor } from "./jsonEditor.js";

const root = resolve(import.meta.dirname, "../..");
const path = join(root, "schema/locate.schema.json");
let editor: JsonEditor;
beforeAll(async () => {
  // A Locate allows no further properties, so `$schema` can't be in it; the editor's settings
  // assign the schema.
  editor = await openJsonEditor("locate.json", pathToFileURL(path).href);
});
afterAll(() => editor.close());

test.each<[text: string, ...labels: string[]]>([
  ['{ "┃" }', ...locateFields],
  ['{ "scope": { "┃" } }', "symbol_path", "line", "character"],
  ['{ "scope": ┃ }', '"MyClass.run"', '"10-20"'],
  ['{ "find": ┃ }', '"return <|>result"'],
  ['{ "find_index": ┃ }', '"only"'],
  ['{ "ancestor_node_type": ┃ }', '"match_arm"'],
  ["┃", '"foo.py:MyClass.run@return <|>result"'],
])("In a Locate file, completion in %s offers the expected labels.", async (text, ...labels) => {
  expect(await editor.complete(text)).toEqual(expect.arrayContaining(labels));
});

test.each<[text: string, words: string]>([
  ['{ "fi┃nd": "x" }', "A marker <|> in it says the exact place"],
  ['{ "an┃chor_text": "x" }', "exact text inside a syntax node"],
  ['{ "scope": { "symbol┃_path": ["A"] } }', "outermost first"],
])("In a Locate file, the hover in %s explains the property.", async (text, words) => {
  const shown = (await editor.hover(text)).replaceAll("&nbsp;", " ").replaceAll("&lt;", "<").replaceAll("\\", "");
  expect(shown).toContain(words);
});

test.each<[text: string, ...faults: RegExp[]]>([
  ['{ "file_path": "a.ts", "find": "x" }'],
  ['"a.ts@x"'],
  ['{ "file_path": "a.ts", "fnd": "x" }', /fnd is not allowed/],
  ['{ "file_path": "a.ts", "scope": { "line": 0 } }', /below the minimum|Value/],
  ['{ "file_path": "a.ts" }', /./],
])("In a Locate file, the mistake in %s is underlined.", async (text, ...faults) => {
  const found = await editor.diagnostics(text);
  if (faults.length === 0) expect(found).toEqual([]);
  for (const fault of faults) expect(found).toContainEqual(expect.stringMatching(fault));
});

interface SeedCase {
  readonly id: string;
  readonly op: string;
  readonly input: { readonly locate?: unknown; readonly selector?: unknown; readonly text?: string };
  readonly expected: { readonly valid?: boolean; readonly error?: string };
}

const { cases } = JSON.parse(readFileSync(join(root, "test/cases/seed-cases.json"), "utf8")) as {
  readonly cases: readonly SeedCase[];
};
const schema = JSON.parse(readFileSync(path, "utf8"));
const allows = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false }).compile(schema);

/** Every Locate in the design documents, and whether it is valid. */
const written = cases.flatMap(({ id, op, input, expected }) => {
  const locate = input.locate ?? input.selector ?? (op === "parseLocateString" ? input.text : undefined);
  const isOne = expected.valid ?? expected.error !== "invalid_locate";
  return locate === undefined || (typeof locate === "string" && !isOne) ? [] : [[id, locate, isOne] as const];
});

test("There are Locates to check.", () => {
  expect(written.filter(([, , isOne]) => isOne).length).toBeGreaterThan(80);
  expect(written.filter(([, , isOne]) => !isOne).length).toBeGreaterThan(7);
});

test.each(written)("The schema agrees with the parser: %s", (_id, locate, isOne) => {
  expect(allows(locate)).toBe(isOne);
});

test("The examples of the schema are Locates.", () => {
  const { notation, fields } = schema.$defs as Record<string, { readonly examples: readonly unknown[] }>;
  for (const example of [...(notation?.examples ?? []), ...(fields?.examples ?? [])]) {
    expect(() => readLocate(example)).not.toThrow();
    expect([example, allows(example)]).toEqual([example, true]);
  }
});
