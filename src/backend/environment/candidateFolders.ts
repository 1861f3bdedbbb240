/** The folders where the environment of a project may be, by the places that servers.json names. */

import { createHash } from "node:crypto";
import { readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { isInside } from "../../files/isInside.js";
import { isRealPathIn } from "../../files/readPermission.js";
import { appendAll } from "../../text/list.js";
import type { EnvironmentPlace } from "../config/servers.js";
import { homeFolder } from "../config/userFolder.js";
import { fittingJdks } from "./jdk.js";
import { readProjectText, valueIn } from "./projectMarks.js";

/** Where an environment is looked for. */
export interface SearchScope {
  /** The root of the server: an absolute path. */
  readonly root: string;
  /** The workspace folder around it, or the root itself: an absolute path. */
  readonly top: string;
  /** The caller's variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The user's home folder. */
  readonly home: string | undefined;
  /** Called with each path that the result depends on. */
  look(path: string): void;
}

export interface CandidateFolder {
  readonly path: string;
  /** A place in the workspace, whose real path has to be there, too. */
  readonly isInWorkspace: boolean;
}

/** The maximum number of folders that a name with `*` stands for. */
const MAX_MATCHES = 100;

/** Returns the search for a root, with the variables and folders of this process. */
export function searchScope(root: string, top: string, look: (path: string) => void): SearchScope {
  return { root, top, env: process.env, platform: process.platform, home: homeFolder(), look };
}

/** Returns the root and the folders above it up to the workspace folder, nearest first. */
export function foldersUpwards({ root, top }: Pick<SearchScope, "root" | "top">): readonly string[] {
  const folders: string[] = [root];
  for (let folder = root; folder !== top && isInside(folder, top); ) {
    folder = dirname(folder);
    folders.push(folder);
  }
  return folders;
}

/**
 * Returns the folders that a place names, in groups: of one group the best is used, and the next
 * one only where it has none. They need not exist.
 */
export function candidatesAt(place: EnvironmentPlace, scope: SearchScope): readonly (readonly CandidateFolder[])[] {
  const { root, env, look } = scope;
  const { folders = [], variable, file, outside = [], version } = place;
  const value = variable === undefined ? undefined : env[variable];
  const named = value ? [[{ path: resolve(root, value), isInWorkspace: !isAbsolute(value) }]] : [];
  const upwards = foldersUpwards(scope);
  const inside = upwards.map((folder) => {
    const paths = folders.flatMap((name) => expandPattern(folder, name, look));
    return paths.map((path) => ({ path, isInWorkspace: true }));
  });
  const ofUser: string[] = [];
  const elsewhere = upwards.flatMap((folder) => {
    const wanted = version === undefined ? undefined : wantedVersion(folder, version, scope);
    if (version !== undefined && wanted === undefined) return [];
    return outside.map((template) => {
      const path = fillTemplate(template, folder, scope);
      const found = path === undefined ? [] : expandPath(path, look).toSorted().toReversed();
      appendAll(ofUser, found);
      const fitting = wanted === undefined ? found : fittingJdks(found, wanted);
      return fitting.map((each) => ({ path: each, isInWorkspace: false }));
    });
  });
  const inFiles = upwards.flatMap((folder) => {
    const path = file === undefined ? undefined : interpreterFolder(join(folder, file), scope);
    return path === undefined ? [] : [[{ path, isInWorkspace: !ofUser.includes(path) }]];
  });
  return [...named, ...inside, ...inFiles, ...elsewhere].filter((group) => group.length > 0);
}

/** Returns where a folder leads; undefined where it does not exist. */
export function realFolder(path: string): string | undefined {
  try {
    return statSync(path).isDirectory() ? realpathSync.native(path) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a real path is in the workspace folder. */
export function isInWorkspace(real: string, { top }: Pick<SearchScope, "top">): boolean {
  return isRealPathIn(real, [top]);
}

/** Returns the version that the first of several files in a folder names. */
function wantedVersion(
  folder: string,
  marks: readonly string[],
  { top, look }: Pick<SearchScope, "top" | "look">,
): string | undefined {
  for (const mark of marks) {
    const [name = "", key] = mark.split("#", 2);
    const path = join(folder, name);
    look(path);
    const text = readProjectText(path, top);
    const value = text === undefined || key === undefined ? text : valueIn(name, text, key);
    if (value !== undefined && /\d/.test(value)) return value.trim().slice(0, MAX_VERSION_LENGTH);
  }
  return undefined;
}

const MAX_VERSION_LENGTH = 50;

/** Returns the paths that an absolute path with `*` stands for. */
function expandPath(path: string, look: (path: string) => void): readonly string[] {
  const parts = path.split("/");
  const first = parts.findIndex((part) => part.includes("*"));
  return first === -1
    ? [path]
    : expandPattern(parts.slice(0, first).join("/") || "/", parts.slice(first).join("/"), look);
}

/** Returns the paths that a relative path with `*` stands for. */
export function expandPattern(folder: string, pattern: string, look: (path: string) => void): readonly string[] {
  const [first = "", ...rest] = pattern.split("/");
  const next = (path: string) => (rest.length === 0 ? [path] : expandPattern(path, rest.join("/"), look));
  if (!first.includes("*")) return next(join(folder, first));
  look(folder);
  const [start = "", end = ""] = first.split("*");
  const isMatch = (name: string) =>
    name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end);
  return entryNames(folder)
    .filter(isMatch)
    .slice(0, MAX_MATCHES)
    .flatMap((name) => next(join(folder, name)));
}

/** Returns the names of the folders in a folder, links to folders included. */
export function entryNames(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((each) => each.isDirectory() || each.isSymbolicLink()).map(({ name }) => name);
  } catch {
    return [];
  }
}

/** Returns the environment of the interpreter that a file names. */
function interpreterFolder(file: string, { top, look }: SearchScope): string | undefined {
  look(file);
  const path = readProjectText(file, top)?.trim();
  return path && isAbsolute(path) ? dirname(dirname(path)) : undefined;
}

/** Returns a place of the user's for a project; undefined where a part of it is not known. */
function fillTemplate(template: string, folder: string, scope: SearchScope): string | undefined {
  let isKnown = true;
  const path = template.replace(/\$\{(\w+)(?::([^}]*))?\}/g, (_all, name: string, argument?: string) => {
    const value = placeholder(name, argument, folder, scope);
    if (value === undefined) isKnown = false;
    return value ?? "";
  });
  return isKnown ? path : undefined;
}

function placeholder(
  name: string,
  argument: string | undefined,
  folder: string,
  { env, platform, home, top, look }: SearchScope,
): string | undefined {
  const inHome = (path: string) => (home === undefined ? undefined : join(home, path));
  const isWindows = platform === "win32";
  switch (name) {
    case "home":
      return home;
    case "cache":
      if (isWindows) return env["LOCALAPPDATA"];
      return env["XDG_CACHE_HOME"] || inHome(platform === "darwin" ? "Library/Caches" : ".cache");
    case "data":
      if (isWindows) return env["LOCALAPPDATA"];
      return env["XDG_DATA_HOME"] || inHome(platform === "darwin" ? "Library/Application Support" : ".local/share");
    case "folder":
      return withoutSpecials(basename(folder));
    case "hash":
    case "md5": {
      const real = realFolder(folder);
      return real && hashOf(join(real, argument ?? ""), name === "md5" ? "md5" : "sha256");
    }
    case "name": {
      const file = join(folder, "pyproject.toml");
      look(file);
      const text = readProjectText(file, top) ?? "";
      const found = ["project.name", "tool.poetry.name"].map((key) => valueIn(file, text, key)).find(Boolean);
      // As packaging.python.org normalises names.
      return found === undefined ? undefined : withoutSpecials(found.toLowerCase().replace(/[-_.]+/g, "-"));
    }
    default:
      return undefined;
  }
}

/** Returns the beginning of a hash; undefined where the system forbids the algorithm. */
function hashOf(text: string, algorithm: "sha256" | "md5"): string | undefined {
  try {
    return createHash(algorithm).update(text).digest("base64url").slice(0, 8);
  } catch {
    return undefined;
  }
}

/** As virtualenv managers write a name in a path. */
function withoutSpecials(name: string): string {
  return name.replace(/[ &$`!*@"()[\]\\/\r\n\t]/g, "_").slice(0, 42);
}
