/**
 * Projects that real servers can judge: what BENCH_SOURCES names, or what is found on this machine.
 */
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
  // What they are in C, nobody can say of a header outside its project.
  cpp: [".cc", ".cpp", ".cxx", ".hpp", ".hh", ".h", ""],
  php: [".php"],
  shellscript: [".sh", ".bash"],
  lua: [".lua"],
  ruby: [".rb"],
  rust: [".rs"],
  java: [".java"],
};

const smallestFile = 800;
const largestFile = 120_000;
/** A folder with fewer files than this in a language is no project in it. */
const fewestFiles = 4;
const mostProjects = 8;
const mostFiles = 20_000;
const deepest = 12;

const packages = () =>
  foldersOf(join(repository, "node_modules"), 2).filter((path) => existsSync(join(path, "package.json")));

/** Where each language may have projects on any machine. */
const places = {
  typescript: () => [repository, ...packages()],
  typescriptreact: packages,
  javascript: packages,
  // Package by package: to find who passes a parameter by its name, the whole project is searched.
  python: () =>
    pathsSaid("python3", [
      "-c",
      "import sysconfig as s; print(s.get_path('stdlib')); print(s.get_path('purelib'))",
    ]).flatMap((folder) => foldersOf(folder, 1).filter((path) => !/\/(?:test|site-packages)$/.test(path))),
  go: () => {
    const [root, modules] = pathsSaid("go", ["env", "GOROOT", "GOMODCACHE"]);
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

/** The languages of which projects can be looked for. */
export const projectLanguages = Object.keys(places);

/**
 * Up to eight projects of a language, those with the most files: the root of each, and the paths of
 * its files under it.
 */
export function projectsOf(language) {
  const named = (process.env.BENCH_SOURCES ?? "").split(delimiter).filter((folder) => folder !== "");
  const roots = named.length > 0 ? named : places[language]();
  return [...new Set(roots)]
    .map((root) => ({ root, paths: filesIn(root, language) }))
    .filter(({ paths }) => paths.length >= fewestFiles)
    .sort((one, other) => other.paths.length - one.paths.length)
    .slice(0, mostProjects);
}

/** Whether people wrote it and can read it: what a tool made or packed says nothing. */
export function isJudgeable(text) {
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
  // What has no extension is a header where there are only headers.
  const isWanted = (name) =>
    extensions[language].some((extension) =>
      extension === "" ? !name.includes(".") && root.includes("/include/") : name.endsWith(extension),
    );
  const collect = (folder, depth) => {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (depth < deepest && !/^(?:\.|node_modules$|site-packages$|__pycache__$|target$|dist$)/.test(entry.name))
          collect(path, depth + 1);
      } else if (
        entry.isFile() &&
        isWanted(entry.name) &&
        !/\.d\.[mc]?ts$|\.min\.js$/.test(entry.name) &&
        found.length < mostFiles
      ) {
        const { size } = statSync(path);
        if (size >= smallestFile && size <= largestFile) found.push(path);
      }
    }
  };
  collect(root, 0);
  return found;
}

/** Folders so many levels down and those on the way there. */
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

/** The folders that a command prints, one a line; none where there is no such command. */
function pathsSaid(command, words) {
  try {
    const said = execFileSync(command, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return said.split("\n").filter((path) => path !== "" && existsSync(path));
  } catch {
    return [];
  }
}
