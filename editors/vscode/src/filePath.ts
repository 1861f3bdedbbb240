/** A document as a Locate writes it: relative to the workspace folder, led by the folder's name where there are several; the URI of what is no file. */

import { type Uri, workspace } from "vscode";

export function filePathOf(uri: Uri): string {
  return uri.scheme === "file" ? workspace.asRelativePath(uri) : uri.toString();
}
