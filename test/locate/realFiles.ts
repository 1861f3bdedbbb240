/** Real files for laws: a fixed selection of the installed ones, some of each language. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { testRounds } from "../text/random.js";

const modules = join(import.meta.dirname, "../../node_modules");
/** Roots that do not exist are skipped. */
const roots = [
  modules,
  "/usr/lib/python3.11",
  "/usr/lib/python3",
  "/usr/local/go/src",
  "/usr/include",
  "/usr/share/perl",
];
const languages: Readonly<Record<string, string>> = {
  ".c": "c",
  ".cc": "cpp",
  ".css": "css",
  ".go": "go",
  ".h": "c",
  ".html": "html",
  ".js": "javascript",
  ".json": "json",
  ".md": "markdown",
  ".php": "php",
  ".pl": "perl",
  ".py": "python",
  ".rs": "rust",
  ".sh": "shellscript",
  ".swift": "swift",
  ".ts": "typescript",
  ".txt": "plaintext",
  ".yml": "yaml",
};

export interface RealFile {
  readonly path: string;
  readonly language: string;
  readonly text: string;
}

/**
 * Returns up to `most` files of each language, times `testRounds`, none larger than `largest`,
 * spread over all files found.
 */
export function realFiles(most: number, largest: number): RealFile[] {
  const count = Math.ceil(most * testRounds);
  return [...(allPaths ??= collectPaths())].flatMap(([language, all]) => {
    const step = Math.max(1, all.length / count);
    const files: RealFile[] = [];
    for (let from = 0; from < all.length && files.length < count; from += step) {
      // The first file of this part that fits.
      for (const path of all.slice(Math.floor(from), Math.floor(from + step))) {
        const text = readFileSync(path, "utf8");
        if (text.length === 0 || text.length >= largest || text.includes("\uFFFD")) continue;
        files.push({ path, language, text });
        break;
      }
    }
    return files;
  });
}

/** By language. The walk takes a second, and one serves all test files. */
let allPaths: ReadonlyMap<string, readonly string[]> | undefined;

function collectPaths(): ReadonlyMap<string, readonly string[]> {
  const paths = new Map<string, string[]>();
  for (const root of roots) if (existsSync(root)) collect(root, paths, 0);
  return paths;
}

const deepest = 6;

function collect(folder: string, paths: Map<string, string[]>, depth: number): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth < deepest) collect(path, paths, depth + 1);
    const language = languages[extname(entry.name)];
    if (!entry.isFile() || language === undefined) continue;
    const known = paths.get(language);
    if (known === undefined) paths.set(language, [path]);
    else known.push(path);
  }
}
