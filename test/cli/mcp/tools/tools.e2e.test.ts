/** The tools as an agent uses them, with the servers in node_modules and with the embedded one. */

import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createFolder } from "../../../folders.js";
import { type Agent, cleanUp, copyProject, startAgent } from "../agent.js";

afterAll(cleanUp);

/** Returns the paths in a JSON Schema at which there is not exactly one type. */
function partsOfManyTypes(schema: object, path = "inputSchema"): readonly string[] {
  const { properties = {}, items, ...own } = schema as JsonSchema;
  const isSingle = typeof own.type === "string" && !unions.some((keyword) => keyword in own);
  const parts = [...Object.entries(properties), ...(items ? ([["items", items]] as const) : [])];
  const below = parts.flatMap(([name, part]) => partsOfManyTypes(part, `${path}.${name}`));
  return isSingle ? below : [path, ...below];
}

interface JsonSchema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, object>>;
  readonly items?: object;
}

/** Keywords by which a part may have another type than its own, or one that is elsewhere. */
const unions = ["anyOf", "oneOf", "allOf", "not", "if", "$ref", "$defs", "prefixItems", "patternProperties"];

describe("TypeScript", () => {
  let agent: Agent;
  beforeAll(async () => {
    agent = await startAgent(copyProject("typescript"));
  }, 60_000);
  afterAll(() => agent.end());

  test("There are ten tools, and seven are read-only", async () => {
    const { tools } = await agent.client.listTools();
    const destructive = tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name);
    expect(destructive).toEqual(["rename", "edit", "refactor"]); // they replace text where they apply
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ["outline", true],
      ["search", true],
      ["ask", true],
      ["context", true],
      ["resolve", true],
      ["preview", true],
      ["rename", false],
      ["edit", false],
      ["refactor", false],
      ["diagnostics", true],
    ]);
  });

  test("The schema of each tool is an object whose parts have one type each, as some clients refuse others", async () => {
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ inputSchema }) => inputSchema.type)).toEqual(tools.map(() => "object"));
    for (const { name, inputSchema } of tools) expect([name, partsOfManyTypes(inputSchema)]).toEqual([name, []]);
  });

  test("The list of tools, which is read with every task, has at most 8,000 characters", async () => {
    const { tools } = await agent.client.listTools();
    expect(JSON.stringify(tools).length).toBeLessThanOrEqual(8_000);
  });

  /** tool, arguments, the answer or its pattern */
  test.each<[string, object, RegExp | string]>([
    ["outline", { file_path: "src/main.ts" }, /^Symbols of `src\/main\.ts`:\n- constant `wheel` 4\n/],
    ["outline", { file_path: "src/shapes.ts", depth: 1 }, /- class `Circle` 21-52\n- class `Square` 54-62\n/],
    [
      "ask",
      { question: ["hover", "supertypes", "hover"], locate: "src/shapes.ts:log" },
      /^src\/shapes\.ts:\d+:\d+, log\n\n\*\*hover\*\*\n```typescript\n[\s\S]*\n```\n\n\*\*supertypes\*\*\nNo supertypes\./,
    ],
    [
      "context",
      { locate: "src/main.ts:total", include: ["body", "callers"], budget: 300 },
      /^function `src\/main\.ts:total`, lines \d+-\d+\n\n```typescript\n[\s\S]*\n```\n\nCallers, 1:\n\w+ src\/main\.ts:report 13: /,
    ],
    ["outline", { file_path: "src/shapes.ts:Square" }, /^Symbols in `src\/shapes\.ts:Square`:\n- /],
    [
      "outline",
      { file_path: "src/*.ts" },
      /^\d files of `src\/\*\.ts`, with top-level symbols and their lines:\nsrc\//,
    ],
    [
      "search",
      { symbol_path: "Circl*|Square" },
      /`Circl\*` fits 1 declaration:\n- class `src\/shapes\.ts:Circle`[\s\S]*`Square`/,
    ],
    ["search", { symbol_path: "text: new Circle" }, /^`new Circle` is in \d+ lines?:\nsrc\//],
    ["diagnostics", { file_path: "src/shapes.ts*" }, /^No problems: 1 file checked\.$/],
    ["search", { symbol_path: "Circle", kind: "class" }, /is declared in 1 place:\n- class `src\/shapes\.ts:Circle`/],
    ["ask", { question: "hover", locate: ":Circle" }, "src/shapes.ts:21:14, Circle\n```typescript\nclass Circle\n```"],
    [
      "ask",
      { question: "definition", locate: "src/main.ts@const wheel = <|>Circle" },
      "src/main.ts:4:24 · the only match\n1 definition:\nsrc/shapes.ts\n  21: export class Circle implements Shape {",
    ],
    [
      "ask",
      { question: "references", locate: "src/shapes.ts:scale.doubled" },
      /^src\/shapes\.ts:68:9, scale\.doubled\n2 uses and the declaration:\nsrc\/shapes\.ts:scale\.doubled\n {2}68: .* \(declaration\)\nsrc\/shapes\.ts:scale\[2\]\n {2}69: .*$/,
    ],
    [
      "ask",
      { question: "references", locate: ":Circle", limit: 1 },
      /\n6 uses and the declaration in 2 files:\nsrc\/shapes\.ts:Circle\n {2}21: .*\n… and 6 more; the same with after: 1 goes on\.$/,
    ],
    [
      "ask",
      { question: "incomingCalls", locate: "src/main.ts:total" },
      /\n1 caller, and where:\nsrc\/main\.ts:report\n {2}13: export const report = /,
    ],
    [
      "ask",
      { question: "incomingCalls", locate: "src/shapes.ts:log" },
      "src/shapes.ts:19:14, log\nThere is no function or method there.",
    ],
    ["ask", { question: "outgoingCalls", locate: "src/legacy.ts:total" }, /\n1 function called:\nsrc\/legacy\.ts:2 /],
    [
      "ask",
      { question: "documentHighlight", locate: "src/main.ts:total@let <|>sum" },
      /\n3 places in this file:\nsrc\/main\.ts\n {2}8: let sum = 0; \(read\)\n/,
    ],
    [
      "ask",
      { question: "signatureHelp", locate: "src/main.ts@Circle.of(<|>3" },
      /\n```\n.*of\(radius: number\): Circle/,
    ],
    ["ask", { question: "completion", locate: "src/main.ts@wheel.ra<|>dius", limit: 3 }, /\nradius {2}field/],
    [
      "ask",
      { question: "implementation", locate: "src/shapes.ts:Shape.area" },
      /\n2 implementations:\nsrc\/shapes\.ts:Circle\.area\n {2}\d+: .*\nsrc\/shapes\.ts:Square\.area\n/,
    ],
    [
      "resolve",
      { locate: "src/main.ts:total@sum += <|>shape" },
      "src/main.ts:9:38 in total · the only match\n9: for (const shape of shapes) sum += <|>shape.area();",
    ],
    [
      "resolve",
      { locate: "src/shapes.ts:log", as: "range" },
      "src/shapes.ts:19:1-19:33, log\n```\nexport const log: string[] = [];\n```",
    ],
    [
      "resolve",
      { locate: "src/shapes.ts:log", as: "nodes" },
      /ancestor_node_type:\n- variable_declarator 19:14-19:32 `log: string\[\] = \[\]`\n/,
    ],
    ["resolve", { locate: "src/main.ts@shape" }, /^src\/main\.ts:9:14 · match 1 of 2; the others: 9:38\n9: /],
    ["resolve", { locate: "src/shapes.ts:log", as: null }, /^src\/shapes\.ts:19:14, log\n/],
    ["outline", { file_path: "src/main.ts", depth: null }, /^Symbols of `src\/main\.ts`:\n/],
    ["diagnostics", { file_path: "src/main.ts" }, "src/main.ts: no problems."],
    [
      "diagnostics",
      { file_path: "src/legacy.ts" },
      "src/legacy.ts: 1 problem\nerror: Cannot find name 'missing'. (typescript 2304)\n  13: return missing(total());",
    ],
  ])("The tool %s answers %j", async (tool, args, expected) => {
    const text = await agent.text(tool, args);
    if (typeof expected === "string") expect(text).toBe(expected);
    else expect(text).toMatch(expected);
  });

  /** tool, arguments, error */
  test.each<[string, object, RegExp]>([
    ["outline", { file_path: "src/mian.ts" }, /^There is no file src\/mian\.ts .* There is: src\/main\.ts\.$/],
    [
      "ask",
      { question: ["definition", "moniker"], locate: "src/shapes.ts:Circle" },
      /question\.1: Invalid option: expected one of/,
    ],
    ["ask", { question: "hover", locate: "src/shapes.ts:Circl" }, /Write `src\/shapes\.ts:Circle`\.$/],
    [
      "ask",
      { question: "who", locate: "src/shapes.ts:Circle" },
      /question: write one or several of hover, definition, /,
    ],
    ["ask", { question: "hover" }, /locate/],
    [
      "ask",
      { question: "hover", locate: "src/shapes.ts:Circle", place: 1 },
      /ask has no place\. It takes question, locate, limit, after, uses, levels\./,
    ],
    [
      "ask",
      { question: "hover", locate: "src/shapes.ts:Circle", levels: "all" },
      /levels is for incomingCalls, outgoingCalls, supertypes, subtypes: leave it out, or ask one of them\./,
    ],
    [
      "ask",
      { question: "hover", locate: "src/shapes.ts:Circle", uses: "tests" },
      /uses is for references, incomingCalls: leave it out, or ask one of them\./,
    ],
    ["ask", { question: "hover", locate: '{"file_path"' }, /^Invalid Locate: locate begins as JSON and is not valid/],
    ["ask", { question: "hover", locate: { file: "src/shapes.ts" } }, /file_path/],
    ["refactor", { action: "move", locate: "src/main.ts" }, /^move needs locate and to\./],
    ["refactor", { action: "undo", apply: true }, /^undo takes no apply\./],
    [
      "refactor",
      { action: "delete", locate: "src/main.ts:feet", title: "x" },
      /^delete takes no title, but locate, check/,
    ],
    ["edit", { locate: "src/main.ts:feet", operation: "replace" }, /^replace needs new_text/],
    [
      "edit",
      { locate: "src/main.ts:total", operation: "replace", new_text: "function (" },
      /^Taken as lines, this edit makes line 7 "function \(", which breaks the syntax/,
    ],
    [
      "rename",
      { locate: "src/main.ts@shape", new_name: "figure" },
      /^"shape" matches 2 times .*\nReady to be sent as locate:\n- /s,
    ],
    ["ask", { question: "hover", locate: ["src/shapes.ts:Circle"] }, /locate: write a text/],
    ["resolve", { locate: `src/main.ts@${"x".repeat(300)}: y@z` }, /^No match|^No place|is not in/i],
    ["diagnostics", { file_path: "" }, /file_path/],
  ])("The tool %s fails for %j", async (tool, args, expected) => {
    const { text, isError } = await agent.call(tool, args);
    expect(text).toMatch(expected);
    expect(text).not.toMatch(/\n\s+at /); // no stack
    expect(isError).toBe(true);
  });

  test("A file that another program has changed is read again", async () => {
    const before = agent.file("src/main.ts");
    expect(await agent.text("ask", { question: "references", locate: ":Square" })).toMatch(
      /7 uses and the declaration in 2 files/,
    );
    agent.write("src/main.ts", `${before}export const more = new Square(1);\n`);
    expect(await agent.text("ask", { question: "references", locate: ":Square" })).toMatch(
      /8 uses and the declaration in 2 files/,
    );
    agent.write("src/main.ts", before);
  });
});

describe("changes", () => {
  let agent: Agent;
  beforeAll(async () => {
    agent = await startAgent(copyProject("typescript"));
  }, 60_000);
  afterAll(() => agent.end());

  test("A rename returns a diff, and with apply it is written", async () => {
    const before = agent.file("src/main.ts");
    const args = { locate: "src/shapes.ts:Circle", new_name: "Disc" };
    const shown = await agent.text("rename", { ...args, apply: "false" });
    expect(shown).toMatch(
      /^src\/shapes\.ts:21:14, Circle\nNothing is written yet\. The same call with apply: "true" writes 2 files:\nsrc\/shapes\.ts: \d+ lines changed\nsrc\/main\.ts: \d+ lines changed\n/,
    );
    expect(shown).toContain("\n-/* 💣 */ const wheel = Circle.of(3);\n+/* 💣 */ const wheel = Disc.of(3);\n");
    expect(agent.file("src/main.ts")).toBe(before);
    const written = await agent.text("rename", { ...args, apply: true });
    expect(written).toMatch(
      /\nWritten:\nsrc\/shapes\.ts: \d+ lines changed\nsrc\/main\.ts: \d+ lines changed\n\nChecked: it adds no problems\.$/,
    );
    expect(agent.file("src/main.ts")).toBe(before.replaceAll("Circle", "Disc"));
    expect(await agent.text("ask", { question: "hover", locate: ":Disc" })).toContain("class Disc");
  });

  test("preview shows the diff of a rename or an edit, and writes nothing", async () => {
    const before = agent.file("src/legacy.ts");
    const rename = await agent.text("preview", { locate: "src/legacy.ts:total", new_name: "sum" });
    expect(rename).toMatch(
      /\nNothing is written yet\. The tool rename, with these arguments and apply: "true", writes \d files?[.:]\n/,
    );
    const edit = await agent.text("preview", { locate: "src/legacy.ts:Legacy", operation: "delete" });
    expect(edit).toContain(
      '\nNothing is written yet. The tool edit, with these arguments and apply: "true", writes 1 file.\n',
    );
    const edits = [{ locate: "src/legacy.ts:Legacy", operation: "delete" }];
    expect(await agent.text("preview", { edits, check: true })).toMatch(/\n(?:It adds|Checked: it adds) /);
    const every = { locate: "src/legacy.ts@total", at: "all", operation: "replace", new_text: "sum" };
    expect(await agent.text("preview", every)).toMatch(/\n\+ {4}return missing\(sum\(\)\);\n/);
    expect(agent.file("src/legacy.ts")).toBe(before);
  });

  test.each([
    [{}, "preview needs a change: write new_name for a rename, or operation (and new_text) for an edit."],
    [{ new_name: "sum", operation: "delete" }, "preview shows one change: write new_name for a rename, or operation"],
    [{ new_name: "sum", apply: true }, "preview has no apply. It takes locate, new_name, operation,"],
    [{ edits: [{ operation: "delete" }], locate: undefined }, "edits[0] has no locate."],
    [{ operation: "remove" }, 'operation is "remove"'],
  ])("preview with %j says what to write instead", async (args, message) => {
    const { text, isError } = await agent.call("preview", { locate: "src/legacy.ts:total", ...args });
    expect(isError).toBe(true);
    expect(text).toContain(message);
  });

  test("An ambiguous find is an error, and every Locate in the error works", async () => {
    const before = "export function total(): number {\n  let sum = 0;\n  sum += 1;\n  return sum;\n}\n";
    agent.write("src/total.ts", before);
    const edit = { operation: "replace", new_text: "result", apply: true };
    const refused = await agent.call("edit", { ...edit, locate: "src/total.ts:total@sum" });
    expect(refused.isError).toBe(true);
    expect(agent.file("src/total.ts")).toBe(before);
    const ready = refused.text.split("\n").filter((line) => line.startsWith("- "));
    const locates = ready.map((line) => line.slice(2).replace(/ \(line .*/, ""));
    expect(locates).toHaveLength(3);
    // From the last place, so that the earlier ones don't move.
    const [first, second, third] = locates;
    expect(await agent.text("edit", { ...edit, locate: third })).toMatch(/^src\/total\.ts:4:/);
    expect(await agent.text("edit", { ...edit, locate: JSON.parse(second ?? "") })).toMatch(/^src\/total\.ts:3:/);
    const only = await agent.text("edit", { ...edit, locate: first });
    expect(only).toMatch(
      /^src\/total\.ts:2:7-2:10 in total · the only match\nWritten:\nsrc\/total\.ts: 1 line changed\n```\n1 {2}.*\n2 {2}.*result.*\n[\s\S]*```\n\nEdited as text\.$/,
    );
    expect(agent.file("src/total.ts")).toBe(before.replaceAll("sum", "result"));
  });

  test("A change without an effect is not written, with the reason", async () => {
    const before = agent.file("src/legacy.ts");
    const same = { locate: "src/legacy.ts@return missing", operation: "replace", new_text: "return missing" };
    expect(await agent.text("edit", { ...same, apply: true })).toMatch(
      /\nThe text is already the same: nothing to write\.$/,
    );
    const renamed = { locate: "src/legacy.ts:total", new_name: "total" };
    const unchanged = await agent.call("rename", renamed);
    expect(unchanged.text).toMatch(/^total is the name that it has already\. Write another new name\.$/);
    const odd = await agent.call("rename", { ...renamed, new_name: "the total", apply: true });
    expect(odd.text).toMatch(/^With the new name "the total", src\/legacy\.ts would have a syntax error in line \d+/);
    expect(agent.file("src/legacy.ts")).toBe(before);
  });

  test("Concurrent edits are applied one after the other", async () => {
    agent.write("src/at_once.ts", "export function last(): number {\n  return 1;\n}\n");
    const names = ["one", "two", "three"];
    const insert = (name: string) =>
      agent.text("edit", {
        locate: "src/at_once.ts:last",
        operation: "insert_before",
        new_text: `const ${name} = 1;\n`,
        apply: true,
      });
    await Promise.all(names.map(insert));
    const written = agent.file("src/at_once.ts").split("\n");
    expect(written.filter((line) => line.startsWith("const ")).sort()).toEqual(
      names.map((name) => `const ${name} = 1;`).sort(),
    );
    expect(agent.file("src/at_once.ts").endsWith("export function last(): number {\n  return 1;\n}\n")).toBe(true);
  });

  test("With --allow-read, a change outside of the workspace is shown but not written", async () => {
    const agent = await startAgent(copyProject("typescript"), { args: ["--allow-read"] });
    const elsewhere = copyProject("typescript");
    const before = readFileSync(join(elsewhere, "src/legacy.ts"), "utf8");
    symlinkSync(elsewhere, join(agent.folder, "link"));
    for (const path of [elsewhere, "link"]) {
      const args = { locate: `${path}/src/legacy.ts:Legacy`, operation: "delete" };
      expect(await agent.text("edit", args)).toContain("Nothing is written yet.");
      const { text, isError } = await agent.call("edit", { ...args, apply: true });
      expect(text).toMatch(/^.*legacy\.ts is outside of the workspace \(.*Nothing was written\.$/);
      expect(isError).toBe(true);
    }
    expect(readFileSync(join(elsewhere, "src/legacy.ts"), "utf8")).toBe(before);
  });
});

test("pyright answers for Python", async () => {
  const agent = await startAgent(copyProject("python"), {
    servers: { languages: { python: { servers: ["pyright"] } } },
  });
  expect(await agent.text("ask", { question: "hover", locate: "store/shop.py:total" })).toMatch(
    /^store\/shop\.py:8:5, total\n.*def total\(shelf: Shelf\) -> float.*Adds up the prices\./s,
  );
  // The order of files depends on the server.
  const references = await agent.text("ask", { question: "references", locate: ":Item.price" });
  expect(references).toMatch(/\nstore\/items\.py:Item\.price\n {2}\d+: price: float \(declaration\)(\n|$)/);
  expect(references).toMatch(/\nstore\/shop\.py:total\n {2}12: result \+= item\.price\n/);
  await agent.end();
});

test("The embedded server answers for a language without a server", async () => {
  const cwd = createFolder();
  const agent = await startAgent(cwd, { servers: { languages: { lua: { servers: [] } } } });
  agent.write("shop.lua", "local function total(a, b)\n  return a + b\nend\nprint(total(1, 2))\n");
  expect(await agent.text("ask", { question: "definition", locate: "shop.lua@print(<|>total" })).toBe(
    "shop.lua:4:7 · the only match\n1 definition:\nshop.lua\n  1: local function total(a, b)",
  );
  const remark = "by syntax alone, no language server for lua is known";
  expect(await agent.text("ask", { question: "incomingCalls", locate: "shop.lua:total" })).toBe(
    `shop.lua:1:16, total · ${remark}\n1 caller, and where:\nshop.lua:1 file shop.lua\n  4: print(total(1, 2))\n\nAnswered from syntax and references: the server does not have this method.`,
  );
  expect((await agent.call("ask", { question: "typeDefinition", locate: "shop.lua:total" })).text).toBe(
    `embedded can't do typeDefinition: ${remark}. It can answer: hover, completion, definition, implementation, references, documentHighlight, supertypes, subtypes.`,
  );
  expect(await agent.text("ask", { question: "references", locate: "shop.lua:total" })).toBe(
    `shop.lua:1:16, total · ${remark}\n1 use and the declaration:\nshop.lua:total\n  1: local function total(a, b) (declaration)\nshop.lua\n  4: print(total(1, 2))`,
  );
  expect(await agent.text("diagnostics", { file_path: "shop.lua" })).toBe(`shop.lua: no syntax errors; ${remark}.`);
  expect(await agent.text("rename", { locate: "shop.lua:total", new_name: "sum", apply: true })).toBe(
    `shop.lua:1:16, total · ${remark}\nWritten:\nshop.lua: 2 lines changed\n\nNot checked: the embedded server knows syntax alone.`,
  );
  expect(agent.file("shop.lua")).toBe("local function sum(a, b)\n  return a + b\nend\nprint(sum(1, 2))\n");
  await agent.end();
});

test("Uses in files that the server's project leaves out come with the answer", async () => {
  const agent = await startAgent(createFolder());
  agent.write("tsconfig.json", '{ "files": ["cart.ts"] }');
  agent.write("cart.ts", "export class Cart {\n  total() { return 1; }\n}\nexport function add() {}\n");
  agent.write(
    "pay.ts",
    'import { add, type Cart } from "./cart.js";\nexport const pay = (c: Cart) => c.total();\nadd();\n',
  );
  agent.write("loose.js", "export const sum = (cart) => cart.total();\n");
  const references = await agent.text("ask", { question: "references", locate: "cart.ts:Cart.total" });
  // A busy server may not answer again in time; then the use is named as left out.
  expect(references).toMatch(/\npay\.ts:pay\n {2}2: |pay\.ts:2\.$/);
  expect(references).toMatch(
    /\n\nAlso in the text, not in the server's answer, .*tsconfig\.json leaves out loose\.js.*: loose\.js:1/,
  );
  const callers = await agent.text("ask", { question: "incomingCalls", locate: "cart.ts:add" });
  expect(callers).toMatch(/pay\.ts(:3\.$|\n {2}3: add)/);
  await agent.end();
});

test("A server without tsserver leaves its files to the embedded one, and the answers say why", async () => {
  const cwd = createFolder();
  const command = [process.execPath, join(import.meta.dirname, "../../../routing/fakeServer.mjs")];
  const env = { FAKE_SERVER: JSON.stringify({ refuse: "Could not find a valid TypeScript installation." }) };
  const agent = await startAgent(cwd, {
    servers: {
      servers: { "typescript-language-server": { command, env } },
      languages: { typescript: { servers: ["typescript-language-server"] } },
    },
  });
  agent.write("cart.ts", "export function total() {}\ntotal();\n");
  const answer = await agent.text("ask", { question: "references", locate: "cart.ts:total" });
  expect(answer).toMatch(/^cart\.ts:1:17, total · by syntax alone, typescript-language-server can't be used: .*/);
  expect(answer).toContain("TypeScript 7 does not have; install TypeScript 6");
  expect(answer).toContain("1 use and the declaration:");
  await agent.end();
});

describe.each([
  ["a client of MCP up to 2025", false],
  ["a client of MCP from 2026 on", true],
])("%s", (_name, isModern) => {
  test("The client's roots are the workspace folders, and paths begin with their names", async () => {
    const [one, two] = [copyProject("typescript"), copyProject("typescript")];
    const agent = await startAgent(createFolder(), { roots: () => [one, two], isModern });
    const nameOf = (path: string) => path.split("/").at(-1);
    expect((await agent.call("outline", { file_path: "src/main.ts" })).text).toMatch(
      `src/main.ts is in several workspace folders. Write one of: ${nameOf(one)}/src/main.ts, ${nameOf(two)}/src/main.ts.`,
    );
    expect(await agent.text("resolve", { locate: `${nameOf(two)}/src/main.ts@function <|>total` })).toMatch(
      `${nameOf(two)}/src/main.ts:7:17 · the only match\n`,
    );
    await agent.end();
  });

  test("Without roots the workspace is the working directory; --root overrides both", async () => {
    const project = copyProject("typescript");
    const place = { locate: "main.ts@function <|>total" };
    const plain = await startAgent(join(project, "src"), { isModern });
    expect(await plain.text("resolve", place)).toMatch(/^main\.ts:7:17/);
    await plain.end();
    const rooted = await startAgent(project, {
      args: ["--root", join(project, "src")],
      roots: () => [project],
      isModern,
    });
    expect(await rooted.text("resolve", place)).toMatch(/^main\.ts:7:17/);
    // A file of the working directory.
    const outside = await rooted.call("outline", { file_path: "tsconfig.json" });
    expect(outside).toMatchObject({ isError: true, text: expect.stringContaining("tsconfig.json") });
    await rooted.end();
  });
});

test("The answer of the embedded server names how to install the missing server", async () => {
  const cwd = createFolder();
  const install = "make shop-server";
  const agent = await startAgent(cwd, {
    servers: {
      servers: { missing: { command: ["no-such-program-anywhere"], install } },
      languages: { lua: { servers: ["missing"] } },
    },
  });
  agent.write("shop.lua", "x = 1\n");
  expect(await agent.text("diagnostics", { file_path: "shop.lua" })).toBe(
    `shop.lua: no syntax errors; by syntax alone, no language server for lua is installed (${install}).`,
  );
  await agent.end();
});

test("A failed request for roots is repeated by the next call", async () => {
  const cwd = createFolder();
  const root = createFolder();
  writeFileSync(join(root, "a.lua"), "function f() end\n");
  let failures = 1;
  const roots = () => {
    if (failures-- > 0) throw new Error("not yet");
    return [root];
  };
  const agent = await startAgent(cwd, { roots });
  const failed = await agent.call("outline", { file_path: "a.lua" });
  expect(failed).toMatchObject({ isError: true });
  expect(failed.text).toMatch(/^The workspace folders are unknown: .*not yet.*\. Try again\./);
  expect(await agent.text("outline", { file_path: "a.lua" })).toMatch(/- function `f` 1/);
  await agent.end();
});

test("The workspace follows changes of the client's roots", async () => {
  const [one, two] = [createFolder(), createFolder()];
  mkdirSync(join(two, "lib"));
  let roots = [one];
  const agent = await startAgent(createFolder(), { roots: () => roots });
  const missing = await agent.call("outline", { file_path: "lib/a.lua" });
  expect(missing).toMatchObject({ isError: true });
  roots = [one, two];
  await agent.client.sendRootsListChanged();
  writeFileSync(join(two, "lib/a.lua"), "function f() end\n");
  expect(await agent.text("outline", { file_path: "lib/a.lua" })).toMatch(
    /^Symbols of `lib\/a\.lua`:\n- function `f` 1/,
  );
  await agent.end();
});

test("With --read-only, no tool is offered that writes", async () => {
  const agent = await startAgent(copyProject("typescript"), { args: ["--read-only"] });
  try {
    const { tools } = await agent.client.listTools();
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    expect(tools.map(({ name }) => name)).toContain("context");
    const write = () => agent.call("rename", { locate: "src/main.ts:total", new_name: "sum", apply: true });
    const refusal = await write().then(
      () => "written",
      ({ message }: Error) => message,
    );
    expect(refusal).toContain("Tool rename not found");
  } finally {
    await agent.end();
  }
});
