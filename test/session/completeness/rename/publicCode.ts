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
    share: 80,
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
    share: 60,
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
    share: 35,
    fill(folder) {
      const data = download("requests-2.32.5", (into) =>
        unpack(into, [
          "python3",
          "-m",
          "pip",
          "download",
          "-q",
          "--no-binary",
          ":all:",
          "--no-deps",
          "requests==2.32.5",
        ]),
      );
      for (const part of ["src", "tests"]) cpSync(join(data, part), join(folder, part), { recursive: true });
      writeFileSync(
        join(folder, "pyrightconfig.json"),
        JSON.stringify({ include: ["src", "tests"], extraPaths: ["src"] }),
      );
    },
    compiler: (folder) => () => {
      const { stdout } = spawnSync("pyright", ["--outputjson"], { cwd: folder, encoding: "utf8", maxBuffer: 1e9 });
      return (JSON.parse(stdout) as { summary: { errorCount: number } }).summary.errorCount;
    },
  },
  {
    name: "cobra",
    server: ["gopls"],
    extension: ".go",
    share: 25,
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
];

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
