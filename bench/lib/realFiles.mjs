/**
 * Finds real files to measure: those installed on this machine, and those of the folders in
 * BENCH_SOURCES, separated as in PATH.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, delimiter, extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

const folders = [
  ...["src", "test", "bench", "scripts", "node_modules"].map((folder) => join(root, folder)),
  "/usr/lib/python3.11",
  "/usr/lib/python3",
  "/usr/local/go/src",
  "/usr/include",
  "/usr/share",
  "/usr/lib/node_modules",
  ...(process.env.BENCH_SOURCES ?? "").split(delimiter).filter((folder) => folder !== ""),
];

const MAX_DEPTH = 9;
/** Folders are read in full, up to this limit, so that the sample is the same each time. */
const MAX_PATHS = 400_000;

let known;

/** Returns the paths by language id, from the tables of extensions and file names. */
function pathsByLanguage({ byExtension, byFilename }) {
  if (known) return known;
  known = new Map();
  let count = 0;
  const collect = (folder, depth) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (depth < MAX_DEPTH && entry.name !== ".git") collect(path, depth + 1);
      } else if (entry.isFile() && count++ < MAX_PATHS) {
        const language = byFilename.get(basename(path)) ?? byExtension.get(extname(path).toLowerCase());
        if (language === undefined) continue;
        if (!known.has(language)) known.set(language, []);
        known.get(language).push(path);
      }
    }
  };
  for (const folder of folders) if (existsSync(folder)) collect(folder, 0);
  return known;
}

/**
 * Returns up to `max` files of a language with `smallest` to `largest` bytes, spread over all files
 * found; always the same ones.
 */
export function realFiles(language, { max, smallest = 1, largest, servers }) {
  const all = pathsByLanguage(servers).get(language) ?? [];
  const files = [];
  const taken = new Set();
  // Several strides, so that a folder of a thousand small files does not use up the sample.
  for (let stride = 0; stride < 6 && files.length < max; stride++) {
    const step = Math.max(1, all.length / max);
    for (let at = (stride * step) / 6; at < all.length && files.length < max; at += step) {
      const path = all[Math.floor(at)];
      if (taken.has(path)) continue;
      taken.add(path);
      const { size } = statSync(path);
      if (size < smallest || size > largest) continue;
      const text = readFileSync(path, "utf8").replace(/^\uFEFF/, "");
      if (!/[\uFFFD\0]/.test(text) && text.trim() !== "") files.push({ path, text });
    }
  }
  return files;
}
