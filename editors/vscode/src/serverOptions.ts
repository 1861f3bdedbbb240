/**
 * Decides which program is the server: the proxy inside the extension, run by the Node of the
 * extension host, or the user's own.
 */

import { join } from "node:path";
import { workspace } from "vscode";
import { type ServerOptions, TransportKind } from "vscode-languageclient/node";
import { expandHome } from "./expandHome.js";
import type { Settings } from "./settings.js";
import { startProgram } from "./startProgram.js";

/** `extensionPath` is where the extension is installed. */
export function serverOptions(extensionPath: string, { command, servers }: Settings): ServerOptions {
  const args = servers === "" ? [] : ["--servers", expandHome(servers)];
  if (command.length > 0) {
    const folder = workspace.workspaceFolders?.find(({ uri }) => uri.scheme === "file")?.uri.fsPath;
    return () => startProgram([...command.map(expandHome), ...args], folder);
  }
  // A module is forked, which means in Electron: run by Electron as Node. Nothing else has to be
  // installed.
  return {
    module: join(extensionPath, "proxy", "dist", "command", "main.js"),
    args,
    transport: TransportKind.stdio,
  };
}
