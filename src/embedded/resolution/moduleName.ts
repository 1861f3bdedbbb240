/** Whether a file is the one that an import means, told from the two paths and how the import is written. Pure: nothing is read. */

import { basename, dirname, join, resolve } from "node:path";

/** What an import's source says, read as its language writes it. */
export interface ModuleName {
  /** Where it is, without an extension, if it says so: `./util`, Python's `.util`, Rust's `super::util`. Absolute. */
  readonly base: string | undefined;
  /** Else its words, the outermost first: `os.path`, `crate::bank::ledger`, `example.com/shop/bank`. */
  readonly segments: readonly string[];
  /** So many of the first words may stand for what no folder is called after: a host, a scope, an alias. */
  readonly droppable: number;
  /** Whether a module is all files of a folder, and none of them more than the others. */
  readonly isFolder: boolean;
}

const extensions =
  /\.(?:d\.)?(?:[mc]?[jt]sx?|vue|svelte|pyi?|lua|rb|php|dart|zig|rs|go|jl|nix|sh|bash|proto|h|hh|hpp|hxx|s?css|less)$/i;
/** A file that stands for the folder it is in. */
const standsForFolder = /^(?:index|__init__|mod|lib|main|init|default)$/i;

/** Files of languages whose modules are folders. */
const inFolders = /\.(?:go|java|kts?|scala|groovy|cs|php|swift)$/i;

/** Reads `source`, as it is written in the file `from`. */
export function moduleName(source: string, from: string): ModuleName {
  const folder = dirname(from);
  const isFolder = inFolders.test(from);
  const said = (segments: readonly string[], droppable = 0): ModuleName => ({
    base: undefined,
    segments: segments.filter((segment) => segment !== "" && segment !== "."),
    droppable,
    isFolder,
  });
  const at = (base: string): ModuleName => ({ base, segments: [], droppable: 0, isFolder });
  const [, dots = "", behind = ""] = /^(\.+)([\w.]*)$/.exec(source) ?? [];
  if (dots !== "") {
    const up = Array.from(dots.slice(1), () => "..");
    return at(resolve(folder, ...up, ...behind.split(".").filter((word) => word !== "")));
  }
  if (/^\.{1,2}[/\\]/.test(source)) return at(resolve(folder, source.replace(extensions, "")));
  if (source.includes("::")) return rustModule(source.split("::"), from);
  if (source.includes("\\")) {
    const segments = source.split("\\").filter((segment) => segment !== "");
    return said(segments, segments.length - 1);
  }
  if (source.includes("/")) {
    const segments = source
      .replace(/^[a-z]+:/, "")
      .replace(extensions, "")
      .split("/");
    const isPackage = /^package:/.test(source) || /^[@~#]/.test(source);
    // A Go module is named after where it is hosted, whatever its folder is called.
    return said(segments, segments[0]?.includes(".") ? segments.length - 1 : Number(isPackage));
  }
  return extensions.test(source) ? said([source.replace(extensions, "")]) : said(source.split("."));
}

function rustModule([first = "", ...rest]: readonly string[], from: string): ModuleName {
  const folder = dirname(from);
  const within = (base: string): ModuleName => ({ base, segments: [], droppable: 0, isFolder: false });
  // What is inside a module lies in a folder of its name, unless it is the folder's own file.
  const own = standsForFolder.test(stemOf(from)) ? folder : join(folder, stemOf(from));
  if (first === "self") return within(join(own, ...rest));
  if (first === "super") {
    const up = rest.filter((segment) => segment === "super").map(() => "..");
    const behind = rest.filter((segment) => segment !== "super");
    return within(resolve(own, "..", ...up, ...behind));
  }
  const isWithin = first === "crate";
  const segments = isWithin ? rest : [first, ...rest];
  return { base: undefined, segments, droppable: isWithin ? 0 : 1, isFolder: false };
}

/** How well a file fits: 1 it is the one, 0 it is not; between, the module passes on what that file declares, or only the last words agree. */
export function fitOf({ base, segments, droppable, isFolder }: ModuleName, path: string): number {
  const stem = join(dirname(path), stemOf(path));
  const folder = dirname(path);
  const isFoldersOwn = standsForFolder.test(stemOf(path));
  if (base !== undefined) {
    if (stem === base || (isFoldersOwn && folder === base)) return 1;
    if (folder === base) return isFolder ? 0.9 : 0.5;
    const around = standsForFolder.test(basename(base)) ? dirname(base) : base;
    return isInside(folder, around) ? 0.5 : 0;
  }
  let best = 0;
  for (let dropped = 0; dropped <= Math.min(droppable, segments.length - 1); dropped++) {
    const share = 1 - dropped / segments.length;
    const rest = segments.slice(dropped);
    const places = [
      { words: wordsOf(stem), worth: 1 },
      { words: wordsOf(folder), worth: isFoldersOwn ? 1 : isFolder ? 0.9 : 0.5 },
    ];
    for (const { words, worth } of places) if (endsWith(words, rest)) best = Math.max(best, worth * share);
    if (holds(wordsOf(folder), rest)) best = Math.max(best, 0.5 * share);
  }
  return best;
}

/** A file's name without its extension. */
export function stemOf(path: string): string {
  const name = basename(path);
  return extensions.test(name) ? name.replace(extensions, "") : name.replace(/\.[^.]*$/, "");
}

export function isFoldersOwn(path: string): boolean {
  return standsForFolder.test(stemOf(path));
}

function isInside(folder: string, around: string): boolean {
  return folder === around || folder.startsWith(around.endsWith("/") ? around : join(around, "/"));
}

// Ignoring case: namespaces of some languages have another than their folders.
function wordsOf(path: string): string[] {
  return path.toLowerCase().split(/[\\/]/);
}

function endsWith(words: readonly string[], segments: readonly string[]): boolean {
  return standsAt(words, segments, words.length - segments.length);
}

function holds(words: readonly string[], segments: readonly string[]): boolean {
  return words.some((_word, at) => standsAt(words, segments, at));
}

function standsAt(words: readonly string[], segments: readonly string[], at: number): boolean {
  return at >= 0 && segments.length > 0 && segments.every((segment, n) => words[at + n] === segment.toLowerCase());
}
