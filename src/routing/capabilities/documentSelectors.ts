/** Which documents a registration is for: always those of the backend's own languages, so that no document gets two answers. */

import type { DocumentSelector, NotebookDocumentSyncOptions } from "vscode-languageserver-protocol";
import { isObject } from "../../backend/json.js";
import type { Capability } from "./serverCapabilities.js";

type Filter = DocumentSelector[number];
type Given = Readonly<Record<string, unknown>>;

/** What the backend can do, for documents in `languages` (those it serves here) alone; what isn't about documents stays as it is. */
export function restrictToLanguages(languages: readonly string[], capability: Capability): Capability {
  const { method, options } = capability;
  if (method.startsWith("textDocument/")) {
    const documentSelector = selectorFor(languages, (options as Given)["documentSelector"]);
    return { method, options: { ...options, documentSelector } };
  }
  if (method === "notebookDocument/sync") {
    const notebookSelector = notebooksFor(languages, (options as Given)["notebookSelector"]);
    return { method, options: { ...options, notebookSelector } };
  }
  return capability;
}

/**
 * What is left of a server's `documentSelector` in `languages`: filters for others are dropped, a filter that names none
 * becomes one for each. Where the server gave none, or nothing is left, it is all of `languages`.
 */
export function selectorFor(languages: readonly string[], given: unknown): DocumentSelector {
  const all: DocumentSelector = languages.map((language) => ({ language }));
  if (!Array.isArray(given)) return all;
  const kept = given.flatMap((filter: unknown) => filtersFor(languages, filter));
  return kept.length === 0 ? all : distinct(kept);
}

/** A filter of a document or of a notebook's cells, once for each of the languages that it lets through. */
function filtersFor(languages: readonly string[], filter: unknown): Filter[] {
  // A mere string is a language: the spelling of before LSP 3.16.
  const given = typeof filter === "string" ? { language: filter } : filter;
  if (!isObject(given)) return [];
  return matchingLanguages(languages, given["language"]).map((language) => ({ ...given, language }) as Filter);
}

/** The same for notebooks: which of their cells the server sees. */
function notebooksFor(
  languages: readonly string[],
  given: unknown,
): Readonly<NotebookDocumentSyncOptions["notebookSelector"]> {
  const all = languages.map((language) => ({ language }));
  const kept = (Array.isArray(given) ? given : []).filter(isObject).flatMap((notebook) => {
    const cells = notebook["cells"];
    const fitting = Array.isArray(cells)
      ? cells
          .filter(isObject)
          .flatMap(({ language }) => matchingLanguages(languages, language).map((name) => ({ language: name })))
      : all;
    return fitting.length === 0 ? [] : [{ ...notebook, cells: distinct(fitting) }];
  });
  return kept.length === 0 ? [{ cells: all }] : kept;
}

/** Which of `languages` a filter's language stands for; `*` and none at all stand for any. */
function matchingLanguages(languages: readonly string[], language: unknown): readonly string[] {
  if (typeof language !== "string" || language === "*") return languages;
  return languages.includes(language) ? [language] : [];
}

function distinct<Item>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}
