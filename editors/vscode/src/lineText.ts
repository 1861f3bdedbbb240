/** One line of a file, for a list to show; no document is opened for it. */

import { readFile } from "node:fs/promises";
import { type Uri, workspace } from "vscode";

/** `line` is 0-based; without the whitespace around it, empty where it can't be read. */
export async function lineText(uri: Uri, line: number): Promise<string> {
  const document = workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
  if (document !== undefined) return line < document.lineCount ? document.lineAt(line).text.trim() : "";
  const text = uri.scheme === "file" ? await readFile(uri.fsPath, "utf8").catch(() => "") : "";
  return text.split(/\r\n|\r|\n/)[line]?.trim() ?? "";
}
