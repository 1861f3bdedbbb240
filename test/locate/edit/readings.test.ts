/** The table by which the indentation of new lines is read. */

import { fitLines } from "../../../src/locate/edit/fit.js";
import { indentOf, indentStyleOf } from "../../../src/locate/edit/indentUnit.js";
import { readNewLine } from "../../../src/locate/edit/newLine.js";
import { type FitTarget, newTextOf, readingOf, readings } from "../../../src/locate/edit/readings.js";

/** A row of the table: the language, the lines of the place, the text for them, and the result. */
type Case = [when: string, language: string, place: string, text: string, result: string, target?: Partial<FitTarget>];

const cases: readonly Case[] = [
  ["its indentation is one of the place", "c", "  a();", "  b();\n    c();", "  b();\n    c();"],
  ["its lines are commented out at column 0", "yaml", "  - a: 1", "#  - b: 1\n#    c: 2", "#  - b: 1\n#    c: 2"],
  [
    "it begins deeper than it ends, which is as deep as the lines that it replaces end",
    "c",
    "    a();\n  }",
    "   b();\n  }",
    "   b();\n  }",
  ],
  [
    "its items are of the list in which the replaced lines end, which is less deep",
    "markdown",
    "  - a\n- b",
    "- c\n- d",
    "- c\n- d",
  ],
  [
    "it fences what was code by its indentation",
    "markdown",
    "    a",
    "```\na\n```",
    "```\na\n```",
    { isIndentedCode: true },
  ],
  [
    "it has directives at column 0 for one that is named with its indentation",
    "c",
    " #if A",
    "/* B */\n#include C",
    "/* B */\n#include C",
    { isIndented: true },
  ],
  ["it is at the place already, or is the only one that shows an indentation", "c", "    a();", "b();", "    b();"],
  [
    "the last line closes at the place what the first opens",
    "c",
    "    a();",
    "if (b) {\n        c();\n    }",
    "    if (b) {\n        c();\n    }",
  ],
  [
    "the others are at the place, and the first doesn't go on in them",
    "c",
    "    a();",
    "b();\n    c();",
    "    b();\n    c();",
  ],
  [
    "the lines that stay are as deep as before, and none less deep than those of the place",
    "c",
    "    if (a)\n        b();\n    c();",
    "if (d)\n        b();\n    e();",
    "    if (d)\n        b();\n    e();",
  ],
  [
    "the lines that stay lack the indentation of the place, too",
    "c",
    "    if (a)\n        b();",
    "if (c)\n    b();",
    "    if (c)\n        b();",
  ],
  ["the first line is deeper than others", "c", "    a();\n}", "        b();\n    }", "    b();\n}"],
  [
    "the others are where the first would have them at the place",
    "c",
    "    a(b,\n      c);",
    "d(e,\n      f);",
    "    d(e,\n      f);",
  ],
  ["nothing else is shown", "c", "    a();", "if (b)\n    c();", "    if (b)\n        c();"],
];

test.each<Case>([...cases])("New lines are read by the row %s", (when, language, place, text, result, own) => {
  const style = indentStyleOf("f() {\n    x();\n    if (y) {\n        z();\n    }\n}\n");
  const ownLines = place.split("\n");
  const indent = indentOf(place);
  const target: FitTarget = {
    indent,
    style,
    language,
    ownLines,
    replaces: true,
    isIndented: false,
    alternatives: [],
    kinds: [],
    isIndentedCode: false,
    ...own,
  };
  const lines = text.split("\n").map((line) => readNewLine(line, "code", language, style));
  expect(readingOf(newTextOf(lines, target), target).when).toBe(when);
  expect(fitLines(text, target)).toBe(result);
});

test("Each row of the table has a case", () => {
  expect(new Set(cases.map(([when]) => when))).toEqual(new Set(readings.map(({ when }) => when)));
});
