/** Whether a tsconfig.json or jsconfig.json has a file, with what it extends and references. */

import { dirname, join, resolve } from "node:path";
import { parse as parseJsonc } from "jsonc-parser";
import { pathInside } from "../../../uri.js";
import {
  findAbove,
  matchesPattern,
  type ProjectFile,
  readProjectFile,
  relativePath,
  type UnloadedFile,
} from "./projectFiles.js";

/** The maximum number of files that a project extends, or that it references. */
const MAX_CONFIGS = 20;

/** Returns a reason in which `{files}` stands for the file, or undefined if none is known. */
export async function explainTypeScript({ path, root }: UnloadedFile): Promise<string | undefined> {
  const config = await findAbove(path, root, ["tsconfig.json", "jsconfig.json"]);
  if (config === undefined)
    return "there is no tsconfig.json or jsconfig.json, so only open files and what they import are loaded";
  const project = await readProject(config, root);
  if (project === undefined || isIncluded(project, path)) return undefined;
  const name = relativePath(root, config.path);
  if (project.references.length === 0) return `${name} leaves out {files}`;
  for (const reference of project.references) {
    const other = await readReference(reference, root);
    if (other === undefined || isIncluded(other, path)) return undefined;
  }
  return `${name} and the projects that it references leave out {files}`;
}

/** A list of a project, with the folder that its entries are relative to. */
interface Entries {
  readonly folder: string;
  readonly entries: readonly string[];
}

/** A project with what it inherits. */
interface Project {
  readonly path: string;
  readonly files?: Entries;
  readonly include?: Entries;
  readonly exclude?: Entries;
  readonly outDir?: Entries;
  readonly takesJs: boolean;
  /** Paths of the files or folders of other projects. They are not inherited. */
  readonly references: readonly string[];
}

/** Returns undefined where a file that it extends can't be read, or is not in the workspace. */
async function readProject(
  config: ProjectFile,
  root: string,
  seen: Set<string> = new Set(),
): Promise<Project | undefined> {
  if (seen.has(config.path) || seen.size >= MAX_CONFIGS) return undefined;
  seen.add(config.path);
  const content: unknown = parseJsonc(config.text);
  if (typeof content !== "object" || content === null) return undefined;
  const fields = content as Readonly<Record<string, unknown>>;
  const folder = dirname(config.path);
  let inherited: Omit<Project, "path" | "references"> = { takesJs: config.path.endsWith("jsconfig.json") };
  const bases = fields["extends"] === undefined ? [] : [fields["extends"]].flat();
  for (const base of bases) {
    const file = typeof base === "string" ? await readBase(folder, base, root) : undefined;
    const project = file && (await readProject(file, root, seen));
    if (project === undefined) return undefined;
    const { path, references, ...rest } = project;
    inherited = { ...inherited, ...rest };
  }
  const options = (fields["compilerOptions"] ?? {}) as Readonly<Record<string, unknown>>;
  const own = (value: unknown): Entries | undefined => {
    const list = Array.isArray(value) ? value : typeof value === "string" ? [value] : undefined;
    return list && { folder, entries: list.filter((each): each is string => typeof each === "string") };
  };
  const [files, include, exclude] = [own(fields["files"]), own(fields["include"]), own(fields["exclude"])];
  const outDir = own(options["outDir"]);
  const takesJs = options["allowJs"] ?? options["checkJs"];
  const references = Array.isArray(fields["references"]) ? fields["references"] : [];
  return {
    ...inherited,
    ...(files ? { files } : {}),
    ...(include ? { include } : {}),
    ...(exclude ? { exclude } : {}),
    ...(outDir ? { outDir } : {}),
    ...(typeof takesJs === "boolean" ? { takesJs } : {}),
    path: config.path,
    references: references.flatMap((each: unknown) => {
      const { path } = (each ?? {}) as { path?: unknown };
      return typeof path === "string" ? [resolve(folder, path)] : [];
    }),
  };
}

/** Reads a file that a project extends; undefined for one of a package. */
async function readBase(folder: string, base: string, root: string): Promise<ProjectFile | undefined> {
  if (!/^\.\.?(?:\/|$)/.test(base)) return undefined;
  const written = resolve(folder, base);
  return readFirst([written, `${written}.json`], root);
}

async function readReference(reference: string, root: string): Promise<Project | undefined> {
  const file = await readFirst([join(reference, "tsconfig.json"), reference], root);
  return file && readProject(file, root);
}

async function readFirst(paths: readonly string[], root: string): Promise<ProjectFile | undefined> {
  for (const path of paths) {
    if (pathInside(root, path) === undefined) continue;
    const text = await readProjectFile(path);
    if (text !== undefined) return { path, text };
  }
  return undefined;
}

function isIncluded({ path: config, files, include, exclude, outDir, takesJs }: Project, path: string): boolean {
  if (files?.entries.some((each) => resolve(files.folder, each) === path)) return true;
  if (/\.[cm]?jsx?$/.test(path) && !takesJs) return false;
  const isMatched = ({ folder, entries }: Entries) => entries.some((each) => matchesPattern(folder, each, path));
  const folder = dirname(config);
  if (!isMatched(include ?? { folder, entries: files === undefined ? ["**/*"] : [] })) return false;
  if (exclude !== undefined) return !isMatched(exclude);
  return !isMatched({ folder, entries: ["**/node_modules"] }) && !(outDir && isMatched(outDir));
}
