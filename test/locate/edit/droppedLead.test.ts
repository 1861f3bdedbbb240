/** What a declaration has before its name, and the text that replaces it lacks. */
import { droppedLead } from "../../../src/locate/edit/droppedLead.js";

test.each<[string, string, string, string[]]>([
  ["python", "@property\n    def ok(self):\n        return 1", "def ok(self):\n    return 2", ["@property"]],
  ["python", "@property\ndef ok(self): pass", "@cached_property\ndef ok(self): pass", []],
  [
    "python",
    '@app.route(\n    "/a",\n    methods=["GET"],\n)\ndef a(): pass',
    "def a(): pass",
    ['@app.route(\n    "/a",\n    methods=["GET"],\n)'],
  ],
  ["python", "@a\n# why\n@b(f(1))\ndef x(): pass", "# why\ndef x(): pass", ["@a", "@b(f(1))"]],
  ["python", "def ok(self): pass", "@property\ndef ok(self): pass", []],
  ["python", "a = b @ c", "a = 1", []],
  ["java", "@Override public void run() { }", "public void run() { a(); }", ["@Override"]],
  ["java", "@interface Mark { }", "interface Mark { }", []],
  ["rust", "#[test]\npub(crate) fn a() { }", "fn a() { }", ["#[test]", "pub(crate)"]],
  ["rust", "pub(crate) fn a() { }", "pub fn a() { }", []],
  ["rust", "pub fn a() { }", "/// Does it.\npub async fn a() { }", []],
  ["csharp", "[Fact]\npublic void A() { }", "public void A() { }", ["[Fact]"]],
  ["typescript", "export function f() { }", "function f() { }", ["export"]],
  ["typescript", "export default class A { }", "class A { }", ["export", "default"]],
  ["typescript", "const row = 1;", "row = 2;", ["const"]],
  ["typescript", "const row = 1;", "let row = 2;", []],
  ["typescript", "const row = 1;", "show();", []],
  ["typescript", "export const row = 1;", "row = 2;", ["export", "const"]],
  ["kotlin", "private val a = 1", "a = 2", ["private", "val"]],
  ["kotlin", "private val a = 1", "public val a = 2", []],
  ["csharp", "public static void A() { }", "public void A() { }", ["static"]],
  ["typescript", "export const a = 1;", "/** One. */\nexport const a = 2;", []],
  ["typescript", "exported = 1;", "other = 1;", []],
  ["typescript", "function f() { }", "export function f() { }", []],
])("In %s, %j loses with %j: %j", (language, replaced, newText, dropped) => {
  expect(droppedLead(replaced, newText, language)).toEqual(dropped);
});
