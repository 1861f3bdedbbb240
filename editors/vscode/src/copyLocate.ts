/** "Copy Locate of Selection": copies the most robust Locate of the selection or the cursor. */

import { env, window } from "vscode";
import type { Connection } from "./connection.js";
import type { DescribeResult } from "./protocol.js";
import { toProxyError } from "./proxyError.js";
import type { ShareTexts } from "./unsavedTexts.js";

/** How long the status bar shows what was copied, in milliseconds. */
const MESSAGE_MS = 6_000;

export async function copyLocate(connection: Connection, share: ShareTexts): Promise<void> {
  const editor = window.activeTextEditor;
  if (editor === undefined) return;
  const { document, selection } = editor;
  const textDocument = { uri: document.uri.toString() };
  const what = selection.isEmpty
    ? { position: selection.active }
    : { range: { start: selection.start, end: selection.end } };
  try {
    const lent = await share();
    try {
      const { notation } = await connection.sendRequest<DescribeResult>("locate/describe", {
        textDocument,
        ...what,
      });
      await env.clipboard.writeText(notation);
      window.setStatusBarMessage(`$(clippy) Copied ${notation.split(/\r\n|\r|\n/, 1)[0]}`, MESSAGE_MS);
    } finally {
      lent.dispose();
    }
  } catch (error) {
    void window.showErrorMessage(toProxyError(error).message);
  }
}
