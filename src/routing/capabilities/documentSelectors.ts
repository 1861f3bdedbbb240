/**
 * Restricts registrations to the languages of their backend, so that no document gets two
 * responses.
 */

import type { DocumentSelector, NotebookDocumentSyncOptions } from "vscode-languageserver-protocol";
import { isObject } from "../../backend/json.js";
import { distinctValues } from "../../text/list.js";
import type { Capability } from "./serverCapabilities.js";

type Filter = DocumentSelector[number];
type Given = Readonly<Record<string, unknown>>;

/**
 * Returns the capability for documents in `languages` alone. A capability that is not about
 * documents is unchanged.
 */
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
 * Restricts a server's `documentSelector` to `languages`: filters for other languages are dropped,
 * and a filter without a language becomes one for each. Without a selector, or if no filter
 * remains, the result is all of `languages`.
 */
export function selectorFor(languages: readonly string[], given: unknown): DocumentSelector {
  const all: DocumentSelector = languages.map((language) => ({ language }));
  if (!Array.isArray(given)) return all;
  const kept = given.flatMap((filter: unknown) => filtersFor(languages, filter));
  return kept.length === 0 ? all : distinctValues(kept);
}

/** Returns a document filter once for each of the languages that it matches. */
function filtersFor(languages: readonly string[], filter: unknown): Filter[] {
  // A string is a language: the form before LSP 3.16.
  const given = typeof filter === "string" ? { language: filter } : filter;
  if (!isObject(given)) return [];
  return matchingLanguages(languages, given["language"]).map((language) => ({ ...given, language }) as Filter);
}

/** Does the same for a notebook selector, by the languages of its cells. */
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
    return fitting.length === 0 ? [] : [{ ...notebook, cells: distinctValues(fitting) }];
  });
  return kept.length === 0 ? [{ cells: all }] : kept;
}

/** Returns those of `languages` that the language of a filter matches. `*` or none matches all. */
function matchingLanguages(languages: readonly string[], language: unknown): readonly string[] {
  if (typeof language !== "string" || language === "*") return languages;
  return languages.includes(language) ? [language] : [];
}
