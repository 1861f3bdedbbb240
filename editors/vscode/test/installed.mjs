/**
 * VS Code for the browser, from npm: code-server, its Node, and a library that drives a browser. It
 * is kept outside of the repository because of its size.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

/** $LSP_LOCATE_VSCODE, or a folder in the user's cache. */
export const cache =
  process.env.LSP_LOCATE_VSCODE ||
  join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "lsp-locate", "vscode");

/** The packages: their file in the cache, and how npm installs them. */
const parts = [
  { name: "node@24", file: "node_modules/node/bin/node", options: [] },
  { name: "playwright-core@1", file: "node_modules/playwright-core/package.json", options: ["--ignore-scripts"] },
  // Its own scripts compile what is not needed here, and need headers that few machines have.
  { name: "code-server@4.139.1", file: "node_modules/code-server/out/node/entry.js", options: ["--ignore-scripts"] },
];
/**
 * What code-server's own installation would add: the dependencies of its editor and of the
 * extensions that come with it.
 */
const folders = ["node_modules/code-server/lib/vscode", "node_modules/code-server/lib/vscode/extensions"];

/** The extensions that come with VS Code. */
export const extensions = join(cache, folders[1]);

/** Returns whether everything is installed. */
export function isInstalled() {
  const files = [...parts.map(({ file }) => file), ...folders.map((folder) => join(folder, "node_modules"))];
  return files.every((file) => existsSync(join(cache, file)));
}

/** Installs what is missing, some 600 MB. Throws if npm fails. */
export function install() {
  mkdirSync(cache, { recursive: true });
  if (!existsSync(join(cache, "package.json"))) writeFileSync(join(cache, "package.json"), "{}\n");
  for (const { name, file, options } of parts) {
    if (!existsSync(join(cache, file))) npm(["install", name, ...options], cache);
  }
  for (const folder of folders.map((name) => join(cache, name))) {
    if (!existsSync(join(folder, "node_modules"))) npm(["install", "--omit=dev", "--ignore-scripts"], folder);
  }
}

/** Returns the installed programs, and the library that drives the browser. */
export function installed() {
  const { chromium } = createRequire(join(cache, "package.json"))("playwright-core");
  const [node, , server] = parts.map(({ file }) => join(cache, file));
  return { node, server, chromium };
}

/** Returns a browser: $CHROMIUM, or one on PATH; `undefined` if there is none. */
export function browser() {
  const named = process.env.CHROMIUM;
  if (named) return named;
  const folders = (process.env.PATH ?? "").split(":");
  const names = ["chromium", "chromium-browser", "google-chrome"];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

function npm(args, cwd) {
  const { status } = spawnSync("npm", [...args, "--no-audit", "--no-fund"], { cwd, stdio: "inherit" });
  if (status !== 0) throw new Error(`npm ${args.join(" ")} failed in ${cwd}: see its messages above.`);
}
