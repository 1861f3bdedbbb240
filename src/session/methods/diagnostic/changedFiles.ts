/** The files that have changed since the last commit, and those that refer to what changed. */

import { extname } from "node:path";
import { errorMessage, LocateError } from "../../../error.js";
import { isInside } from "../../../files/isInside.js";
import { languageOfFile } from "../../../files/languageOfFile.js";
import { readPastTexts } from "../../../files/undo/pastTexts.js";
import { familyOf } from "../../../languages/languages.js";
import { Document } from "../../../text/document.js";
import { distanceBetween, keyOfPath, uriOfPath } from "../../../uri.js";
import { statIfExists } from "../../../workspace/disk/folderEntries.js";
import { type GitChanges, readGitChanges } from "../../../workspace/disk/gitChanges.js";
import type { RequestContext } from "../../client/requestContext.js";
import { createFileTexts } from "../../completeness/fileTexts.js";
import { queryFilesWith } from "../../place/declarationQueries.js";
import { changedNames } from "../../verdict/changedNames.js";

export interface ChangedFiles {
  /** Absolute paths. */
  readonly changed: readonly string[];
  /** Those that refer to what changed, the nearest first. */
  readonly dependents: readonly string[];
  /** Why there may be other dependents; undefined where all are known. */
  readonly why?: string;
}

/** The maximum number of files that are looked at because of others. */
const MAX_DEPENDENTS = 50;

/**
 * Returns what has changed below a folder (absolute path), for files that `includes` accepts.
 * Errors: `unsupported` where git does not say it.
 */
export async function findChangedFiles(
  { folder, includes }: { readonly folder: string; includes(path: string): boolean },
  context: RequestContext,
): Promise<ChangedFiles> {
  const found = await findChanges(folder, context);
  const changes = found.changes.filter(
    ({ path }) => includes(path) && languageOfFile(path, context.servers) !== undefined,
  );
  const texts = createFileTexts(context);
  const dependents = new Map<string, number>();
  const own = new Set(changes.map(({ path }) => keyOfPath(path)));
  // What a file that is gone declared is not known without its text.
  let why = found.why ?? (found.deleted.length > 0 ? "files were deleted" : undefined);
  for (const { path, before = "" } of changes) {
    const now = await texts.readPath(path);
    const languageId = languageOfFile(path, context.servers);
    if (now === undefined || languageId === undefined) continue;
    const text = Document.of(before.replaceAll("\r\n", "\n"));
    const after = now.text.text.replaceAll("\r\n", "\n");
    const version = { uri: uriOfPath(path, context.client.roots.folders), languageId, text };
    const { names, isOfFile } = await changedNames(version, after, context);
    if (isOfFile) why ??= `which files depend on ${extname(path)} files outside of declarations is not known`;
    for (const name of names) {
      const files = await queryFilesWith(name, siblingsOf(languageId, context), context, path);
      for (const file of files?.paths ?? []) {
        if (own.has(keyOfPath(file))) continue;
        dependents.set(file, Math.min(dependents.get(file) ?? Number.POSITIVE_INFINITY, distanceBetween(file, path)));
      }
    }
  }
  const nearest = [...dependents].sort(([a, one], [b, other]) => one - other || (a < b ? -1 : 1)).map(([path]) => path);
  if (nearest.length > MAX_DEPENDENTS)
    why = `of ${nearest.length} files that refer to what changed, the nearest ${MAX_DEPENDENTS} are looked at`;
  return {
    changed: changes.map(({ path }) => path),
    dependents: nearest.slice(0, MAX_DEPENDENTS),
    ...(why !== undefined && { why }),
  };
}

/**
 * Returns what git says has changed below a folder; where it can't say it, what was written here.
 * Errors: `unsupported` where neither is known.
 */
async function findChanges(
  folder: string,
  { servers, token }: RequestContext,
): Promise<GitChanges & { readonly why?: string }> {
  const aborter = new AbortController();
  const cancelled = token.onCancellationRequested(() => aborter.abort());
  const untrusted = "in an untrusted workspace git is not run, as its settings may name programs";
  try {
    return servers.isUntrusted ? writtenChanges(folder, untrusted) : await readGitChanges(folder, aborter.signal);
  } catch (error) {
    if (error instanceof LocateError || token.isCancellationRequested) throw error;
    return writtenChanges(folder, errorMessage(error));
  } finally {
    cancelled.dispose();
  }
}

function writtenChanges(folder: string, why: string): GitChanges & { readonly why: string } {
  const { before, deleted } = readPastTexts({ workspace: folder });
  const there = [...before].filter(([path]) => isInside(path, folder) && statIfExists(path)?.isFile());
  if (there.length + deleted.length === 0) throw noChangesError(why);
  const changes = there.map(([path, text]) => ({ path, before: text }));
  return { changes, deleted, why: `only what lsp-locate has written here in the last day is looked at: ${why}` };
}

/** Returns the languages whose files may refer to one: its family, and what its servers serve. */
function siblingsOf(languageId: string, { servers }: RequestContext): readonly string[] {
  const names = servers.languages.get(languageId)?.servers ?? [];
  const served = names.flatMap((name) => servers.servers.get(name)?.languages ?? []);
  return [...new Set([...familyOf(languageId), ...served])];
}

function noChangesError(why: string): LocateError {
  return new LocateError(
    "unsupported",
    `What has changed is not known: ${why}. Write files or a folder without changed.`,
    { method: "locate/diagnostic", why },
  );
}
