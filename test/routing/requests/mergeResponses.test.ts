import { mergeResponses } from "../../../src/routing/requests/mergeResponses.js";

const result = (json: string) => Buffer.from(`{"jsonrpc":"2.0","id":9,"result": ${json} }`);
const error = (code: number) => Buffer.from(`{"id":9,"error":{"code":${code},"message":"é"}}`);

const merged = (method: string, ...bodies: Buffer[]) => {
  const text = mergeResponses(method, '"q"', bodies).toString();
  const beginning = '{"jsonrpc":"2.0","id":"q",';
  expect(text.startsWith(beginning)).toBe(true);
  expect(() => JSON.parse(text)).not.toThrow();
  return text.slice(beginning.length, -1);
};
const of = (method: string, ...results: string[]) => merged(method, ...results.map(result)).slice('"result":'.length);

test.each([
  [["[1.0, 2]", "[ ]", '[{"a" : [3]} ]'], '[1.0, 2,{"a" : [3]}]'],
  [["null", "[1e2]"], "[1e2]"],
  [["null", "[]"], "[]"],
  [["[]", "[ ]"], "[]"],
  [["null", "null"], "null"],
  [["[1]", "7", "[2]", '{"a":[3]}'], "[1,2]"],
  [["[ 1 ]"], "[ 1 ]"],
  [['[{"name":"é💣"}]', '["\\/"]'], '[{"name":"é💣"},"\\/"]'],
])("Symbol results %j are merged into %s", (results, all) => expect(of("workspace/symbol", ...results)).toBe(all));

test.each([
  [['{"items":[1, 2]}', '{"x":[9],"items":[{"kind":"full"}]}'], '{"items":[1, 2,{"kind":"full"}]}'],
  [['{"items":[]}', "null", '{"items":[1]}'], '{"items":[1]}'],
  [['{"items":[1]}', "null"], '{"items":[1]}'],
  [['{"items":[1]}', "[2]", "{}"], '{"items":[1]}'],
  [["null", "null"], "null"],
])("Diagnostic results %j are merged into %s", (results, all) =>
  expect(of("workspace/diagnostic", ...results)).toBe(all),
);

describe.each(["workspace/willCreateFiles", "workspace/willRenameFiles", "workspace/willDeleteFiles"])(
  "%s",
  (method) => {
    test.each([
      [
        "each document's edits",
        ['{"changes":{"f:a":[1,2],"f:b":[3]}}', '{"changes":{"f:b":[4.0],"f:c":[5]}}'],
        '{"changes":{"f:a":[1,2],"f:b":[3,4.0],"f:c":[5]}}',
      ],
      ["what one alone says", ['{ "changes" : {} }', "null"], '{ "changes" : {} }'],
      ["nothing", ["null", "null"], "null"],
      ["edits of nothing", ["{}", '{"changes":null}'], '{"changes":{}}'],
      [
        "document changes",
        ['{"documentChanges":[{"kind":"delete","uri":"f:a"}]}', '{"documentChanges":[ 1 ]}'],
        '{"documentChanges":[{"kind":"delete","uri":"f:a"},1]}',
      ],
      [
        "both ways of saying it",
        ['{"changes":{"f:é":[{"newText":"\\/"}]}}', '{"documentChanges":[1]}'],
        '{"documentChanges":[{"textDocument":{"uri":"f:é","version":null},"edits":[{"newText":"\\/"}]},1]}',
      ],
      [
        "one that says it both ways itself",
        ['{"changes":{"f:a":[1]},"documentChanges":[2]}', '{"changes":{"f:b":[3]}}'],
        '{"documentChanges":[2,{"textDocument":{"uri":"f:b","version":null},"edits":[3]}]}',
      ],
      [
        "the same, once",
        ['{"changes":{"f:a":[1,1,2]}}', '{"changes":{"f:a":[2,3,3],"f:b":[1]}}'],
        '{"changes":{"f:a":[1,1,2,3,3],"f:b":[1]}}',
      ],
      [
        "the same document change, once",
        ['{"documentChanges":[1]}', '{"documentChanges":[1,2]}'],
        '{"documentChanges":[1,2]}',
      ],
      [
        "odd ones left out",
        ['{"changes":{"f:a":[1]}}', "[7]", '{"changes":{"f:a":null,"__proto__":[2]}}'],
        '{"changes":{"f:a":[1],"__proto__":[2]}}',
      ],
    ])("Edits are merged: %s", (_what, results, edit) => expect(of(method, ...results)).toBe(edit));
  },
);

const edits = (...results: string[]) => of("workspace/willRenameFiles", ...results);

test("The annotations of all edits are kept", () => {
  expect(
    edits(
      '{"changes":{"f:a":[{"annotationId":"x"}]},"changeAnnotations":{"x":{"label": "X"}}}',
      '{"changes":{"f:a":[{"annotationId":"y"}]},"changeAnnotations":{"y":{"label":"Y"}}}',
    ),
  ).toBe(
    '{"changes":{"f:a":[{"annotationId":"x"},{"annotationId":"y"}]},"changeAnnotations":{"x":{"label": "X"},"y":{"label":"Y"}}}',
  );
});

test("A duplicate annotation id is replaced wherever it is used", () => {
  expect(
    JSON.parse(
      edits(
        '{"documentChanges":[{"kind":"rename","annotationId":"x"}],"changeAnnotations":{"x":{"label":"1"},"2:x":{"label":"2"}}}',
        '{"documentChanges":[{"kind":"create","annotationId":"x"},{"edits":[{"annotationId":"x"},{"annotationId":"y"},{"newText":"x"}]}],"changeAnnotations":{"x":{"label":"x"},"y":{"label":"3"}}}',
        '{"changes":{"f:x":[{"annotationId":"x"}]},"changeAnnotations":{"x":{"label":"4"}}}',
      ),
    ),
  ).toEqual({
    documentChanges: [
      { kind: "rename", annotationId: "x" },
      { kind: "create", annotationId: "3:x" },
      { edits: [{ annotationId: "3:x" }, { annotationId: "y" }, { newText: "x" }] },
      { textDocument: { uri: "f:x", version: null }, edits: [{ annotationId: "4:x" }] },
    ],
    changeAnnotations: {
      x: { label: "1" },
      "2:x": { label: "2" },
      "3:x": { label: "x" },
      y: { label: "3" },
      "4:x": { label: "4" },
    },
  });
});

test("An error is dropped if another backend has succeeded", () => {
  expect(merged("workspace/symbol", error(1), result("[1]"), error(2), result("[2]"))).toBe('"result":[1,2]');
  expect(merged("workspace/symbol", error(1), result("null"))).toBe('"result":null');
});

test("If all have failed, the first error is the response", () => {
  expect(merged("workspace/symbol", error(1), error(2))).toBe('"error":{"code":1,"message":"é"}');
});

test.each(['{"id":9}', "{", '{"id":9,"error":null}'])("The response %s is ignored", (body) => {
  expect(merged("workspace/symbol", Buffer.from(body))).toBe('"result":null');
  expect(merged("workspace/symbol", Buffer.from(body), error(1))).toBe('"error":{"code":1,"message":"é"}');
});

test("A null error beside a result is no error, and the reverse", () => {
  const both = Buffer.from('{"error":null,"result":[1],"id":9}');
  const failed = Buffer.from('{"result":null,"error":{"code":1},"id":9}');
  expect(merged("workspace/symbol", failed, both)).toBe('"result":[1]');
  expect(merged("workspace/symbol", failed)).toBe('"error":{"code":1}');
});

test("For a method without a merge the first non-null result counts", () => {
  expect(merged("textDocument/definition", result("null"), result("{ }"), result("[]"))).toBe('"result":{ }');
});

test("Without responses the result is null", () => expect(merged("workspace/symbol")).toBe('"result":null'));
