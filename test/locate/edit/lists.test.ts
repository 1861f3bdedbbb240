/**
 * Elements that are inserted into lists, replaced and deleted: in every list that the queries know,
 * laid out in one line and in several, with and without separators.
 */

import type { TextEdit } from "vscode-languageserver-protocol";
import { Document } from "../../../src/text/document.js";
import { rangeToOffsets } from "../../../src/text/position.js";
import { closePairs, type Pair, pair } from "../../session/pair.js";
import { type DrawnList, listForms } from "./lists/drawnLists.js";
import { isUsualForm, type ListEdit, listEditsOf } from "./lists/listEdits.js";
import { hasElements, listLanguages, parses, queriedList, undrawnPatterns } from "./lists/queriedLists.js";

afterAll(closePairs);

const languages = listLanguages();

test.each(languages)("Each pattern of the lists of $language has a drawn list", async (language) => {
  expect(await undrawnPatterns(language)).toEqual([]);
});

let session: Pair | undefined;

async function theSession(): Promise<Pair> {
  if (session === undefined) {
    session = pair();
    await session.open();
  }
  return session;
}

test.each(languages.flatMap(({ language, lists }) => lists.map((list) => ({ language, list, drawn: list.drawn }))))(
  "In $language, the elements of $drawn come and go with their separators",
  async ({ language, list }) => {
    const { count, failures } = await checkEdits(language, list);
    expect(failures).toEqual([]);
    expect(count).toBeGreaterThan(0);
  },
);

/** Makes all edits of a list in all forms that the language accepts. */
async function checkEdits(language: string, list: DrawnList): Promise<{ count: number; failures: string[] }> {
  const queried = await queriedList(language, list);
  if (queried === undefined) return { count: 0, failures: ["the query knows no list there"] };
  const source = { language, list, type: queried.type };
  const failures: string[] = [];
  let count = 0;
  for (const form of listForms.filter((each) => isUsualForm(list, each, queried))) {
    if (!(await hasElements(source, list.elements, form))) continue;
    for (const edit of listEditsOf(list, form, queried)) {
      const isMeant = await Promise.all(
        [edit.elements, edit.after].map((elements) => elements.length === 0 || hasElements(source, elements, form)),
      );
      if (isMeant.includes(false)) continue;
      count++;
      const got = await applyEdit(language, edit);
      if (!(await isRight(language, edit, got)))
        failures.push(
          `${edit.name}: ${JSON.stringify(edit.text)} ${edit.operation} ${edit.find} gives ${JSON.stringify(got)}`,
        );
    }
  }
  return { count, failures };
}

/** What came of an edit: the text, or the message of a refusal. */
type Result = { readonly text: string } | { readonly refusal: string };

async function isRight(language: string, { expected, isEmptied }: ListEdit, result: Result): Promise<boolean> {
  if (!isEmptied) return "text" in result && result.text === expected;
  // Some lists must not be empty, and nothing can go along with their only element.
  if (!(await parses(language, expected))) return "refusal" in result;
  return "text" in result && bare(result.text) === bare(expected) && parses(language, result.text);
}

let documents = 0;

async function applyEdit(language: string, { text, find, operation, newText }: ListEdit): Promise<Result> {
  const { didOpen, didClose, request, uri } = await theSession();
  const path = `list${++documents}`;
  didOpen(path, text, language);
  const locate = { file_path: uri(path), find };
  const { result, error } = await request("locate/edit", { locate, operation, ...(newText && { new_text: newText }) });
  didClose(path);
  if (error) return { refusal: error.message };
  const [[edit]] = Object.values(result.edit.changes ?? {}) as [[TextEdit]];
  const { from, to } = rangeToOffsets(Document.of(text), edit.range, "utf-16");
  return { text: text.slice(0, from) + edit.newText + text.slice(to) };
}

/** Returns a text without white space, which an emptied list may have. */
function bare(text: string): string {
  return text.replace(/\s+/g, "");
}
