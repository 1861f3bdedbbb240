/** The files that a WorkspaceEdit changes, creates, moves or deletes, before it and after it. */

import type { CreateFile, TextEdit, WorkspaceEdit } from "vscode-languageserver-protocol";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import { isInside } from "../../files/isInside.js";
import { languageOfFile } from "../../files/languageOfFile.js";
import { applyTextEdits } from "../../text/edits/textEdits.js";
import type { PositionEncoding } from "../../text/position.js";
import { keyOfPath, pathOfUri } from "../../uri.js";
import { lstatIfExists } from "../../workspace/disk/folderEntries.js";
import type { RequestContext } from "../client/requestContext.js";
import { answerPermission } from "../documents/filePaths.js";
import { partsOf } from "../methods/change/editedTexts.js";
import { listMovedFiles } from "../methods/change/movedFiles.js";

/** A file that the edit changes. */
export interface EditedFile {
  /** As it is; undefined for one that the edit creates. */
  readonly document: OpenDocument | undefined;
  /** As it would be; undefined for one that the edit deletes. */
  readonly after: { readonly path: string; readonly text: string } | undefined;
}

interface FileState {
  readonly document: OpenDocument | undefined;
  readonly path: string;
  readonly text: string;
}

/**
 * Returns the files. Of those that are moved or deleted, the ones that have a language. Errors: a
 * plain one for what is no file, can't be read, or is more than is looked at.
 */
export async function editedFiles(
  edit: WorkspaceEdit,
  encoding: PositionEncoding,
  context: RequestContext,
): Promise<readonly EditedFile[]> {
  const states = new Map<string, FileState>();
  const gone = new Set<OpenDocument>();
  const put = (state: FileState) => states.set(keyOfPath(state.path), state);
  const stateAt = async (path: string) => states.get(keyOfPath(path)) ?? readState(path, context);
  /** Takes away what is at a path: a file, or all in a folder. */
  const takeAt = async (path: string): Promise<readonly FileState[]> => {
    const taken = [...states.values()].filter((each) => isInside(each.path, path));
    for (const each of await filesAt(path, context)) if (!states.has(keyOfPath(each.path))) taken.push(each);
    for (const { path, document } of taken) {
      states.delete(keyOfPath(path));
      if (document) gone.add(document);
    }
    return taken;
  };
  for (const part of partsOf(edit)) {
    if (!("kind" in part)) {
      const state = await stateAt(pathOf(part.textDocument.uri));
      const edits = part.edits.filter((each): each is TextEdit => "newText" in each);
      if (edits.length < part.edits.length) throw new Error("it has snippets, which only an editor can insert");
      put({ ...state, text: applyTextEdits(state.text, edits, encoding) });
    } else if (part.kind === "create") {
      const { uri, options } = part as CreateFile;
      const path = pathOf(uri);
      const isThere = states.has(keyOfPath(path)) || lstatIfExists(path) !== undefined;
      const before = isThere ? await stateAt(path) : undefined;
      put(before && !options?.overwrite ? before : { document: before?.document, path, text: "" });
    } else if (part.kind === "delete") await takeAt(pathOf(part.uri));
    else {
      const [from, to] = [pathOf(part.oldUri), pathOf(part.newUri)];
      for (const each of await takeAt(from)) {
        if (each.document) gone.delete(each.document);
        put({ ...each, path: to + each.path.slice(from.length) });
      }
    }
  }
  const changed = [...states.values()]
    .filter(isChanged)
    .map(({ document, path, text }) => ({ document, after: { path, text } }));
  return [...changed, ...[...gone].map((document) => ({ document, after: undefined }))];
}

/** Whether a file is moved. */
export function isMoved({ document, after }: EditedFile): boolean {
  return document !== undefined && after !== undefined && keyOfPath(after.path) !== keyOfPath(pathOf(document.uri));
}

function isChanged({ document, path, text }: FileState): boolean {
  return document === undefined || document.text.text !== text || isMoved({ document, after: { path, text } });
}

async function readState(path: string, context: RequestContext): Promise<FileState> {
  const document = await context.unopenedFiles.read(path, answerPermission(context.client.roots));
  return { document, path, text: document.text.text };
}

/** Reads the files of a known language at a path; those that are no text are left out. */
async function filesAt(path: string, context: RequestContext): Promise<readonly FileState[]> {
  const isFolder = lstatIfExists(path)?.isDirectory() === true;
  if (!isFolder && lstatIfExists(path) === undefined) return [];
  const { files, isCut } = listMovedFiles({ from: path, to: path, isFolder });
  if (isCut) throw new Error("it has more files than are looked at");
  const known = files.filter((each) => languageOfFile(each, context.servers) !== undefined);
  const read = await Promise.all(known.map((each) => readState(each, context).catch(() => undefined)));
  return read.flatMap((each) => (each ? [each] : []));
}

function pathOf(uri: string): string {
  const path = pathOfUri(uri);
  if (path === undefined) throw new Error("it changes what is no file");
  return path;
}
