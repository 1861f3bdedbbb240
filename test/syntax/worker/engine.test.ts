/** The engine: an edited text has the results of one opened anew, and hostile texts do no harm. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { law, pick, type Random, randomStretch } from "../../text/random.js";
import { theEngine, wasmOf } from "../packagedGrammars.js";
import { expectResults, openText } from "./openText.js";

const sources: Readonly<Record<string, string>> = {
  python: readFileSync(join(import.meta.dirname, "../../projects/python/store/items.py"), "utf8"),
  typescript: readFileSync(join(import.meta.dirname, "../../projects/typescript/src/shapes.ts"), "utf8"),
  json: '{"a": [1, {"b": "💣"}], "c": {"d": [[], {}]}}\n',
  markdown: "# A\n\ntext\n\n## B 💣\n\n- one\n- two\n\n# C\n",
  html: "<div id=a>\r\n<script>const x = 1;\nfunction f() {}</script>\n<style>.a { color: red }</style></div>\n",
};

const pieces = ["x", "\n", "\r\n", " ", "💣", "é", "\r"];

/** How often each case compares an edited text without syntax errors with one opened anew. */
const COMPARISONS = 4;
/** Far more than are needed: one round in two to five leaves a text without syntax errors. */
const MAX_ROUNDS = 400;

describe("An edited text has the same results as one opened anew", () => {
  for (const [language, source] of Object.entries(sources)) {
    // Only texts without syntax errors are compared: tree-sitter recovers from an error by what it
    // has parsed before, so that the tree of a text with errors depends on its history.
    law(`An edited ${language} text has the same results as one opened anew.`, 2, async (random) => {
      let text = source;
      let compared = 0;
      const edited = openText(language, text);
      for (let round = 0; round < MAX_ROUNDS && compared < COMPARISONS; round++) {
        const before = text;
        for (let edits = random(3); edits >= 0; edits--) {
          const { from, to } = random(3) === 0 ? randomStretch(random, text.length) : pointIn(random, text);
          const insert = pick(random, pieces);
          edited.edit(from, to, insert);
          text = text.slice(0, from) + insert + text.slice(to);
        }
        const anew = openText(language, text);
        const at = random(text.length + 1);
        if ((await anew.faults()).length === 0) {
          compared++;
          expect(await edited.faults()).toEqual([]);
          expect(await edited.outline()).toEqual(await anew.outline());
          expect(await edited.at(at)).toEqual(await anew.at(at));
        } else {
          // Back to the previous text, through the one with errors.
          await edited.outline();
          edited.edit(0, text.length, before);
          text = before;
        }
        anew.close();
      }
      expect(compared).toBe(COMPARISONS);
      edited.close();
    });
  }
});

function pointIn(random: Random, text: string) {
  const at = random(text.length + 1);
  return { from: at, to: at };
}

describe("Covering nodes", () => {
  const types = async (language: string, text: string, from: number, to = from) =>
    (await openText(language, text).at(from, to)).map(({ type, field }) => (field ? `${field}:${type}` : type));

  test("The nodes that cover a stretch are returned from the smallest to the root.", async () => {
    expect(await types("python", "x = f(a)\n", 4, 8)).toEqual([
      "right:call",
      "assignment",
      "expression_statement",
      "module",
    ]);
    expect(await types("python", "x = f(a)\n", 6)).toEqual([
      "identifier",
      "arguments:argument_list",
      "right:call",
      "assignment",
      "expression_statement",
      "module",
    ]);
  });

  test("At the end of the text, the nodes that end there cover it.", async () => {
    expect(await types("python", "x", 1)).toEqual(["identifier", "expression_statement", "module"]);
    expect(await types("python", "x\n", 2)).toEqual(["module"]);
    expect(await types("python", "", 0)).toEqual(["module"]);
  });

  test("A node of the target type is found however far it is from the smallest node.", async () => {
    const deep = `${"[".repeat(3_001)}1${"]".repeat(3_001)}`;
    const chain = await openText("json", deep).wanted(3_001, "document");
    expect(chain.length).toBeLessThan(600);
    expect(chain[0]).toMatchObject({ type: "number", from: 3_001, to: 3_002 });
    expect(chain.at(-1)).toMatchObject({ type: "document" });
    const object = await openText("json", `{"a": ${deep}}`).wanted(3_007, "object");
    expect(object.map(({ type }) => type)).toContain("object");
  });

  test("Covering nodes include those of embedded languages.", async () => {
    const text = "<script>const x = 1;</script>\n";
    expect((await types("html", text, text.indexOf("1"))).slice(0, 4)).toEqual([
      "value:number",
      "variable_declarator",
      "lexical_declaration",
      "program",
    ]);
    expect((await types("html", text, text.indexOf("1"))).at(-1)).toBe("document");
  });

  test("Nodes have supertypes.", async () => {
    const [number] = await openText("python", "x = 1\n").at(4);
    expect(number?.supertypes).toEqual(
      ["primary_expression", "expression", "pattern"].filter((type) => number?.supertypes?.includes(type)),
    );
    expect(number?.supertypes).toContain("expression");
  });
});

describe("Syntax errors", () => {
  test("Syntax errors are where the text is wrong.", async () => {
    expect(await openText("json", '{"a": 1}').faults()).toEqual([]);
    expect(await openText("json", '{"a": 1').faults()).toEqual([{ from: 7, to: 7, missing: "}" }]);
    expect(await openText("json", '{"a": x}').faults()).toHaveLength(1);
  });

  test("The syntax errors of an edit are found without applying it.", async () => {
    const text = openText("json", '{"a": 1}');
    expect(await text.faultsAfter(6, 7, "[")).not.toEqual([]);
    expect(await text.faultsAfter(6, 7, "[]")).toEqual([]);
    expect(await text.faults()).toEqual([]);
  });
});

test.each([
  ["def f():\n    ⟦x = 1⟧\n", true],
  ["def f():\n⟦    x = 1\n⟧", true],
  ["if x:\n⟦    a\n⟧else:\n    b\n", true],
  ["class A:\n⟦    x = 1\n⟧\n\ny = 2\n", true],
  ["def f():\n    ⟦x = 1⟧\n    y = 2\n", false],
  ["⟦x = 1\n⟧", false],
  ["⟦x = 1\n⟧def f(): pass\n", false],
])("In Python, deleting the marked part of %j leaves an empty body: %j.", async (drawn, isEmptied) => {
  const [from, to] = [drawn.indexOf("⟦"), drawn.indexOf("⟧") - 1];
  const faults = await openText("python", drawn.replace(/[⟦⟧]/g, "")).faultsAfter(from, to, "");
  expect(faults).toEqual(isEmptied ? [expect.objectContaining({ missing: "block" })] : []);
});

describe("Text that is hard to parse", () => {
  const bad: readonly (readonly [string, string, string])[] = [
    [
      "text in another language",
      "python",
      readFileSync(join(import.meta.dirname, "../../../src/locate/resolve/resolve.ts"), "utf8"),
    ],
    ["random characters", "go", String.fromCharCode(...Array.from({ length: 20_000 }, (_, at) => (at * 7919) % 256))],
    ["a single line end", "python", "\r"],
    ["an empty text", "yaml", ""],
    ["a lone surrogate", "typescript", "const \ud83d = 1;\n"],
  ];
  test.each(bad)("The engine survives %s (%s).", (_name, language, text) => expectResults(language, text));
});

test("A grammar without queries has nodes and no outline.", async () => {
  const key = 2_000_000;
  theEngine().open(key, { name: "ini", wasm: wasmOf("ini"), queries: [], isShipped: true }, "[a]\nb = 1\n");
  expect(await theEngine().outline(key)).toEqual([]);
  expect((await theEngine().coveringNodes(key, [{ from: 4, to: 5 }], {}))[0]?.length).toBeGreaterThan(2);
});
