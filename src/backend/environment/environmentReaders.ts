/** Reads what is in an environment: the packages of Python, the files of a compilation database. */

import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseTree } from "jsonc-parser";
import { readBeginningSync, readTextSync } from "../../files/readFileSync.js";
import type { EnvironmentKind } from "../config/servers.js";
import { entryNames, isInWorkspace, realFolder, type SearchScope } from "./candidateFolders.js";
import { jdkRuntime } from "./jdk.js";

/** What is known of an environment, or why it can't be used, as a clause about it. */
export type ReadEnvironment =
  | { readonly kind: "whole"; readonly values: PlaceholderValues; readonly reads: readonly string[] }
  | { readonly kind: "broken"; readonly why: string };

/** The texts of the placeholders: one, or a list in a list. */
export type PlaceholderValues = Readonly<Record<string, string | readonly string[] | undefined>>;

type Reader = (folder: string, scope: SearchScope) => ReadEnvironment;

const readFolder: Reader = (folder) => ({ kind: "whole", values: { path: folder }, reads: [folder] });

export const environmentReaders: Readonly<Record<EnvironmentKind | "none", Reader>> = {
  packages: readPackages,
  "node packages": readNodePackages,
  "compilation database": readDatabase,
  jdk: readJdk,
  none: readFolder,
};

/**
 * Whether an environment has the package of an imported name; undefined where its kind does not
 * tell.
 */
export function hasPackage(kind: EnvironmentKind, folder: string, name: string, scope: SearchScope) {
  if (kind === "node packages") return existsSync(join(folder, packageOf(kind, name) ?? name));
  if (kind !== "packages") return undefined;
  const [first = ""] = name.split(".");
  const read = readPackages(folder, scope);
  const folders = read.kind === "whole" ? ((read.values["packages"] ?? []) as readonly string[]) : [];
  return folders.some((each) => fileNames(each).some((file) => file === first || isModule(file, first)));
}

/** Whether a file is a module of this name, in Python or compiled. */
function isModule(file: string, name: string): boolean {
  return file.startsWith(`${name}.`) && /\.(?:py|pyi|so|pyd)$/.test(file);
}

/** Returns the package that an imported name is of; undefined for one of the project's own. */
export function packageOf(kind: EnvironmentKind, name: string): string | undefined {
  switch (kind) {
    case "packages":
      return /^[^.]+/.exec(name)?.[0];
    case "node packages":
      return /^(?:@[\w-][\w.-]*\/)?[\w-][\w.-]*(?=\/|$)/.exec(name)?.[0];
    case "compilation database":
      return name;
    case "jdk":
      return undefined;
  }
}

/** A longer file of paths is not read. */
const MAX_PATH_FILE_BYTES = 64 * 1024;

/**
 * Reads a virtual environment (https://docs.python.org/3/library/venv.html) or conda's: `packages`
 * are its folders of packages and those that its `.pth` files name inside the workspace.
 */
function readPackages(folder: string, scope: SearchScope): ReadEnvironment {
  const isWindows = scope.platform === "win32";
  const library = join(folder, isWindows ? "Lib" : "lib");
  const libraries = isWindows ? [library] : entryNames(library).map((name) => join(library, name));
  const sites = libraries.map((each) => join(each, "site-packages")).filter((each) => realFolder(each) !== undefined);
  if (sites.length === 0) return { kind: "broken", why: "it has no site-packages; make it anew" };
  const configuration = join(folder, "pyvenv.cfg");
  if (existsSync(configuration) && !hasHome(readStart(configuration)))
    return { kind: "broken", why: "its pyvenv.cfg does not say where Python is (`home`); make it anew" };
  const packages = sites.flatMap((site) => [site, ...editableFolders(site, scope)]);
  const programs = isWindows ? ["Scripts/python.exe", "python.exe"] : ["bin/python3"];
  const interpreter = programs.map((each) => join(folder, each)).find((each) => existsSync(each));
  return {
    kind: "whole",
    values: { path: folder, packages, interpreter },
    reads: [...sites, configuration],
  };
}

function hasHome(text: string): boolean {
  return text.split("\n").some((line) => line.split("=")[0]?.trim() === "home" && line.includes("="));
}

/** Returns the folders inside the workspace that the `.pth` files of a folder name. */
function editableFolders(site: string, scope: SearchScope): readonly string[] {
  const files = fileNames(site).filter((name) => name.endsWith(".pth"));
  const lines = files.flatMap((name) => {
    try {
      return readTextSync(join(site, name), { maxBytes: MAX_PATH_FILE_BYTES }).split(/\r?\n/);
    } catch {
      return [];
    }
  });
  const paths = lines.filter((line) => line !== "" && !/^(?:#|import\s)/.test(line)).map((line) => resolve(site, line));
  return [...new Set(paths)].filter((path) => {
    const real = realFolder(path);
    return real !== undefined && isInWorkspace(real, scope);
  });
}

function readJdk(folder: string): ReadEnvironment {
  const found = jdkRuntime(folder);
  if ("why" in found) return { kind: "broken", why: found.why };
  return { kind: "whole", values: { path: folder, ...found }, reads: [join(folder, "release")] };
}

/** What npm, Yarn and pnpm write with each installation. Tools keep caches beside these. */
const installationFiles = [".package-lock.json", ".yarn-state.yml", ".yarn-integrity", ".modules.yaml"];

function readNodePackages(folder: string): ReadEnvironment {
  return { kind: "whole", values: { path: folder }, reads: installationFiles.map((name) => join(folder, name)) };
}

/** As much of a database as is read: its first entries tell whose files it names. */
const START_BYTES = 256 * 1024;
const MAX_ENTRIES = 200;

/** Reads the beginning of a `compile_commands.json`: it has to name a file of the workspace. */
function readDatabase(folder: string, scope: SearchScope): ReadEnvironment {
  const path = join(folder, "compile_commands.json");
  const text = realFile(path, scope) === undefined ? "" : readStart(path);
  // An entry has both, in either order.
  const [directories, files] = [stringsAt("directory", text), stringsAt("file", text)];
  if (files.length === 0) return { kind: "broken", why: "its compile_commands.json names no files" };
  const isOwn = files.some((file, n) => realFile(resolve(folder, directories[n] ?? "", file), scope) !== undefined);
  if (!isOwn) return { kind: "broken", why: "its compile_commands.json names no file of this workspace" };
  return { kind: "whole", values: { path: folder }, reads: [path] };
}

/** Returns the texts of a key in the entries of a database, as far as it was read. */
function stringsAt(key: string, text: string): readonly string[] {
  const found = [...text.matchAll(new RegExp(`"${key}"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*")`, "g"))].slice(0, MAX_ENTRIES);
  return found.map(([, value = ""]) => {
    const parsed: unknown = parseTree(value)?.value;
    return typeof parsed === "string" ? parsed : "";
  });
}

function readStart(path: string): string {
  try {
    return readBeginningSync(path, START_BYTES).toString("utf8");
  } catch {
    return "";
  }
}

/** Returns where a file leads, if that is a file in the workspace. */
function realFile(path: string, scope: SearchScope): string | undefined {
  try {
    const real = statSync(path).isFile() ? realpathSync.native(path) : undefined;
    return real !== undefined && isInWorkspace(real, scope) ? real : undefined;
  } catch {
    return undefined;
  }
}

function fileNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
