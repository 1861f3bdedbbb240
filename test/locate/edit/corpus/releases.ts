/** Files that differ between adjacent releases of public packages. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { shippedServers } from "../../../../src/backend/config/loadServers.js";
import { languageOfFile } from "../../../../src/files/languageOfFile.js";
import { download, type Package } from "../../../downloads.js";

/** The packages, with two releases each. */
const packages = join(import.meta.dirname, "packages.json");

/** A file of the older release that the newer one changed. */
export interface ChangedFile {
  readonly package: string;
  /** Relative to the package. */
  readonly path: string;
  /** LSP's language id. */
  readonly language: string;
  readonly before: string;
  readonly after: string;
}

/** A file of both releases, not read yet. */
interface FilePair {
  readonly package: string;
  readonly path: string;
  readonly language: string;
  readonly paths: readonly [before: string, after: string];
}

export interface Releases {
  readonly pairs: readonly FilePair[];
  /** Why packages are missing, by name. */
  readonly missing: ReadonlyMap<string, string>;
}

/** The languages of the corpus: all others are left out. */
export const corpusLanguages = [
  "typescript",
  "typescriptreact",
  "javascript",
  "python",
  "go",
  "rust",
  "c",
  "cpp",
  "java",
  "kotlin",
  "csharp",
  "swift",
  "php",
  "ruby",
  "yaml",
  "toml",
  "json",
  "jsonc",
  "markdown",
  "css",
  "html",
  "shellscript",
  "cmake",
];

/** Finds the files that both releases of each package have. */
export async function findReleases({ isShort = false, names }: ReleaseOptions = {}): Promise<Releases> {
  const pairs: FilePair[] = [];
  const missing = new Map<string, string>();
  const all = JSON.parse(readFileSync(packages, "utf8")) as readonly PackageRow[];
  const rows = all.filter((row) => (!isShort || row.isShort === true) && (names?.includes(row.name) ?? true));
  for (const { versions, headers, ...row } of rows) {
    const { name } = row;
    try {
      const [before, after] = await Promise.all(versions.map((version) => folderOf({ ...row, version })));
      pairs.push(...pairsOf(name, before as string, after as string, headers));
    } catch (error) {
      missing.set(name, error instanceof Error ? (error.message.split("\n", 1)[0] as string) : String(error));
    }
  }
  return { pairs, missing };
}

export interface ReleaseOptions {
  /** Takes only the packages of the short form. */
  readonly isShort?: boolean;
  /** Takes only packages of these names. */
  readonly names?: readonly string[];
}

interface PackageRow extends Omit<Package, "version"> {
  readonly versions: readonly [string, string];
  /** The language of its `.h` files. */
  readonly headers?: string;
  /** Whether it is in the short form. */
  readonly isShort?: boolean;
}

/** Returns the folder that holds the package's files. */
async function folderOf(wanted: Package): Promise<string> {
  const folder = await download(wanted);
  if (wanted.client === "cargo") return join(folder, "vendored", wanted.name);
  if (wanted.client !== "npm" && wanted.client !== "pip") return folder;
  const [inner] = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  if (inner === undefined) throw new Error(`${folder} has no folder`);
  return join(folder, inner.name);
}

const MADE_BY_TOOLS = /(?:^|\/)(?:dist|build|node_modules|vendor|\.git)\/|\.min\.|package-lock\.json$|\.map$/;

function pairsOf(name: string, before: string, after: string, headers: string | undefined): FilePair[] {
  const servers = shippedServers();
  return readdirSync(before, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(before, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort()
    .flatMap((path) => {
      const plain = path.replace(/\.orig$/, "");
      const language = headers !== undefined && plain.endsWith(".h") ? headers : languageOfFile(plain, servers);
      if (language === undefined || !corpusLanguages.includes(language) || MADE_BY_TOOLS.test(path)) return [];
      const paths = [join(before, path), join(after, path)] as const;
      return existsSync(paths[1]) ? [{ package: name, path: plain, language, paths }] : [];
    });
}

const MAX_FILE = 200_000;
/** Longer lines are those of generated code. */
const MAX_LINE = 1_000;

/** Reads a pair; undefined for files that are equal, binary, generated or with mixed line ends. */
export function readPair({ paths, ...file }: FilePair): ChangedFile | undefined {
  const [before, after] = paths.map((path) => readFileSync(path, "utf8")) as [string, string];
  const isUsable = [before, after].every(
    (text) =>
      text.length < MAX_FILE &&
      !text.includes("\uFFFD") &&
      !/\r(?!\n)/.test(text) &&
      (!text.includes("\r\n") || !/[^\r]\n/.test(text)) &&
      text.split("\n").every((line) => line.length <= MAX_LINE),
  );
  return before === after || !isUsable ? undefined : { ...file, before, after };
}
