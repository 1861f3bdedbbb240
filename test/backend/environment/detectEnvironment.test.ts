/** The environments that are found by servers.json, in folders as the ecosystems' tools make. */

import { createHash } from "node:crypto";
import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadServers, shippedServers } from "../../../src/backend/config/loadServers.js";
import type { Server } from "../../../src/backend/config/servers.js";
import { effectiveSettings } from "../../../src/backend/config/settings.js";
import { mayRunTools, untrustedServers } from "../../../src/backend/config/trust.js";
import type { SearchScope } from "../../../src/backend/environment/candidateFolders.js";
import { nearestEnvironmentFolder } from "../../../src/backend/environment/detectEnvironment.js";
import { WatchedEnvironment } from "../../../src/backend/environment/watchedEnvironment.js";
import { createFolder, removeFolders } from "../../folders.js";
import { type Search, search, tree, venv, writeAll } from "./projects.js";

afterAll(removeFolders);

/** The folders that pyright is told of, from the folder of the workspace. */
function packagesIn(top: string, options?: Search): readonly string[] {
  const [use] = search(top, options).uses;
  const { python } = (use?.set.settings ?? {}) as { python?: { analysis?: { extraPaths?: readonly string[] } } };
  return (python?.analysis?.extraPaths ?? []).map((path) => path.replace(`${top}/`, ""));
}

const SITE = "lib/python3.12/site-packages";

test.each<[string, Readonly<Record<string, string>>, Search, readonly string[]]>([
  ["An environment in the root is used", venv(".venv"), {}, [`.venv/${SITE}`]],
  ["One above the root is used", { ...venv("venv"), "a/b/x.py": "" }, { root: "a/b" }, [`venv/${SITE}`]],
  ["The nearest one is used", { ...venv(".venv"), ...venv("a/env") }, { root: "a" }, [`a/env/${SITE}`]],
  [".venv goes before venv beside it", { ...venv("venv"), ...venv(".venv") }, {}, [`.venv/${SITE}`]],
  [
    "conda's and pixi's folders are environments",
    {
      ".pixi/envs/default/conda-meta/history": "",
      [`.pixi/envs/default/${SITE}/x.py`]: "",
    },
    {},
    [`.pixi/envs/default/${SITE}`],
  ],
  ["A folder of another kind is none", { "env/x.py": "", "venv/pyvenv.cfg/x": "" }, {}, []],
  [
    "A configuration of pyright's own goes first",
    { ...venv(".venv"), "pyrightconfig.json": '{ "venvPath": ".", "venv": "x" }' },
    {},
    [],
  ],
  [
    "Its table in pyproject.toml does, too",
    { ...venv(".venv"), "pyproject.toml": '[tool.pyright]\nvenv = "x"' },
    {},
    [],
  ],
  [
    "A configuration that does not name an environment does not",
    { ...venv(".venv"), "pyrightconfig.json": '{ "strict": ["."] }', "pyproject.toml": '[tool.other]\nvenv = "x"' },
    {},
    [`.venv/${SITE}`],
  ],
  [
    "The paths of editable installations are used inside the workspace alone",
    {
      ...venv(".venv"),
      [`.venv/${SITE}/_own.pth`]: "# own\n../../../../src\nimport os; os.system('x')\n/usr\nnowhere\n",
      "src/own.py": "",
    },
    {},
    [`.venv/${SITE}`, "src"],
  ],
  ["A file of pdm that names nothing is none", { ...venv("envs/x"), ".pdm-python": "" }, {}, []],
])("%s", (_title, files, options, expected) => {
  expect(packagesIn(tree(files), options)).toEqual(expected);
});

test("The file of pdm names the environment of an interpreter in the workspace", () => {
  const top = tree(venv("envs/x"));
  writeAll(top, { ".pdm-python": join(top, "envs/x/bin/python3") });
  expect(packagesIn(top)).toEqual([`envs/x/${SITE}`]);
});

test("The caller's variable goes before the nearest folder, and may be outside", () => {
  const [top, other] = [tree(venv(".venv")), tree(venv("mine"))];
  expect(packagesIn(top, { env: { VIRTUAL_ENV: join(other, "mine") } })).toEqual([`${other}/mine/${SITE}`]);
  expect(packagesIn(top, { env: { VIRTUAL_ENV: join(other, "gone") } })).toEqual([`.venv/${SITE}`]);
});

test("Environments that tools keep in the user's folders are found by the name and the path of the project", () => {
  const [top, home] = [tree({ "pyproject.toml": '[project]\nname = "My App"\n' }), createFolder()];
  expect(search(top, { home }).uses).toEqual([]);
  const hash = createHash("sha256").update(top).digest("base64url").slice(0, 8);
  const folder = `.cache/pypoetry/virtualenvs/my_app-${hash}-py3.12`;
  writeAll(home, venv(folder));
  expect(packagesIn(top, { home })).toEqual([`${home}/${folder}/${SITE}`]);
});

test("What can't be used is said, and the next one is used", () => {
  const outside = tree(venv("other"));
  const top = tree({ ".venv": `->${outside}/other`, ...venv("venv") });
  const found = search(top);
  expect(found.uses.map(({ path }) => path)).toEqual([join(top, "venv")]);
  expect(found.refused).toEqual([
    `.venv is not used as Python environment: it leads out of the workspace, to ${outside}/other. Name another one with VIRTUAL_ENV.`,
  ]);
  const broken = tree({ ...venv(".venv"), ".venv/pyvenv.cfg": "garbage" });
  expect(search(broken).refused[0]).toContain("its pyvenv.cfg does not say where Python is (`home`); make it anew");
  expect(search(tree({ ".venv/pyvenv.cfg": "home = /usr/bin" })).refused[0]).toContain("it has no site-packages");
});

test("The interpreter of the workspace is run only where the user allows it, and it exists", () => {
  const top = tree(venv(".venv"));
  const settings = (options: Search) => search(top, options).uses[0]?.set.settings;
  expect(settings({ tools: true })).toEqual({ python: { pythonPath: join(top, ".venv/bin/python3") } });
  expect(settings({})).not.toHaveProperty("python.pythonPath");
  const { ".venv/bin/python3": _, ...rest } = venv(".venv");
  const withoutOne = tree({ ...rest, ".venv/bin/python3": "->/nowhere/python3" });
  expect(packagesIn(withoutOne, { tools: true })).toEqual([`.venv/${SITE}`]);
});

test("Nothing is looked for in an untrusted workspace", () => {
  const top = tree(venv(".venv"));
  const entry = untrustedServers(shippedServers()).servers.get("pyright") as Server;
  expect(search(top, { entry })).toMatchObject({ uses: [], refused: [] });
});

test("Commands of the workspace are allowed by the innermost entry, which is then trusted", async () => {
  const top = createFolder();
  const path = join(top, "servers.json");
  writeFileSync(
    path,
    JSON.stringify({ folders: { a: { tools: true }, "a/b": {}, c: { tools: true, untrusted: true } } }),
  );
  const servers = await loadServers({ path });
  expect(servers.problems).toEqual([]);
  expect(["a", "a/x", "a/b", "c", "d"].map((name) => mayRunTools(servers, join(top, name)))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("Settings of the user or of the client go before what was found", () => {
  const top = tree(venv(".venv"));
  expect(search(top, { entry: { settings: { python: { pythonPath: "/my/python" } } } }).uses).toEqual([]);
  const { server } = search(top);
  const extraPaths = [join(top, `.venv/${SITE}`)];
  const analysis = { autoSearchPaths: true, diagnosticMode: "openFilesOnly", useLibraryCodeForTypes: true };
  expect(server.settings).toEqual({ python: { analysis: { ...analysis, extraPaths } } });
  const rows: readonly [unknown, string | undefined, unknown][] = [
    [{ analysis: { typeCheckingMode: "strict" } }, "python", { analysis: { typeCheckingMode: "strict", extraPaths } }],
    [{ pythonPath: "/my/python" }, "python", { pythonPath: "/my/python" }],
    [{ pythonPath: "" }, "python", { pythonPath: "", analysis: { extraPaths } }],
    [null, "python.analysis", { extraPaths }],
    [{ extraPaths: ["x"] }, "python.analysis", { extraPaths: ["x"] }],
    [null, "other", null],
    [{ python: { venvPath: "x" } }, undefined, { python: { venvPath: "x" } }],
  ];
  for (const [own, section, expected] of rows) expect(effectiveSettings(own, section, server)).toEqual(expected);
});

describe("A compilation database", () => {
  const entry = (file: string, directory = "/nowhere") => JSON.stringify([{ directory, command: "c++", file }]);
  const pathOf = (top: string, root = "") =>
    search(top, { server: "clangd", root }).uses.map(({ path }) => path.replace(`${top}/`, ""));

  /** Makes databases that name `main.cpp`, each newer than the one before. */
  function databases(...folders: readonly string[]): string {
    const top = tree({ "main.cpp": "", "src/main.cpp": "" });
    for (const [n, folder] of folders.entries()) {
      writeAll(top, { [`${folder}/compile_commands.json`]: entry(join(top, "main.cpp")) });
      utimesSync(join(top, folder, "compile_commands.json"), 1_000_000 + n, 1_000_000 + n);
    }
    return top;
  }

  test.each<[readonly string[], readonly string[]]>([
    [["build/debug"], ["build/debug"]],
    [["cmake-build-debug", "out/Default", "builddir"], ["builddir"]],
    [["builddir", "cmake-build-release", "build-x"], ["build-x"]],
    [["target"], []],
    [Array.from({ length: 40 }, (_, n) => `build-${n}`), ["build-39"]],
  ])("of folders is used if it is the newest: %#", (folders, expected) => {
    expect(pathOf(databases(...folders))).toEqual(expected);
  });

  test("of other files, as in a copied folder, is not used", () => {
    const top = databases("build-a");
    writeAll(top, {
      "build-b/compile_commands.json": entry("/elsewhere/main.cpp"),
      "build-c/compile_commands.json": "{",
    });
    expect(pathOf(top)).toEqual(["build-a"]);
    expect(search(top, { server: "clangd" }).refused.toSorted()).toEqual([
      "build-b is not used as compilation database: its compile_commands.json names no file of this workspace.",
      "build-c is not used as compilation database: its compile_commands.json names no files.",
    ]);
  });

  test("may name files relative to its directory", () => {
    const top = tree({ "src/a.cpp": "", "build/x/compile_commands.json": entry("../../src/a.cpp", ".") });
    expect(pathOf(top, "src")).toEqual(["build/x"]);
  });

  test("is not looked for where the project's own file names one", () => {
    const top = databases("build/debug");
    writeAll(top, { ".clangd": "CompileFlags:\n  Add: [-DX]\n" });
    expect(pathOf(top)).toEqual(["build/debug"]);
    writeAll(top, { ".clangd": "CompileFlags:\n  CompilationDatabase: mine/\n" });
    expect(pathOf(top)).toEqual([]);
    const withOwn = databases("build/debug");
    writeAll(withOwn, { "compile_commands.json": "[]" });
    expect(pathOf(withOwn)).toEqual([]);
  });
});

test("The workspace's own TypeScript is used by vtsls", () => {
  const top = tree({ "node_modules/typescript/lib/tsserver.js": "", "a/x.ts": "" });
  expect(search(top, { server: "vtsls", root: "a" }).server.settings).toEqual({
    typescript: { tsdk: join(top, "node_modules/typescript/lib") },
    vtsls: { autoUseWorkspaceTsdk: true },
  });
});

describe("A JDK", () => {
  const jdk = (folder: string, version: string) => ({
    [`${folder}/release`]: `IMPLEMENTOR="x"\nJAVA_VERSION="${version}"\n`,
    [`${folder}/${version.startsWith("1.") ? "jre/lib/rt.jar" : "lib/jrt-fs.jar"}`]: "",
  });
  const home = () =>
    tree({
      ...jdk(".sdkman/candidates/java/17.0.9-tem", "17.0.9"),
      ...jdk(".sdkman/candidates/java/17.0.2-zulu", "17.0.2"),
      ...jdk(".jenv/versions/1.8", "1.8.0_402"),
      ...jdk(".gradle/jdks/eclipse_adoptium-21-amd64-linux.2", "21.0.1"),
      ".jdks/broken-19/release": 'JAVA_VERSION="19"',
    });
  const toolchain = "java {\n  toolchain {\n    languageVersion";

  test.each<[string, Readonly<Record<string, string>>, string | undefined, string]>([
    ["by the file of jenv", { ".java-version": "1.8\n" }, ".jenv/versions/1.8", "JavaSE-1.8"],
    ["by a vendor's version", { ".java-version": "temurin-17" }, ".sdkman/candidates/java/17.0.9-tem", "JavaSE-17"],
    ["of just that version", { ".java-version": "17.0.2" }, ".sdkman/candidates/java/17.0.2-zulu", "JavaSE-17"],
    [
      "by the file of SDKMAN",
      { ".sdkmanrc": "# env\njava=17.0.2-zulu\nmaven=3.9.6\n" },
      ".sdkman/candidates/java/17.0.2-zulu",
      "JavaSE-17",
    ],
    [
      "by the toolchain of Gradle",
      { "build.gradle": `${toolchain} = JavaLanguageVersion.of(21)` },
      ".gradle/jdks/eclipse_adoptium-21-amd64-linux.2",
      "JavaSE-21",
    ],
    [
      "by the toolchain of a Kotlin script",
      { "build.gradle.kts": `${toolchain}.set(JavaLanguageVersion.of(21))` },
      ".gradle/jdks/eclipse_adoptium-21-amd64-linux.2",
      "JavaSE-21",
    ],
    ["that is not installed is none", { ".java-version": "99" }, undefined, ""],
    ["without a class library is none", { ".java-version": "19" }, undefined, ""],
    ["by a file that names no version is none", { ".java-version": "../../etc\n" }, undefined, ""],
  ])("%s", (_title, files, expected, runtime) => {
    const own = home();
    const { uses, server } = search(tree(files), { server: "jdtls", home: own });
    expect(uses.map(({ path }) => path)).toEqual(expected === undefined ? [] : [join(own, expected)]);
    const runtimes = expected && [{ name: runtime, path: join(own, expected), default: true }];
    const configuration = { updateBuildConfiguration: "automatic", ...(runtimes && { runtimes }) };
    expect(server.settings).toEqual({ java: { configuration } });
  });

  test("of JAVA_HOME is used where no file of the project names a version, and before Gradle's", () => {
    const [own, other] = [home(), tree(jdk("jdk", "11.0.2"))];
    const env = { JAVA_HOME: join(other, "jdk") };
    const pathOf = (files: Readonly<Record<string, string>>) =>
      search(tree(files), { server: "jdtls", home: own, env }).uses[0]?.path;
    expect(pathOf({ "build.gradle": `${toolchain} = JavaLanguageVersion.of(21)` })).toBe(join(other, "jdk"));
    expect(pathOf({ ".java-version": "1.8" })).toBe(join(own, ".jenv/versions/1.8"));
  });

  test("that is not used says why, and the user's own setting goes first", () => {
    const own = home();
    expect(search(tree({ ".java-version": "19" }), { server: "jdtls", home: own }).refused[0]).toContain(
      "is not used as JDK: it has no class library. Name another one with JAVA_HOME.",
    );
    const entry = { settings: { java: { configuration: { runtimes: [] } } } };
    expect(search(tree({ ".java-version": "1.8" }), { server: "jdtls", home: own, entry }).uses).toEqual([]);
  });
});

test.each(["intelephense", "phpactor"])("Composer's packages are said, and %s is started again with them", (server) => {
  const top = tree({ "composer.json": "{}" });
  expect(search(top, { server }).uses).toEqual([]);
  writeAll(top, { "vendor/composer/installed.json": "{}" });
  expect(search(top, { server }).uses).toMatchObject([{ path: join(top, "vendor"), set: {} }]);
});

test("Each installation of a package is noticed, and no cache of a tool", () => {
  const top = tree({ "node_modules/.package-lock.json": "1" });
  const stamp = () => search(top, { server: "typescript-language-server" }).uses[0]?.stamp;
  const before = stamp();
  writeAll(top, { "node_modules/.vite/x": "" });
  expect(stamp()).toBe(before);
  writeAll(top, { "node_modules/.package-lock.json": "12" });
  expect(stamp()).not.toBe(before);
});

test("A change is noticed: an environment that comes, has other packages, and goes", () => {
  const top = tree({ "x.py": "" });
  const { servers, languages } = shippedServers();
  const watched = new WatchedEnvironment(servers.get("pyright") as Server, { root: top, top }, () => ({
    languages,
    mayRunTools: false,
  }));
  const paths = () => watched.server.environment?.uses.map(({ path }) => path);
  expect([watched.review(), paths()]).toEqual([undefined, []]);
  writeAll(top, venv(".venv"));
  expect([watched.review(), paths()]).toEqual(["environment", [join(top, ".venv")]]);
  writeAll(top, { "y.py": "" });
  expect(watched.review()).toBeUndefined();
  writeAll(top, { [`.venv/${SITE}/more.py`]: "" });
  utimesSync(join(top, ".venv", SITE), 1_000_000, 1_000_000);
  expect([watched.review(), watched.review()]).toEqual(["environment", undefined]);
  writeAll(top, { "pyrightconfig.json": '{ "venv": "x" }' });
  expect([watched.review(), paths()]).toEqual(["environment", []]);
  writeAll(top, { "pyrightconfig.json": '{ "venv": "x", "strict": ["."] }' });
  expect([watched.review(), watched.revision]).toEqual(["configuration", 4]);
});

test("Companions are told of the environment, too, and a change of it is noticed", () => {
  const top = createFolder();
  const { servers, languages } = shippedServers();
  const [main, ty] = ["ruff", "ty"].map((name) => servers.get(name) as Server) as [Server, Server];
  const untrusted = { ...ty, restriction: { kind: "settings" } } as unknown as Server;
  const companions = [ty, untrusted].map((server) => ({ ...pairOf(server), server }));
  const watched = new WatchedEnvironment({ ...main, companions }, { root: top, top }, () => ({
    languages,
    mayRunTools: false,
  }));
  const told = () => watched.server.companions?.map(({ server }) => server.settings);
  const before = told();
  writeAll(top, venv(".venv"));
  expect(watched.review()).toBe("environment");
  const settings = { ty: { configuration: { environment: { python: join(top, ".venv") } } } };
  expect(told()).toEqual([expect.objectContaining(settings), before?.[1]]);
  expect(watched.review()).toBeUndefined();
});

function pairOf({ command, languages }: Server) {
  return { command, languages, leads: [], formats: [], encoding: "utf-16" as const };
}

test.each<[string, Readonly<Record<string, string>>, string, SearchScope["env"], string]>([
  ["A package of a monorepo has its own", venv("a/b/.venv"), "a/b/c/d", {}, "a/b"],
  ["The nearest one is that of the file", { ...venv("a/.venv"), ...venv("a/b/venv") }, "a/b", {}, "a/b"],
  ["That of the root is the one of all others", venv(".venv"), "a/b", {}, ""],
  ["A variable of the caller names one for all", venv("a/.venv"), "a", { VIRTUAL_ENV: "/x" }, ""],
  ["A folder that is only called so is none", { "a/venv/x.py": "" }, "a", {}, ""],
])("%s", (_title, files, folder, env, expected) => {
  const top = tree({ ...files, [`${folder}/x.py`]: "" });
  const { servers, languages } = shippedServers();
  const scope = { root: join(top, folder), top, env, platform: "linux", home: undefined, look() {} } as const;
  const found = (server: string) => nearestEnvironmentFolder(servers.get(server) as Server, scope, languages);
  expect(found("pyright")).toBe(join(top, expected));
  // A TypeScript in each package is no reason for a server in each.
  expect(found("vtsls")).toBe(top);
});
