/** Real files for laws: a fixed selection of the installed ones, some of each language. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";

const modules = join(__dirname, "../../node_modules");
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
 * Returns up to `most` files of each language, none larger than `largest`, spread over all files
 * found.
 */
export function realFiles(most: number, largest: number): RealFile[] {
  const paths = new Map<string, string[]>();
  for (const root of roots) if (existsSync(root)) collect(root, paths, 0);
  return [...paths].flatMap(([language, all]) => {
    const step = Math.max(1, all.length / most);
    const files: RealFile[] = [];
    for (let at = 0; at < all.length && files.length < most; at += step) {
      const path = all[Math.floor(at)] ?? "";
      const text = readFileSync(path, "utf8");
      if (text.length > 0 && text.length < largest && !text.includes("\uFFFD")) files.push({ path, language, text });
    }
    return files;
  });
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
