/**
 * Returns a document's path as a Locate has it: relative to the workspace folder, after the
 * folder's name if there are several; the URI if it is not a file.
 */

import { type Uri, workspace } from "vscode";

export function filePathOf(uri: Uri): string {
  return uri.scheme === "file" ? workspace.asRelativePath(uri) : uri.toString();
}
