/** Whether pyright loads a file: what its configuration includes and excludes, and the folders. */

import { dirname, join } from "node:path";
import { parse as parseJsonc } from "jsonc-parser";
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
  const section = tomlSection((await readProjectFile(project)) ?? "");
  return section === undefined ? undefined : { path: project, content: readLists((name) => tomlList(section, name)) };
}

function readLists(read: (name: string) => readonly string[] | undefined): PyrightConfig {
  const [include, exclude] = [read("include"), read("exclude")];
  return { ...(include ? { include } : {}), ...(exclude ? { exclude } : {}) };
}

function listOf(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : undefined;
}

/** Returns the text of pyright's section in a pyproject.toml. */
function tomlSection(text: string): string | undefined {
  return /^\s*\[tool\.(?:based)?pyright\]\s*$([\s\S]*?)(?=^\s*\[|$(?![\s\S]))/m.exec(text)?.[1];
}

/** Returns the strings of an array in a section. */
function tomlList(section: string, name: string): readonly string[] | undefined {
  const list = new RegExp(`^\\s*${name}\\s*=\\s*\\[([^\\]]*)\\]`, "m").exec(section)?.[1];
  return list === undefined
    ? undefined
    : [...list.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map(([, a, b]) => a ?? b ?? "");
}
