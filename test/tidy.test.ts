/** What a machine can check of how the code is meant to look. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { locateMethods } from "../src/session/backend/locateMethods.js";

const root = resolve(__dirname, "..");
const source = join(root, "src");
const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.replaceAll("\\", "/"));
const text = (file: string) => readFileSync(join(source, file), "utf8");

/** The room of a file: its folder, or the file itself at the top. */
const roomOf = (file: string) => (file.includes("/") ? (file.split("/")[0] as string) : file);

/** What each room may import. Everybody may import error.ts; types of the session are the session's own. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  "main.ts": ["cli", "backend"],
  "index.ts": ["locate", "text"],
  "proxy.ts": ["session", "backend", "syntax", "wire"],
  "router.ts": ["routing", "session", "backend", "syntax", "wire"],
  cli: [
    "proxy.ts",
    "router.ts",
    "uri.ts",
    "routing",
    "embedded",
    "session",
    "backend",
    "workspace",
    "syntax",
    "locate",
    "text",
    "wire",
  ],
  session: ["uri.ts", "backend", "workspace", "syntax", "locate", "text", "wire"],
  routing: ["uri.ts", "session", "backend", "workspace", "text", "wire"],
  embedded: ["uri.ts", "workspace", "syntax", "locate", "text"],
  workspace: ["syntax", "locate", "text"],
  backend: ["locate", "text"],
  locate: ["text"],
  syntax: ["text"],
  text: [],
  wire: [],
  "uri.ts": [],
  "error.ts": [],
};

interface Import {
  readonly from: string;
  readonly to: string;
}

const imports: Import[] = files.flatMap((from) =>
  [...text(from).matchAll(/^(?:import|export|\})[^;"]*?from "([^"]+)"|import\("([^"]+)"\)/gm)].map(
    ([, to, lazily]) => ({
      from,
      to: to ?? lazily ?? "",
    }),
  ),
);

test("there are files to check", () => expect(files.length).toBeGreaterThan(40));

test("imports go one way", () => {
  const wrong = imports.filter(({ from, to }) => {
    if (!to.startsWith(".") || to.endsWith(".json")) return false;
    const target = roomOf(
      relative(source, resolve(source, dirname(from), to))
        .replaceAll("\\", "/")
        .replace(/\.js$/, ".ts"),
    );
    const room = roomOf(from);
    return target !== room && target !== "error.ts" && !mayImport[room]?.includes(target);
  });
  expect(wrong).toEqual([]);
});

test("the core knows neither Node nor any package, no clock, no promise", () => {
  const core = files.filter((file) => /^(text|locate)\//.test(file) || file === "error.ts");
  expect(imports.filter(({ from, to }) => core.includes(from) && !to.startsWith("."))).toEqual([]);
  expect(
    core.filter((file) =>
      /\b(Promise|async|await|Date\.now|performance|console|process|setTimeout)\b[.(<\s]/.test(code(file)),
    ),
  ).toEqual([]);
});

test("tree-sitter is loaded by the worker alone, and the index knows only its types", () => {
  const loads = files.filter((file) => /^import (?!type).*"web-tree-sitter"/m.test(text(file)));
  expect(loads.filter((file) => !/^syntax\/(grammars|trees|worker)\//.test(file))).toEqual([]);
  const outside = [
    "syntax/syntax.ts",
    "syntax/workerConnection.ts",
    "syntax/startSyntaxWorker.ts",
    "syntax/grammars/grammars.ts",
  ];
  const reached = imports.filter(({ from, to }) => outside.includes(from) && /^\.\//.test(to));
  const typesOnly = (from: string, to: string) =>
    new RegExp(`import type [^;]*"${to.replaceAll(".", "\\.")}"`).test(text(from)) ||
    /(grammars|workerConnection)\.js$/.test(to);
  expect(reached.filter(({ from, to }) => !typesOnly(from, to))).toEqual([]);
  const index = files.filter((file) => file.startsWith("syntax/index/"));
  expect(imports.filter(({ from, to }) => index.includes(from) && to.startsWith("node:"))).toEqual([]);
});

test("wire/ knows no LSP", () => {
  const wire = files.filter((file) => file.startsWith("wire/"));
  expect(wire.filter((file) => /textDocument|workspace\//.test(code(file)))).toEqual([]);
});

test("error codes stand in error.ts alone", () => {
  expect(files.filter((file) => file !== "error.ts" && /-32\d{3}\b/.test(code(file)))).toEqual([]);
});

test("nothing is written to stdout but by the command line", () => {
  const quiet = files.filter((file) => !file.startsWith("cli/"));
  expect(quiet.filter((file) => /console\.|process\.stdout/.test(code(file)))).toEqual([]);
});

test("every file begins by saying what it is", () => {
  expect(files.filter((file) => !/^(#!.*\n)?\/\*\*/.test(text(file)))).toEqual([]);
});

test("no any, no enum, no ignored errors", () => {
  expect(files.filter((file) => /(:|<|\bas) any\b|@ts-(ignore|nocheck)|^\s*(export )?enum /m.test(code(file)))).toEqual(
    [],
  );
});

test("every method is in docs/protocol.md, and no other", () => {
  const documented = [...readFileSync(join(root, "docs/protocol.md"), "utf8").matchAll(/`locate\/([\w/]+)`/g)].map(
    ([, name]) => `locate/${name}`,
  );
  expect([...new Set(documented)].sort()).toEqual([...locateMethods].sort());
});

test("every kind of error is in docs/protocol.md", () => {
  const kinds = [...text("error.ts").matchAll(/^ {2}(\w+_\w+|unsupported): codes/gm)].map(([, kind]) => kind as string);
  const documented = readFileSync(join(root, "docs/protocol.md"), "utf8");
  expect(kinds.length).toBeGreaterThan(20);
  expect(kinds.filter((kind) => !documented.includes(`\`${kind}\``))).toEqual([]);
});

test("the lockfile names no download addresses, and what it locks is what is asked for", () => {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, { resolved?: string; devDependencies?: object }>;
  };
  expect(Object.values(lock.packages).filter(({ resolved }) => resolved?.startsWith("http"))).toEqual([]);
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { devDependencies: object };
  expect(lock.packages[""]?.devDependencies).toEqual(manifest.devDependencies);
});

test("the lockfile has each package's builds for every platform, so that npm ci works on all of them", () => {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, { integrity?: string; optionalDependencies?: Record<string, string> }>;
  };
  const required = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  );
  expect(required.length).toBeGreaterThan(50);
  expect(required.filter((name) => packages[`node_modules/${name}`]?.integrity === undefined)).toEqual([]);
});

test("what package.json names is there once built", () => {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    bin: Record<string, string>;
    files: string[];
  };
  for (const path of Object.values(manifest.bin)) expect(existsSync(join(root, path))).toBe(true);
});

/** A file's text without comments. */
function code(file: string): string {
  return text(file)
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/^\s*\/\/.*$/gm, "");
}
