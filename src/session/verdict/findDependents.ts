/** The files that may refer to what an edit changes. */

import type { Backend } from "../../ask/backend/backend.js";
import { Document } from "../../text/document.js";
import { appendAll } from "../../text/list.js";
import { distanceBetween, keyOfPath, pathOfUri, uriOfPath } from "../../uri.js";
import type { RequestContext } from "../client/requestContext.js";
import { queryFilesWith } from "../place/declarationQueries.js";
import { changedNames } from "./changedNames.js";
import { type EditedFile, isMoved } from "./editedFiles.js";

/** What an edit does to what other files refer to. */
export interface ChangedReferences {
  /** The name that the edit replaces, and the new one. */
  readonly renamed?: { readonly from: string; readonly to: string } | undefined;
  /** Whether no other file can refer to it, as to a local name. */
  readonly isOfFileAlone?: boolean | undefined;
  /** Further names whose meaning changes, such as that of the type around a renamed member. */
  readonly names?: readonly string[];
  /** Of an edit that moves files and rewrites imports: words that each import of them has. */
  readonly importWords?: readonly string[] | undefined;
}

/**
 * Returns the paths of the files that the server of the edited ones has, the nearest first;
 * undefined where they are not known.
 */
export async function findDependents(
  edited: readonly EditedFile[],
  backend: Backend,
  { renamed, isOfFileAlone, names: further = [], importWords }: ChangedReferences,
  context: RequestContext,
): Promise<readonly string[] | undefined> {
  if (isOfFileAlone) return [];
  const paths = edited.map(({ document, after }) => (document ? (pathOfUri(document.uri) ?? "") : (after?.path ?? "")));
  const touched = new Set(paths.map(keyOfPath));
  const path = paths[0] ?? "";
  const names = new Set(renamed ? [renamed.from, renamed.to] : importWords);
  if (renamed === undefined && importWords === undefined) {
    for (const each of edited) {
      const changedHere = await namesIn(each, context);
      if (changedHere === undefined) return undefined;
      for (const name of changedHere) names.add(name);
    }
  }
  const languages = backend.serverEntry?.languages ?? [];
  const found = new Set<string>();
  // The nearest first; those that have only a further name come after all others.
  for (const group of [names, new Set(further)]) {
    const users: string[] = [];
    for (const name of group) {
      const files = await queryFilesWith(name, languages, context, path);
      if (files === undefined) return undefined;
      appendAll(
        users,
        files.paths.filter((each) => !touched.has(keyOfPath(each))),
      );
    }
    for (const each of users.sort((a, b) => distanceBetween(a, path) - distanceBetween(b, path))) found.add(each);
  }
  return [...found];
}

/** Returns the names whose meaning changes with a file; undefined where that is not known. */
async function namesIn(
  { document, after }: EditedFile,
  context: RequestContext,
): Promise<readonly string[] | undefined> {
  const text = isMoved({ document, after }) ? "" : (after?.text ?? "");
  if (document) {
    const { uri, languageId, text: before } = document;
    return changedNames({ uri, languageId, text: before }, text, context);
  }
  const uri = uriOfPath(after?.path ?? "", context.client.roots.folders);
  return changedNames({ uri, languageId: "", text: Document.of("") }, text, context);
}
