/** Entry point of the extension: its commands, its status item, and the proxy they use. */

import { commands, type ExtensionContext, type TextDocument, window, workspace } from "vscode";
import { type Connection, connect } from "./connection.js";
import { copyLocate } from "./copy.js";
import { goToLocate } from "./goTo.js";
import { lendingTo } from "./lending.js";
import { showMenu } from "./menu.js";
import { selectNode } from "./selectNode.js";
import { openServersFile } from "./serversFile.js";
import { showStatus } from "./status.js";

let connected: Connection | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const log = window.createOutputChannel("LSP Locate", { log: true });
  const connection = await connect(context, log);
  connected = connection;
  const lending = lendingTo<TextDocument>(connection, {
    all: () => workspace.textDocuments,
    active: () => window.activeTextEditor?.document,
    onDidChange: (listen) => workspace.onDidChangeTextDocument(({ document }) => listen(document)),
  });
  const register = (name: string, run: () => unknown) => commands.registerCommand(name, run);
  context.subscriptions.push(
    register("lspLocate.goTo", () => goToLocate(connection, lending.lend, context)),
    register("lspLocate.copy", () => copyLocate(connection, lending.lend)),
    register("lspLocate.selectNode", () => selectNode(connection, lending.lend)),
    register("lspLocate.showStatus", () => showMenu(connection)),
    register("lspLocate.restart", () => connection.restart()),
    register("lspLocate.openServers", openServersFile),
    register("lspLocate.showLog", () => log.show()),
    showStatus(connection, "lspLocate.showStatus"),
    lending,
    log,
  );
}

/** VS Code waits for the returned promise, so that language servers are shut down properly. */
export function deactivate(): Promise<void> | undefined {
  return connected?.end();
}
