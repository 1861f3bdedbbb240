/**
 * Guards of the structure and style of the sources: rooms, imports, names, the lockfile, the
 * documentation of methods and errors.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { parseSync } from "oxc-parser";
import { locateMethods } from "../src/ask/methodTable.js";
import { pagesIn, textOf } from "./documentation/markdown.js";
import { type SyntaxTreeNode, visit } from "./expressions.js";
import { longLines } from "./longLines.js";
import {
  cyclesOf,
  edges,
  exported,
  files,
  foldersAround,
  hasWord,
  type Import,
  imports,
  loadedWith,
  lockedPath,
  reachedFrom,
  repeated,
  root,
  source,
  startsProcess,
  testFiles,
  text,
} from "./sourceTree.js";

/** The room of a file: its folder, or the file itself at the top. */
const roomOf = (file: string) => (file.includes("/") ? (file.split("/")[0] as string) : file);

/** The rooms that each room may import. Every room may import error.ts and languages/. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  "main.ts": ["cli", "text"],
  "index.ts": ["locate", "text"],
  "proxy.ts": ["session", "ask", "backend", "syntax", "wire"],
  "router.ts": ["routing", "session", "ask", "backend", "syntax", "wire"],
  cli: [
    "proxy.ts",
    "router.ts",
    "uri.ts",
    "routing",
    "scip",
    "embedded",
    "session",
    "ask",
    "backend",
    "workspace",
    "daemon",
    "syntax",
    "locate",
    "text",
    "wire",
    "files",
  ],
  session: ["uri.ts", "ask", "backend", "code", "workspace", "syntax", "locate", "text", "wire", "files"],
  routing: ["uri.ts", "session", "ask", "backend", "workspace", "text", "wire", "files"],
  ask: ["uri.ts", "backend", "workspace", "text", "wire", "files"],
  daemon: ["backend", "text", "files"],
  scip: ["uri.ts", "embedded", "code", "workspace", "locate", "text", "files"],
  embedded: ["uri.ts", "code", "workspace", "syntax", "locate", "text", "files"],
  workspace: ["syntax", "locate", "text", "files"],
  code: ["uri.ts", "workspace", "syntax", "locate", "text", "files"],
  backend: ["uri.ts", "locate", "text", "wire", "files"],
  locate: ["text"],
  syntax: ["text", "files"],
  files: ["uri.ts", "text"],
  languages: [],
  text: [],
  wire: ["files"],
  "uri.ts": [],
  "error.ts": ["text"],
};
/** What every room may import. */
const sharedRooms = ["error.ts", "languages"];

const MAX_ENTRIES_IN_SRC = 22;
const MAX_ENTRIES_IN_FOLDER = 15;

/**
 * The rooms of src/, and the folders inside of each. A room's own files may lie beside its folders.
 */
const rooms: Readonly<Record<string, readonly string[]>> = {
  text: ["diff", "edits"],
  languages: [],
  locate: ["describe", "edit", "find", "hints", "nodes", "notation", "resolve", "symbols"],
  syntax: [
    "grammars",
    "index",
    "index/build",
    "index/records",
    "outline",
    "scopes",
    "scopes/query",
    "trees",
    "trees/templates",
    "values",
    "worker",
  ],
  wire: [],
  files: ["documents", "documents/notebook", "glob", "threads", "undo", "write", "write/transaction"],
  code: ["entities", "families", "frameworks", "imports", "modules", "rename", "resolve", "types", "uses"],
  daemon: [],
  backend: [
    "capabilities",
    "config",
    "doctor",
    "environment",
    "guard",
    "installation",
    "libraries",
    "readiness",
    "remote",
  ],
  ask: ["backend", "diagnostics", "documents", "verdict"],
  session: [
    "agent",
    "agent/answers",
    "agent/texts",
    "client",
    "completeness",
    "completeness/definitions",
    "completeness/kept",
    "completeness/rename",
    "completeness/rename/aliases",
    "completeness/rename/members",
    "completeness/rename/uses",
    "completeness/syntaxAnswers",
    "completeness/unloadedFiles",
    "documents",
    "methods",
    "methods/change",
    "methods/change/signature",
    "methods/change/symbolMove",
    "methods/context",
    "methods/diagnostic",
    "methods/edit",
    "methods/forward",
    "methods/outline",
    "methods/search",
    "place",
    "verdict",
  ],
  routing: [
    "companions",
    "capabilities",
    "documents",
    "files",
    "instances",
    "instances/delivery",
    "instances/selection",
    "notebooks",
    "requests",
    "sharing",
  ],
  workspace: ["cache", "disk", "parse", "roots", "store", "thread"],
  embedded: ["features", "resolution", "session"],
  scip: ["file"],
  cli: [
    "client",
    "commands",
    "commands/hook",
    "commands/servers",
    "complete",
    "configure",
    "daemon",
    "edit",
    "help",
    "mcp",
    "mcp/render",
    "mcp/session",
    "mcp/tools",
    "methods",
    "request",
    "serve",
    "setup",
    "show",
    "show/text",
  ],
};
/** The files directly in src/. */
const topFiles = ["main.ts", "index.ts", "proxy.ts", "router.ts", "error.ts", "uri.ts"];

/**
 * Words of the former private dialect. None may be a camel-case part of the name of a file or an
 * export.
 */
const bannedWords = [
  ...["asked", "asking", "answered", "answering", "telling", "told", "wishes", "sleepers", "silence", "welcome"],
  ...["taking", "returning", "hosting", "everyone", "courtesy", "arrival", "arrivals", "pushed", "freshness", "crew"],
  ...["errands", "complaints", "drafts", "slips", "climb", "windows", "misfit", "joined", "ahead", "known", "meaning"],
  ...["serving", "deafen", "mourned", "bereft", "patience", "lastWords", "sought", "happening", "inTurn", "inTime"],
  ...["ear", "speaker", "whoever"],
];
/** Exceptions: `windows` as the operating system. */
const allowedNames: readonly string[] = ["isWindows"];

test("There are files to check", () => expect(files.length).toBeGreaterThan(40));

test("Imports go one way", () => {
  const wrong = imports.filter(({ from, target }) => {
    if (target === undefined) return false;
    const [room, other] = [roomOf(from), roomOf(target)];
    return other !== room && !sharedRooms.includes(other) && !mayImport[room]?.includes(other);
  });
  expect(wrong).toEqual([]);
});

test("The table of rooms in ARCHITECTURE.md has the imports that each room may have", () => {
  const documented = [...readFileSync(join(root, "ARCHITECTURE.md"), "utf8").matchAll(ROOM_ROW)].map(
    ([, room = "", may = ""]) => [room, may === "nothing" ? [] : may.split(", ")],
  );
  const rooms = Object.entries(mayImport).filter(([room]) => !room.includes("."));
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(rooms));
});

/** Room, content, imports and invariant. */
const ROOM_ROW = /^\| `(\w+)\/` \| [^|]+ \| ([^|]+) \| [^|]+ \|$/gm;

/** The acts of ask/. Elsewhere, whatever is wanted of a server is a question. */
const actsOfAsking = /^(?:waitUntilReady|waitWhileRelisting|notifyChangedFiles|sendRequest|sendUncancelled)$/;

test("Only ask/ waits for a server, notifies it of changed files, sends it requests, or opens files there", () => {
  const wrong = files.flatMap((file) => {
    if (roomOf(file) === "ask") return [];
    const lists = [...text(file).matchAll(/^import (?:type )?\{([^}]*)\} from "[^"]*\/ask\/[^"]*";$/gm)];
    const names = lists.flatMap(([, list = ""]) => list.split(",").map((name) => name.trim()));
    const acts = [...names.filter((name) => actsOfAsking.test(name)), ...(code(file).match(/\bopenAtBackend\(/) ?? [])];
    return acts.map((act) => `${file}: ${act}`);
  });
  expect(wrong).toEqual([]);
});

test("Only our own servers load vscode-languageserver and the protocol that it brings", () => {
  const loading = /^import (?!type )[^;]*? from "vscode-languageserver[\w-]*"/gm;
  const isValue = (statement: string) => /[{,]\s*(?!type )\w/.test(statement);
  const users = files.filter((file) => [...text(file).matchAll(loading)].some(([statement]) => isValue(statement)));
  expect(users).toEqual(["embedded/session/serveLanguage.ts"]);
});

test("Copies of a client's texts are kept by one class", () => {
  const users = files.filter((file) => /\bapplyContentChanges\(/.test(code(file)));
  expect(users).toEqual(["files/documents/openDocument.ts", "text/edits/contentChanges.ts"]);
});

/** With a resolver, two questions at once would look like names that need each other. */
const atOnce = /Promise\.(?:all|allSettled|race|any)\([^;]*/g;

test("Names are resolved one after the other: by a request of the embedded server, or in turns", () => {
  const own = files.filter(
    (file) => /^(?:code|embedded)\//.test(file) && /\b(?:Resolver|[rR]esolving)\b/.test(code(file)),
  );
  expect(own.length).toBeGreaterThan(10);
  // These read and parse files, and ask about no name.
  const reads = /\.read\(|entityAt\(|parameterOf\(/;
  const wrong = own.flatMap((file) =>
    [...code(file).matchAll(atOnce)].flatMap(([all]) => (reads.test(all) ? [] : [`${file}: ${all}`])),
  );
  expect(wrong).toEqual([]);
  // Elsewhere a resolver is to be had in a turn alone.
  const made = files.filter((file) => /new Resolver\(/.test(code(file)));
  expect(made).toEqual(["code/resolve/resolverTurns.ts", "embedded/resolution/resolveNames.ts"]);
});

test.each(["proxy.ts", "router.ts"])("With %s, nothing is loaded that asks, holds back or compares answers", (file) => {
  const loaded = [...loadedWith(file)];
  expect(loaded).toContain("session/session.ts");
  const late = /^(?:ask\/(?:ask|question\w*)|session\/(?:agent\/(?:agentSession|held\w+)|completeness\/.*))\.ts$/;
  expect(loaded.filter((each) => late.test(each) || /\/(?:held|await)\w+\.ts$/.test(each))).toEqual([]);
});

test("Every file is in a room, and every room has files", () => {
  const allowed = Object.entries(rooms).flatMap(([room, inner]) => [
    room,
    ...inner.map((folder) => `${room}/${folder}`),
  ]);
  const isInRoom = (file: string) => (file.includes("/") ? allowed.includes(dirname(file)) : topFiles.includes(file));
  expect(files.filter((file) => !isInRoom(file))).toEqual([]);
  expect(allowed.filter((folder) => !files.some((file) => file.startsWith(`${folder}/`)))).toEqual([]);
});

test("Every import leads to a file", () => {
  const isBroken = ({ to, target }: Import) => to.startsWith(".") && !to.endsWith(".json") && target === undefined;
  const broken = imports.filter(isBroken);
  expect(broken.map(({ from, to }) => `${from}: ${to}`)).toEqual([]);
});

test("There are no import cycles, types and lazy imports included", () => {
  expect(cyclesOf(edges(imports)).map((cycle) => cycle.join(" → "))).toEqual([]);
});

test("There are no import cycles between the folders of a room", () => {
  const folders = imports.flatMap(({ from, target }) => {
    if (target === undefined) return [];
    const [one, other] = [dirname(from), dirname(target)];
    const isSibling = one !== other && dirname(one) === dirname(other) && one.includes("/");
    return isSibling ? [{ from: one, target: other }] : [];
  });
  expect(cyclesOf(edges(folders)).map((cycle) => cycle.join(" → "))).toEqual([]);
});

test("No two exported types have the same name", () => {
  expect(repeated(exported.filter(({ isType }) => isType))).toEqual([]);
});

test("No folder has too many entries", () => {
  const folders = ["", ...new Set(files.flatMap(foldersAround))];
  const full = folders.flatMap((folder) => {
    const count = readdirSync(join(source, folder)).length;
    // languages/ is a list, one entry a language.
    if (folder === "languages") return [];
    const max = folder === "" ? MAX_ENTRIES_IN_SRC : MAX_ENTRIES_IN_FOLDER;
    return count > max ? [`src/${folder} has ${count} entries, at most ${max} are readable`] : [];
  });
  expect(full).toEqual([]);
});

test("No file and no export has a banned word in its name", () => {
  const named = [
    ...files.map((file) => ({ file, name: posix.basename(file, ".ts") })),
    ...[...new Set(files.flatMap(foldersAround))].map((file) => ({ file, name: posix.basename(file) })),
    ...exported,
  ];
  const banned = named.flatMap(({ file, name }) => {
    const word = allowedNames.includes(name) ? undefined : bannedWords.find((each) => hasWord(name, each));
    return word === undefined ? [] : [`${file}: ${name} (${word})`];
  });
  expect(banned).toEqual([]);
});

test("A test that starts processes or threads has e2e or soak in its name", () => {
  const starts = (file: string) => [...reachedFrom(file)].some(startsProcess);
  const isNamedSo = (file: string) => /\.(?:e2e|soak)\.test\.ts$/.test(file);
  const tests = testFiles.filter((file) => file.endsWith(".test.ts"));
  expect(tests.length).toBeGreaterThan(100);
  expect(tests.filter((file) => !isNamedSo(file) && starts(file))).toEqual([]);
});

test("Code has at most 120 columns and comments 100, in all sources, tests and scripts", () => {
  const folders = ["src", "test", "scripts", "bench", "editors/vscode/src"];
  const all = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .map((file) => posix.join(folder, file.replaceAll("\\", "/")))
      .filter((file) => /\.(?:ts|mjs)$/.test(file) && !file.startsWith("test/projects/")),
  );
  const long = all.flatMap((file) => longLines(file).map((line) => `${file}:${line}`));
  expect(all.length).toBeGreaterThan(500);
  expect(long).toEqual([]);
});

test("The facts of languages are data: they import nothing but each other", () => {
  const inside = imports.filter(({ from }) => from.startsWith("languages/"));
  expect(inside.length).toBeGreaterThan(50);
  expect(inside.filter(({ to }) => !to.startsWith("./"))).toEqual([]);
});

test("The core imports neither Node nor packages, and uses no clock or promise", () => {
  const core = files.filter((file) => /^(text|locate)\//.test(file) || file === "error.ts");
  expect(imports.filter(({ from, to }) => core.includes(from) && !to.startsWith("."))).toEqual([]);
  expect(
    core.filter((file) =>
      /\b(Promise|async|await|Date\.now|performance|console|process|setTimeout)\b[.(<\s]/.test(code(file)),
    ),
  ).toEqual([]);
});

test("Only the worker loads tree-sitter, and the index imports only its types", () => {
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
    /(grammars|heartbeat|workerConnection)\.js$/.test(to);
  expect(reached.filter(({ from, to }) => !typesOnly(from, to))).toEqual([]);
  const index = files.filter((file) => file.startsWith("syntax/index/"));
  expect(imports.filter(({ from, to }) => index.includes(from) && to.startsWith("node:"))).toEqual([]);
});

/** Files that open others: to write them, as part of a change to them, or to load our own code. */
const opensFiles: readonly string[] = [
  "workspace/cache/cacheFile.ts",
  "daemon/spawn.ts",
  "cli/setup/codeCache.ts",
  "cli/setup/launch.ts",
];

test("files are read by files/ alone, which never blocks on a pipe or a device", () => {
  const fsImport = /^import (?!type)([^;]*?) from "node:fs(?:\/promises)?";/gm;
  const reads = /\b(?:readFile|readFileSync|createReadStream|open|openSync|openAsBlob|promises)\b|^\w|\*/;
  const reading = files.filter((file) =>
    [...text(file).matchAll(fsImport)].some(([, names = ""]) => reads.test(names)),
  );
  expect(reading.filter((file) => !file.startsWith("files/") && !opensFiles.includes(file))).toEqual([]);
});

test("Folders are made by makeFolders alone, as Node tries for ever in /proc", () => {
  expect(files.filter((file) => /\bmkdir\w*\([^;]*recursive/.test(code(file)))).toEqual(["daemon/daemonFolder.ts"]);
});

test("wire/ and workspace/ know no method of LSP, and workspace/ none of its types", () => {
  const below = files.filter((file) => /^(?:wire|workspace)\//.test(file));
  expect(below.filter((file) => /textDocument|"workspace\/\w+"/.test(code(file)))).toEqual([]);
  const index = below.filter((file) => file.startsWith("workspace/"));
  expect(index.filter((file) => /from "vscode-/.test(text(file)))).toEqual([]);
});

test("Three files load tree-sitter", () => {
  const loading = files.filter((file) => /^import \{ (?!type )[^}]*\} from "web-tree-sitter"/m.test(text(file)));
  expect(loading).toEqual([
    "syntax/grammars/grammarLoader.ts",
    "syntax/grammars/loadedGrammar.ts",
    "syntax/trees/parsedText.ts",
  ]);
});

test("Error codes are written in error.ts alone", () => {
  expect(files.filter((file) => file !== "error.ts" && /-32\d{3}\b/.test(code(file)))).toEqual([]);
});

test("Only the command line writes to stdout", () => {
  const quiet = files.filter((file) => !file.startsWith("cli/"));
  expect(quiet.filter((file) => /console\.|process\.stdout/.test(code(file)))).toEqual([]);
});

test("Every file begins with a comment that describes it", () => {
  expect(files.filter((file) => !/^(#!.*\n)?\/\*\*/.test(text(file)))).toEqual([]);
});

test("There is no any, no enum and no ignored error", () => {
  expect(files.filter((file) => /(:|<|\bas) any\b|@ts-(ignore|nocheck)|^\s*(export )?enum /m.test(code(file)))).toEqual(
    [],
  );
});

test("Every method is in docs/protocol, and no other", () => {
  const pages = ["docs/protocol.md", ...pagesIn("docs/protocol")].map(textOf).join("\n");
  const documented = [...pages.matchAll(/`locate\/([\w/]+)`/g)].map(([, name]) => `locate/${name}`);
  expect([...new Set(documented)].sort()).toEqual([...locateMethods].sort());
});

test("Every kind of error is in docs/protocol/errors.md", () => {
  const kinds = [...text("error.ts").matchAll(/^ {2}(\w+_\w+|unsupported): codes/gm)].map(([, kind]) => kind as string);
  const documented = textOf("docs/protocol/errors.md");
  expect(kinds.length).toBeGreaterThan(20);
  expect(kinds.filter((kind) => !documented.includes(`\`${kind}\``))).toEqual([]);
});

test("The lockfile has no download addresses, and satisfies package.json", () => {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, { resolved?: string; devDependencies?: object }>;
  };
  expect(Object.values(lock.packages).filter(({ resolved }) => resolved?.startsWith("http"))).toEqual([]);
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { devDependencies: object };
  expect(lock.packages[""]?.devDependencies).toEqual(manifest.devDependencies);
});

test("The lockfile has each package's builds for every platform, so that npm ci works on all of them", () => {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, { integrity?: string; optionalDependencies?: Record<string, string> }>;
  };
  const required = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => lockedPath(path, name, packages)),
  );
  expect(required.length).toBeGreaterThan(50);
  expect(required.filter((path) => packages[path]?.integrity === undefined)).toEqual([]);
});

test("Every file that package.json names exists after a build", () => {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    bin: Record<string, string>;
    files: string[];
  };
  for (const path of Object.values(manifest.bin)) expect(existsSync(join(root, path))).toBe(true);
});

/** Files that spread tables of our own, or two arguments of a server's notification. */
const spreadsOwnTables: readonly string[] = [
  "backend/doctor/probe.ts",
  "cli/configure/harnesses.ts",
  "cli/help/helpPage.ts",
  "embedded/session/serveLanguage.ts",
];

test("No call spreads a list into its arguments, as a call takes only some 100,000; a function passes its own on", () => {
  const spreading = files.flatMap((file) => {
    const found: string[] = [];
    const restNames = new Set<unknown>();
    visit(parseSync(file, text(file)).program, (node) => {
      const { argument } = node as { argument?: { name?: string } };
      if (node.type === "RestElement") restNames.add(argument?.name);
      if (node.type !== "CallExpression" && node.type !== "NewExpression") return;
      const spread = (node["arguments"] as SyntaxTreeNode[]).filter(({ type }) => type === "SpreadElement");
      if (spread.some((each) => !restNames.has((each["argument"] as { name?: string }).name)))
        found.push(`${file}: ${text(file).slice(node.start, node.end).slice(0, 80)}`);
    });
    return found;
  });
  expect(spreading.filter((each) => !spreadsOwnTables.some((file) => each.startsWith(file)))).toEqual([]);
  expect(spreading).not.toEqual([]);
});

/** A file's text without comments. */
function code(file: string): string {
  return text(file)
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/^\s*\/\/.*$/gm, "");
}
