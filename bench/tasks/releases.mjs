/**
 * The adjacent releases that tasks are drawn from, and what the rule needs to know of a language:
 * its declarations, the compiler, and how a compiler tells the uses of a symbol.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { errorsOf, go, java, manifestWithoutTests, python, rust, sourcesOf, typescript } from "../renames/projects.mjs";

/** Packages by language, with two releases each. */
const releases = {
  typescript: [
    ["npm", "mobx", "6.10.2", "6.12.0"],
    ["npm", "rxjs", "7.5.7", "7.6.0"],
    ["npm", "@reduxjs/toolkit", "2.8.2", "2.9.0"],
    ["npm", "@tanstack/form-core", "1.19.0", "1.23.0"],
  ],
  python: [
    ["pip", "structlog", "24.4.0", "25.1.0"],
    ["pip", "trio", "0.26.2", "0.27.0"],
    ["pip", "httpx", "0.27.2", "0.28.1"],
    ["pip", "starlette", "0.44.0", "0.45.0"],
  ],
  go: [
    ["go", "github.com/urfave/cli/v2", "v2.25.7", "v2.27.1"],
    ["go", "github.com/labstack/echo/v4", "v4.12.0", "v4.13.3"],
    ["go", "github.com/spf13/afero", "v1.11.0", "v1.12.0"],
    ["go", "github.com/rs/zerolog", "v1.32.0", "v1.33.0"],
  ],
  rust: [
    ["cargo", "petgraph", "0.6.5", "0.7.1"],
    ["cargo", "minijinja", "2.3.1", "2.5.0"],
    ["cargo", "clap_builder", "4.5.40", "4.5.50"],
    ["cargo", "pulldown-cmark", "0.11.3", "0.12.2"],
  ],
  java: [
    ["maven", "commons-cli:commons-cli", "1.8.0", "1.9.0"],
    ["maven", "org.apache.commons:commons-lang3", "3.14.0", "3.15.0"],
    ["maven", "org.apache.commons:commons-collections4", "4.4", "4.5.0"],
  ],
};

export const languages = Object.keys(releases);

/** Returns the packages of a language: their names, and how a release is laid into a folder. */
export function packagesOf(language, download) {
  return releases[language].map(([client, name, ...versions]) => ({
    ...{ name, versions, language },
    async fill(folder, version) {
      const data = await download({ client, name, version });
      facts[language].fill(folder, data, { name, version });
    },
  }));
}

const PYTHON_KEYWORDS = "if|while|for|with|return|except|elif|assert|yield|lambda|print";

/**
 * `functions` and `types` are the lines that begin a declaration, its name in the last group that
 * matched; `parameter` and `argument` are what a further parameter looks like, and `suffix` what
 * a name gets that has to be another one. `usesOf` returns the lines of uses, imports included.
 */
export const facts = {
  typescript: {
    ...typescript("tasks", []),
    functions: [
      /^(?:export\s+)?(?:default\s+)?(?:async\s+)?function\*?\s+(\w+)/,
      /^ {2,4}(?!(?:if|for|while|switch|catch|return|function|super)\b)(?:(?:public|private|protected|static|async|override)\s+)*(\w+)(?:<[^>(]*>)?\([^;]*\{$/,
    ],
    types: [/^(?:export\s+)?(?:default\s+)?(?:abstract\s+)?(?:class|interface)\s+(\w+)/],
    movable: /^(?:export\s+)?(?:async\s+)?function\s+(\w+)/,
    ...{ parameter: "note: string", argument: '"x"', suffix: "Now" },
    fill(folder, data) {
      const isSource = (path) => !/[\\/](?:tests?|__tests__|benchmarks)(?:[\\/]|$)/.test(path.slice(data.length));
      cpSync(join(data, "package/src"), join(folder, "src"), { recursive: true, filter: isSource });
      for (const each of readdirSync(join(folder, "src")))
        if (/^tsconfig/.test(each)) renameSync(join(folder, "src", each), join(folder, `${each}.txt`));
      const compilerOptions = {
        ...{ strict: true, noEmit: true, target: "es2022", lib: ["esnext", "dom", "dom.iterable"], skipLibCheck: true },
        ...{ module: "esnext", moduleResolution: "bundler", types: [], jsx: "preserve" },
      };
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
      writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    },
    usesOf(folder, { path, line, name }) {
      const paths = sourcesOf(folder, this).map((each) => join(folder, each));
      const { config } = ts.readConfigFile(join(folder, "tsconfig.json"), ts.sys.readFile);
      const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
      const service = ts.createLanguageService({
        ...{ getCompilationSettings: () => options, getScriptFileNames: () => paths, getScriptVersion: () => "1" },
        getScriptSnapshot: (each) =>
          existsSync(each) ? ts.ScriptSnapshot.fromString(readFileSync(each, "utf8")) : undefined,
        getCurrentDirectory: () => folder,
        getDefaultLibFileName: ts.getDefaultLibFilePath,
        ...{ fileExists: ts.sys.fileExists, readFile: ts.sys.readFile, directoryExists: ts.sys.directoryExists },
      });
      const file = join(folder, path);
      const source = service.getProgram().getSourceFile(file);
      const at = source.getPositionOfLineAndCharacter(line - 1, 0);
      const from = source.text.indexOf(name, at);
      return (service.findReferences(file, from) ?? []).flatMap(({ references }) =>
        references
          .filter(
            ({ isDefinition, fileName, textSpan }) => !(isDefinition && fileName === file && textSpan.start === from),
          )
          .map(({ fileName, textSpan }) => ({
            path: relative(folder, fileName),
            line: service.getProgram().getSourceFile(fileName).getLineAndCharacterOfPosition(textSpan.start).line + 1,
          })),
      );
    },
  },
  python: {
    ...python("tasks"),
    functions: [new RegExp(`^\\s*(?:async\\s+)?def\\s+(?!(?:${PYTHON_KEYWORDS})\\b)(\\w+)`)],
    types: [/^\s*class\s+(\w+)/],
    movable: /^(?:async\s+)?def\s+(\w+)/,
    ...{ parameter: "note: str", argument: '"x"', suffix: "_now" },
    fill(folder, data, { name }) {
      const [inner] = readdirSync(data, { withFileTypes: true }).filter((entry) => entry.isDirectory());
      for (const part of ["src", name, "tests"])
        if (existsSync(join(data, inner.name, part)))
          cpSync(join(data, inner.name, part), join(folder, part), { recursive: true });
      const own = existsSync(join(folder, "src")) ? "src" : ".";
      writeFileSync(join(folder, "pyrightconfig.json"), JSON.stringify({ include: ["."], extraPaths: [own] }));
    },
    usesOf(folder, { path, line, name }) {
      const file = join(folder, path);
      const [settings, text] = [join(folder, "pyrightconfig.json"), readFileSync(file, "utf8")].map((each, at) =>
        at === 0 ? readFileSync(each, "utf8") : each,
      );
      const lines = text.split("\n");
      const first = lines.findIndex((each) => /^(?:import [\w.]+|from (?!__future__)[\w.]+ import \w+)$/.test(each));
      if (first < 0 || first >= line - 1) return [];
      lines[first] += "; from typing_extensions import deprecated as _marked";
      lines.splice(line - 1, 0, `${/^\s*/.exec(lines[line - 1])[0]}@_marked("")`);
      writeFileSync(file, lines.join("\n"));
      const config = { ...JSON.parse(settings), reportDeprecated: "error", deprecateTypingAliases: false };
      writeFileSync(join(folder, "pyrightconfig.json"), JSON.stringify(config));
      const { stdout } = spawnSync("pyright", ["--outputjson"], { cwd: folder, encoding: "utf8", maxBuffer: 1e9 });
      writeFileSync(file, text);
      writeFileSync(join(folder, "pyrightconfig.json"), settings);
      return JSON.parse(stdout)
        .generalDiagnostics.filter(
          ({ rule, message }) => rule === "reportDeprecated" && new RegExp(`"${name}" is deprecated`).test(message),
        )
        .map(({ file: used, range }) => {
          const at = range.start.line + 1;
          return { path: relative(folder, used), line: used === file && at >= line ? at - 1 : at };
        });
    },
  },
  go: {
    ...go("tasks"),
    functions: [/^func\s+(?:\((?:\w+\s+)?\*?(?:\w+)(?:\[[^\]]*\])?\)\s+)?(\w+)/],
    types: [/^type\s+(\w+)\s+(?:struct|interface)/],
    movable: /^func\s+(\w+)/,
    ...{ parameter: "note string", argument: '"x"', suffix: "Now" },
    fill(folder, data) {
      cpSync(data, folder, { recursive: true });
      execFileSync("chmod", ["-R", "u+w", folder]);
      execFileSync("go", ["mod", "download"], { cwd: folder, stdio: "ignore" });
    },
    // Where nothing is wrong at first, the first error is enough, and vet makes no programs.
    findErrors: (folder) => errorsOf("go", ["vet", "./..."], folder, /^(?:vet: )?(?:\.\/)?(\S+\.go):(\d+):/),
    usesOf: (folder, subject) => compiledWithoutName.call(go("tasks"), folder, subject),
  },
  rust: {
    ...rust("tasks@0.0.0", ["--lib"]),
    functions: [/^\s*(?:pub(?:\([^)]*\))?\s+)?(?:const\s+|async\s+|unsafe\s+)*fn\s+(\w+)/],
    types: [/^(?:unsafe\s+)?impl\b(?:<.*?>)?\s+(?:.*\sfor\s+)?&?(\w+)/, /^(?:pub(?:\([^)]*\))?\s+)?trait\s+(\w+)/],
    movable: /^(?:pub(?:\([^)]*\))?\s+)?(?:const\s+)?fn\s+(\w+)/,
    ...{ parameter: "note: &str", argument: '"x"', suffix: "_now" },
    fill(folder, data, { name }) {
      const crate = join(data, "vendored", name);
      for (const part of ["src", "Cargo.lock"])
        if (existsSync(join(crate, part))) cpSync(join(crate, part), join(folder, part), { recursive: true });
      writeFileSync(join(folder, "Cargo.toml"), manifestWithoutTests(join(crate, "Cargo.toml")));
    },
    usesOf(folder, { path, line, name }) {
      const file = join(folder, path);
      const text = readFileSync(file, "utf8");
      const lines = text.split("\n");
      lines[line - 1] = `#[deprecated] ${lines[line - 1].trimStart()}`;
      writeFileSync(file, lines.join("\n"));
      const words = ["check", "--lib", "--message-format", "short", "-q"];
      const uses = errorsOf(
        "cargo",
        words,
        folder,
        new RegExp(`^(\\S+?):(\\d+):\\d+: warning: use of deprecated .*\\b${name}`),
      );
      writeFileSync(file, text);
      return uses;
    },
  },
  java: {
    ...java("g:tasks:0"),
    functions: [
      /^ {4}(?:(?:public|protected|private|static|final|synchronized|abstract|default)\s+)+(?:<.*?>\s+)?[\w.]+(?:<.*>)?(?:\[\])*\s+(\w+)\(/,
    ],
    types: [/^(?:(?:public|abstract|final)\s+)*(?:class|interface|enum)\s+(\w+)/],
    movable: /^(?:(?:public|abstract|final)\s+)*(?:class|interface|enum)\s+(\w+)/,
    ...{ parameter: "String note", argument: '"x"', suffix: "Now" },
    fill(folder, data, { name, version }) {
      mkdirSync(join(folder, "src/main/java"), { recursive: true });
      cpSync(join(data, "org"), join(folder, "src/main/java/org"), { recursive: true });
      writeFileSync(join(folder, "pom.xml"), pomOf(`${name}:${version}`));
    },
    usesOf: compiledWithoutName,
  },
};

function pomOf(name) {
  const [group, artifact, version] = name.split(":");
  const java = "<maven.compiler.source>11</maven.compiler.source><maven.compiler.target>11</maven.compiler.target>";
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version>
  <properties>${java}</properties>
</project>
`;
}

/** Returns where the compiler misses a symbol whose declaration has another name. */
function compiledWithoutName(folder, { path, line, name }) {
  const file = join(folder, path);
  const text = readFileSync(file, "utf8");
  const lines = text.split("\n");
  lines[line - 1] = lines[line - 1].replace(new RegExp(`\\b${name}\\b`), `${name}IsGone`);
  writeFileSync(file, lines.join("\n"));
  const errors = this.findErrors(folder);
  writeFileSync(file, text);
  return errors;
}
