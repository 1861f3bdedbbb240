/**
 * The user's servers.json: its path, and opening it. Never one of the workspace, whose author is
 * not the user.
 */

import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { Uri, window, workspace } from "vscode";
import { expandHome } from "./expandHome.js";
import { serversPath } from "./serversPath.js";
import { settings } from "./settings.js";

/** Opens the file, or an unsaved document if it does not exist yet. */
export async function openServersFile(): Promise<void> {
  const { servers } = settings();
  const asked = servers === "" ? undefined : expandHome(servers);
  const path = asked ?? serversPath({ env: process.env, platform: process.platform, home: homedir(), join });
  if (existsSync(path)) return void (await window.showTextDocument(Uri.file(path)));
  const document = await workspace.openTextDocument(Uri.file(path).with({ scheme: "untitled" }));
  const editor = await window.showTextDocument(document);
  if (document.getText() === "") await editor.edit((edit) => edit.insert(document.positionAt(0), template));
}

const template = `// Which language servers serve which languages. Keys here replace those of the built-in list.
{
  "languages": {
    // "python": { "servers": ["basedpyright", "pylsp"] }
  },
  "servers": {
  }
}
`;
