/** The platform's folder for caches, and the cache file of a workspace in it. */

import { createHash } from "node:crypto";
import { posix, win32 } from "node:path";

/**
 * Returns the absolute path of our folder in it. Undefined for a user without `home` (absolute) and
 * without a folder for caches in the environment.
 */
export function cacheFolder(
  home: string | undefined,
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const { join, isAbsolute } = platform === "win32" ? win32 : posix;
  const configured = platform === "win32" ? env["LOCALAPPDATA"] : env["XDG_CACHE_HOME"];
  const defaultFolder = { win32: "AppData/Local", darwin: "Library/Caches" }[platform as string] ?? ".cache";
  // The XDG specification says to ignore relative paths.
  const folder = configured !== undefined && isAbsolute(configured) ? configured : home && join(home, defaultFolder);
  return folder && join(folder, "lsp-locate");
}

/** Returns an absolute path, which differs for every `root`. Undefined without a `cacheFolder`. */
export function cachePathOf(
  root: string,
  home: string | undefined,
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const folder = cacheFolder(home, env, platform);
  if (folder === undefined) return undefined;
  const name = createHash("sha256").update(root).digest("hex").slice(0, 32);
  return (platform === "win32" ? win32 : posix).join(folder, "index", `${name}.bin`);
}
