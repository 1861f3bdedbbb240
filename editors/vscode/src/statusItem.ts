/** The status item: which server serves the active document, and its state. It starts nothing. */

import { type Disposable, MarkdownString, StatusBarAlignment, ThemeColor, window } from "vscode";
import type { Connection } from "./connection.js";
import type { StatusResult } from "./protocol.js";
import { refreshDelayMs, statusText } from "./statusText.js";

/** Shows the item and updates it while the window has the focus. A click runs `command`. */
export function showStatus(connection: Connection, command: string): Disposable {
  const item = window.createStatusBarItem("lspLocate.status", StatusBarAlignment.Right, 100);
  item.name = "LSP Locate";
  item.command = command;
  let timer: NodeJS.Timeout | undefined;
  // Responses may overtake each other: only the last request's counts.
  let looks = 0;

  const look = async (): Promise<void> => {
    clearTimeout(timer);
    const mine = ++looks;
    const { backends, markdown } = await fetchActiveStatus(connection);
    if (mine !== looks) return;
    const shown = statusText(backends);
    if (shown === undefined) item.hide();
    else {
      item.text = shown.text;
      item.tooltip = new MarkdownString(markdown);
      item.backgroundColor = shown.warns ? new ThemeColor("statusBarItem.warningBackground") : undefined;
      item.show();
    }
    if (window.state.focused && backends.length > 0) timer = setTimeout(look, refreshDelayMs(backends));
  };
  const subscriptions = [
    window.onDidChangeActiveTextEditor(look),
    window.onDidChangeWindowState(look),
    connection.onDidChange(look),
    item,
  ];
  void look();
  return {
    dispose() {
      looks++;
      clearTimeout(timer);
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

const NO_STATUS: StatusResult = { backends: [], markdown: "" };

/**
 * Returns nothing if the proxy does not serve the active document, even if a Locate has started a
 * server for its language; nor if the proxy is not running, because showing a status does not start
 * it.
 */
export async function fetchActiveStatus(connection: Connection): Promise<StatusResult> {
  const document = window.activeTextEditor?.document;
  if (document === undefined || !connection.serves(document) || !connection.isRunning()) return NO_STATUS;
  // Another lsp-locate that lacks the method serves the document all the same.
  return connection
    .sendRequest<StatusResult>("locate/status", { textDocument: { uri: document.uri.toString() } })
    .catch(() => NO_STATUS);
}
