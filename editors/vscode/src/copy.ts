/** "Copy Locate of Selection": copies the most robust Locate of the selection or the cursor. */

import { env, window } from "vscode";
import type { Connection } from "./connection.js";
import { failureOf } from "./failure.js";
import type { Lend } from "./lending.js";
import type { Described } from "./locates.js";

/** How long the status bar shows what was copied, in milliseconds. */
const said = 6_000;

export async function copyLocate(connection: Connection, lend: Lend): Promise<void> {
  const editor = window.activeTextEditor;
  if (editor === undefined) return;
  const { document, selection } = editor;
  const textDocument = { uri: document.uri.toString() };
  const what = selection.isEmpty
    ? { position: selection.active }
    : { range: { start: selection.start, end: selection.end } };
  try {
    const lent = await lend();
    try {
      const { locate, notation } = await connection.ask<Described>("locate/describe", { textDocument, ...what });
      const copied = notation ?? JSON.stringify(locate);
      await env.clipboard.writeText(copied);
      window.setStatusBarMessage(`$(clippy) Copied ${copied.split(/\r\n|\r|\n/, 1)[0]}`, said);
    } finally {
      lent.dispose();
    }
  } catch (error) {
    void window.showErrorMessage(failureOf(error).message);
  }
}
