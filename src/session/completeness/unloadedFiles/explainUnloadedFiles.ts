/** Why a server has not loaded a file, where the project's own files say it. */

import { dirname, join, relative, resolve, sep } from "node:path";
import { parse as parseJsonc } from "jsonc-parser";
import { fileReader } from "../../../files/fileReader.js";
import { pathInside, pathOfUri } from "../../../uri.js";
import type { NamedDocument } from "../../backend/backend.js";
import type { RequestContext } from "../../client/requestContext.js";

/** Files that are examined, and the size of a project file that is read. */
const MAX_FILES = 20;
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Returns a reason for each kind of files that are in no project of the server's: without the
 * server's word for it, what its usual project files say. Reads nothing outside the workspace.
 */
export async function explainUnloadedFiles(
  paths: readonly string[],
  target: NamedDocument,
  { client }: Pick<RequestContext, "client">,
): Promise<readonly string[]> {
  const roots = client.roots.folders.flatMap(({ uri }) => pathOfUri(uri) ?? []);
  const targetPath = pathOfUri(target.uri);
  const reasons = new Map<string, string[]>();
  for (const path of paths.slice(0, MAX_FILES)) {
    const root = roots.find((each) => pathInside(each, path) !== undefined);
    if (root === undefined || targetPath === undefined) continue;
    const reason = await explain({ path, root, targetPath, languageId: target.languageId });
    if (reason === undefined) continue;
    const files = reasons.get(reason) ?? [];
    files.push(relative(root, path).split(sep).join("/"));
    reasons.set(reason, files);
  }
  return [...reasons].map(([reason, files]) => reason.replaceAll("{files}", () => list(files)));
}

interface UnloadedFile {
  readonly path: string;
  readonly root: string;
  readonly targetPath: string;
  readonly languageId: string;
}

/** `{files}` in a reason stands for the paths of the files that it is about. */
function explain(file: UnloadedFile): Promise<string | undefined> | undefined {
  switch (file.languageId) {
    case "typescript":
    case "typescriptreact":
    case "javascript":
    case "javascriptreact":
      return explainTypeScript(file);
    case "go":
      return explainGo(file);
    case "c":
    case "cpp":
    case "objective-c":
    case "objective-cpp":
    case "cuda-cpp":
      return explainC(file);
    default:
      return undefined;
  }
}

const MAX_LISTED = 3;

function list(files: readonly string[]): string {
  const listed = files.slice(0, MAX_LISTED).join(", ");
  return files.length > MAX_LISTED ? `${listed} and ${files.length - MAX_LISTED} more` : listed;
}

async function explainTypeScript({ path, root }: UnloadedFile): Promise<string | undefined> {
  const config = await findAbove(path, root, ["tsconfig.json", "jsconfig.json"]);
  if (config === undefined)
    return "there is no tsconfig.json or jsconfig.json, so only open files and what they import are loaded";
  const parsed = parseJsonc(config.text) as TypeScriptConfig | undefined;
  if (parsed === undefined || parsed.references !== undefined || parsed.extends !== undefined) return undefined;
  const name = relative(root, config.path).split(sep).join("/");
  return isIncluded(parsed, config.path, path) ? undefined : `${name} leaves out {files}`;
}

interface TypeScriptConfig {
  readonly extends?: unknown;
  readonly references?: unknown;
  readonly files?: readonly string[];
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly compilerOptions?: { readonly allowJs?: boolean; readonly checkJs?: boolean; readonly outDir?: string };
}

function isIncluded({ files, include, exclude, compilerOptions = {} }: TypeScriptConfig, config: string, path: string) {
  const folder = dirname(config);
  const isConfigured = (patterns: readonly string[]) =>
    patterns.some((pattern) => typeof pattern === "string" && matches(folder, pattern, path));
  if (files?.some((each) => typeof each === "string" && resolve(folder, each) === path)) return true;
  const { allowJs, checkJs, outDir } = compilerOptions;
  const takesJs = config.endsWith("jsconfig.json") || allowJs === true || checkJs === true;
  if (/\.[cm]?jsx?$/.test(path) && !takesJs) return false;
  const included = include ?? (files === undefined ? ["**/*"] : []);
  const excluded = exclude ?? ["**/node_modules", ...(typeof outDir === "string" ? [outDir] : [])];
  return isConfigured(included) && !isConfigured(excluded);
}

/** Whether a pattern of a tsconfig matches a file, or a folder that it is in. */
function matches(folder: string, pattern: string, path: string): boolean {
  const inside = relative(folder, path).split(sep).join("/");
  const source = pattern
    .replace(/^\.\//, "")
    .replace(/\/+$/, "")
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(/\*\*\/|\*|\?/g, (wildcard) => (wildcard === "**/" ? "(?:[^/]+/)*" : wildcard === "*" ? "[^/]*" : "[^/]"));
  return new RegExp(`^${source}(?:/.*)?$`).test(inside);
}

async function explainGo({ path, root, targetPath }: UnloadedFile): Promise<string | undefined> {
  const [own, other] = await Promise.all([findAbove(path, root, ["go.mod"]), findAbove(targetPath, root, ["go.mod"])]);
  if (own === undefined) return "no go.mod above {files}";
  const hasWorkspace = (await findAbove(path, root, ["go.work"])) !== undefined;
  if (own.path !== other?.path && !hasWorkspace) return "{files}: another Go module, and there is no go.work";
  const text = await read(path);
  const constraint = text === undefined ? undefined : /^\/\/go:build .*$/m.exec(text.slice(0, 4_000))?.[0];
  return constraint === undefined ? undefined : `{files}: left out by its build tags (${constraint})`;
}

async function explainC({ path, root }: UnloadedFile): Promise<string | undefined> {
  const database = await findAbove(path, root, ["compile_commands.json", join("build", "compile_commands.json")]);
  if (database === undefined) {
    if ((await findAbove(path, root, ["compile_flags.txt"])) !== undefined) return undefined;
    return "there is no compile_commands.json, so only open files are loaded";
  }
  if (/\.(?:h|hh|hpp|hxx|inc|inl)$/.test(path)) return undefined;
  const commands = parseJsonc(database.text) as readonly { readonly file?: string; readonly directory?: string }[];
  if (!Array.isArray(commands)) return undefined;
  const isNamed = commands.some(
    ({ file, directory = "" }) => typeof file === "string" && resolve(dirname(database.path), directory, file) === path,
  );
  return isNamed ? undefined : "compile_commands.json leaves out {files}";
}

interface ProjectFile {
  readonly path: string;
  readonly text: string;
}

/** Returns the first of these files in the folder of a path or in one above it, up to the root. */
async function findAbove(path: string, root: string, names: readonly string[]): Promise<ProjectFile | undefined> {
  for (
    let folder = dirname(path);
    pathInside(root, folder) !== undefined || folder === root;
    folder = dirname(folder)
  ) {
    for (const name of names) {
      const text = await read(join(folder, name));
      if (text !== undefined) return { path: join(folder, name), text };
    }
    if (folder === root) return undefined;
  }
  return undefined;
}

async function read(path: string): Promise<string | undefined> {
  try {
    return (await fileReader.read(path, { maxBytes: MAX_BYTES })).bytes.toString("utf8");
  } catch {
    return undefined;
  }
}
