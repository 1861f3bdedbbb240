/** A query in windows of a text has the matches of a query of the whole text. */

import { runQuery } from "../../../src/syntax/grammars/runQuery.js";
import { allTexts, freeText } from "../../../src/syntax/trees/parsedText.js";
import { parse } from "../parsedSources.js";

const sources: readonly (readonly [language: string, text: string])[] = [
  [
    "typescript",
    "/** A class. */\nexport class Cart {\n  total = 1;\n  /* é💣 */ run(a: number): void {\n    let b = a;\n  }\n}\n",
  ],
  ["python", "@wraps\ndef fuse(a, b=1):\n    # 💣\n    c = a\n    return c\n\nclass A:\n    x = 1\n"],
  ["json", '{"a": [1, {"b": null}], "é": "💣", "c": {"d": {"e": []}}}'],
  ["markdown", "# One\n\ntext\n\n## Two\n\n- a\n- b\n\n# Three\n"],
  ["rust", "#[test]\nfn a() { let b = 1; }\n\nimpl A { fn c(&self) -> u8 { 1 } }\n"],
];

test.each(sources)("The windows of a query in %s have every match once", async (language, text) => {
  const parsed = await parse(language, text.repeat(20));
  try {
    let count = 0;
    for (const { grammar, tree } of allTexts(parsed)) {
      for (const name of ["outline", "scopes"] as const) {
        const query = grammar.query(name);
        if (query === undefined) continue;
        const matchesOf = (windowLength?: number) =>
          [...runQuery(query, tree.rootNode, 60_000, windowLength).matches]
            .map(({ patternIndex, captures }) =>
              [patternIndex, ...captures.map((each) => `${each.name} ${each.node.id} ${each.node.startIndex}`)].join(),
            )
            .sort();
        const whole = matchesOf();
        count += whole.length;
        for (const windowLength of [1, 50, 333]) expect(matchesOf(windowLength)).toEqual(whole);
      }
    }
    expect(count).toBeGreaterThan(20);
  } finally {
    freeText(parsed);
  }
});

test("A query that runs out of time says so, and ends", async () => {
  const parsed = await parse("json", `[${"1,".repeat(5_000)}1]`);
  try {
    const query = parsed.grammar.query("outline");
    if (query === undefined) throw new Error("JSON has no outline");
    const { matches, isTimedOut } = runQuery(query, parsed.tree.rootNode, -1, 10);
    expect([...matches].length).toBeLessThan(5_001);
    expect(isTimedOut()).toBe(true);
  } finally {
    freeText(parsed);
  }
});
