// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how snippets are written
/** Snippets as plain text, for a client that takes none. */

import { plainCompletions, plainText } from "../../../src/session/client/plainCompletions.js";

test.each([
  ["plain", "plain"],
  ["", ""],
  ["color: $0;", "color: ;"],
  ["fn(${1:a}, ${2:b})$0", "fn(a, b)"],
  ["<${1:div}>$0</$1>", "<div></div>"],
  ["$1 = ${1:name}", "name = name"],
  ["${1:a ${2:b ${3:c}} d}", "a b c d"],
  ["${1|one,two|} ${2|a\\,b,c\\|d|}", "one a,b"],
  ["cost \\$1 \\} \\\\", "cost $1 } \\"],
  ["${1:a\\}b}", "a}b"],
  ["$TM_FILENAME ${TM_SELECTED_TEXT:x} ${CURRENT_YEAR}", " x "],
  ["${TM_FILENAME/(.*)\\..+$/${1:/upcase}/}.x", ".x"],
  ["a $ b ${ c", "a $ b ${ c"],
  ["${1:unclosed", "unclosed"],
  ["💣${1:é}\r\n$0", "💣é\r\n"],
])("The snippet %j is the text %j", (snippet, text) => {
  expect(plainText(snippet)).toBe(text);
});

const response = (result: unknown) => Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, result }));
const plain = (result: unknown, method = "textDocument/completion") =>
  JSON.parse(plainCompletions(method, response(result)).toString("utf8")).result;

test("Items with snippets become plain text, in each member that holds one, and keep all others", () => {
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
  const item = { label: "f", insertTextFormat: 2, data: { deep: [1] }, own: true };
  const edit = { range, newText: "f(${1:x})" };
  const made = { ...item, insertTextFormat: 1 };
  expect(plain([{ ...item, textEdit: edit }])).toEqual([{ ...made, textEdit: { range, newText: "f(x)" } }]);
  expect(plain([{ ...item, insertText: "f($0)" }])).toEqual([{ ...made, insertText: "f()" }]);
  expect(plain({ ...item, insertText: "f($0)" }, "completionItem/resolve")).toEqual({ ...made, insertText: "f()" });
});

test("The format of a list holds for its items without their own", () => {
  const list = {
    isIncomplete: true,
    itemDefaults: { insertTextFormat: 2, commitCharacters: ["."] },
    items: [
      { label: "a", textEditText: "a($0)" },
      { label: "b", textEditText: "$b", insertTextFormat: 1 },
    ],
  };
  expect(plain(list)).toEqual({
    isIncomplete: true,
    itemDefaults: { insertTextFormat: 1, commitCharacters: ["."] },
    items: [
      { label: "a", textEditText: "a()", insertTextFormat: 1 },
      { label: "b", textEditText: "$b", insertTextFormat: 1 },
    ],
  });
});

test.each([
  ["textDocument/completion", [{ label: "a" }]],
  ["textDocument/completion", null],
  ["textDocument/hover", { insertTextFormat: 2, insertText: "$1" }],
])("A response to %s without snippets keeps its bytes: %j", (method, result) => {
  const body = response(result);
  expect(plainCompletions(method, body)).toBe(body);
});

test("A body that is no JSON, or holds no items, passes", () => {
  for (const body of ['{"result":[{"insertTextFormat":2,}]}', '{"result":{"items":7,"x":{"insertTextFormat":2}}}'])
    expect(plainCompletions("textDocument/completion", Buffer.from(body)).toString()).toBe(body);
});
