/**
 * Validation of Locates by the check and by the schema, one value per line, and the errors of the
 * check.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { LocateError } from "../../../src/error.js";
import { locateFields } from "../../../src/locate/locate.js";
import { readLocate } from "../../../src/locate/notation/readLocate.js";
import { law, pick, type Random } from "../../text/random.js";
import { errorOf } from "../check.js";

const schema = JSON.parse(readFileSync(join(import.meta.dirname, "../../../schema/locate.schema.json"), "utf8"));
const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
const schemaAllows = ajv.compile(schema);
const schemaAllowsDocument = ajv.compile({ $ref: "locate.schema.json#/$defs/document" });

/** Expects a Locate that is read as `wanted`, or as the value itself. */
function valid(value: unknown, wanted: unknown = value): void {
  test(`${JSON.stringify(value)} is a Locate`, () => {
    expect(readLocate(value)).toEqual(wanted);
    expect([schemaAllows(value), schemaAllows.errors]).toEqual([true, null]);
  });
}

/** Expects both the check and the schema to refuse a value, with these words in the error. */
function invalid(value: unknown, words: RegExp): void {
  test(`${JSON.stringify(value)} is not a Locate: ${words}`, () => {
    expect(failure(value).message).toMatch(words);
    expect(schemaAllows(value)).toBe(false);
  });
}

/** Expects the check to refuse a value that the schema can't refuse, or that JSON can't express. */
function refused(name: string, value: unknown, words: RegExp): void {
  test(`${name} is not a Locate: ${words}`, () => expect(failure(value).message).toMatch(words));
}

function failure(value: unknown, options = {}): LocateError {
  const error = errorOf(() => readLocate(value, options));
  expect(error.kind).toBe("invalid_locate");
  return error;
}

const a = { file_path: "a.py" };
const x = { ...a, find: "x" };

describe("Valid Locates", () => {
  valid(x);
  valid({ ...a, scope: { line: 42 } });
  valid({ ...a, scope: { line: 42, character: 7 } });
  valid({ ...a, scope: { line: [10, 20] }, find: "x" });
  valid({ ...a, scope: { line: [10, 10] } });
  valid({ ...a, scope: { line: [10, 0] } });
  valid({ ...a, scope: { symbol_path: ["A", "b c", "f[1]"] } });
  valid({ scope: { symbol_path: ["A"] } });
  valid({ scope: { symbol_path: ["A"] }, find: "x" });
  valid({ ...x, find_index: 3, fuzzy: true });
  valid({ ...x, find_index: 0 });
  valid({ ...x, find_index: "only" });
  valid({ ...a, anchor_text: "x" });
  valid({ ...a, scope: { symbol_path: ["A"] }, anchor_text: "x", ancestor_node_type: "block" });
  valid({ ...a, anchor_text: "x", ancestor_node_type: ["call", "block"], find_index: 2, sibling: -1 });
  valid({ ...a, anchor_text: "x", ancestor_node_type: "block", find_index: 0 });
  valid(
    { ...a, anchor_text: "x", ancestor_node_type: ["block"] },
    { ...a, anchor_text: "x", ancestor_node_type: "block" },
  );
  valid({ ...x, sibling: null }, x);
  valid({ handle: "h1" });
  valid({ ...a, find: " " });
  valid({ ...a, find: "<|>" });
  valid({ ...a, find: "x".repeat(10_240) });
});

describe("Valid Locates with a plainer reading", () => {
  valid("a.py@x", x);
  valid("a.py:42:7", { ...a, scope: { line: 42, character: 7 } });
  valid({ ...a, scope: 42 }, { ...a, scope: { line: 42 } });
  valid({ ...a, scope: [10, 20] }, { ...a, scope: { line: [10, 20] } });
  valid({ ...a, scope: "A.b" }, { ...a, scope: { symbol_path: ["A", "b"] } });
  valid({ ...a, scope: "42" }, { ...a, scope: { line: 42 } });
  valid({ ...a, scope: "L10-L20" }, { ...a, scope: { line: [10, 20] } });
  valid({ ...a, scope: "42:7" }, { ...a, scope: { line: 42, character: 7 } });
  valid({ ...a, scope: "deps.@types/node" }, { ...a, scope: { symbol_path: ["deps", "@types/node"] } });
  valid({ scope: "A.b" }, { scope: { symbol_path: ["A", "b"] } });
  valid({ scope: "L" }, { scope: { symbol_path: ["L"] } });
  valid({ ...x, scope: "" }, x);
  valid({ ...x, scope: null, find_index: null, fuzzy: null, anchor_text: null, ancestor_node_type: null }, x);
  valid({ ...x, handle: null, fuzzy: false }, x);
  valid({ ...a, scope: { line: 3, character: null, symbol_path: null } }, { ...a, scope: { line: 3 } });
  valid({ ...a, scope: { line: null, symbol_path: ["A"] } }, { ...a, scope: { symbol_path: ["A"] } });
  valid({ ...a, scope: 42, find: "" }, { ...a, scope: { line: 42 } });
  valid({ handle: "h1", file_path: null, find: "", find_index: 0, fuzzy: false }, { handle: "h1" });
  valid({ ...a, scope: { line: 3 }, find_index: "only" });
});

describe("Locates without a place or a file", () => {
  invalid({}, /^Invalid Locate: locate has neither scope nor find; expected a scope, a find, or both/);
  invalid(a, /neither scope nor find.*Write `a\.py:42`/);
  invalid({ ...a, scope: null, find: null }, /neither scope nor find/);
  invalid({ ...a, find: "" }, /neither scope nor find/);
  invalid({ ...a, scope: "" }, /neither scope nor find/);
  invalid({ ...x, find_index: "1" }, /Write 1, without quotes\./);
  invalid({ ...a, find_index: "only" }, /neither scope nor find/);
  invalid(
    { find: "x" },
    /file_path is missing; expected a file, which may be left out only where the scope is a symbol/,
  );
  invalid({ scope: { line: 3 } }, /file_path is missing/);
  invalid({ scope: "L10-20" }, /file_path is missing/);
  invalid({ scope: 3, find: "x" }, /file_path is missing/);
  invalid({ anchor_text: "x" }, /file_path is missing/);
});

describe("Fields that exclude each other", () => {
  invalid({ ...x, anchor_text: "y" }, /anchor_text is given together with find/);
  invalid({ ...x, ancestor_node_type: "block" }, /ancestor_node_type is given without anchor_text/);
  invalid({ ...x, handle: "h1" }, /file_path is given together with handle; expected a handle alone/);
  invalid({ handle: "h1", scope: 3 }, /scope is given together with handle/);
  invalid({ ...x, scope: { line: 42, character: 7 } }, /scope\.character is 7 beside find.*`42@x`.*`42:7`/);
  invalid({ ...a, anchor_text: "x", scope: { line: 4, character: 7 } }, /scope\.character is 7 beside anchor_text/);
  invalid({ ...a, scope: { line: [4, 5], character: 7 } }, /scope\.character goes with one line, not with two/);
  invalid({ ...a, scope: { symbol_path: ["A"], line: 3 } }, /scope has both line and symbol_path/);
  invalid({ ...a, scope: { symbol_path: ["A"], character: 3 } }, /scope\.character is given together with symbol_path/);
  invalid({ ...a, scope: { symbol_path: ["A"] }, find_index: 2 }, /find_index counts the matches.*`A\[2\]`/);
  refused("a line and character as text, and a find", { ...x, scope: "42:7" }, /scope\.character is 7 beside find/);
});

describe("Wrong values", () => {
  invalid({ ...a, find: 3 }, /find is 3; expected a string/);
  invalid({ ...a, find: ["x"] }, /find is \["x"\]/);
  invalid({ ...a, find: "x".repeat(10_241) }, /find has 10241 characters; expected a string of 1 to 10240/);
  invalid({ ...x, file_path: "" }, /file_path is empty; .* or no such field/);
  invalid({ ...x, file_path: 3 }, /file_path is 3/);
  invalid({ ...x, file_path: "x".repeat(1_001) }, /file_path has 1001 characters/);
  invalid({ ...x, find_index: -1 }, /find_index is -1; expected a whole number from 0.*"only"/);
  invalid({ ...x, find_index: 1.5 }, /find_index is 1\.5/);
  invalid({ ...x, find_index: "first" }, /find_index is "first"/);
  invalid({ ...x, find_index: "0" }, /find_index is "0"/);
  invalid({ ...x, find_index: 1e300 }, /find_index is 1e\+300/);
  invalid({ ...x, fuzzy: "yes" }, /fuzzy is "yes"; expected true or false/);
  invalid({ ...x, fuzzy: 1 }, /fuzzy is 1/);
  invalid({ ...a, anchor_text: "" }, /anchor_text is empty/);
  invalid({ ...a, anchor_text: "x", ancestor_node_type: "" }, /ancestor_node_type is empty/);
  invalid(
    { ...a, anchor_text: "x", ancestor_node_type: [] },
    /ancestor_node_type is empty; expected a node type, or 1 to 20/,
  );
  invalid({ ...a, anchor_text: "x", ancestor_node_type: ["a", 1] }, /ancestor_node_type\[1\] is 1/);
  invalid({ ...a, anchor_text: "x", ancestor_node_type: "b", sibling: 0 }, /sibling is 0.*Write no sibling/);
  invalid(
    { ...a, anchor_text: "x", ancestor_node_type: "b", sibling: 1.5 },
    /sibling is 1\.5; expected a whole number/,
  );
  invalid({ ...x, sibling: 1 }, /sibling is given without anchor_text/);
  invalid({ handle: "" }, /handle is empty/);
  invalid({ handle: 7 }, /handle is 7/);
  invalid({ ...a, scope: 0 }, /scope is 0; expected a line number from 1/);
  invalid({ ...a, scope: true }, /scope is true; expected an object, a line/);
  invalid({ ...a, scope: [] }, /scope is \[\]/);
  invalid({ ...a, scope: [1] }, /scope is \[1\]/);
  invalid({ ...a, scope: ["A", "b"] }, /scope is an array of names.*"symbol_path": \["A", "b"\]/);
  invalid({ ...a, scope: {} }, /scope has neither line nor symbol_path/);
  invalid({ ...a, scope: { line: null } }, /scope has neither line nor symbol_path/);
  invalid({ ...a, scope: { character: 3 } }, /scope has a character but no line/);
  invalid({ ...a, scope: { line: 0 } }, /scope\.line is 0; expected a line number from 1 \(lines are 1-based\)/);
  invalid({ ...a, scope: { line: -3 } }, /scope\.line is -3/);
  invalid({ ...a, scope: { line: 1.5 } }, /scope\.line is 1\.5/);
  invalid({ ...a, scope: { line: 1e12 } }, /scope\.line is 1000000000000/);
  invalid({ ...a, scope: { line: "42" } }, /scope\.line is "42".*Write 42, without quotes/);
  invalid({ ...a, scope: { line: "L10-L20" } }, /scope\.line is "L10-L20".*Write \[10, 20\]/);
  invalid({ ...a, scope: { line: [1, 2, 3] } }, /scope\.line is \[1, 2, 3\]/);
  invalid({ ...a, scope: { line: [0, 4] } }, /scope\.line is \[0, 4\]/);
  invalid({ ...a, scope: { line: [4, -1] } }, /scope\.line is \[4, -1\]/);
  invalid({ ...a, scope: { line: [1, [2]] } }, /scope\.line is an array of 2/);
  invalid({ ...a, scope: { line: { start: 1 } } }, /scope\.line is an object with `start`;/);
  invalid({ ...a, scope: { line: { a: 1, b: 1, c: 1, d: 1 } } }, /scope\.line is an object with `a`, `b`, `c`, `d`;/);
  invalid({ ...a, scope: { line: { a: 1, b: 1, c: 1, d: 1, e: 1 } } }, /is an object with `a`, `b`, `c`, `d`, …;/);
  invalid({ ...a, scope: { line: 4, character: 0 } }, /scope\.character is 0; expected a whole number from 1/);
  invalid({ ...a, scope: { symbol_path: [] } }, /scope\.symbol_path is empty/);
  invalid({ ...a, scope: { symbol_path: [""] } }, /scope\.symbol_path\[0\] is empty/);
  invalid({ ...a, scope: { symbol_path: ["A", 3] } }, /scope\.symbol_path\[1\] is 3/);
  invalid({ ...a, scope: { symbol_path: "A.b" } }, /Write "symbol_path": \["A","b"\], or "scope": "A\.b"/);
  invalid({ ...a, scope: { symbol_path: 3 } }, /scope\.symbol_path is 3/);
  invalid({ ...a, scope: { symbol_path: Array(101).fill("A") } }, /scope\.symbol_path has 101 names/);
  invalid(null, /locate is null; expected an object, or a string such as/);
  invalid(3, /locate is 3/);
  invalid(true, /locate is true/);
  invalid([], /locate is \[\]/);
  invalid([x], /locate is an array of 1/);
  refused(
    "a range that ends before it starts",
    { ...a, scope: { line: [20, 10] } },
    /\[20, 10\] ends before it starts/,
  );
  refused("an empty name", { ...a, scope: "A..b" }, /scope `A\.\.b` contains an empty name/);
  refused("a NUL", { ...x, file_path: "a\0" }, /file_path contains a NUL/);
  refused("a pasted line", { ...a, scope: "227:def f" }, /scope `227:def f` begins like lines/);
});

describe("Errors of unknown fields say what to write", () => {
  invalid({ ...a, line: 42 }, /line is not a field that a Locate has.*Write "scope": \{ "line": 42 \} instead of line/);
  invalid({ ...a, lines: [1, 2] }, /Write "scope": \{ "line": \[1, 2\] \}/);
  invalid({ ...a, symbol: "A" }, /Write "scope": \{ "symbol_path": \["A"\] \} instead of symbol/);
  invalid({ ...a, symbol: "A.b" }, /Write "scope": \{ "symbol_path": \["A","b"\] \} instead of symbol/);
  invalid({ ...a, symbol_path: ["A"] }, /Write "scope": \{ "symbol_path": \["A"\] \}/);
  invalid({ path: "a.py", find: "x" }, /Write "file_path": "a\.py" instead of path/);
  invalid({ file: "a.py", find: "x" }, /Write "file_path": "a\.py"/);
  invalid({ filePath: "a.py", find: "x" }, /Write "file_path": "a\.py"/);
  invalid({ uri: "file:///a.py", find: "x" }, /Write "file_path": "file:\/\/\/a\.py"/);
  invalid(
    { textDocument: { uri: "file:///a.py" }, position: { line: 41, character: 6 } },
    /"file_path": "file:\/\/\/a\.py" instead of textDocument; "scope": \{ "line": 42, "character": 7 \} \(1-based/,
  );
  invalid(
    { ...a, range: { start: { line: 3, character: 0 }, end: { line: 6, character: 1 } } },
    /"scope": \{ "line": \[4, 7\] \} \(1-based/,
  );
  invalid({ ...a, position: 3 }, /"scope": \{ "line": …, "character": … \}, both 1-based/);
  invalid({ ...a, position: { line: 3 } }, /"scope": \{ "line": …, "character": … \}, both 1-based/);
  invalid({ ...a, text: "x" }, /Write "find": "x"/);
  invalid({ ...x, index: 2 }, /Write "find_index" instead of index/);
  invalid({ ...x, fuzy: true }, /Write "fuzzy" instead of fuzy/);
  invalid({ ...x, scpoe: 3 }, /Write "scope" instead of scpoe/);
  invalid({ ...x, FIND_INDEX: 2 }, /Write "find_index"/);
  invalid({ locate: x }, /without another object around them/);
  invalid({ ...x, zebra: 1 }, /zebra is not a field that a Locate has; expected only file_path, scope,[^.]*\.$/);
  invalid({ ...x, scope: { symbol: "A" } }, /scope\.symbol is not a field.*"symbol_path": \["A"\] instead of symbol/);
  invalid({ ...x, scope: { start: 1, end: 2 } }, /scope\.start .*"line": \[first, last\]/);
  invalid({ ...x, scope: { lines: [1, 2] } }, /"line": \[1, 2\] instead of lines/);
  invalid({ ...a, scope: { line: 3, find: "x" } }, /"find" beside "scope", not in it/);
  invalid({ ...a, scope: { line: 3, column: 4 } }, /"character" instead of column/);
});

describe("Values that JSON can't express", () => {
  const cyclic: Record<string, unknown> = { ...x };
  cyclic["scope"] = cyclic;
  const endless: unknown[] = [];
  endless.push(endless);
  refused("a cycle", cyclic, /scope\.file_path is not a field/);
  refused("a cycle of arrays", { ...a, scope: { symbol_path: endless } }, /symbol_path\[0\] is an array of 1/);
  refused("NaN", { ...a, scope: { line: Number.NaN } }, /scope\.line is NaN/);
  refused("Infinity", { ...a, scope: { line: [1, Number.POSITIVE_INFINITY] } }, /scope\.line is \[1, Infinity\]/);
  refused("a bigint", { ...a, scope: { line: 42n } }, /scope\.line is 42n/);
  refused("a function", { ...a, find: () => "x" }, /find is a function/);
  refused("a symbol", { ...a, find: Symbol("x") }, /find is Symbol\(x\)/);
  refused("undefined", undefined, /locate is undefined/);
  refused("inherited fields", Object.create(x), /neither scope nor find/);
  refused(
    "an own __proto__",
    JSON.parse('{"file_path":"a","find":"x","__proto__":{"fuzzy":true}}'),
    /__proto__ is not/,
  );
  refused("a field named like Object's", { ...x, constructor: 1 }, /constructor is not a field/);
  refused("a huge empty array", { ...a, scope: new Array(4_294_967_295) }, /scope is an array of 4294967295/);
  refused("a huge path", { ...a, scope: { symbol_path: new Array(4_294_967_295) } }, /has 4294967295 names/);
  refused("an array with a hole", { ...a, scope: { symbol_path: new Array(1) } }, /symbol_path\[0\] is undefined/);
  refused("a field with a long name", { ...x, ["y".repeat(1e6)]: 1 }, /^.{1,400}$/);
  test("A field that is undefined counts as absent", () => expect(readLocate({ ...x, scope: undefined })).toEqual(x));
  test("The line -0 is read as 0", () =>
    expect(readLocate({ ...a, scope: [3, -0] })).toEqual({ ...a, scope: { line: [3, 0] } }));
  test("An object without a prototype is a Locate", () =>
    expect(readLocate(Object.assign(Object.create(null), x))).toEqual(x));
});

describe("Options", () => {
  test("A file alone is a Locate for a document", () => expect(readLocate(a, { takes: "document" })).toEqual(a));
  test("The schema allows a Locate for a document", () => expect(schemaAllowsDocument(a)).toBe(true));
  test("A file alone in the notation is a Locate for a document", () =>
    expect(readLocate("a.py", { takes: "document" })).toEqual(a));
  test("A Locate for a document needs a file", () =>
    expect(failure({}, { takes: "document" }).message).toMatch(/file_path is missing/));
  test("A Locate for a document has no unknown fields", () =>
    expect(failure({ ...a, b: 1 }, { takes: "document" }).message).toMatch(/b is not a field/));
  test("Existing files decide where the path ends", () =>
    expect(readLocate("a@b.py@x", { exists: (path) => path === "a@b.py" })).toEqual({
      file_path: "a@b.py",
      find: "x",
    }));
  test("Errors name a field by its path", () =>
    expect(failure({ ...a, scope: { line: 0 } }, { field: "locate[2]" }).data).toEqual({
      kind: "invalid_locate",
      field: "locate[2].scope.line",
      expected: expect.stringContaining("from 1"),
    }));
  test("Errors name the whole Locate by its path", () =>
    expect(failure(3, { field: "locate[2]" }).data["field"]).toBe("locate[2]"));
  test("Errors of the notation name a field by its path", () =>
    expect(failure("a.py:0", { field: "to" }).data["field"]).toBe("to.scope.line"));
});

describe("Laws", () => {
  const strings = ["", "x", "A.b", "42", "10-20", "42:7", "L10", "a.py", "only", "A..b", "é💣"];
  const atoms: readonly unknown[] = [null, 0, 1, 42, -1, 1.5, true, false, [], {}, [1, 2], [1, 0], [0, 1], [1]];
  const atom = (random: Random): unknown => (random(2) === 0 ? pick(random, strings) : pick(random, atoms));
  const scope = (random: Random): unknown => {
    if (random(2) === 0) return atom(random);
    const fields = ["line", "character", "symbol_path"].filter(() => random(2) === 0);
    return Object.fromEntries(fields.map((name) => [name, random(3) === 0 ? ["A", "b"] : atom(random)]));
  };
  const some = (random: Random): Record<string, unknown> =>
    Object.fromEntries(
      locateFields
        .filter((name) => (name === "file_path" ? random(4) > 0 : random(5) === 0))
        .map((name) => [name, name === "scope" ? scope(random) : name === "file_path" ? "a.py" : atom(random)]),
    );

  law("The check and the schema agree, and a Locate that was read is read as itself", 3, (random) => {
    let valid = 0;
    for (let left = 500; left > 0; left--) {
      const value = some(random);
      let read: unknown;
      try {
        read = readLocate(value);
        valid++;
      } catch (error) {
        if (!(error instanceof LocateError)) throw error;
        // A schema can't read the notation in a scope's text.
        if (typeof value["scope"] !== "string") expect([value, schemaAllows(value)]).toEqual([value, false]);
        continue;
      }
      expect([value, schemaAllows(value)]).toEqual([value, true]);
      expect(readLocate(read)).toEqual(read);
    }
    expect(valid).toBeGreaterThan(20);
  });
});
