/**
 * Which files an agent may read: those of the workspace, and those outside of it that the answer of
 * a language server has named. What we find ourselves is in the workspace; a link in it that leads
 * out of it is never followed.
 */

import { existsSync } from "node:fs";
import { basename, isAbsolute, join, resolve } from "node:path";
import { LocateError } from "../../../error.js";
import { placeOf } from "../../../files/readPermission.js";
import { clip, MAX_ECHO_LENGTH } from "../../../locate/errorText.js";
import { MAX_PATH_LENGTH } from "../../../locate/locate.js";
import { parseLocateReadings } from "../../../locate/notation/notation.js";
import { similarFiles } from "../../../session/documents/similarFiles.js";
import { assertLength } from "../../../session/methods/params.js";
import { escapeName } from "../../../text/printable.js";
import { isUri, pathInside, pathOfUri, virtualScheme, type WorkspaceFolder } from "../../../uri.js";
import type { RequestClient } from "../../client/inProcessClient.js";
import { pathsOfFolders } from "./workspaceFolders.js";

/**
 * The files outside of the workspace, by path, and the URIs in no file, that answers have named.
 */
export type NamedFiles = Set<string>;

const MAX_NAMED_FILES = 10_000;

/**
 * Returns a client that rejects requests about other files with `file_unreadable`, before the
 * session reads them.
 */
export function guardReads(
  client: RequestClient,
  folders: readonly WorkspaceFolder[],
  namedFiles: NamedFiles,
): RequestClient {
  return {
    ...client,
    async request<Result>(method: string, params: object, signal?: AbortSignal): Promise<Result> {
      const exists = (path: string) => pathsMeantBy(path, folders).some((each) => existsSync(each));
      for (const filePath of filePathsIn(params, exists)) assertReadable(filePath, folders, namedFiles);
      // A link may take the place of a file before the session opens it.
      const result = await client.request<Result>(method, { ...params, follow_links: false }, signal);
      noteNamedFiles(result, namedFiles);
      return result;
    },
  };
}

function assertReadable(filePath: string, folders: readonly WorkspaceFolder[], namedFiles: NamedFiles): void {
  assertLength("file_path", filePath, MAX_PATH_LENGTH);
  const roots = pathsOfFolders(folders);
  const scheme = virtualScheme(filePath);
  if (scheme !== undefined && /^[a-z][a-z0-9+-]+:(?:\w+:)?\//i.test(filePath)) {
    if (namedFiles.has(filePath)) return;
    const message = `${clip(filePath, MAX_ECHO_LENGTH)} is in no file of the workspace, and no answer has named it. Ask for a definition that leads there first.`;
    throw new LocateError("file_unreadable", message, { path: clip(filePath, MAX_ECHO_LENGTH), roots });
  }
  const isRefused = (path: string) => {
    const place = placeOf(path, roots);
    return place === "linked" || (place === "outside" && !namedFiles.has(path));
  };
  const outside = pathsMeantBy(filePath, folders).find(isRefused);
  if (outside === undefined) return;
  if (placeOf(outside, roots) === "linked") throw linkedError(outside, roots);
  const similar = similarInside(outside, roots);
  const example = similar.length === 0 ? "" : `, such as ${similar.map(escapeName).join(", ")}`;
  const message = `${clip(outside, MAX_ECHO_LENGTH)} is outside of the workspace (${roots.join(", ")}), and no answer has named it. Write a path in the workspace${example}. The user can allow all files: lsp-locate mcp --allow-read.`;
  throw new LocateError("file_unreadable", message, { path: outside, roots, similar });
}

function linkedError(path: string, roots: readonly string[]): LocateError {
  const message = `${escapeName(path)} is outside of the workspace (${roots.join(", ")}): a link in the workspace leads there, and is not followed. The user can allow all files: lsp-locate mcp --allow-read.`;
  return new LocateError("file_unreadable", message, { path, roots, why: "a link that leads out of the workspace" });
}

const MAX_SIMILAR = 3;

/**
 * Returns the files of the workspace that an absolute path outside of it may mean, relative to
 * their root: `/src/a.py` may be meant for `src/a.py`. What is outside is not looked at.
 */
function similarInside(path: string, roots: readonly string[]): readonly string[] {
  const found = similarFiles(path.replace(/^[/\\]+/, ""), roots).paths.slice(0, MAX_SIMILAR);
  return found.map((each) => (roots.length === 1 && pathInside(roots[0] as string, each)) || each);
}

/**
 * Returns the paths that a `file_path` may mean, in the order of the session: in the folders, after
 * the name of a folder, in the working directory. Those that exist come before those that don't.
 */
function pathsMeantBy(filePath: string, folders: readonly WorkspaceFolder[]): readonly string[] {
  const absolute = isUri(filePath) ? pathOfUri(filePath) : isAbsolute(filePath) ? filePath : undefined;
  if (absolute !== undefined) return [resolve(absolute)];
  const roots = folders.flatMap(({ uri, name }) => {
    const root = pathOfUri(uri);
    return root === undefined ? [] : [{ root, name }];
  });
  const inFolders = roots.map(({ root }) => join(root, filePath));
  const [first = "", ...rest] = filePath.split("/");
  const afterName = roots
    .filter(({ root, name }) => rest.length > 0 && (name === first || basename(root) === first))
    .map(({ root }) => join(root, rest.join("/")));
  const found = [inFolders, afterName, [resolve(filePath)]].map((paths) => paths.filter((path) => existsSync(path)));
  return found.find((paths) => paths.length > 0) ?? inFolders;
}

/**
 * Returns the paths and URIs of files in the params of a request, at any depth, also those in
 * Locates that are texts.
 */
function filePathsIn(params: unknown, exists: (path: string) => boolean): readonly string[] {
  if (typeof params !== "object" || params === null) return [];
  return Object.entries(params).flatMap(([key, value]) => {
    if (locateFields.has(key)) return [value].flat().flatMap((each) => filePathsOfLocate(each, exists));
    return typeof value === "string" ? (pathFields.has(key) ? [value] : []) : filePathsIn(value, exists);
  });
}

const pathFields: ReadonlySet<string> = new Set(["file_path", "uri"]);
/** Fields with a Locate or a list of them. */
const locateFields: ReadonlySet<string> = new Set(["locate", "at", "also"]);

/** Returns the files of all readings of a Locate; none of one that can't be read. */
function filePathsOfLocate(locate: unknown, exists: (path: string) => boolean): readonly string[] {
  if (typeof locate !== "string") return filePathsIn(locate, exists);
  try {
    return parseLocateReadings(locate, { exists }).flatMap(({ file_path }) => file_path ?? []);
  } catch {
    // The session refuses it, with the reason.
    return [];
  }
}

/** Notes the files of all `uri` and `targetUri` in a result. */
function noteNamedFiles(result: unknown, namedFiles: NamedFiles): void {
  if (typeof result !== "object" || result === null) return;
  for (const [key, value] of Object.entries(result)) {
    if (typeof value !== "string") noteNamedFiles(value, namedFiles);
    else if (key === "uri" || key === "targetUri") {
      const path = pathOfUri(value);
      if (path !== undefined) namedFiles.add(resolve(path));
      else if (virtualScheme(value) !== undefined) namedFiles.add(value);
    }
  }
  // The oldest are forgotten first.
  for (const path of namedFiles) {
    if (namedFiles.size <= MAX_NAMED_FILES) break;
    namedFiles.delete(path);
  }
}
