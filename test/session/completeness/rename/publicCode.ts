/**
 * Public code for the soak test of renames: downloaded once into a cache folder, copied for each
 * run, with the server to ask and the compiler to check.
 */

import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, delimiter, join, resolve, sep } from "node:path";
import ts from "typescript";

const repository = resolve(import.meta.dirname, "../../../..");
const programs = [join(repository, "node_modules/.bin"), process.env["PATH"], join(homedir(), "go/bin")];
process.env["PATH"] = programs.join(delimiter);
const cache = join(process.env["TEST_DATA"] ?? tmpdir(), "projects");

export interface PublicProject {
  readonly name: string;
  readonly server: readonly string[];
  /** Ends of the names of its sources. */
  readonly extension: string;
  /** How many renames of 200 are of this project. */
  readonly share: number;
  /** Whether it is in the short form. */
  readonly isQuick?: true;
  /** Fills a new folder. Throws where a program or the network is missing. */
  readonly fill: (folder: string) => void;
  /** Returns a function that counts the errors that the compiler reports now. */
  readonly compiler: (folder: string) => () => number;
}

export const publicProjects: readonly PublicProject[] = [
  {
    name: "rxjs",
    server: ["typescript-language-server", "--stdio"],
    extension: ".ts",
    share: 60,
    fill(folder) {
      const data = download("rxjs-7.8.1", (into) => unpack(into, ["npm", "pack", "--silent", "rxjs@7.8.1"]));
      cpSync(join(data, "src"), join(folder, "src"), { recursive: true });
      for (const file of readdirSync(join(folder, "src")).filter((name) => name.startsWith("tsconfig")))
        renameSync(join(folder, "src", file), join(folder, `${file}.txt`));
      cpSync(join(data, "package.json"), join(folder, "package.json"));
      const compilerOptions = { ...typescriptOptions, paths: { rxjs: ["./src/index.ts"], "rxjs/*": ["./src/*"] } };
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
    },
    compiler: countTypescriptErrors,
  },
  {
    name: "zod without a tsconfig",
    server: ["vtsls", "--stdio"],
    extension: ".ts",
    share: 40,
    fill(folder) {
      const data = download("zod-4.1.12", (into) => unpack(into, ["npm", "pack", "--silent", "zod@4.1.12"]));
      const isTest = (path: string) => /[\\/](?:tests|benchmarks)(?:[\\/]|$)/.test(path.slice(data.length));
      cpSync(join(data, "src"), join(folder, "src"), { recursive: true, filter: (path) => !isTest(path) });
      cpSync(join(data, "package.json"), join(folder, "package.json"));
    },
    compiler: countTypescriptErrors,
  },
  {
    name: "requests",
    server: ["pyright-langserver", "--stdio"],
    extension: ".py",
    share: 20,
    isQuick: true,
    fill(folder) {
      fillPython(folder, "requests==2.32.5");
    },
    compiler: countPythonErrors,
  },
  {
    name: "flask",
    server: ["pyright-langserver", "--stdio"],
    extension: ".py",
    share: 20,
    fill(folder) {
      fillPython(folder, "flask==3.1.2");
    },
    compiler: countPythonErrors,
  },
  {
    name: "cobra",
    server: ["gopls"],
    extension: ".go",
    share: 20,
    isQuick: true,
    fill(folder) {
      execFileSync("gopls", ["version"], { stdio: "ignore" });
      const out = execFileSync("go", ["mod", "download", "-json", "github.com/spf13/cobra@v1.8.1"], {
        encoding: "utf8",
      });
      cpSync((JSON.parse(out) as { Dir: string }).Dir, folder, { recursive: true });
      execFileSync("chmod", ["-R", "u+w", folder]);
    },
    compiler: (folder) => () => {
      const { stderr } = spawnSync("go", ["vet", "./..."], { cwd: folder, encoding: "utf8" });
      return stderr.split("\n").filter((line) => /\.go:\d+/.test(line)).length;
    },
  },
  {
    name: "fmt",
    server: ["clangd"],
    extension: ".h",
    share: 20,
    fill(folder) {
      fillCpp(folder, { package: "libfmt-dev", headers: "fmt", main: fmtMain });
    },
    compiler: countCppErrors,
  },
  {
    name: "nlohmann-json",
    server: ["clangd"],
    extension: ".hpp",
    share: 20,
    fill(folder) {
      fillCpp(folder, { package: "nlohmann-json3-dev", headers: "nlohmann", main: jsonMain });
    },
    compiler: countCppErrors,
  },
];

/** Programs that instantiate templates of the headers: errors in others are not seen. */
const fmtMain = `#define FMT_HEADER_ONLY
#include <vector>
#include "fmt/args.h"
#include "fmt/chrono.h"
#include "fmt/color.h"
#include "fmt/compile.h"
#include "fmt/os.h"
#include "fmt/ostream.h"
#include "fmt/printf.h"
#include "fmt/ranges.h"
#include "fmt/xchar.h"
int main() {
  std::vector<int> list{1, 2};
  fmt::print("{:>5} {} {:x} {}\\n", 1, 2.5, 255, list);
  fmt::print(fmt::fg(fmt::color::red), "{:%Y}", fmt::localtime(0));
  fmt::printf("%d %s", 1, "a");
  fmt::dynamic_format_arg_store<fmt::format_context> store;
  store.push_back(fmt::arg("a", 1));
  fmt::vprint("{a}", store);
  fmt::print("{}{}", fmt::join(list, ", "), fmt::format(FMT_COMPILE("{}"), 1));
  return int(fmt::format(L"{}", L"a").size());
}
`;
const jsonMain = `#include <map>
#include <vector>
#include "nlohmann/json.hpp"
using nlohmann::json;
struct Point { int x, y; };
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Point, x, y)
int main() {
  json all = json::parse("{\\"a\\": [1, 2.5, null]}");
  all["p"] = Point{1, 2};
  all["m"] = std::map<std::string, int>{{"x", 1}};
  json::from_cbor(json::to_cbor(all));
  json::from_msgpack(json::to_msgpack(all));
  json::from_bson(json::to_bson(all));
  all.patch(json::diff(all, all)).flatten().unflatten();
  for (auto& [key, value] : all.items()) value.merge_patch(key);
  return all.dump(2).size() + all["a"].get<std::vector<double>>().size() + all["p"].get<Point>().x;
}
`;

/** Makes a copy of a project; undefined with the reason if it can't be had. */
export function copyOf(project: PublicProject): { readonly root: string } | { readonly missing: string } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "renames-")));
  try {
    project.fill(root);
    return { root };
  } catch (error) {
    return { missing: String(error).split("\n")[0] as string };
  }
}

/** Returns the sources of a project, relative, with forward slashes, sorted. */
export function sourcesOf(root: string, { extension }: Pick<PublicProject, "extension">): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(extension) && !path.includes("node_modules"))
    .map((path) => path.split(sep).join("/"))
    .sort();
}

function download(name: string, fetch: (into: string) => void): string {
  const folder = join(cache, name);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const partial = mkdtempSync(join(cache, `${name}-`));
  fetch(partial);
  renameSync(partial, folder);
  return folder;
}

/** Runs a command that leaves an archive, and unpacks it without its top folder. */
function unpack(into: string, [program = "", ...args]: readonly string[]): void {
  execFileSync(program, args, { cwd: into, stdio: "ignore" });
  const archive = readdirSync(into).find((name) => /\.t(?:ar\.)?gz$/.test(name));
  if (archive === undefined) throw new Error(`${basename(into)}: no archive`);
  execFileSync("tar", ["xzf", archive, "--strip-components=1"], { cwd: into });
}

/** Fills a folder with a source distribution of PyPI. */
function fillPython(folder: string, requirement: string): void {
  const name = requirement.replace(/==.*/, "");
  // What builds the distribution may be binary.
  const flags = ["-q", "--no-deps", "--no-binary", name];
  const fetch = ["python3", "-m", "pip", "download", ...flags, requirement];
  const data = download(requirement.replace("==", "-"), (into) => unpack(into, fetch));
  for (const part of ["src", "tests"]) cpSync(join(data, part), join(folder, part), { recursive: true });
  const settings = { include: ["src", "tests"], extraPaths: ["src"] };
  writeFileSync(join(folder, "pyrightconfig.json"), JSON.stringify(settings));
}

function countPythonErrors(folder: string): () => number {
  return () => {
    const { stdout } = spawnSync("pyright", ["--outputjson"], { cwd: folder, encoding: "utf8", maxBuffer: 1e9 });
    return (JSON.parse(stdout) as { summary: { errorCount: number } }).summary.errorCount;
  };
}

interface CppPackage {
  /** One of Debian's. */
  readonly package: string;
  /** The folder of its headers. */
  readonly headers: string;
  readonly main: string;
}

/** Fills a folder with the headers of a package, a program, and a compile_commands.json. */
function fillCpp(folder: string, { package: name, headers, main }: CppPackage): void {
  execFileSync("clangd", ["--version"], { stdio: "ignore" });
  const data = download(name, (into) => {
    execFileSync("apt-get", ["download", name], { cwd: into, stdio: "ignore" });
    const archive = readdirSync(into).find((file) => file.endsWith(".deb"));
    if (archive === undefined) throw new Error(`${name}: no archive`);
    execFileSync("dpkg-deb", ["-x", archive, "."], { cwd: into });
  });
  cpSync(join(data, "usr/include", headers), join(folder, "include", headers), { recursive: true });
  writeFileSync(join(folder, "main.cc"), main);
  const command = { directory: folder, file: "main.cc", arguments: ["c++", ...cppFlags, "-c", "main.cc"] };
  writeFileSync(join(folder, "compile_commands.json"), JSON.stringify([command]));
}

const cppFlags = ["-std=c++17", "-Iinclude"];

function countCppErrors(folder: string): () => number {
  return () => {
    const args = [...cppFlags, "-fsyntax-only", "main.cc"];
    const { stderr, error } = spawnSync("c++", args, { cwd: folder, encoding: "utf8", maxBuffer: 1e9 });
    if (error) throw error;
    return stderr.split("\n").filter((line) => /\berror:/.test(line)).length;
  };
}

const typescriptOptions = {
  strict: true,
  noEmit: true,
  target: "es2022",
  lib: ["esnext", "dom", "dom.iterable"],
  module: "esnext",
  moduleResolution: "bundler",
  skipLibCheck: true,
  types: [],
};

function countTypescriptErrors(folder: string): () => number {
  const paths = { rxjs: ["./src/index.ts"], "rxjs/*": ["./src/*"] };
  const { options } = ts.convertCompilerOptionsFromJson({ ...typescriptOptions, paths }, folder);
  let before: ts.Program | undefined;
  const texts = new Map<string, ts.SourceFile>();
  return () => {
    const host = ts.createCompilerHost(options);
    host.getCurrentDirectory = () => folder;
    const read = host.getSourceFile.bind(host);
    // The same file object for the same text: unchanged files are not bound again.
    host.getSourceFile = (path, ...rest) => {
      const text = host.readFile(path);
      const known = texts.get(path);
      if (known && known.text === text) return known;
      const file = read(path, ...rest);
      if (file) texts.set(path, file);
      return file;
    };
    const rootNames = sourcesOf(folder, { extension: ".ts" }).map((path) => join(folder, path));
    before = ts.createProgram({ rootNames, options, host, ...(before ? { oldProgram: before } : {}) });
    return ts.getPreEmitDiagnostics(before).length;
  };
}
