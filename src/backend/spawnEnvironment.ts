/**
 * The environment of the processes that we start. PATH has no relative or empty entries: they would
 * lead into the workspace, whose `./node` a server's `#!/usr/bin/env node` would run.
 */

import { posix, win32 } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** Used where no entry of PATH remains: an empty PATH means the working directory. */
const DEFAULT_PATH = "/usr/bin:/bin";

/** Returns a copy with only absolute folders in PATH. */
export function spawnEnvironment(
  env: Environment = process.env,
  platform: NodeJS.Platform = process.platform,
): Record<string, string | undefined> {
  const key = pathKey(env, platform);
  // Without this variable, Windows searches the working directory before PATH.
  const ownVariables = platform === "win32" ? { NoDefaultCurrentDirectoryInExePath: "1" } : {};
  if (key === undefined) return { ...env, ...ownVariables };
  const folders = pathFolders(env, platform);
  const path = folders.join(platform === "win32" ? ";" : ":");
  return { ...env, ...ownVariables, [key]: path === "" && platform !== "win32" ? DEFAULT_PATH : path };
}

/** Returns the absolute folders of PATH. Windows quotes some of them; the quotes are removed. */
export function pathFolders(env: Environment, platform: NodeJS.Platform): readonly string[] {
  const key = pathKey(env, platform);
  const path = key === undefined ? "" : (env[key] ?? "");
  if (platform !== "win32") return path.split(":").filter((folder) => posix.isAbsolute(folder));
  return path
    .split(";")
    .map((folder) => folder.replace(/^"(.*)"$/, "$1"))
    .filter((folder) => win32.isAbsolute(folder));
}

/**
 * Returns the name of PATH. Windows spells it `Path`, and a copy of `process.env` is
 * case-sensitive.
 */
function pathKey(env: Environment, platform: NodeJS.Platform): string | undefined {
  if (platform === "win32") return Object.keys(env).find((name) => name.toUpperCase() === "PATH");
  return env["PATH"] === undefined ? undefined : "PATH";
}
