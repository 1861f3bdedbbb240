/** Whether pyright loads a file: what its configuration includes and excludes, and the folders. */

import { dirname, join } from "node:path";
import { parse as parseJsonc } from "jsonc-parser";
import { isObject } from "../../../backend/isObject.js";
import { pathInside } from "../../../uri.js";
import { matchesPattern, type ProjectFile, readProjectFile, relativePath, type UnloadedFile } from "./projectFiles.js";

/** Returns a reason in which `{files}` stands for the file, or undefined if none is known. */
export async function explainPython({ path, root, targetPath, server }: UnloadedFile): Promise<string | undefined> {
  if (!/pyright/.test(server)) return undefined;
  if (pathInside(root, targetPath) === undefined) return "{files}: in another workspace folder";
  const config = await findConfig(root);
  const folder = config === undefined ? root : dirname(config.path);
  const { include, exclude = defaultExclude } = config?.content ?? {};
  const isMatched = (patterns: readonly string[]) => patterns.some((each) => matchesPattern(folder, each, path));
  const isLoaded = (include === undefined || isMatched(include)) && !isMatched(exclude);
  if (isLoaded) return undefined;
  return config === undefined ? "pyright leaves out {files}" : `${relativePath(root, config.path)} leaves out {files}`;
}

const defaultExclude = ["**/node_modules", "**/__pycache__", "**/.*"];

interface PyrightConfig {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/** Returns the configuration at the root of a workspace folder. */
async function findConfig(
  root: string,
): Promise<(Pick<ProjectFile, "path"> & { readonly content: PyrightConfig }) | undefined> {
  const own = join(root, "pyrightconfig.json");
  const text = await readProjectFile(own);
  if (text !== undefined) return { path: own, content: readLists((name) => listOf(parseJsonc(text)?.[name])) };
  const project = join(root, "pyproject.toml");
  const table = await readPyrightTable((await readProjectFile(project)) ?? "");
  return table === undefined ? undefined : { path: project, content: readLists((name) => listOf(table[name])) };
}

function readLists(read: (name: string) => readonly string[] | undefined): PyrightConfig {
  const [include, exclude] = [read("include"), read("exclude")];
  return { ...(include ? { include } : {}), ...(exclude ? { exclude } : {}) };
}

function listOf(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : undefined;
}

/** Returns pyright's table of a pyproject.toml; undefined if there is none, or for an error. */
async function readPyrightTable(text: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  const { parse } = await import("@decimalturn/toml-patch");
  try {
    const { pyright, basedpyright = pyright } = (parse(text).tool ?? {}) as Readonly<Record<string, unknown>>;
    return isObject(basedpyright) ? basedpyright : undefined;
  } catch {
    return undefined;
  }
}
