/** Which errors and warnings a change of a text adds and removes. */

import type { Diagnostic } from "vscode-languageserver-protocol";
import { compareDiagnostics } from "../../../src/ask/verdict/compareDiagnostics.js";
import { Document } from "../../../src/text/document.js";
import { offsetsToRange } from "../../../src/text/position.js";

/** Marks a diagnostic: `⟦text⟧` with the message, code and severity of its place in the list. */
const MARK = /⟦(.*?)⟧/gs;

interface Problem {
  readonly message?: string;
  readonly code?: number;
  readonly severity?: 1 | 2 | 3 | 4;
}

/** Reads a text with a mark for each problem. */
function checked(marked: string, problems: readonly Problem[]) {
  const text = Document.of(marked.replace(MARK, "$1"));
  const items = [...marked.matchAll(MARK)].map(({ index, 1: inner = "" }, at): Diagnostic => {
    const from = index - 2 * at;
    const { message = "wrong", ...rest } = problems[at] ?? {};
    return { range: offsetsToRange(text, { from, to: from + inner.length }, "utf-16"), message, ...rest };
  });
  return { text, items };
}

test.each<{
  title: string;
  before: [string, ...Problem[]];
  after: [string, ...Problem[]];
  renamed?: { from: string; to: string };
  added: number;
  removed: number;
  unchanged: number;
}>([
  {
    title: "A problem that moves with its line stays the same",
    before: ["a\n⟦b⟧\n", {}],
    after: ["a\nnew\n⟦b⟧\n", {}],
    ...{ added: 0, removed: 0, unchanged: 1 },
  },
  {
    title: "A problem in another place is added",
    before: ["a\n⟦b⟧\nc\n", {}],
    after: ["a\n⟦b⟧\n⟦c⟧\n", {}, {}],
    ...{ added: 1, removed: 0, unchanged: 1 },
  },
  {
    title: "A problem that is mended is removed",
    before: ["a\n⟦b⟧\n", {}],
    after: ["a\nc\n", {}],
    ...{ added: 0, removed: 1, unchanged: 0 },
  },
  {
    title: "A problem of which the message has the types of a union in another order stays the same",
    before: ["a\n⟦b⟧\n", { message: "Type 'A | B' is not assignable to type 'A'." }],
    after: ["a\nnew\n⟦b⟧\n", { message: "Type 'B | A' is not assignable to type 'A'." }],
    ...{ added: 0, removed: 0, unchanged: 1 },
  },
  {
    title: "A problem of which the message has other types is another one",
    before: ["a\n⟦b⟧\n", { message: "Type 'A | B' is not assignable to type 'A'." }],
    after: ["a\nnew\n⟦b⟧\n", { message: "Type 'A | C' is not assignable to type 'A'." }],
    ...{ added: 1, removed: 1, unchanged: 0 },
  },
  {
    title: "A problem of which the advice and the code change stays the same",
    before: ["import ⟦x⟧\na\n", { message: "Cannot find 'x'. Try to install it.", code: 1 }],
    after: ["import ⟦x⟧\nb\n", { message: "Cannot find 'x'. Try to install it, and add it.", code: 2 }],
    ...{ added: 0, removed: 0, unchanged: 1 },
  },
  {
    title: "Another problem at the place of one is added",
    before: ["call(⟦x⟧)\na\n", { message: "Cannot find 'x'. Try y.", code: 1 }],
    after: ["call(⟦x⟧)\nb\n", { message: "'x' is no number. Try y.", code: 1 }],
    ...{ added: 1, removed: 1, unchanged: 0 },
  },
  {
    title: "A line that is replaced may keep its problem",
    before: ["a(⟦b⟧)\n", {}],
    after: ["other(⟦c⟧)\n", {}],
    ...{ added: 0, removed: 0, unchanged: 1 },
  },
  {
    title: "Of two equal problems in a replaced line, one may go",
    before: ["⟦b⟧ ⟦b⟧\n", {}, {}],
    after: ["x + ⟦c⟧\n", {}],
    ...{ added: 0, removed: 1, unchanged: 1 },
  },
  {
    title: "Another message is another problem",
    before: ["⟦b⟧\n", { message: "one" }],
    after: ["⟦b⟧\n", { message: "other" }],
    ...{ added: 1, removed: 1, unchanged: 0 },
  },
  {
    title: "Another code is another problem",
    before: ["⟦b⟧\n", { code: 1 }],
    after: ["⟦b⟧\n", { code: 2 }],
    ...{ added: 1, removed: 1, unchanged: 0 },
  },
  {
    title: "A message may have the new name",
    before: ["⟦b⟧\n", { message: "'b' is not a name, but 'bb' is" }],
    after: ["⟦c⟧\n", { message: "'c' is not a name, but 'bb' is" }],
    renamed: { from: "b", to: "c" },
    ...{ added: 0, removed: 0, unchanged: 1 },
  },
  {
    title: "A message may have the old name, of another symbol",
    before: ["⟦l⟧.b(1)\n", { message: "No overload for 'b' of a list" }],
    after: ["⟦l⟧.b(1)\n", { message: "No overload for 'b' of a list" }],
    renamed: { from: "b", to: "c" },
    ...{ added: 0, removed: 0, unchanged: 1 },
  },
  {
    title: "Hints and information are no problems, and warnings are",
    before: ["b\n"],
    after: ["⟦b⟧ ⟦c⟧ ⟦d⟧\n", { severity: 4 }, { severity: 3 }, { severity: 2 }],
    ...{ added: 1, removed: 0, unchanged: 0 },
  },
])("$title", ({ title: _title, before, after, renamed, ...expected }) => {
  const [textBefore, ...problemsBefore] = before;
  const [textAfter, ...problemsAfter] = after;
  const { added, removed, unchanged } = compareDiagnostics(
    checked(textBefore, problemsBefore),
    checked(textAfter, problemsAfter),
    { encoding: "utf-16", renamed },
  );
  expect({ added: added.length, removed: removed.length, unchanged }).toEqual(expected);
});
