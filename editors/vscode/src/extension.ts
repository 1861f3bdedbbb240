/** Entry point of the extension: its commands, its status item, and the proxy they use. */

import { commands, type ExtensionContext, type TextDocument, window, workspace } from "vscode";
import { type Connection, connect } from "./connection.js";
import { copyLocate } from "./copyLocate.js";
import { goToLocate } from "./goToLocate.js";
import { selectNode } from "./selectNode.js";
import { openServersFile } from "./serversFile.js";
import { showStatus } from "./statusItem.js";
import { showMenu } from "./statusMenu.js";
import { shareUnsavedTexts } from "./unsavedTexts.js";

let connected: Connection | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const log = window.createOutputChannel("LSP Locate", { log: true });
  const connection = await connect(context, log);
  connected = connection;
  const unsavedTexts = shareUnsavedTexts<TextDocument>(connection, {
    all: () => workspace.textDocuments,
    active: () => window.activeTextEditor?.document,
    onDidChange: (listen) => workspace.onDidChangeTextDocument(({ document }) => listen(document)),
  });
  const register = (name: string, run: () => unknown) => commands.registerCommand(name, run);
  context.subscriptions.push(
    register("lspLocate.goTo", () => goToLocate(connection, unsavedTexts.share, context)),
    register("lspLocate.copy", () => copyLocate(connection, unsavedTexts.share)),
    register("lspLocate.selectNode", () => selectNode(connection, unsavedTexts.share)),
    register("lspLocate.showStatus", () => showMenu(connection)),
    register("lspLocate.restart", () => connection.restart()),
    register("lspLocate.openServers", openServersFile),
    register("lspLocate.showLog", () => log.show()),
    showStatus(connection, "lspLocate.showStatus"),
    unsavedTexts,
    log,
  );
}

/** VS Code waits for the returned promise, so that language servers are shut down properly. */
export function deactivate(): Promise<void> | undefined {
  return connected?.shutDown();
}
