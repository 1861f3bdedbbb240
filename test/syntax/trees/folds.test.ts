/**
 * Folding ranges, drawn: `▾` at the end of the line that stays visible, `▴` at the end of the
 * hidden text.
 */

import { indexTree } from "../../../src/syntax/index/build/indexTree.js";
import { LanguageKinds } from "../../../src/syntax/index/build/languageKinds.js";
import { foldsOf } from "../../../src/syntax/trees/folds.js";
import { freeText } from "../../../src/syntax/trees/parsedText.js";
import { parse } from "../parsedSources.js";

/** Each drawn line ends with the marks of the folds that begin and end on it. */
function folds(language: string, drawn: string): void {
  test(`In ${language}, the folds are those drawn in ${JSON.stringify(drawn)}.`, async () => {
    const source = drawn.replace(/[▾▴]/g, "");
    const parsed = await parse(language, source);
    const { document } = parsed;
    const found = foldsOf(parsed, (text) =>
      indexTree(text.tree, text.document, new LanguageKinds(text.grammar.language)),
    );
    freeText(parsed);
    const lines = source.split("\n").map((text) => ({ text, signs: "" }));
    for (const { from, to } of found) {
      const [begin, end] = [lines[document.lineAt(from)], lines[document.lineAt(to)]];
      if (begin) begin.signs = `▾${begin.signs}`;
      if (end) end.signs += "▴";
    }
    expect(lines.map(({ text, signs }) => text + signs).join("\n")).toBe(drawn);
  });
}

folds("typescript", "function f() {▾\n  return 1;\n}▴\n");
folds("typescript", "if (a) {▾\n  b();\n} else {▾▴\n  c();\n}▴\n");
folds("typescript", "const a = [▾\n  1,\n];▴\nf({▾\n  b: 1,\n});▴\n");
folds("typescript", 'import a from "a";▾\nimport b from "b";▴\n\na();\n');
folds("typescript", "/**▾\n * What it is.\n */▴\nlet a;\n");
folds("typescript", "// One▾\n// and two.▴\nlet a;\n");
folds("typescript", "let a; // beside\nlet b; // beside\n");
folds("python", "class A:▾\n    def f(self):▾\n        return 1▴▴\n");
folds("python", "if a:▾\n    b()▴\nelse:▾\n    c()▴\n");
folds("python", "x = [▾\n  1,\n]▴\n");
folds("ruby", "class A▾\n  def f▾\n    1▴\n  end▴\nend\n");
folds("lua", "function f()▾\n  local a = 1\n  return a▴\nend\n");
folds("shellscript", "for a in b; do▾\n  c\ndone▴\n");
folds("go", 'import (▾\n\t"a"\n\t"b"\n)▴\n\nfunc f() {▾\n\ta.B()\n}▴\n');
folds("html", "<div>▾\n  <p>▾\n  a\n  </p>▴\n</div>▴\n");
folds("html", "<script>▾\nfunction f() {▾\n  g();\n}▴\n</script>▴\n");
folds("json", '{▾\n  "a": [▾\n    1\n  ]▴\n}▴\n');
folds("markdown", "# A▾\n\ntext\n\n## B▾\n\nmore▴▴\n");
folds("yaml", "a:▾\n  b:▾\n    c: 1▴▴\n");
folds("typescript", "a();\n");
