/** The folders in which clients keep their configuration, by platform and environment. */

import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { ClientContext } from "./clientFile.js";

/** Returns the folder of an absolute path in the environment, or one in the home folder. */
export function folderOf({ env, home }: ClientContext, variable: string, inHome: string): string {
  const configured = env[variable];
  return configured !== undefined && isAbsolute(configured) ? configured : join(home, inHome);
}

/** Returns the path of the first of the files that exists, else of the first. */
export function firstExisting(folder: string, ...names: readonly [string, ...string[]]): string {
  const paths = names.map((name) => join(folder, name));
  return paths.find((path) => existsSync(path)) ?? join(folder, names[0]);
}

/** Returns the folder of the XDG specification, which many programs use on macOS, too. */
export function xdgFolder(context: ClientContext): string {
  return folderOf(context, "XDG_CONFIG_HOME", ".config");
}

/** Returns the folder of the user's settings of a program, as its platform has it. */
export function settingsFolder(context: ClientContext, name: { readonly unix: string; readonly windows: string }) {
  return context.platform === "win32"
    ? join(folderOf(context, "APPDATA", "AppData/Roaming"), name.windows)
    : join(xdgFolder(context), name.unix);
}

/** Returns the user's folder of VS Code. */
export function vscodeFolder(context: ClientContext): string {
  if (context.platform === "darwin") return join(context.home, "Library/Application Support/Code/User");
  return join(settingsFolder(context, { unix: "Code", windows: "Code" }), "User");
}

/** Returns Neovim's configuration folder. */
export function neovimFolder(context: ClientContext): string {
  const name = context.env["NVIM_APPNAME"] || "nvim";
  return context.platform === "win32"
    ? join(folderOf(context, "LOCALAPPDATA", "AppData/Local"), name)
    : join(xdgFolder(context), name);
}
