/** How a file names the module of another one, where modules are files. */

import { dirname, join, relative, sep } from "node:path";
import { isFolderIndex, stemOf } from "../../../../code/imports/moduleName.js";
import { respellImport } from "../../../../code/imports/movedImport.js";
import { isInside } from "../../../../files/isInside.js";
import { factsOf } from "../../../../languages/languages.js";
import { statIfExists } from "../../../../workspace/disk/folderEntries.js";

/** Returns a relative import of one file as another file has to write it. */
export function rebaseSource(source: string, from: string, to: string, languageId: string): string {
  if (!source.startsWith(".") || dirname(from) === dirname(to)) return source;
  if (factsOf(languageId).hasNamedModules) {
    const [, dots = "", rest = ""] = /^(\.{1,99})([^.].*)?$/.exec(source) ?? [];
    const target = join(dirname(from), "../".repeat(dots.length - 1), rest.split(".").join("/"));
    return dottedFrom(dirname(to), target);
  }
  return slashed(relative(dirname(to), join(dirname(from), source)), source.endsWith("/"));
}

/** An import of a file that another one has, as a model for the import of a new file. */
export interface ModelImport {
  readonly source: string;
  /** The file that it means. */
  readonly target: string;
}

/** What is known of how a file writes imports. */
export interface SourceStyle {
  readonly languageId: string;
  /** The sources of imports in texts to follow, the nearest first. */
  readonly sources: readonly (readonly string[])[];
  readonly roots: readonly string[];
}

/** Returns how a file imports another one; like the model, where there is one. */
export function sourceFor(target: string, from: string, style: SourceStyle, model?: ModelImport): string {
  if (model && (factsOf(style.languageId).hasNamedModules || model.source.startsWith("."))) {
    const written = respellImport({
      source: model.source,
      from: { old: from, new: from },
      target: { old: model.target, new: target },
    });
    if (written !== undefined && written !== "." && !(model.source.startsWith(".") && isOutOfPackage(written, from)))
      return written;
  }
  return factsOf(style.languageId).hasNamedModules
    ? dottedSource(target, from, style)
    : pathSource(target, from, style);
}

/** A relative path, with the ending that imports beside it have. */
function pathSource(target: string, from: string, { sources }: SourceStyle): string {
  const relatives = sources.map((each) => each.filter((source) => /^\.{1,2}\//.test(source)));
  const near = relatives.find((each) => each.length > 0) ?? [];
  const endings = near.map((source) => /\.[cm]?[jt]sx?$/.exec(source)?.[0]);
  const ending = endings.filter((each) => each !== undefined).at(-1);
  const withEnding = ending !== undefined && endings.filter((each) => each === undefined).length * 2 <= endings.length;
  const path = relative(dirname(from), join(dirname(target), stemOf(target)));
  const own = /\.[cm]?[jt]sx?$/.exec(target)?.[0] ?? "";
  if (withEnding) return slashed(`${path}${/ts/.test(ending) ? own : compiledEnding(own)}`);
  if (isFolderIndex(target)) return slashed(relative(dirname(from), dirname(target)) || ".");
  return slashed(path);
}

/** TypeScript writes the name of the file that it compiles to. */
function compiledEnding(ending: string): string {
  return ending.replace("ts", "js").replace(/^\.jsx$/, ".js");
}

function slashed(path: string, isFolder = false): string {
  const written = path.split(sep).join("/");
  const relativePath = /^\.\.?(?:\/|$)/.test(written) ? written : written === "" ? "." : `./${written}`;
  return isFolder && !relativePath.endsWith("/") ? `${relativePath}/` : relativePath;
}

/** By dots in a package whose files do so, else by the names from where the package is. */
function dottedSource(target: string, from: string, { sources, roots }: SourceStyle): string {
  const root = packageRoot(target) ?? scriptRoot(target, from, roots);
  const module = isFolderIndex(target) ? dirname(target) : join(dirname(target), stemOf(target));
  const [top = ""] = relative(root, module).split(sep);
  const isOwn = (source: string) => source.startsWith(".") || source.split(".")[0] === top;
  const own = (sources.find((each) => each.some(isOwn)) ?? []).filter(isOwn);
  const relatives = own.filter((source) => source.startsWith(".")).length;
  const isSamePackage = packageRoot(from) === root && isInside(from, join(root, top));
  if (isSamePackage && relatives * 2 >= own.length) return dottedFrom(dirname(from), module);
  return relative(root, module).split(sep).join(".");
}

/** Returns the folder that the packages around a file are in; undefined if it is in none. */
function packageRoot(path: string): string | undefined {
  let folder = dirname(path);
  while (isPackage(folder)) folder = dirname(folder);
  return folder === dirname(path) ? undefined : folder;
}

function isPackage(folder: string): boolean {
  return ["__init__.py", "__init__.pyi"].some((name) => statIfExists(join(folder, name))?.isFile());
}

/** Returns the folder that a file in no package is imported from. */
function scriptRoot(target: string, from: string, roots: readonly string[]): string {
  if (dirname(target) === dirname(from)) return dirname(target);
  const root = roots.find((each) => isInside(target, each)) ?? dirname(target);
  const sources = join(root, "src");
  return isInside(target, sources) ? sources : root;
}

/** Returns the relative import of a module's path without its ending. */
function dottedFrom(folder: string, module: string): string {
  const steps = relative(folder, module).split(sep).filter(Boolean);
  const up = steps.filter((step) => step === "..").length;
  return `${".".repeat(up + 1)}${steps.slice(up).join(".")}`;
}

/** Whether a relative import of dots goes above the packages around a file. */
function isOutOfPackage(source: string, from: string): boolean {
  const [dots = ""] = /^\.+(?!\/)/.exec(source) ?? [];
  if (dots.length < 2 || source.includes("/")) return false;
  let folder = dirname(from);
  for (let up = 1; up < dots.length; up++) folder = dirname(folder);
  return !isPackage(folder);
}
