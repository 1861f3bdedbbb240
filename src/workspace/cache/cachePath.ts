/** The path of the cache file of a workspace. */

import { createHash } from "node:crypto";
import { posix, win32 } from "node:path";
import { cacheFolder } from "./cacheFolder.js";

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
