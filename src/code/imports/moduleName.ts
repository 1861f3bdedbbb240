/** Module names: how well a path fits the source of an import. Pure; reads nothing from disk. */

import { basename, dirname, join, resolve } from "node:path";
import { factsOf, familyOf, languageOfPath } from "../../languages/languages.js";
import { maxOf } from "../../text/list.js";

/** The source of an import, parsed as its language writes it. */
interface ModuleName {
  /**
   * The absolute path without extension, for a relative source: `./util`, `.util`, `super::util`.
   */
  readonly base: string | undefined;
  /**
   * Other such paths that it may be: in a module inside of a file, `super` is the file itself.
   */
  readonly otherBases?: readonly string[];
  /**
   * Otherwise the words of the source, outermost first, as of `os.path` or `crate::bank::ledger`.
   */
  readonly segments: readonly string[];
  /** How many leading words may not be folder names: a host, a scope, an alias. */
  readonly maxDropped: number;
  /** Whether a module consists of all files of a folder, without a main file. */
  readonly isFolderModule: boolean;
}

/** Parses `source`, the source of an import in the file `from`, in its language. */
export function parseModuleName(source: string, from: string, languageId: string): ModuleName {
  const folder = dirname(from);
  const { hasFolderModules: isFolderModule, modules } = factsOf(languageId);
  const bySegments = (segments: readonly string[], maxDropped = 0): ModuleName => ({
    base: undefined,
    segments: segments.filter((segment) => segment !== "" && segment !== "."),
    maxDropped,
    isFolderModule,
  });
  const byPath = (base: string): ModuleName => ({ base, segments: [], maxDropped: 0, isFolderModule });
  const [, dots = "", dottedRest = ""] = /^(\.+)((?:\w[\w.]*)?)$/.exec(source) ?? [];
  if (dots !== "") {
    const up = Array.from(dots.slice(1), () => "..");
    return byPath(join(folder, up.join("/"), dottedRest.replaceAll(".", "/")));
  }
  if (/^\.{1,2}[/\\]/.test(source)) return byPath(withoutExtension(resolve(folder, source), languageId));
  if (modules === "tree") return treeModule(source.split("::"), from);
  if (source.includes("::")) return bySegments(source.split("::"), 1);
  if (source.includes("\\")) {
    const segments = source.split("\\").filter((segment) => segment !== "");
    return bySegments(segments, segments.length - 1);
  }
  if (source.includes("/")) {
    const segments = withoutExtension(source.replace(/^[a-z]+:/, ""), languageId).split("/");
    const isPackage = /^package:/.test(source) || /^[@~#]/.test(source);
    // A Go module has the name of its host and path, which its folder need not have.
    return bySegments(segments, segments[0]?.includes(".") ? segments.length - 1 : Number(isPackage));
  }
  const stem = isFolderModule ? source : withoutExtension(source, languageId);
  return bySegments(stem === source ? source.split(".") : [stem]);
}

/** Parses a path of Rust (https://doc.rust-lang.org/reference/paths.html). */
function treeModule([first = "", ...rest]: readonly string[], from: string): ModuleName {
  const folder = dirname(from);
  const stem = stemOf(from);
  // Submodules are in a folder of the module's name, or in the folder of its index file.
  const own = isFolderIndex(from) ? folder : join(folder, stem);
  const byPath = (base: string, otherBases: readonly string[] = []): ModuleName => ({
    base,
    otherBases,
    segments: [],
    maxDropped: 0,
    isFolderModule: false,
  });
  if (first === "self") return byPath(join(own, rest.join("/")));
  if (first === "super") {
    const up = rest.filter((segment) => segment === "super").map(() => "..");
    const remaining = rest.filter((segment) => segment !== "super");
    const path = [...up, ...remaining].join("/");
    return byPath(join(own, "..", path), [join(own, path)]);
  }
  if (first !== "crate") return { base: undefined, segments: [first, ...rest], maxDropped: 1, isFolderModule: false };
  if (rest.length > 0) return { base: undefined, segments: rest, maxDropped: 0, isFolderModule: false };
  const [root = folder, ...others] = crateRootsOf(folder);
  return byPath(root, others);
}

/** Returns the folder of a crate's sources by its usual name; otherwise the folders it may be. */
function crateRootsOf(folder: string): readonly string[] {
  const usual = /^.*[\\/](?:src|tests|benches|examples)(?=[\\/]|$)/.exec(folder)?.[0];
  if (usual !== undefined) return [usual];
  const folders = [folder];
  for (
    let above = dirname(folder);
    above !== dirname(above) && folders.length < MAX_CRATE_DEPTH;
    above = dirname(above)
  )
    folders.push(above);
  return folders;
}

/** How many folders above a file are tried as the root of its crate. */
const MAX_CRATE_DEPTH = 4;

/**
 * Returns how well a file fits, from 0 (not this module) to 1 (this module). Values between mean
 * that the module may re-export the file's declarations, or that only its last words match.
 */
export function moduleFit({ otherBases = [], ...name }: ModuleName, path: string): number {
  return maxOf([name, ...otherBases.map((base) => ({ ...name, base }))].map((each) => fitOf(each, path)));
}

function fitOf({ base, segments, maxDropped, isFolderModule }: ModuleName, path: string): number {
  const stem = join(dirname(path), stemOf(path));
  const folder = dirname(path);
  const isIndex = isFolderIndex(path);
  if (base !== undefined) {
    if (stem === base || (isIndex && folder === base)) return 1;
    if (folder === base) return isFolderModule ? 0.9 : 0.5;
    const baseFolder = isIndexName(basename(base), path) ? dirname(base) : base;
    return isInside(folder, baseFolder) ? 0.5 : 0;
  }
  let best = 0;
  for (let dropped = 0; dropped <= Math.min(maxDropped, segments.length - 1); dropped++) {
    const share = 1 - dropped / segments.length;
    const rest = segments.slice(dropped);
    const candidates = [
      { words: wordsOf(stem), worth: 1 },
      { words: wordsOf(folder), worth: isIndex ? 1 : isFolderModule ? 0.9 : 0.5 },
    ];
    for (const { words, worth } of candidates) if (endsWithSequence(words, rest)) best = Math.max(best, worth * share);
    if (containsSequence(wordsOf(folder), rest)) best = Math.max(best, 0.5 * share);
  }
  return best;
}

/** Returns a file's name without its extension. */
export function stemOf(path: string): string {
  return basename(path).replace(/(?:\.d)?\.[^.]*$/, "");
}

/** Returns the source of an import without an extension of its language, or of its family. */
export function withoutExtension(source: string, languageId: string): string {
  const extensions = familyOf(languageId).flatMap((each) => factsOf(each).extensions);
  const end = extensions.find((each) => source.toLowerCase().endsWith(`.${each.toLowerCase()}`));
  return end === undefined ? source : source.slice(0, -end.length - 1).replace(/\.d$/i, "");
}

/** Whether a file represents its folder, as those of its language do. */
export function isFolderIndex(path: string): boolean {
  return isIndexName(stemOf(path), path);
}

/** Whether a name, without an extension, represents its folder in the language of a path. */
function isIndexName(name: string, path: string): boolean {
  return factsOf(languageOfPath(path)).indexNames.includes(name.toLowerCase());
}

/** Returns the name of a submodule, written as the language of `source` writes it. */
export function submoduleName(source: string, name: string): string {
  if (source === "") return name;
  if (/^\.+$/.test(source)) return `${source}${name}`;
  const separator = source.includes("::") ? "::" : source.includes("/") ? "/" : source.includes("\\") ? "\\" : ".";
  return /^(?:crate|self|super)$/.test(source) ? `${source}::${name}` : `${source}${separator}${name}`;
}

function isInside(folder: string, parent: string): boolean {
  return folder === parent || folder.startsWith(parent.endsWith("/") ? parent : join(parent, "/"));
}

// Ignores case: in some languages namespaces and folders differ in case.
function wordsOf(path: string): string[] {
  return path.toLowerCase().split(/[\\/]/);
}

function endsWithSequence(words: readonly string[], segments: readonly string[]): boolean {
  return matchesAt(words, segments, words.length - segments.length);
}

function containsSequence(words: readonly string[], segments: readonly string[]): boolean {
  return words.some((_word, at) => matchesAt(words, segments, at));
}

function matchesAt(words: readonly string[], segments: readonly string[], at: number): boolean {
  return at >= 0 && segments.length > 0 && segments.every((segment, n) => words[at + n] === segment.toLowerCase());
}
