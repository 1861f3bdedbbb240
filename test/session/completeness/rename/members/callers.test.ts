/** Renames of what is called by its name alone, by a scripted backend that knows nothing of it. */

import { pair } from "../../../pair.js";

/** Renames `┃name` in the file to `newName`. */
async function rename(drawn: Readonly<Record<string, string>>, newName: string, params: object = {}) {
  const [[path = "", text = ""] = []] = Object.entries(drawn);
  const before = text.slice(0, text.indexOf("┃")).split("\n");
  const [line, character] = [before.length - 1, before.at(-1)?.length ?? 0];
  const { length } = /^\w+/.exec(text.slice(text.indexOf("┃") + 1))?.[0] ?? "";
  const range = { start: { line, character }, end: { line, character: character + length } };
  const session = pair({
    files: { [path]: text.replace("┃", "") },
    command: ["typescript-language-server", "--stdio"],
    handlers: {
      "textDocument/documentSymbol": () => [],
      "textDocument/definition": () => [{ uri: session.uri(path), range }],
      "textDocument/rename": () => ({ changes: { [session.uri(path)]: [{ range, newText: newName }] } }),
    },
  });
  await session.open();
  session.reportLoaded();
  const locate = { file_path: path, scope: { line: line + 1, character: character + 1 } };
  const { result, error } = await session.request("locate/rename", { locate, newName, check: false, ...params });
  await session.close();
  return { result, error };
}

const go = (text: string) => ({ "a.go": `package main\n\n${text}\n` });
const goTest = (text: string) => ({ "a_test.go": `package a\n\n${text}\n` });

test.each([
  [go("func ┃main() {}"), "run", "the system calls `main` by that name"],
  [go("func ┃run() {}"), "init", "the system would call `init`"],
  [goTest("func ┃TestOld(t *testing.T) {}"), "helper", "a test runner calls `TestOld` by that name"],
  [{ "a.rs": "fn ┃main() {}\n" }, "run", "the system calls `main` by that name"],
  [{ "a.c": "int ┃main(void) { return 0; }\n" }, "run", "the system calls `main` by that name"],
  [
    { "A.java": "class A {\n  public static void ┃main(String[] a) {}\n}\n" },
    "run",
    "the system calls `main` by that name",
  ],
  [{ "test_a.py": "def ┃test_old():\n    pass\n" }, "helper", "a test runner calls `test_old` by that name"],
  [
    { "a.py": "class A:\n    def ┃__len__(self):\n        return 1\n" },
    "size",
    "__len__ is a name by which the language",
  ],
  [go('type T struct{}\n\nfunc (T) ┃String() string { return "" }'), "Text", "String is a name by which the language"],
  [go("type T struct{}\n\nfunc (T) ┃Value() (driver.Value, error) { return nil, nil }"), "Get", "Value is a name"],
])("%j is not renamed to %s", async (drawn, newName, caller) => {
  const { error } = await rename(drawn, newName);
  expect(error).toMatchObject({
    data: { kind: "rename_incomplete", certain: 1, caller: expect.stringContaining(caller) },
    message: expect.stringMatching(
      /^The name has to stay: [^\n]*\. Nothing was changed\.\n.*\nTo rename it all the same/,
    ),
  });
});

test.each([
  [goTest("func ┃TestOld(t *testing.T) {}"), "TestNew"],
  [goTest("func ┃helper() {}"), "TestNew"],
  [go("func run() {\n\t┃main := 1\n\t_ = main\n}"), "other"],
  [go("type T struct{}\n\nfunc (T) ┃main() {}"), "run"],
  [go("type T struct{}\n\nfunc (T) ┃Value() interface{} { return nil }"), "Get"],
  [go("type T struct{}\n\nfunc (T) ┃String(width int) string { return nil }"), "Text"],
  [go("type T struct{ ┃Value string }"), "Text"],
  [{ "A.java": "class A {\n  void ┃main() {}\n}\n" }, "run"],
  [{ "helper.py": "def ┃test_old():\n    pass\n" }, "helper"],
])("%j is renamed to %s", async (drawn, newName) => {
  expect(await rename(drawn, newName)).toMatchObject({ result: { changes: {} }, error: undefined });
});

test("It is renamed all the same with place: true, which says why it would have to stay", async () => {
  const { result } = await rename(go("func ┃main() {}"), "run", { place: true });
  expect(result).toMatchObject({
    result: { changes: {} },
    unconfirmed: { count: 1, certain: 1, caller: "the system calls `main` by that name" },
  });
});
