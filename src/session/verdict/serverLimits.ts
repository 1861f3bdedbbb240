/** What a server can't check of a change, and why. */

import { dirname } from "node:path";
import { type Backend, isEmbedded } from "../../ask/backend/backend.js";
import { pathOfUri } from "../../uri.js";
import { statIfExists } from "../../workspace/disk/folderEntries.js";
import { type EditedFile, isMoved } from "./editedFiles.js";

/** The maximum number of documents that are looked at. */
export const MAX_DOCUMENTS = 50;

/** Says why a server is not asked. */
export function refusalOf(backend: Backend, files: readonly EditedFile[]): string | undefined {
  const { name, serverEntry, command } = backend;
  if (isEmbedded(backend)) return "the embedded server knows syntax alone";
  const missing = serverEntry?.verdictNeeds?.find((each) => !command.includes(each));
  if (missing !== undefined) return `${name} checks such texts only with ${missing}, which its command lacks`;
  const created = files.filter((each) => each.document === undefined || isMoved(each));
  const isFolderThere = ({ after }: EditedFile) => statIfExists(dirname(after?.path ?? ""))?.isDirectory() === true;
  switch (serverEntry?.verdict) {
    case "disk":
      return `${name} checks the files on disk`;
    case "overlay":
      if (created.length > 0) return `${name} imports no files that are not on disk`;
      break;
    case "files":
      if (!created.every(isFolderThere)) return `${name} imports no files from folders that are not on disk`;
      break;
    case "folders":
      break;
    default:
      return `${name} is not known to check texts that are not on disk`;
  }
  // Of a folder, a part can't be moved alone.
  if (files.length > MAX_DOCUMENTS && files.some((each) => created.includes(each) || !each.after))
    return `it moves, creates or deletes some of ${files.length} files, and at most ${MAX_DOCUMENTS} are checked at once`;
  return undefined;
}

/** Returns why the server does not check all that refers to some files; undefined where it does. */
export function gapIn(files: readonly EditedFile[], { name, serverEntry }: Backend): string | undefined {
  const gap = serverEntry?.verdictGap;
  if (gap === undefined) return undefined;
  const [paths, texts] = [new RegExp(gap.inFiles), new RegExp(gap.withText)];
  const hasGap = ({ document, after }: EditedFile) =>
    paths.test(after?.path ?? pathOfUri(document?.uri ?? "") ?? "") &&
    [document?.text.text, after?.text].some((text) => text !== undefined && texts.test(text));
  return files.some(hasGap) ? `${name}: ${gap.why}` : undefined;
}
