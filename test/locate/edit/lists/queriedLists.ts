/** The lists that the query `lists` of a language knows. */

import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Query } from "web-tree-sitter";
import { shippedGrammars } from "../../../../src/languages/languages.js";
import { Grammars } from "../../../../src/syntax/grammars/grammars.js";
import { findList } from "../../../../src/syntax/trees/lists.js";
import { freeText, type ParsedText } from "../../../../src/syntax/trees/parsedText.js";
import { findSyntaxErrors } from "../../../../src/syntax/trees/syntaxErrors.js";
import type { ElementList } from "../../../../src/text/treeFacts.js";
import { parse } from "../../../syntax/parsedSources.js";
import { type DrawnList, drawnListsOf, type ListForm, layOut } from "./drawnLists.js";

const queries = join(import.meta.dirname, "../../../../queries");

/** A language with lists: its id, and the lists drawn for its folders of queries. */
export interface ListLanguage {
  readonly language: string;
  readonly lists: readonly DrawnList[];
  /** The text of its query, folder by folder. */
  readonly query: string;
}

/** Returns all shipped languages whose lists are known. */
export function listLanguages(): ListLanguage[] {
  const grammars = new Grammars({ grammars: "", queries }, new Map());
  const ids = new Map(grammars.languages().map((id) => [grammars.of(id)?.name, id]));
  return shippedGrammars.flatMap((name) => {
    const folders = (grammars.byName(name)?.queries ?? []).filter((folder) => existsSync(join(folder, "lists.scm")));
    if (folders.length === 0) return [];
    return {
      // A grammar may have several ids; that of its own name is usual.
      language: grammars.languages().includes(name) ? name : (ids.get(name) ?? name),
      lists: folders.flatMap((folder) => drawnListsOf(basename(folder))),
      query: folders.map((folder) => readFileSync(join(folder, "lists.scm"), "utf8")).join("\n"),
    };
  });
}

/** Returns what the query says of a drawn list; undefined where it knows none there. */
export function queriedList(language: string, list: DrawnList): Promise<ElementList | undefined> {
  const from = list.prefix.length;
  const to = from + (list.elements[0] as string).length;
  return withSource(language, layOut(list, list.elements, asDrawn), (parsed) => findList(parsed, { from, to }));
}

const asDrawn: ListForm = { hasLines: false, hasSeparators: true, hasTrailingSeparator: false };

/** Returns whether a source has no syntax error, and just these elements in a list of a type. */
export function hasElements(
  source: { readonly language: string; readonly list: DrawnList; readonly type: string },
  elements: readonly string[],
  form: ListForm,
): Promise<boolean> {
  const { language, list, type } = source;
  return withSource(language, layOut(list, elements, form), (parsed) => {
    if (findSyntaxErrors(parsed).length > 0) return false;
    let from = list.prefix.trimEnd().length;
    return elements.every((element, at) => {
      from = parsed.document.text.indexOf(element, from);
      const found = findList(parsed, { from, to: from + element.length });
      from += element.length;
      return (
        found !== undefined &&
        found.type === type &&
        found.count === elements.length &&
        found.first === at &&
        found.last === at
      );
    });
  });
}

export function parses(language: string, text: string): Promise<boolean> {
  return withSource(language, text, (parsed) => findSyntaxErrors(parsed).length === 0);
}

/** Returns the patterns of the query that no drawn list is of, without those of chains of calls. */
export async function undrawnPatterns({ language, lists, query }: ListLanguage): Promise<string[]> {
  const drawn = new Set<number>();
  for (const list of lists) {
    const found = await queriedList(language, list);
    await withSource(language, layOut(list, list.elements, asDrawn), ({ tree, grammar }) => {
      const matches = (grammar.query("lists")?.matches(tree.rootNode) ?? []).filter(({ captures }) =>
        captures.some(
          ({ name, node }) =>
            name === "list" &&
            node.startIndex === found?.from &&
            node.endIndex === found.to &&
            node.type === found.type,
        ),
      );
      if (matches.length > 0) drawn.add(Math.min(...matches.map(({ patternIndex }) => patternIndex)));
    });
  }
  const patterns = await withSource(language, "", ({ grammar }) => patternsOf(grammar.query("lists"), query));
  return patterns.filter((pattern, at) => !drawn.has(at) && !isChain(pattern));
}

function patternsOf(compiled: Query | undefined, text: string): string[] {
  return Array.from({ length: compiled?.patternCount() ?? 0 }, (_, at) =>
    text.slice(compiled?.startIndexForPattern(at), compiled?.endIndexForPattern(at)).trim(),
  );
}

/** Whether a pattern is of calls on one object: such an element is no element of its own. */
function isChain(pattern: string): boolean {
  return pattern.includes("@rest") && pattern.includes('(#set! separator "")');
}

async function withSource<Result>(
  language: string,
  text: string,
  query: (parsed: ParsedText) => Result,
): Promise<Result> {
  const parsed = await parse(language, text);
  try {
    return query(parsed);
  } finally {
    freeText(parsed);
  }
}
