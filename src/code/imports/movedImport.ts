/** How an import is written after files were moved. Pure; reads nothing from disk. */

import { dirname, extname, join, relative, resolve, sep } from "node:path";
import { factsOf, languageOfPath } from "../../languages/languages.js";
import { isFolderIndex, stemOf } from "./moduleName.js";

export interface MovedImport {
  /** As written, without quotes. */
  readonly source: string;
  /** The file with the import, before and after. */
  readonly from: MovedPath;
  /** The file that it means, before and after. */
  readonly target: MovedPath;
}

export interface MovedPath {
  readonly old: string;
  readonly new: string;
}

/**
 * Returns the import as it has to be written. Undefined where its form can't name the file: from
 * the same root there is no way to it, or it is a package's name.
 */
export function respellImport({ source, from, target }: MovedImport): string | undefined {
  const isDotted = !source.includes("/") && isDottedFor(source, target.old);
  if (target.old === target.new && isRight(source, from.new, target.new, isDotted)) return source;
  return isDotted ? respellDotted(source, from, target) : respellPath(source, from, target);
}

/** Whether a relative import means a file as it is written, though a shorter one may do so, too. */
function isRight(source: string, from: string, target: string, isDotted: boolean): boolean {
  const [up = ""] = /^\.*/.exec(source) ?? [];
  if (up === "") return false;
  if (!isDotted) return tailOf(resolve(dirname(from), source.split("/").join(sep)), target) !== undefined;
  const path = `${"../".repeat(up.length - 1)}${source.slice(up.length).split(".").join("/")}`;
  return resolve(dirname(from), path) === moduleOf(target);
}

/**
 * Returns the files of which none may exist, if a dotted import from a root means a file: those
 * that would make the root a package. Empty for other imports.
 */
export function absentFilesOf(source: string, target: string): readonly string[] {
  if (!isDottedFor(source, target) || source.startsWith(".")) return [];
  const root = rootOf(source, target);
  if (root === undefined) return [];
  // A folder with one of these is a package, in which no module's name begins.
  const { indexNames, stubs } = factsOf(languageOfPath(target));
  return indexNames.flatMap((name) =>
    stubs.flatMap(({ module, stub }) => [join(root, name + module), join(root, name + stub)]),
  );
}

/** Whether an import is written with dots, and its file is of a language that does so. */
export function isDottedFor(source: string, file: string): boolean {
  return (
    /^\.*(?:[\p{L}\p{N}_$]+(?:\.[\p{L}\p{N}_$]+)*)?$/u.test(source) && factsOf(languageOfPath(file)).hasNamedModules
  );
}

/** Returns the folder that a dotted import begins in. */
function rootOf(source: string, target: string): string | undefined {
  const [module, written] = [moduleOf(target), source.split(".").join(sep)];
  return module.endsWith(sep + written) ? module.slice(0, -written.length - 1) : undefined;
}

/** By names: `pkg.mod` from a root, `.mod` and `..pkg.mod` from the file's folder. */
function respellDotted(source: string, from: MovedPath, target: MovedPath): string | undefined {
  const newModule = moduleOf(target.new);
  if (source.startsWith(".")) {
    const steps = relative(dirname(from.new), newModule).split(sep).filter(Boolean);
    const up = steps.filter((step) => step === "..").length;
    return `${".".repeat(up + 1)}${steps.slice(up).join(".")}`;
  }
  const root = rootOf(source, target.old);
  if (root === undefined) return undefined;
  const steps = relative(root, newModule).split(sep);
  return steps[0] === ".." || steps.some((step) => !/^[\p{L}\p{N}_]+$/u.test(step)) ? undefined : steps.join(".");
}

/** Returns the path of a module without its extension; of a package's own file, its folder. */
function moduleOf(path: string): string {
  return isFolderIndex(path) ? dirname(path) : withoutSuffix(path);
}

/** A path, from the file's folder (`./a`, `../b/c.js`, C's "a.h") or from a root (`lib/a.h`). */
function respellPath(source: string, from: MovedPath, target: MovedPath): string | undefined {
  const isExplicit = /^\.{1,2}(?:\/|$)/.test(source);
  const written = source.split("/").join(sep);
  const beside = resolve(dirname(from.old), written);
  const besideTail = tailOf(beside, target.old);
  if (besideTail !== undefined) {
    const steps = relative(dirname(from.new), withTail(target.new, besideTail));
    const path = steps.split(sep).join("/");
    const isBelow = !path.startsWith("../") && path !== "..";
    return isExplicit && isBelow ? `./${path}`.replace(/^\.\/$/, ".") : path;
  }
  if (isExplicit || source.startsWith("/")) return undefined;
  for (let root = dirname(target.old); ; root = dirname(root)) {
    const tail = tailOf(join(root, written), target.old);
    if (tail !== undefined) {
      const path = relative(root, withTail(target.new, tail)).split(sep).join("/");
      return path.startsWith("../") ? undefined : path;
    }
    if (dirname(root) === root) return undefined;
  }
}

/** What a written path leaves out of the file's: an extension, an index file; or another one. */
type Tail = { readonly cut: string } | { readonly extension: string };

function tailOf(written: string, file: string): Tail | undefined {
  if (file === written) return { cut: "" };
  if (file.startsWith(written) && /^(?:\.[^/\\]*|[/\\][^/\\]*)$/.test(file.slice(written.length))) {
    const cut = file.slice(written.length);
    return /^[/\\]/.test(cut) && !isFolderIndex(file) ? undefined : { cut };
  }
  // TypeScript writes the name of the file that it compiles to.
  const extension = extname(written);
  return extension !== "" && withoutSuffix(written) === withoutSuffix(file) ? { extension } : undefined;
}

function withTail(file: string, tail: Tail): string {
  if ("extension" in tail) return `${withoutSuffix(file)}${tail.extension}`;
  if (file.endsWith(tail.cut)) return file.slice(0, file.length - tail.cut.length);
  return withoutSuffix(file);
}

function withoutSuffix(path: string): string {
  return join(dirname(path), stemOf(path));
}
