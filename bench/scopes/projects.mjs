/** Finds projects for the reference servers: those in BENCH_SOURCES, or those on this machine. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../..", import.meta.url));

const extensions = {
  typescript: [".ts", ".mts", ".cts"],
  typescriptreact: [".tsx"],
  javascript: [".js", ".mjs", ".cjs"],
  python: [".py"],
  go: [".go"],
  c: [".c"],
  // Whether a header is C or C++ is unknown outside its project.
  cpp: [".cc", ".cpp", ".cxx", ".hpp", ".hh", ".h", ""],
  php: [".php"],
  shellscript: [".sh", ".bash"],
  lua: [".lua"],
  ruby: [".rb"],
  rust: [".rs"],
  java: [".java"],
};

const MIN_FILE_BYTES = 800;
const MAX_FILE_BYTES = 120_000;
/** A folder with fewer files of a language is not a project in it. */
const MIN_FILES = 4;
const MAX_PROJECTS = 8;
const MAX_FILES = 20_000;
const MAX_DEPTH = 12;

const packages = () =>
  foldersOf(join(repository, "node_modules"), 2).filter((path) => existsSync(join(path, "package.json")));

/** Folders that may contain projects, by language. */
const places = {
  typescript: () => [repository, ...packages()],
  typescriptreact: packages,
  javascript: packages,
  // Package by package, because a server searches the whole project for callers that pass a
  // parameter by name.
  python: () =>
    printedPaths("python3", [
      "-c",
      "import sysconfig as s; print(s.get_path('stdlib')); print(s.get_path('purelib'))",
    ]).flatMap((folder) => foldersOf(folder, 1).filter((path) => !/\/(?:test|site-packages)$/.test(path))),
  go: () => {
    const [root, modules] = printedPaths("go", ["env", "GOROOT", "GOMODCACHE"]);
    return [
      ...(root ? [join(root, "src")] : []),
      ...(modules ? foldersOf(modules, 3).filter((path) => existsSync(join(path, "go.mod"))) : []),
    ];
  },
  c: () => ["/usr/src", "/usr/share/doc"],
  cpp: () => ["/usr/include/c++", "/usr/include/node", join(process.execPath, "../../include/node")],
  php: () => ["/usr/share/php"],
  shellscript: () => ["/usr/lib", "/usr/share", "/etc"],
  lua: () => ["/usr/share/lua", "/usr/share/nvim"],
  ruby: () => ["/usr/lib/ruby", "/usr/share/ruby"],
  rust: () => foldersOf(join(process.env.CARGO_HOME ?? join(process.env.HOME ?? "/", ".cargo"), "registry/src"), 2),
  java: () => ["/usr/share/java"],
};

/** The languages with known project folders. */
export const projectLanguages = Object.keys(places);

/**
 * Returns up to eight projects of a language, those with the most files: the root of each, and the
 * paths of its files.
 */
export function projectsOf(language) {
  const named = (process.env.BENCH_SOURCES ?? "").split(delimiter).filter((folder) => folder !== "");
  const roots = named.length > 0 ? named : places[language]();
  return [...new Set(roots)]
    .map((root) => ({ root, paths: filesIn(root, language) }))
    .filter(({ paths }) => paths.length >= MIN_FILES)
    .sort((one, other) => other.paths.length - one.paths.length)
    .slice(0, MAX_PROJECTS);
}

/** Returns whether a text is written by people, not generated or minified. */
export function isSuitable(text) {
  if (/[\uFFFD\0]/.test(text)) return false;
  const lines = text.split("\n");
  return (
    text.length / lines.length < 120 &&
    !lines.slice(0, 12).some((line) => /generated|DO NOT EDIT|@minified/i.test(line))
  );
}

export function readText(path) {
  return readFileSync(path, "utf8").replace(/^\uFEFF/, "");
}

function filesIn(root, language) {
  const found = [];
  // A file without an extension is a header in a folder of headers.
  const isWanted = (name) =>
    extensions[language].some((extension) =>
      extension === "" ? !name.includes(".") && root.includes("/include/") : name.endsWith(extension),
    );
  const collect = (folder, depth) => {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (depth < MAX_DEPTH && !/^(?:\.|node_modules$|site-packages$|__pycache__$|target$|dist$)/.test(entry.name))
          collect(path, depth + 1);
      } else if (
        entry.isFile() &&
        isWanted(entry.name) &&
        !/\.d\.[mc]?ts$|\.min\.js$/.test(entry.name) &&
        found.length < MAX_FILES
      ) {
        const { size } = statSync(path);
        if (size >= MIN_FILE_BYTES && size <= MAX_FILE_BYTES) found.push(path);
      }
    }
  };
  collect(root, 0);
  return found;
}

/** Returns the folders down to this number of levels. */
function foldersOf(root, levels) {
  if (levels === 0) return [];
  return entriesOf(root)
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .flatMap((entry) => {
      const path = join(root, entry.name);
      return [path, ...foldersOf(path, levels - 1)];
    });
}

function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    return [];
  }
}

/** Returns the folders that a command prints, one per line; none if the command is missing. */
function printedPaths(command, words) {
  try {
    const output = execFileSync(command, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return output.split("\n").filter((path) => path !== "" && existsSync(path));
  } catch {
    return [];
  }
}
