/** Public code that is fetched once, copied and compiled: what renames are replayed on. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const cache = join(process.env.TEST_DATA ?? tmpdir(), "projects");
const programs = [fileURLToPath(new URL("../../node_modules/.bin", import.meta.url)), join(homedir(), "go/bin")];
process.env.PATH = [...programs, process.env.PATH].join(delimiter);

const compilerOptions = {
  ...{ strict: true, noEmit: true, target: "es2022", lib: ["esnext", "dom", "dom.iterable"], skipLibCheck: true },
  ...{ module: "esnext", moduleResolution: "bundler", allowImportingTsExtensions: true, types: [] },
};

/** A file with a marked name is where declarations begin in a language, at the start of a line. */
const declarations = {
  ts: /^(?:export\s+)?(?:declare\s+|abstract\s+|async\s+)*(?:function|class|interface|type|const|enum)\s+([A-Za-z_]\w{3,})/,
  tsMember: /^ {2}(?:(?:public|protected|private|readonly|static|async)\s+)*([a-z]\w{3,})(?:\(|\??:|<)/,
  py: /^(?:async\s+)?(?:def|class)\s+([A-Za-z_]\w{3,})|^([A-Za-z_]\w{3,})(?::[^=]+)?\s*=/,
  pyMember: /^ {4}(?:async\s+)?def\s+(?!__)([a-z_]\w{3,})/,
  go: /^(?:func|type|var|const)\s+([A-Za-z_]\w{3,})/,
  goMember: /^func\s+\([^)]*\)\s+([A-Za-z_]\w{3,})|^\t([A-Z]\w{3,})\s+[\w.*[\]]+(?:\s+`|$)/,
};

export const projects = [
  typescript("rxjs@7.8.1", ["src"], { paths: { rxjs: ["./src/index.ts"], "rxjs/*": ["./src/*"] } }),
  typescript("zod@4.1.12", ["src/v4/core", "src/v4/classic", "src/v4/locales"]),
  python("flask==3.1.2"),
  python("requests==2.32.5"),
  go("github.com/spf13/cobra@v1.8.1"),
  go("github.com/go-chi/chi/v5@v5.1.0"),
];

function typescript(name, folders, options = {}) {
  return {
    ...{ name, server: "typescript-language-server", language: "typescript", extension: ".ts" },
    patterns: [declarations.ts, declarations.tsMember],
    fill(folder) {
      const data = unpacked(name, ["npm", "pack", "--silent", name]);
      const isSource = (path) => !/[\\/](?:tests?|benchmarks)(?:[\\/]|$)/.test(path.slice(data.length));
      for (const each of folders) cpSync(join(data, each), join(folder, each), { recursive: true, filter: isSource });
      for (const each of readdirSync(join(folder, "src")))
        if (/^tsconfig/.test(each)) renameSync(join(folder, "src", each), join(folder, `${each}.txt`));
      writeFileSync(
        join(folder, "tsconfig.json"),
        JSON.stringify({ compilerOptions: { ...compilerOptions, ...options }, include: ["src"] }),
      );
      // Its package.json would keep aliases of all that it exports.
      writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    },
    countErrors: (folder) => linesOf("tsc", ["--noEmit", "-p", "."], folder, /error TS\d+/),
  };
}

function python(name) {
  const plain = name.replace(/==.*/, "");
  return {
    ...{ name, server: "pyright", language: "python", extension: ".py" },
    patterns: [declarations.py, declarations.pyMember],
    fill(folder) {
      const fetch = ["python3", "-m", "pip", "download", "-q", "--no-deps", "--no-binary", plain, name];
      const data = unpacked(name.replace("==", "-"), fetch);
      for (const part of ["src", "tests"]) cpSync(join(data, part), join(folder, part), { recursive: true });
      writeFileSync(join(folder, "pyrightconfig.json"), '{ "include": ["src", "tests"], "extraPaths": ["src"] }');
    },
    countErrors(folder) {
      const { stdout } = spawnSync("pyright", ["--outputjson"], { cwd: folder, encoding: "utf8", maxBuffer: 1e9 });
      return JSON.parse(stdout).summary.errorCount;
    },
  };
}

function go(name) {
  return {
    ...{ name, server: "gopls", language: "go", extension: ".go" },
    patterns: [declarations.go, declarations.goMember],
    fill(folder) {
      const out = execFileSync("go", ["mod", "download", "-json", name], { encoding: "utf8" });
      cpSync(JSON.parse(out).Dir, folder, { recursive: true });
      execFileSync("chmod", ["-R", "u+w", folder]);
      // So that what it depends on is there before the first question.
      execFileSync("go", ["mod", "download"], { cwd: folder, stdio: "ignore" });
    },
    countErrors: (folder) => linesOf("go", ["vet", "./..."], folder, /\.go:\d+/),
  };
}

function linesOf(program, words, folder, pattern) {
  const { stdout, stderr, error } = spawnSync(program, words, { cwd: folder, encoding: "utf8", maxBuffer: 1e9 });
  if (error) throw error;
  return `${stdout}\n${stderr}`.split("\n").filter((line) => pattern.test(line)).length;
}

/** Makes a copy of a project. Throws where a program or the network is missing. */
export function copyOf(project) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "bench-renames-")));
  mkdirSync(join(root, ".git"));
  project.fill(root);
  return root;
}

/** Returns the sources of a project, relative, sorted. */
export function sourcesOf(root, { extension }) {
  return readdirSync(root, { recursive: true })
    .filter((path) => path.endsWith(extension) && !path.includes("node_modules"))
    .sort();
}

/** Returns the declarations that the text of a project shows, with their places, 1-based. */
export function declarationsOf(root, project) {
  return sourcesOf(root, project).flatMap((path) =>
    readFileSync(join(root, path), "utf8")
      .split("\n")
      .flatMap((text, at) => {
        const name = project.patterns.map((pattern) => pattern.exec(text)?.slice(1).find(Boolean)).find(Boolean);
        if (name === undefined || /^(?:main|init|test_|Test)/.test(name)) return [];
        return [{ path, line: at + 1, character: text.indexOf(name) + 1, name, isMember: /^\s|^func \(/.test(text) }];
      }),
  );
}

/** Fetches an archive once, and unpacks it without its top folder. */
function unpacked(name, [program, ...words]) {
  const folder = join(cache, name);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const partial = mkdtempSync(join(cache, "partial-"));
  execFileSync(program, words, { cwd: partial, stdio: "ignore" });
  const archive = readdirSync(partial).find((each) => /\.t(?:ar\.)?gz$/.test(each));
  execFileSync("tar", ["xzf", archive, "--strip-components=1"], { cwd: partial });
  renameSync(partial, folder);
  return folder;
}
