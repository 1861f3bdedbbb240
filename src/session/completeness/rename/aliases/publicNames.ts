/**
 * Which files of a workspace give names to other packages: those that `exports` or `main` of a
 * package.json name, and the files from which these export everything.
 */

import { dirname, join, relative, sep } from "node:path";
import { readFileText } from "../../../../ask/documents/unopenedFiles.js";
import type { CodeFiles } from "../../../../code/entities/codeFiles.js";
import type { CodeFile } from "../../../../code/entities/entity.js";
import { isInside } from "../../../../files/isInside.js";
import { appendAll } from "../../../../text/list.js";

/** The fields of a package.json that name files for other packages. */
const entryFields = ["exports", "main", "module", "browser", "types", "typings"] as const;
/** Folders of built or of written files, which stand for each other. */
const buildFolders = new Set(
  ". src source sources lib libs dist build out output es esm cjs umd types esnext node".split(" "),
);
const scriptExtension = /(?:\.d)?\.[cm]?[jt]sx?$/;
/** Files that are read to follow `export *` from the entries of a package. */
const MAX_FOLLOWED_FILES = 100;

/**
 * Returns whether a file's exported names may be used by other packages. No package.json above the
 * folders of the workspace is read.
 */
export async function isPublicFile(path: string, files: CodeFiles): Promise<boolean> {
  if (!scriptExtension.test(path)) return false;
  const manifest = await findManifest(path, files.sources.roots);
  if (manifest === undefined) return false;
  const entries = entriesOf(manifest.content);
  if (entries.some((entry) => isEntry(relative(manifest.folder, path).split(sep).join("/"), entry))) return true;
  return isReExported(path, manifest.folder, entries, files);
}

interface Manifest {
  /** Absolute. */
  readonly folder: string;
  readonly content: Readonly<Record<string, unknown>>;
}

async function findManifest(path: string, roots: readonly string[]): Promise<Manifest | undefined> {
  const root = roots.filter((each) => isInside(path, each)).sort((a, b) => a.length - b.length)[0];
  if (root === undefined) return undefined;
  for (let folder = dirname(path); isInside(folder, root); folder = dirname(folder)) {
    try {
      const content: unknown = JSON.parse(
        await readFileText(join(folder, "package.json"), { permission: { folders: roots, allowsOutside: false } }),
      );
      // One with only `type` says how the files of a folder are read; it is no package.
      const isPackage = typeof content === "object" && content !== null && ("name" in content || "exports" in content);
      if (isPackage) return { folder, content: content as Manifest["content"] };
    } catch {
      // None here, or not JSON.
    }
    if (folder === dirname(folder)) break;
  }
  return undefined;
}

/** Returns the paths that a package.json names, relative to it. */
function entriesOf(content: Manifest["content"]): readonly string[] {
  const entries: string[] = [];
  const collect = (value: unknown, depth: number): void => {
    if (typeof value === "string") entries.push(value);
    else if (typeof value === "object" && value !== null && depth < 10)
      for (const each of Object.values(value)) collect(each, depth + 1);
  };
  for (const field of entryFields) collect(content[field], 0);
  return entries.filter((entry) => scriptExtension.test(entry) || !/\.\w+$/.test(entry));
}

/** Whether an entry means a file, or what is built from it: `dist/esm/index.js`, `src/index.ts`. */
function isEntry(path: string, entry: string): boolean {
  const written = entry.replace(/^(?:\.?\/)+|\/$/g, "").replace(scriptExtension, "");
  const plain = path.replace(scriptExtension, "");
  if (plain === written || plain === join(written, "index").split(sep).join("/")) return true;
  const [own, named] = [sourceStemOf(path), sourceStemOf(entry)];
  if (!named.includes("*")) return own === named;
  const [head = "", tail = ""] = named.split("*");
  return own.startsWith(head) && own.endsWith(tail);
}

/** Returns a path without extension and without the folders in front that are of the build. */
function sourceStemOf(path: string): string {
  const segments = path.replace(scriptExtension, "").split("/");
  while (segments.length > 1 && buildFolders.has(segments[0] as string)) segments.shift();
  return segments.join("/");
}

/** Whether the entries lead to a file by `export *`, or `module.exports = require(…)`. */
async function isReExported(
  path: string,
  folder: string,
  entries: readonly string[],
  files: CodeFiles,
): Promise<boolean> {
  // Its entries are named as imports of the file's language name modules.
  const manifest = { path: join(folder, "package.json"), languageId: files.sources.languageOf(path) ?? "" };
  const queue: CodeFile[] = [];
  for (const entry of entries) appendAll(queue, await candidatesOf(manifest, entry, files));
  const seen = new Set<string>();
  for (let file = queue.shift(); file !== undefined && seen.size < MAX_FOLLOWED_FILES; file = queue.shift()) {
    if (seen.has(file.path)) continue;
    seen.add(file.path);
    const { wildcards, exports } = await files.facts(file);
    const whole = exports.filter(({ original }) => original === "");
    for (const { source } of [...wildcards.filter(({ isExported }) => isExported), ...whole]) {
      const target = source === undefined ? undefined : await files.imported(source, file);
      if (target?.path === path) return true;
      if (target) queue.push(target);
    }
  }
  return false;
}

/** Returns the files that an entry may mean, the sources of built files included. */
async function candidatesOf(
  manifest: Pick<CodeFile, "path" | "languageId">,
  entry: string,
  files: CodeFiles,
): Promise<readonly CodeFile[]> {
  if (entry.includes("*")) return [];
  const stem = sourceStemOf(entry);
  const bases = [entry.replace(scriptExtension, ""), stem, `src/${stem}`, `source/${stem}`, `lib/${stem}`];
  const sources = new Set(bases.map((base) => `./${base.replace(/^(?:\.?\/)+/, "")}`));
  const found: CodeFile[] = [];
  for (const source of sources) {
    const file = await files.imported(source, manifest);
    if (file) found.push(file);
  }
  return found;
}
