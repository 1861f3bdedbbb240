/**
 * The folders that compilers of C and C++ search for included files
 * (https://clang.llvm.org/docs/JSONCompilationDatabase.html), and those of compile_flags.txt.
 */

import { dirname, join, resolve } from "node:path";
import { fileReader } from "../../files/fileReader.js";
import { setLatest } from "../../text/list.js";

const MAX_BYTES = 64 << 20;
const MAX_LEVELS = 20;
const databases = ["compile_commands.json", join("build", "compile_commands.json")];
/** The options that name a folder of included files; it may be the next word. */
const folderOption = /^(?:-I|-isystem|-iquote|-idirafter|\/I|--include-directory=?)(.*)$/;

/** The folders for each file of a database, and for all others: headers. */
interface IncludeFolders {
  readonly byFile: ReadonlyMap<string, readonly string[]>;
  readonly all: readonly string[];
}

interface ReadDatabase {
  readonly stamp: string;
  readonly folders: Promise<IncludeFolders>;
}

/** Databases may be large, so the last that were read are kept. */
const kept = new Map<string, ReadDatabase>();
const MAX_KEPT = 8;

/**
 * Returns the absolute folders that a file's includes are searched in, in order; those of all files
 * for a header. Empty without a database in the folders above the file.
 */
export async function includeFoldersOf(path: string): Promise<readonly string[]> {
  let folder = dirname(path);
  for (let level = 0; level < MAX_LEVELS; level++) {
    for (const name of [...databases, "compile_flags.txt"]) {
      const found = await readDatabase(join(folder, name));
      if (found) return found.byFile.get(path) ?? found.all;
    }
    if (dirname(folder) === folder) break;
    folder = dirname(folder);
  }
  return [];
}

async function readDatabase(path: string): Promise<IncludeFolders | undefined> {
  const stats = await fileReader.stat(path).catch(() => undefined);
  if (stats === undefined) return undefined;
  const stamp = `${stats.size}:${stats.mtimeMs}`;
  const known = kept.get(path);
  if (known?.stamp === stamp) return known.folders;
  const folders = parseDatabase(path);
  setLatest(kept, path, { stamp, folders }, MAX_KEPT);
  return folders;
}

function linesOf(text: string): readonly string[] {
  return text.split("\n").map((line) => line.trim());
}

async function parseDatabase(path: string): Promise<IncludeFolders> {
  const text = (await fileReader.readText(path, { maxBytes: MAX_BYTES })) ?? "";
  if (path.endsWith(".txt")) return { byFile: new Map(), all: foldersIn(linesOf(text), dirname(path)) };
  const byFile = new Map<string, readonly string[]>();
  const all = new Set<string>();
  for (const entry of entriesIn(text)) {
    const directory = resolve(dirname(path), stringIn(entry["directory"]) ?? "");
    const file = stringIn(entry["file"]);
    const given = entry["arguments"];
    const words = Array.isArray(given) ? given.filter((each) => typeof each === "string") : undefined;
    const folders = foldersIn(words ?? shellWords(stringIn(entry["command"]) ?? ""), directory);
    // One file may be compiled several times.
    if (file !== undefined) {
      const own = resolve(directory, file);
      byFile.set(own, [...new Set([...(byFile.get(own) ?? []), ...folders])]);
    }
    for (const each of folders) all.add(each);
  }
  return { byFile, all: [...all] };
}

function entriesIn(text: string): readonly Readonly<Record<string, unknown>>[] {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed.filter((each) => typeof each === "object" && each !== null) : [];
  } catch {
    return [];
  }
}

function stringIn(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Returns the folders that the words of a command name, relative to a directory. */
function foldersIn(words: readonly string[], directory: string): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const [, joined] = folderOption.exec(words[at] as string) ?? [];
    if (joined === undefined) continue;
    const folder = joined === "" ? words[++at] : joined;
    if (folder) found.push(resolve(directory, folder));
  }
  return [...new Set(found)];
}

/** Splits a command as a shell does: at blanks that neither quotes nor backslashes protect. */
function shellWords(command: string): readonly string[] {
  const word = /(?:[^\s"'\\]|\\.|"(?:\\.|[^"\\])*"|'[^']*')+/gs;
  const part = /\\(.)|"((?:\\.|[^"\\])*)"|'([^']*)'/gs;
  return [...command.matchAll(word)].map(([quoted]) =>
    quoted.replace(part, (_whole, escaped?: string, double?: string, single?: string) => {
      return escaped ?? double?.replace(/\\(["\\$`])/g, "$1") ?? single ?? "";
    }),
  );
}
