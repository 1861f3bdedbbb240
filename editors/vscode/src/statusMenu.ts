/** The menu of the status item. */

import { commands, type QuickPickItem, window } from "vscode";
import type { Connection } from "./connection.js";
import { fetchActiveStatus } from "./statusItem.js";

interface Entry extends QuickPickItem {
  readonly command: string;
}

const menuEntries: readonly Entry[] = [
  { label: "$(go-to-file) Go to Locate…", command: "lspLocate.goTo" },
  {
    label: "$(json) Open servers.json",
    description: "choose the language servers",
    command: "lspLocate.openServers",
  },
  {
    label: "$(debug-restart) Restart",
    description: "all language servers started by lsp-locate",
    command: "lspLocate.restart",
  },
  { label: "$(output) Show Log", command: "lspLocate.showLog" },
];

export async function showMenu(connection: Connection): Promise<void> {
  const { markdown } = await fetchActiveStatus(connection);
  const placeHolder =
    markdown === "" ? "lsp-locate has no language server for this editor." : markdown.replaceAll("`", "");
  const chosen = await window.showQuickPick(menuEntries, { title: "LSP Locate", placeHolder });
  if (chosen !== undefined) await commands.executeCommand(chosen.command);
}
