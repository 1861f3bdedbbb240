/** The menu of the status item. */

import { commands, type QuickPickItem, window } from "vscode";
import type { Connection } from "./connection.js";
import { statusOfActive } from "./status.js";

interface Entry extends QuickPickItem {
  readonly command: string;
}

const entries: readonly Entry[] = [
  { label: "$(go-to-file) Go to Locate…", command: "lspLocate.goTo" },
  {
    label: "$(json) Open servers.json",
    description: "which server serves which language",
    command: "lspLocate.openServers",
  },
  {
    label: "$(debug-restart) Restart",
    description: "all language servers of lsp-locate",
    command: "lspLocate.restart",
  },
  { label: "$(output) Show Log", command: "lspLocate.showLog" },
];

export async function showMenu(connection: Connection): Promise<void> {
  const { markdown } = await statusOfActive(connection);
  const placeHolder =
    markdown === "" ? "No language server of lsp-locate serves this editor." : markdown.replaceAll("`", "");
  const chosen = await window.showQuickPick(entries, { title: "LSP Locate", placeHolder });
  if (chosen !== undefined) await commands.executeCommand(chosen.command);
}
