/** Asks servers for the edits of a move (`willRenameFiles`), and notifies them of it afterwards. */

import type { FileOperationRegistrationOptions, WorkspaceEdit } from "vscode-languageserver-protocol";
import { ask } from "../../../ask/ask.js";
import { type Backend, ensureBackend, isEmbedded, sendNotification } from "../../../ask/backend/backend.js";
import { valueAt } from "../../../backend/capabilities/features.js";
import { LocateError } from "../../../error.js";
import { Globs, ownersOf, segmentsOf } from "../../../files/glob/globs.js";
import { languageOfFile } from "../../../files/languageOfFile.js";
import { appendAll, getOrInsert, groupBy } from "../../../text/list.js";
import { uriOfPath } from "../../../uri.js";
import type { RequestContext } from "../../client/requestContext.js";
import { readDocument } from "./editedTexts.js";
import { type Move, pathAfterMove } from "./movedFiles.js";

/** What a server answers to a move. */
export interface ServerMove {
  readonly backend: Backend;
  /** The files that it is responsible for. */
  readonly files: readonly string[];
  /** Absent where the server changes nothing, or can't be asked. */
  readonly edit?: WorkspaceEdit;
  /** Whether it rewrites imports of such files. */
  readonly rewrites: boolean;
  /** Why it has not answered. */
  readonly why?: string;
}

const policy = { dependsOn: "project", changesText: true } as const;

/** Asks the server of each language of the moved files what they change. */
export async function askServers(
  move: Move,
  files: readonly string[],
  context: RequestContext,
): Promise<readonly ServerMove[]> {
  const byBackend = new Map<Backend, string[]>();
  for (const [languageId, paths] of groupBy(files, (path) => languageOfFile(path, context.servers))) {
    if (languageId === undefined) continue;
    const named = { uri: uriOf(paths[0] as string, context), languageId };
    const backend = await ensureBackend(named, context.backends).catch((error) => {
      if (error instanceof LocateError) return undefined;
      throw error;
    });
    if (backend)
      appendAll(
        getOrInsert(byBackend, backend, () => []),
        paths,
      );
  }
  return Promise.all([...byBackend].map(([backend, paths]) => askServer({ backend, move, paths }, context)));
}

interface ServerQuestion {
  readonly backend: Backend;
  readonly move: Move;
  readonly paths: readonly string[];
}

async function askServer({ backend, move, paths }: ServerQuestion, context: RequestContext): Promise<ServerMove> {
  const files = filesFor("willRename", backend, move, paths);
  if (files.length === 0 || isEmbedded(backend)) return { backend, files: paths, rewrites: false };
  // A server may know the project of a file only while one of its files is open.
  const document = await readDocument(uriOf(paths[0] as string, context), context);
  const params = { files: files.map((path) => renamed(path, move, context)) };
  try {
    const answer = await ask(
      {
        method: "workspace/willRenameFiles",
        policy,
        backend,
        params: () => () => params,
        ...(document && { document: () => document }),
      },
      context,
    );
    const edit = answer.parse() as WorkspaceEdit | null;
    return { backend, files: paths, rewrites: true, ...(edit && { edit }) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { backend, files: paths, rewrites: false, why: error.message };
  }
}

/** Tells the servers that want it that files were moved. Returns their names. */
export function tellServers(move: Move, files: readonly string[], context: RequestContext): readonly string[] {
  return context.backends.all().flatMap((backend) => {
    if (backend.link.state().kind !== "running") return [];
    const wanted = filesFor("didRename", backend, move, files);
    if (wanted.length === 0) return [];
    const params = { files: wanted.map((path) => renamed(path, move, context)) };
    sendNotification(backend, "workspace/didRenameFiles", params);
    return [backend.name];
  });
}

function renamed(path: string, move: Move, context: RequestContext) {
  return { oldUri: uriOf(path, context), newUri: uriOf(pathAfterMove(path, move), context) };
}

/** Returns the URI of a path, as the client writes those of its workspace. */
export function uriOf(path: string, { client }: Pick<RequestContext, "client">): string {
  return uriOfPath(path, client.roots.folders);
}

/** Returns what a server wants to be asked or told of: the folder itself, else the files in it. */
function filesFor(
  operation: "willRename" | "didRename",
  { capabilities, registrations }: Backend,
  { from, isFolder }: Move,
  files: readonly string[],
): readonly string[] {
  const options = valueAt(capabilities, `workspace.fileOperations.${operation}`) as
    | FileOperationRegistrationOptions
    | undefined;
  const isRegistered = [...registrations.values()].includes(`workspace/${operation}Files`);
  // Of a dynamic registration only the method is known.
  if (isRegistered) return [from];
  if (!options) return [];
  if (isFolder && matchesFilters(options, from, "folder")) return [from];
  return files.filter((path) => matchesFilters(options, path, "file"));
}

/** Whether a server wants to know of a file or folder, by the globs that it has declared. */
function matchesFilters({ filters }: FileOperationRegistrationOptions, path: string, kind: "file" | "folder"): boolean {
  return filters.some(({ scheme = "file", pattern: { glob, matches = kind } }) => {
    if (scheme !== "file" || matches !== kind) return false;
    const globs = new Globs<true>();
    for (const segments of segmentsOf(glob)) globs.add({ base: [], segments }, true);
    let nodes = globs.start;
    for (const name of path.split(/[\\/]/).filter((each) => each !== "")) nodes = globs.step(nodes, name);
    return ownersOf(nodes).length > 0;
  });
}
