/** Reads one line of a file to show it in a list, without opening a document. */

import { readFile } from "node:fs/promises";
import { type Uri, workspace } from "vscode";

/** Returns a line (0-based) without surrounding whitespace; empty if it can't be read. */
export async function readLine(uri: Uri, line: number): Promise<string> {
  const document = workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
  if (document !== undefined) return line < document.lineCount ? document.lineAt(line).text.trim() : "";
  const text = uri.scheme === "file" ? await readFile(uri.fsPath, "utf8").catch(() => "") : "";
  return text.split(/\r\n|\r|\n/)[line]?.trim() ?? "";
}
