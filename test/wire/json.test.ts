import {
  elements,
  findValue,
  findValues,
  members,
  removeValue,
  setValue,
  splice,
  stringAt,
} from "../../src/wire/json.js";
import { law, type Random } from "../text/random.js";

const at = (json: string, path: string[]) => {
  const bytes = Buffer.from(json);
  const span = findValue(bytes, path);
  return span && bytes.toString("utf8", span.from, span.to);
};

test.each([
  ['{"a":{"b":1}}', ["a", "b"], "1"],
  ['{ "a" : { "b" : [ 1, 2 ] } }', ["a", "b"], "[ 1, 2 ]"],
  ['{"x":"}{","a":"\\"a\\":2","b":true}', ["b"], "true"],
  ['{"a":1,"a":2}', ["a"], "2"],
  ['{"\\u0061":3}', ["a"], "3"],
  ['{"a":"💣\\\\","b":"é"}', ["b"], '"é"'],
  ['{"a":{}}', ["a", "b"], undefined],
  ['{"a":{"b":1},"a":{"b":2},"c":{"b":3}}', ["a", "b"], "2"],
  ['{"a":{"b":1},"a":{"c":2}}', ["a", "b"], undefined],
  ['{"a":{"b":1},"a":[2]}', ["a", "b"], undefined],
  ['{"a":{"b":1,x},"c":2}', ["a", "b"], "1"],
  ["[1]", ["a"], undefined],
  ['{"a":', ["a"], undefined],
])("In %s the value at %j is %s", (json, path, value) => expect(at(json, path)).toBe(value));

test("A star in a path matches each element", () => {
  const json = Buffer.from('{"r":[{"u":"a"},{"v":1},{"u":"b,]"}]}');
  expect(findValues(json, ["r", "*", "u"]).map((span) => stringAt(json, span))).toEqual(["a", "b,]"]);
  expect(findValues(json, ["x", "*", "u"])).toEqual([]);
});

test.each([
  ['"file:///a b.ts"', "file:///a b.ts"],
  ['""', ""],
  ['"\\u0061\\n"', "a\n"],
  ['"é💣"', "é💣"],
  ['"\\""', '"'],
  ['"a\tb"', undefined],
  ['"a', undefined],
  ["7", undefined],
])("The string %s is %j", (json, text) => {
  const bytes = Buffer.from(` ${json} `);
  expect(stringAt(bytes, { from: 1, to: bytes.length - 1 })).toBe(text);
});

test("A splice leaves the rest unchanged", () => {
  const json = Buffer.from('{"a":1.0,"b":1e2}');
  const span = findValue(json, ["a"]) as { from: number; to: number };
  expect(splice(json, [{ ...span, bytes: Buffer.from("null") }]).toString()).toBe('{"a":null,"b":1e2}');
});

test.each([
  ['{"a":1.0}', ["a"], '{"a":7}'],
  ['{"b":1.0}', ["a"], '{"a":7,"b":1.0}'],
  ["{}", ["a", "b"], '{"a":{"b":7}}'],
  ['{"a":null}', ["a", "b"], '{"a":{"b":7}}'],
  ['{"a":{"x":1e3}}', ["a", "b"], '{"a":{"b":7,"x":1e3}}'],
  ['{"a":[]}', ["a", "b"], undefined],
  ['{"a":"s"}', ["a", "b"], undefined],
])("Setting a value in %s at %j gives %s", (json, path, value) =>
  expect(setValue(Buffer.from(json), path, 7)?.toString()).toBe(value),
);

test.each([
  ['{"a":1}', ["a"], "{}"],
  ['{ "a" : 1 }', ["a"], "{  }"],
  ['{"a":1,"b":2}', ["a"], '{"b":2}'],
  ['{"a":1 , "b":2}', ["a"], '{ "b":2}'],
  ['{"b":2 , "a":1 }', ["a"], '{"b":2 }'],
  ['{"b":2,"a":"x,y","c":3}', ["a"], '{"b":2,"c":3}'],
  ['{"a":1,"b":2,"a":3}', ["a"], '{"b":2}'],
  ['{"x":{"\\u0061":[1]}}', ["x", "a"], '{"x":{}}'],
  ['{"b":1}', ["a"], '{"b":1}'],
  ["[1]", ["a"], "[1]"],
  ['{"x":null}', ["x", "a"], '{"x":null}'],
])("Removing the value in %s at %j gives %s", (json, path, rest) =>
  expect(removeValue(Buffer.from(json), path).toString()).toBe(rest),
);

law("what is removed leaves the rest as JSON.parse has it", 100, (random) => {
  const keys = ["a", "b", "é", "", '"'];
  const value = Object.fromEntries(keys.filter(() => random(2) === 0).map((key) => [key, anyValue(random, 2)]));
  const gone = keys[random(keys.length)] as string;
  const { [gone]: _gone, ...rest } = value;
  const json = Buffer.from(JSON.stringify(value, undefined, random(3)));
  expect(JSON.parse(removeValue(json, [gone]).toString())).toEqual(rest);
});

test("Members and elements are listed in order up to a syntax error", () => {
  const json = Buffer.from('{ "a":[1, {"b":2}], "\\u0063" : "]" , "a":3, x');
  const textOf = ({ from, to }: { from: number; to: number }) => json.toString("utf8", from, to);
  expect(members(json, 0).map(({ key, keyAt, value }) => [key, textOf(keyAt), textOf(value)])).toEqual([
    ["a", '"a"', '[1, {"b":2}]'],
    ["c", '"\\u0063"', '"]"'],
    ["a", '"a"', "3"],
  ]);
  expect(elements(json, json.indexOf("[")).map(textOf)).toEqual(["1", '{"b":2}']);
  expect([members(json, 3), elements(json, 0)]).toEqual([[], []]);
});

law("find agrees with JSON.parse on any JSON", 100, (random) => {
  const value = anyValue(random, 4);
  const json = Buffer.from(JSON.stringify(value, undefined, random(3)));
  const walk = (part: unknown, path: string[]): void => {
    if (typeof part !== "object" || part === null || Array.isArray(part)) return;
    for (const [key, inner] of Object.entries(part)) {
      const span = findValue(json, [...path, key]);
      expect(span && JSON.parse(json.toString("utf8", span.from, span.to))).toEqual(inner);
      walk(inner, [...path, key]);
    }
  };
  walk(value, []);
});

function anyValue(random: Random, depth: number): unknown {
  const strings = ["", "a", '"', "\\", "{", "}]", '"id":1}', "é", "💣", "\n", "x".repeat(50)];
  const any = () => strings[random(strings.length)] as string;
  switch (random(depth > 0 ? 7 : 5)) {
    case 0:
      return null;
    case 1:
      return random(2) === 0;
    case 2:
      return random(1000) / 10;
    case 3:
    case 4:
      return any();
    case 5:
      return Array.from({ length: random(4) }, () => anyValue(random, depth - 1));
    default:
      return Object.fromEntries(
        Array.from({ length: random(4) }, () => [any() + random(9), anyValue(random, depth - 1)]),
      );
  }
}
