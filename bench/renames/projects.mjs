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
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, isAbsolute, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** Tests that take longer are not run. */
const TESTS_TIMEOUT_MS = 60_000;

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
  rs: /^(?:pub(?:\([^)]*\))?\s+)?(?:const\s+|unsafe\s+)*(?:fn|struct|enum|trait|type|static|const)\s+([A-Za-z_]\w{3,})/,
  rsMember: /^ {4}(?:pub(?:\([^)]*\))?\s+)?(?:(?:const\s+|unsafe\s+)*fn\s+([a-z_]\w{3,})|([a-z]\w{3,}):\s)/,
  cpp: /^(?:class|struct|enum)\s+([A-Za-z]\w{3,})\s*(?:[:{]|$)|^(?:static\s+|inline\s+|extern\s+)*[A-Za-z][\w:<>*&]*\s+[*&]?([A-Za-z]\w{3,})\(/,
  cppMember:
    /^ {2}(?:virtual\s+|static\s+|inline\s+|const\s+)*(?!return|else|delete|new)[A-Za-z][\w:<>*&]*\s+[*&]?(?:([A-Za-z]\w{3,})\(|([a-z]\w{3,}_)\s*;)/,
  java: /^(?:public\s+|final\s+|abstract\s+)*(?:class|interface|enum|record)\s+([A-Z]\w{3,})/,
  javaMember:
    /^ {2}(?: {2})?(?:(?:public|protected|private|static|final|abstract|synchronized|default)\s+)+(?:[\w.]+(?:<[\w<>?,. ]*>)?(?:\[\])*\s+)?(?!class|interface|enum)([a-z]\w{3,})(?=\s*[(=;])/,
};

/** What follows the name of a method; of Python, which has functions in functions, its object. */
const method = /^[(<]/;
const pythonMethod = /^\((?:self|cls)\b|^\($/;

export const projects = [
  typescript("rxjs@7.8.1", ["src"], { paths: { rxjs: ["./src/index.ts"], "rxjs/*": ["./src/*"] } }),
  typescript("zod@4.1.12", ["src/v4/core", "src/v4/classic", "src/v4/locales"]),
  typescript("immer@10.1.1", ["src"]),
  typescript("@tanstack/query-core@5.62.7", ["src"]),
  typescript("@tanstack/table-core@8.20.5", ["src"]),
  typescript("@reduxjs/toolkit@2.3.0", ["src"]),
  typescript("@preact/signals-core@1.8.0", ["src"]),
  typescript("redux@5.0.1", ["src"]),
  typescript("reselect@5.1.1", ["src"]),
  typescript("mobx@6.13.5", ["src"]),
  typescript("@msgpack/msgpack@3.0.0", ["src"]),
  typescript("@noble/hashes@1.5.0", ["src"]),
  python("itsdangerous==2.2.0"),
  python("flask==3.1.2"),
  python("requests==2.32.5"),
  python("click==8.1.8"),
  python("Werkzeug==3.1.3"),
  python("packaging==25.0"),
  python("marshmallow==3.23.1"),
  python("Jinja2==3.1.4"),
  python("attrs==24.2.0"),
  python("cachetools==5.5.0"),
  python("blinker==1.9.0"),
  python("WTForms==3.2.1"),
  python("filelock==3.16.1"),
  python("platformdirs==4.3.6"),
  python("apispec==6.8.0"),
  go("github.com/spf13/cobra@v1.8.1"),
  go("github.com/go-chi/chi/v5@v5.1.0"),
  go("github.com/go-logr/logr@v1.4.2"),
  go("github.com/BurntSushi/toml@v1.4.0"),
  go("github.com/spf13/pflag@v1.0.5"),
  go("github.com/gorilla/mux@v1.8.1"),
  go("github.com/tidwall/gjson@v1.18.0"),
  go("github.com/yuin/goldmark@v1.7.8"),
  go("github.com/mitchellh/mapstructure@v1.5.0"),
  go("github.com/hashicorp/golang-lru/v2@v2.0.7"),
  go("github.com/alecthomas/kong@v1.4.0"),
  go("github.com/sirupsen/logrus@v1.9.3"),
  go("github.com/gorilla/websocket@v1.5.3"),
  rust("walkdir@2.5.0"),
  rust("semver@1.0.28"),
  rust("similar@2.7.0", ["--lib"]),
  rust("textwrap@0.16.1", ["--lib"]),
  rust("httparse@1.9.5", ["--lib"]),
  rust("aho-corasick@1.1.3"),
  rust("smallvec@1.13.2", ["--lib"]),
  rust("pico-args@0.5.0"),
  rust("petgraph@0.6.5", ["--lib"]),
  cpp("leveldown@6.1.1", {
    from: "deps/leveldb/leveldb-1.20",
    parts: ["db", "include", "port", "table", "util", "helpers"],
    flags: [
      ...["-std=c++11", "-I.", "-Iinclude", "-DOS_LINUX", "-DLEVELDB_PLATFORM_POSIX", "-DLEVELDB_ATOMIC_PRESENT"],
      "-fno-builtin-memcmp",
    ],
    isSource: (path) => !/(?:doc|issues|win|port_example\.h|port_win\.\w+)$/.test(path),
  }),
  cpp("re2@1.19.0", {
    ...{ from: "vendor", parts: ["re2", "util"], flags: ["-std=c++14", "-I."] },
    isSource: (path) => !/(?:testing|fuzzing)$|(?:benchmark|test|fuzz|pcre)\.(?:cc|h)$/.test(path),
  }),
  cpp("googletest", {
    ...{ client: "apt", from: "usr/src/googletest/googletest", parts: ["include", "src", "samples"] },
    flags: ["-std=c++14", "-I.", "-Iinclude"],
    isSource: (path) => !path.endsWith("gtest-all.cc"),
  }),
  java("org.json:json:20240303"),
  java("commons-codec:commons-codec:1.17.1"),
  java("org.yaml:snakeyaml:2.3"),
  generated("5,000 files", 5_000),
];

export function typescript(name, folders, options = {}) {
  return {
    ...{ name, server: "typescript-language-server", canJudge: true, language: "typescript", extension: ".ts" },
    patterns: [declarations.ts, declarations.tsMember],
    method,
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
    findErrors: (folder) =>
      errorsOf("tsc", ["--noEmit", "--pretty", "false", "-p", "."], folder, /^(.+?)\((\d+),\d+\): error TS\d+/),
  };
}

/** A name that four of five files import and use, and the others declare themselves. */
function generated(name, count) {
  const textOf = (n) =>
    n % 5 === 0
      ? "export function target() {}\n"
      : `import { target } from "./target";\n\nexport const value${n} = target();\n`;
  return {
    ...typescript(name, []),
    canJudge: false,
    patterns: [/^export function (target)\(\): number/],
    fill(folder) {
      mkdirSync(join(folder, "src"));
      writeFileSync(join(folder, "src/target.ts"), "export function target(): number {\n  return 1;\n}\n");
      for (let n = 0; n < count; n++) writeFileSync(join(folder, `src/file${n}.ts`), textOf(n));
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
      writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    },
  };
}

export function python(name) {
  const plain = name.replace(/==.*/, "");
  return {
    ...{ name, server: "pyright", canJudge: true, language: "python", extension: ".py" },
    patterns: [declarations.py, declarations.pyMember],
    method: pythonMethod,
    fill(folder) {
      const fetch = ["python3", "-m", "pip", "download", "-q", "--no-deps", "--no-binary", plain, name];
      const data = unpacked(name.replace("==", "-"), fetch);
      for (const part of ["src", "tests"]) cpSync(join(data, part), join(folder, part), { recursive: true });
      writeFileSync(join(folder, "pyrightconfig.json"), '{ "include": ["src", "tests"], "extraPaths": ["src"] }');
    },
    /** Of the files that are touched or have the old name; of all without one. */
    findErrors(folder, { name, files = [] } = {}) {
      const has = (path) => files.includes(path) || readFileSync(join(folder, path), "utf8").includes(name);
      const paths = name === undefined ? [] : sourcesOf(folder, this).filter(has);
      const words = ["--outputjson", ...paths];
      const { stdout } = spawnSync("pyright", words, { cwd: folder, encoding: "utf8", maxBuffer: 1e9 });
      return JSON.parse(stdout)
        .generalDiagnostics.filter(({ severity }) => severity === "error")
        .map(({ file, range }) => ({ path: relative(folder, file), line: range.start.line + 1 }));
    },
    countFailures(folder) {
      const words = ["-m", "pytest", "-q", "--tb=no", "-rfE", "-p", "no:cacheprovider", "tests"];
      const env = { PYTHONPATH: join(folder, "src"), PYTHONDONTWRITEBYTECODE: "1" };
      return failuresOf("python3", words, folder, /^(?:FAILED|ERROR) /, env);
    },
  };
}

export function go(name) {
  return {
    ...{ name, server: "gopls", canJudge: true, language: "go", extension: ".go" },
    patterns: [declarations.go, declarations.goMember],
    method,
    fill(folder) {
      const out = execFileSync("go", ["mod", "download", "-json", name], { encoding: "utf8" });
      cpSync(JSON.parse(out).Dir, folder, { recursive: true });
      execFileSync("chmod", ["-R", "u+w", folder]);
      // So that what it depends on is there before the first question.
      execFileSync("go", ["mod", "download"], { cwd: folder, stdio: "ignore" });
    },
    /** vet stops at the first error of a package's types, the compiler does not. */
    findErrors(folder) {
      const words = [
        ["test", "-gcflags=-e", "-vet=off", "-run=^$", "./..."],
        ["vet", "./..."],
      ];
      return words.flatMap((each) => errorsOf("go", each, folder, /^(?:vet: )?(?:\.\/)?(\S+\.go):(\d+):/));
    },
    countFailures: (folder) =>
      failuresOf("go", ["test", "-vet=off", "./..."], folder, /^(?:\s*--- FAIL|FAIL\t|panic:)/),
    /** It compiles no tests of a package with errors, and nothing that needs one. */
    findUncompiled(folder, errors) {
      const format = '{{.Dir}}|{{join .Deps ","}}|{{.ImportPath}}';
      const listed = execFileSync("go", ["list", "-e", "-f", format, "./..."], { cwd: folder, encoding: "utf8" });
      const packages = listed
        .trim()
        .split("\n")
        .map((each) => each.split("|"));
      const isTest = (path) => path.endsWith("_test.go");
      const folderOf = (path) => dirname(join(folder, path));
      const failing = packages.filter(([own]) => errors.some(({ path }) => !isTest(path) && folderOf(path) === own));
      return (path) => {
        const own = packages.find(([each]) => each === folderOf(path));
        const needs = own?.[1].split(",") ?? [];
        return !own || failing.some((each) => (each === own ? isTest(path) : needs.includes(each[2]) || isTest(path)));
      };
    },
  };
}

/** A crate with the tests in its sources, unless they need another crate than it does itself. */
export function rust(name, targets = ["--lib", "--tests"]) {
  const [plain, version] = name.split("@");
  return {
    ...{ name, server: "rust-analyzer", language: "rust", extension: ".rs" },
    patterns: [declarations.rs, declarations.rsMember],
    method,
    fill(folder) {
      const asking = mkdtempSync(join(tmpdir(), "bench-renames-crate-"));
      mkdirSync(join(asking, "src"));
      writeFileSync(join(asking, "src/lib.rs"), "");
      writeFileSync(
        join(asking, "Cargo.toml"),
        `[package]\nname = "asking"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\n${plain} = "=${version}"\n`,
      );
      const metadata = execFileSync("cargo", ["metadata", "--format-version", "1", "-q"], {
        ...{ cwd: asking, encoding: "utf8", maxBuffer: 1e9 },
      });
      const { manifest_path } = JSON.parse(metadata).packages.find((each) => each.name === plain);
      cpSync(join(manifest_path, "../src"), join(folder, "src"), { recursive: true });
      writeFileSync(join(folder, "Cargo.toml"), manifestWithoutTests(manifest_path));
      rmSync(asking, { recursive: true });
    },
    findErrors: (folder) =>
      errorsOf("cargo", ["check", ...targets, "--message-format", "short", "-q"], folder, /^(\S+?):(\d+):\d+: error\b/),
    countFailures: (folder) =>
      failuresOf("cargo", ["test", "--lib", "-q", "--no-fail-fast"], folder, /^(?:---- .* stdout ----|error)/),
  };
}

/** Returns a manifest of a crate without its tests, and without the crates that only these need. */
export function manifestWithoutTests(path) {
  const tests = /^\[+(?:dev-dependencies|test|bench|example)[^\]]*\]+\n(?:[^[\n].*\n|\n)*/gm;
  return readFileSync(path, "utf8").replace(tests, "");
}

/** Sources of C++ in an npm package, or one of Debian's, with the commands that compile them. */
function cpp(name, { client = "npm", from, parts, flags, isSource = () => true }) {
  const fetch = { npm: ["npm", "pack", "--silent", name], apt: ["apt-get", "download", "-q", name] }[client];
  return {
    ...{ name, server: "clangd", canJudge: true, language: "cpp", extension: /\.(?:h|cc)$/ },
    patterns: [declarations.cpp, declarations.cppMember],
    method,
    fill(folder) {
      const data = unpacked(name, fetch);
      for (const part of parts)
        cpSync(join(data, from, part), join(folder, part), { recursive: true, filter: isSource });
      const commands = sourcesOf(folder, this)
        .filter((path) => path.endsWith(".cc"))
        .map((file) => ({ directory: folder, file, arguments: ["c++", ...flags, "-c", file] }));
      writeFileSync(join(folder, "compile_commands.json"), JSON.stringify(commands));
    },
    /** Of the sources that are touched, include one that is, or have the old name; else of all. */
    findErrors(folder, { name, files = [] } = {}) {
      const paths = sourcesOf(folder, this);
      const texts = new Map(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
      const touched = withIncluders(files, texts);
      const isAll = name === undefined && files.length === 0;
      const isLooked = (path) => isAll || touched.has(path) || (name !== undefined && texts.get(path).includes(name));
      // A header is checked with those that include it.
      const sources = paths.filter((path) => (path.endsWith(".cc") || files.includes(path)) && isLooked(path));
      const words = (path) => [...flags, "-w", "-fsyntax-only", "-x", "c++", path];
      const pattern = /^(\S+?):(\d+):\d+: (?:fatal )?error:/;
      const errors = sources.flatMap((path) => errorsOf("c++", words(path), folder, pattern));
      // Each source that includes a header has its errors.
      return [...new Map(errors.map((each) => [`${each.path}:${each.line}`, each])).values()];
    },
  };
}

/** Sources of Java from Maven, in a folder of Eclipse's: the server needs no build of it. */
export function java(name) {
  return {
    ...{ name, server: "jdtls", language: "java", extension: ".java" },
    patterns: [declarations.java, declarations.javaMember],
    method,
    fill(folder) {
      const words = ["-q", "-B", "dependency:copy", `-Dartifact=${name}:jar:sources`, "-DoutputDirectory=."];
      const data = unpacked(name.replaceAll(":", "-"), ["mvn", ...words]);
      const isSource = (path) => !/META-INF|\b(?:module|package)-info\.java$/.test(path);
      cpSync(data, join(folder, "src"), { recursive: true, filter: isSource });
      writeFileSync(
        join(folder, ".project"),
        `<projectDescription><name>renames</name><buildSpec><buildCommand><name>org.eclipse.jdt.core.javabuilder</name></buildCommand></buildSpec><natures><nature>org.eclipse.jdt.core.javanature</nature></natures></projectDescription>`,
      );
      writeFileSync(
        join(folder, ".classpath"),
        `<classpath><classpathentry kind="src" path="src"/><classpathentry kind="con" path="org.eclipse.jdt.launching.JRE_CONTAINER"/><classpathentry kind="output" path="out"/></classpath>`,
      );
    },
    findErrors(folder) {
      const options = [
        "-nowarn",
        "-proc:none",
        "-Xmaxerrs",
        "9999",
        "-encoding",
        "UTF-8",
        "-d",
        join(folder, "target"),
      ];
      return errorsOf("javac", [...options, ...sourcesOf(folder, this)], folder, /^(\S+\.java):(\d+): error:/);
    },
  };
}

/** Returns the files and those that include them, directly or through others. */
function withIncluders(files, texts) {
  const includes = [...texts].map(([path, text]) => {
    const names = [...text.matchAll(/^#\s*include\s+"([^"]+)"/gm)].map(([, name]) => name);
    return { path, names };
  });
  const found = new Set(files);
  // A name is a path from one of the folders that are searched.
  for (const each of found)
    for (const { path, names } of includes)
      if (names.some((name) => each === name || each.endsWith(`/${name}`))) found.add(path);
  return found;
}

/** Returns where the lines of a program's output say that there is an error, each line once. */
export function errorsOf(program, words, folder, pattern) {
  const { stdout, stderr, error } = spawnSync(program, words, { cwd: folder, encoding: "utf8", maxBuffer: 1e9 });
  if (error) throw error;
  return [...new Set(`${stdout}\n${stderr}`.split("\n"))].flatMap((text) => {
    const [, path, line] = pattern.exec(text) ?? [];
    if (path === undefined) return [];
    return [{ path: isAbsolute(path) ? relative(folder, path) : normalize(path), line: Number(line) }];
  });
}

/** Returns how many lines say that a test failed; undefined where the tests take too long. */
function failuresOf(program, words, folder, pattern, env) {
  const options = { cwd: folder, encoding: "utf8", maxBuffer: 1e9, timeout: TESTS_TIMEOUT_MS };
  const { stdout, stderr, signal } = spawnSync(program, words, { ...options, env: { ...process.env, ...env } });
  if (signal !== null) return undefined;
  return `${stdout}\n${stderr}`.split("\n").filter((text) => pattern.test(text)).length;
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
    .filter((path) => (extension instanceof RegExp ? extension.test(path) : path.endsWith(extension)))
    .filter((path) => !/(?:^|[\\/])(?:node_modules|target)[\\/]/.test(path))
    .sort();
}

/** Returns the declarations that the text of a project shows, with their places, 1-based. */
export function declarationsOf(root, project, paths = sourcesOf(root, project)) {
  return paths.flatMap((path) =>
    readFileSync(join(root, path), "utf8")
      .split("\n")
      .flatMap((text, at) => {
        const name = project.patterns.map((pattern) => pattern.exec(text)?.slice(1).find(Boolean)).find(Boolean);
        if (name === undefined || /^(?:main|init|test_|Test|Benchmark|Example|Fuzz)/.test(name)) return [];
        const from = text.indexOf(name);
        const isMember = /^\s|^func \(/.test(text);
        const isMethod = isMember && project.method.test(text.slice(from + name.length));
        return [{ path, line: at + 1, character: from + 1, name, isMember, isMethod }];
      }),
  );
}

/** Whether a line declares a name; no pattern finds the members of an interface of Go. */
export function declaresMember(text, name, { patterns, language }) {
  const isInInterface = language === "go" && text.trimStart().startsWith(`${name}(`);
  return isInInterface || patterns.some((pattern) => pattern.exec(text)?.slice(1).includes(name));
}

/** Fetches an archive once, and unpacks it, without its top folder where it has one. */
function unpacked(name, [program, ...words]) {
  const folder = join(cache, name);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  mkdirSync(dirname(folder), { recursive: true });
  const partial = mkdtempSync(join(cache, "partial-"));
  execFileSync(program, words, { cwd: partial, stdio: "ignore" });
  const archive = readdirSync(partial).find((each) => /\.(?:t(?:ar\.)?gz|jar|deb)$/.test(each));
  const unpack = { jar: ["unzip", "-q", archive], deb: ["dpkg-deb", "-x", archive, "."] }[archive.split(".").at(-1)];
  const [unpacker, ...rest] = unpack ?? ["tar", "xzf", archive, "--strip-components=1"];
  execFileSync(unpacker, rest, { cwd: partial });
  rmSync(join(partial, archive));
  renameSync(partial, folder);
  return folder;
}

/**
 * Measures projects in turn: those that `BENCH_RENAMES` names, else the usual ones, with the server
 * of `BENCH_SERVER` in place of their own. Returns a row for each, and what is said of them.
 */
export async function measureProjects(measure, isUsual = () => true) {
  const { BENCH_RENAMES: names, BENCH_SERVER: server } = process.env;
  const only = names?.split(",");
  const rows = [];
  const notes = [];
  for (const each of projects) {
    const project = { ...each, ...(server ? { server: server === "embedded" ? null : server } : {}) };
    if (only ? !only.some((name) => project.name.includes(name)) : !isUsual(project)) continue;
    try {
      const { row, broken } = await measure(project);
      rows.push(row);
      notes.push(...broken);
    } catch (error) {
      rows.push([project.name, `not measured: ${error instanceof Error ? error.message : error}`]);
    }
    console.error(rows.at(-1).join(" | "));
  }
  return { rows, notes };
}
