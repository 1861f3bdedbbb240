/** The user's home folder, and the path of the user's servers.json. */

import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/**
 * Returns an absolute path; undefined if the user has no home folder. A relative or empty HOME
 * doesn't count: it would lead into the working directory, which may be an untrusted workspace.
 */
export function homeFolder(read: () => string = homedir): string | undefined {
  try {
    const home = read();
    return isAbsolute(home) ? home : undefined;
  } catch {
    // An unknown user without HOME.
    return undefined;
  }
}

/** A larger servers.json is not read. */
export const MAX_SERVERS_FILE_BYTES = 4 * 1024 * 1024;

export interface UserFileOptions {
  /** The value of `--servers`. */
  readonly path?: string | undefined;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  /** Absolute; undefined for the present user's. */
  readonly home?: string;
}

/**
 * Returns the path of the user's file, and whether it was named explicitly, so that it has to
 * exist. Folders in the environment count only if they are absolute, as the XDG base directory
 * specification requires: others would lead into the workspace. Without any, `path` is undefined.
 */
export function userServersFile(
  options: UserFileOptions = {},
  home = options.home ?? homeFolder(),
): { readonly path: string | undefined; readonly isExplicit: boolean } {
  const env = options.env ?? process.env;
  const named = options.path ?? env["LSP_LOCATE_SERVERS"];
  if (named) return { path: named, isExplicit: true };
  const isWindows = (options.platform ?? process.platform) === "win32";
  const configured = isWindows ? env["APPDATA"] : env["XDG_CONFIG_HOME"];
  const inHome = home && join(home, isWindows ? "AppData/Roaming" : ".config");
  const folder = [configured, inHome].find((path) => path !== undefined && isAbsolute(path));
  return { path: folder && join(folder, "lsp-locate", "servers.json"), isExplicit: false };
}
