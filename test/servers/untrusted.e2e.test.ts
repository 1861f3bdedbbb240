/** Untrusted workspaces: servers run none of their code, whatever settings a client sends. */

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { buildCommand } from "../buildCommand.js";
import { cleanUp, startAgent } from "../cli/mcp/agent.js";
import { type Peer, type PeerOptions, repository, startPeer } from "../peer.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "untrusted-")));
afterAll(async () => {
  await cleanUp();
  rmSync(folder, { recursive: true, force: true });
});

const bin = join(repository, "node_modules/.bin");
const recordingServer = [process.execPath, join(import.meta.dirname, "recordingServer.mjs")];

let count = 0;

/** Makes a workspace with these files; `marker` is where its code would write. */
function createWorkspace(files: (marker: string) => Readonly<Record<string, string>>) {
  const root = join(folder, `workspace-${++count}`);
  const marker = join(folder, `marker-${count}`);
  for (const [path, text] of Object.entries(files(marker))) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text, { mode: 0o755 });
  }
  return { root, wasRun: () => existsSync(marker) };
}

/** A workspace whose own TypeScript writes the marker when it is loaded. */
function createTypescriptWorkspace() {
  return createWorkspace((marker) => {
    const code = `require("fs").writeFileSync(${JSON.stringify(marker)}, "");`;
    return {
      "a.ts": "export const total = 1;\n",
      "tsconfig.json": `{ "compilerOptions": { "plugins": [{ "name": "plugin" }] } }`,
      "package.json": `{ "dependencies": { "typescript": "5.9.9" } }`,
      "node_modules/plugin/package.json": `{ "name": "plugin", "version": "1.0.0", "main": "index.js" }`,
      "node_modules/plugin/index.js": code,
      "node_modules/typescript/package.json": `{ "name": "typescript", "version": "5.9.9", "main": "lib/typescript.js" }`,
      "node_modules/typescript/lib/typescript.js": code,
      "node_modules/typescript/lib/tsserver.js": code,
    };
  });
}

function writeServers(file: object): string {
  const path = join(folder, `servers-${++count}.json`);
  writeFileSync(path, JSON.stringify(file));
  return path;
}

async function runCommand(root: string, ...words: readonly string[]) {
  return runCommandWith([], root, words);
}

/** Runs it with these folders in front of PATH. */
async function runCommandWith(folders: readonly string[], root: string, words: readonly string[]) {
  return spawnSync(process.execPath, [await buildCommand(), ...words], {
    cwd: root,
    encoding: "utf8",
    env: {
      ...process.env,
      PATH: [...folders, bin, process.env["PATH"]].join(delimiter),
      XDG_CACHE_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
  });
}

describe("typescript-language-server", () => {
  const servers = writeServers({ languages: { typescript: { servers: ["typescript-language-server"] } } });
  const command = [join(bin, "typescript-language-server"), "--stdio"];

  test("It runs the TypeScript of a trusted workspace", async () => {
    const { root, wasRun } = createTypescriptWorkspace();
    await runCommand(root, "hover", "a.ts:total", `--servers=${servers}`, "--timeout=20");
    expect(wasRun()).toBe(true);
  });

  test("A shell command with --untrusted gets an answer of its own TypeScript", async () => {
    const { root, wasRun } = createTypescriptWorkspace();
    const { stdout, stderr } = await runCommand(root, "hover", "a.ts:total", `--servers=${servers}`, "--untrusted");
    expect({ stdout, stderr }).toMatchObject({ stdout: expect.stringContaining("const total: 1") });
    expect(wasRun()).toBe(false);
  });

  test("So does one in a folder that the user's servers.json does not trust", async () => {
    const { root, wasRun } = createTypescriptWorkspace();
    const own = writeServers({
      languages: { typescript: { servers: ["typescript-language-server"] } },
      folders: { [root]: { untrusted: true } },
    });
    const { stdout } = await runCommand(root, "hover", "a.ts:total", `--servers=${own}`);
    expect(stdout).toContain("const total: 1");
    expect(wasRun()).toBe(false);
  });

  test.each([
    ["in front of it", ["--untrusted"], command],
    ["in front of it, with restarts", ["--untrusted", "--restart"], command],
    ["with many servers", ["--untrusted", `--servers=${servers}`], []],
  ] as const)("The proxy %s keeps it from the code of the workspace", async (_title, options, server) => {
    const { root, wasRun } = createTypescriptWorkspace();
    const peer = await startPeer(server, { root, options });
    const answer = await peer.locate("hover", { file_path: "a.ts", scope: "total" });
    expect(JSON.stringify(answer)).toContain("const total: 1");
    const { backends } = await peer.request<{ backends: object[] }>("locate/status", {
      textDocument: { uri: peer.uri("a.ts") },
    });
    expect(backends).toMatchObject([{ untrusted: true }]);
    await peer.close();
    expect(wasRun()).toBe(false);
  });

  test("mcp --untrusted keeps it from the code of the workspace", async () => {
    const { root, wasRun } = createTypescriptWorkspace();
    const agent = await startAgent(root, {
      args: ["--untrusted"],
      servers: { languages: { typescript: { servers: ["typescript-language-server"] } } },
    });
    expect(await agent.text("ask", { question: "hover", locate: "a.ts:total" })).toContain("const total: 1");
    expect(wasRun()).toBe(false);
  });
});

test("vtsls runs the TypeScript of the workspace where the client says so, but not with --untrusted", async () => {
  const settings = { vtsls: { autoUseWorkspaceTsdk: true }, typescript: { tsdk: "node_modules/typescript/lib" } };
  const runs = [];
  for (const options of [[], ["--untrusted"]]) {
    const { root, wasRun } = createTypescriptWorkspace();
    const peer = await startPeer([join(bin, "vtsls"), "--stdio"], { root, options, settings, timeoutMs: 20_000 });
    await peer.notify("workspace/didChangeConfiguration", { settings });
    await peer.locate("hover", { file_path: "a.ts", scope: "total" }).catch(() => {});
    // The workspace's code is no tsserver and ends; vtsls is ended with it, and so is the session.
    await peer.close().catch((error: unknown) => {
      if (!wasRun()) throw error;
    });
    runs.push(wasRun());
  }
  expect(runs).toEqual([true, false]);
});

describe("A server in an untrusted workspace", () => {
  /** What an attacker, or a client that trusts its workspace, would like to have. */
  const wished = { cargo: { buildScripts: { enable: true }, features: ["a"] }, procMacro: { enable: true } };
  const required = { cargo: { buildScripts: { enable: false } }, procMacro: { enable: false }, checkOnSave: false };
  const kept = { cargo: { features: ["a"] } };
  const settings = { "rust-analyzer": wished };
  const requiredEnv = { RUSTC: "rustc", RUSTC_WRAPPER: "", RUSTUP_TOOLCHAIN: "stable" };
  /** The user's own, for a server that is otherwise not started there. */
  const untrusted = { initializationOptions: required, settings: { "rust-analyzer": required }, env: requiredEnv };
  const entry = {
    command: recordingServer,
    check: null,
    env: { RECORDED_SECTION: "rust-analyzer" },
    ready: "at once",
    untrusted,
  };
  const servers = writeServers({ servers: { "rust-analyzer": entry } });

  interface Seen {
    readonly initializationOptions: object;
    readonly notified: readonly Record<string, object>[];
    readonly answered: readonly object[];
    readonly env: object;
  }

  async function record(server: readonly string[], peerOptions: Omit<PeerOptions, "root">): Promise<Seen> {
    const { root } = createWorkspace(() => ({ "a.rs": "fn total() {}\n", "Cargo.toml": "" }));
    const peer: Peer = await startPeer(server, { root, ...peerOptions });
    const textDocument = { uri: peer.uri("a.rs"), languageId: "rust", version: 1, text: "fn total() {}\n" };
    await peer.notify("textDocument/didOpen", { textDocument });
    await peer.notify("workspace/didChangeConfiguration", { settings });
    const seen = await peer.request<Seen>("recording/seen", { textDocument: { uri: textDocument.uri } });
    await peer.close();
    return seen;
  }

  // The proxy recognises it by the last argument.
  const command = ["env", "RECORDED_SECTION=rust-analyzer", ...recordingServer, "rust-analyzer"];

  test.each([
    ["the proxy in front of it", ["--untrusted", `--servers=${servers}`], command, wished],
    ["the proxy with restarts", ["--untrusted", "--restart", `--servers=${servers}`], command, wished],
    ["the proxy with many servers", ["--untrusted", `--servers=${servers}`], [], { "rust-analyzer": wished }],
  ] as const)(
    "Behind %s it gets the required settings over those of the client",
    async (_title, options, server, sent) => {
      for (const capabilities of ["full", "poor"] as const) {
        const seen = await record(server, { options, settings, capabilities, initializationOptions: sent });
        expect(seen.initializationOptions).toMatchObject({ ...required, cargo: { ...required.cargo, ...kept.cargo } });
        expect(seen.notified.length).toBeGreaterThan(0);
        for (const each of [...seen.notified.map((all) => all["rust-analyzer"]), ...seen.answered])
          expect(each).toMatchObject(required);
        expect(seen.notified.at(-1)?.["rust-analyzer"]).toMatchObject(kept);
        expect(seen.env).toEqual(requiredEnv);
      }
    },
  );

  test("In a trusted workspace it gets those of the client", async () => {
    const seen = await record(command, { settings, initializationOptions: wished });
    expect(seen).toMatchObject({ initializationOptions: wished, notified: [settings], answered: [wished], env: {} });
  });

  test("One that runs code of the workspace is not started, and errors and doctor say why", async () => {
    const { root } = createWorkspace(() => ({ "a.eslint": "x", "b.js": "const total = 1;\n" }));
    const untrusted = "it runs the configuration of the workspace";
    const eslint = { command: [join(bin, "vscode-eslint-language-server"), "--stdio"], untrusted };
    const own = writeServers({
      servers: { eslint, other: { command: [...recordingServer] } },
      languages: {
        linted: { extensions: [".eslint"], servers: ["eslint"] },
        javascript: { servers: ["other"] },
      },
    });
    const options = [`--servers=${own}`, "--untrusted"];
    const refused = await runCommand(root, "hover", "a.eslint:1", ...options);
    expect(refused).toMatchObject({
      status: 1,
      stderr: `lsp-locate: No server for linted is started. eslint is not started in an untrusted workspace: ${untrusted}.\n`,
    });
    const embedded = await runCommand(root, "hover", "b.js:total", ...options);
    expect(embedded.stderr).toContain("other is not started in an untrusted workspace: servers.json does not say");
    expect(embedded.stdout).toContain("total");
    const doctor = JSON.parse((await runCommand(root, "doctor", "linted", "--json", ...options)).stdout);
    expect(doctor.servers).toMatchObject([
      { state: "refused", error: `not started in an untrusted workspace: ${untrusted}` },
    ]);
    expect((await runCommand(root, "doctor", "linted", ...options)).stdout).toContain(untrusted);
  });

  test.each([
    [["npx", "gopls"], "`npx` runs a package of the workspace"],
    [["my-server", "--stdio"], "the server is unknown"],
    [["jdtls"], "it runs the Gradle wrapper"],
    [["rust-analyzer"], "cargo and rustup run the compiler, the wrappers and the toolchain"],
  ])("The command %j is refused in the response to initialize", async (server, reason) => {
    const { root } = createWorkspace(() => ({ "a.go": "package main\n" }));
    for (const options of [["--untrusted"], ["--untrusted", "--restart"]]) {
      const failure = await startPeer(server, { root, options }).catch((error: unknown) => error);
      expect(failure).toMatchObject({ message: expect.stringContaining(reason) });
    }
  });

  test("One that was started with trust does not get an untrusted folder later", async () => {
    const { root } = createWorkspace(() => ({ "a.rs": "" }));
    const { root: other } = createWorkspace(() => ({ "b.rs": "" }));
    const own = writeServers({ folders: { [other]: {} } });
    for (const options of [[`--servers=${own}`], [`--servers=${own}`, "--restart"]]) {
      const peer = await startPeer(command, { root, options });
      const add = (path: string, name: string) =>
        peer.notify("workspace/didChangeWorkspaceFolders", {
          event: { added: [{ uri: `file://${path}`, name }], removed: [] },
        });
      await add(folder, "trusted");
      await add(other, "untrusted");
      const seen = await peer.request("recording/seen", { textDocument: { uri: peer.uri("a.rs") } });
      expect(seen).toMatchObject({ added: ["trusted"] });
      await peer.close();
    }
  });

  test("One that was started elsewhere, with trust, gets no initialize", async () => {
    const { root } = createWorkspace(() => ({ "a.rs": "" }));
    const own = writeServers({ folders: { [root]: {} } });
    for (const options of [[`--servers=${own}`], [`--servers=${own}`, "--restart"]]) {
      const failure = await startPeer(command, { root, options, cwd: folder }).catch((error: unknown) => error);
      expect(failure).toMatchObject({ message: expect.stringContaining(`${root} is untrusted by your servers.json`) });
    }
  });
});

test("rust-analyzer is started in a trusted workspace; in an untrusted one the embedded server answers", async () => {
  const { root, wasRun } = createWorkspace((marker) => ({
    "m/Cargo.toml": '[package]\nname = "m"\nversion = "0.1.0"\n',
    "m/src/main.rs": "fn total() -> i32 { 1 }\nfn main() { total(); }\n",
    // It stands for a compiler or a provider of credentials that the workspace names.
    "bin/rust-analyzer": `#!/bin/sh\ntouch ${marker}\n`,
  }));
  const run = (...options: readonly string[]) =>
    runCommandWith([join(root, "bin")], join(root, "m"), [
      "definition",
      "src/main.rs:main@total",
      "--timeout=20",
      ...options,
    ]);
  const { stdout, stderr } = await run("--untrusted");
  expect({ stdout, stderr }).toMatchObject({ stdout: expect.stringContaining("src/main.rs:1") });
  expect(wasRun()).toBe(false);
  await run();
  expect(wasRun()).toBe(true);
});

test.each([
  ["pyright", ["pyright-langserver", "--stdio"], "main.py"],
  ["pylsp", ["pylsp"], "main.py"],
  ["gopls", ["gopls"], "main.go"],
  ["clangd", ["clangd"], "main.c"],
  ["bash-language-server", ["bash-language-server", "start"], "main.sh"],
] as const)("%s runs nothing of an untrusted workspace", async (_name, [program, ...args], file) => {
  const path = [bin, process.env["PATH"]].join(delimiter);
  if (spawnSync("which", [program], { env: { PATH: path } }).status !== 0)
    return console.warn(`${program} is not installed`);
  const { root, wasRun } = createWorkspace((marker) => {
    const python = `open(${JSON.stringify(marker)}, "w")\n`;
    const shell = `#!/bin/sh\ntouch ${marker}\n`;
    return {
      "main.py": "import json\nimport setup\ntotal = json.dumps(1)\n",
      "json.py": python,
      "sitecustomize.py": python,
      "setup.py": python,
      "conftest.py": python,
      pylintrc: `[MASTER]\ninit-hook=${python}`,
      ".ropeproject/config.py": python,
      ".venv/pyvenv.cfg": "home = /usr/bin\n",
      ".venv/bin/python": shell,
      "pyrightconfig.json": `{ "venvPath": ".", "venv": ".venv" }`,
      "go.mod": "module m\n\ngo 1.20\n",
      "main.go": "package main\n\n//go:generate ./go\nfunc total() {}\n\nfunc main() { total() }\n",
      "main.c": "int total(void) { return 1; }\n",
      "compile_commands.json": `[{ "directory": ".", "file": "main.c", "command": "./cc -c main.c" }]`,
      "main.sh": "total() {\n  echo 1\n}\n",
      ".bashrc": shell,
      ...Object.fromEntries(
        ["python", "python3", "node", "go", "git", "cc", "gcc", "shellcheck", "sh", "bash"].map((name) => [
          name,
          shell,
        ]),
      ),
    };
  });
  const peer = await startPeer([program, ...args], { root, options: ["--untrusted"] });
  const settings = { python: { pythonPath: "./.venv/bin/python" }, pylsp: { plugins: { pylint: { enabled: true } } } };
  await peer.notify("workspace/didChangeConfiguration", { settings });
  for (const method of ["hover", "definition", "references"])
    await peer.locate(method, { file_path: file, scope: "total" }).catch(() => {});
  await peer.locate("hover", { file_path: file, scope: "total" }).catch(() => {});
  await peer.close();
  expect(wasRun()).toBe(false);
});

interface HostileCompanion {
  readonly companion: string;
  readonly main: string;
  readonly language: string;
  readonly document: string;
  /** Configurations, with the code of a module that writes the marker. */
  readonly files: (code: string) => Readonly<Record<string, string>>;
  /** Whether it runs code of a trusted workspace. */
  readonly runs: boolean;
}

const ts = { main: "typescript-language-server", language: "typescript", document: "a.ts" };

describe.each<HostileCompanion>([
  {
    ...{ companion: "vscode-eslint-language-server", ...ts, runs: true },
    files: (code) => ({
      "eslint.config.cjs": `${code}\nmodule.exports = [];\n`,
      "node_modules/eslint/package.json": '{ "name": "eslint", "version": "9.1.0", "main": "index.js" }',
      "node_modules/eslint/index.js": code,
    }),
  },
  {
    ...{ companion: "oxlint", ...ts, runs: true },
    files: (code) => ({
      ".oxlintrc.json": '{ "jsPlugins": ["./plugin.cjs"], "rules": { "own/rule": "error" } }',
      "plugin.cjs": `${code}\nmodule.exports = { meta: { name: "own" }, rules: { rule: { create: () => ({}) } } };\n`,
    }),
  },
  {
    ...{ companion: "tailwindcss-language-server", ...ts, runs: true },
    ...{ main: "vscode-css-language-server", language: "css", document: "a.css" },
    files: (code) => ({
      "tailwind.config.js": `${code}\nmodule.exports = { content: ["./a.css"] };\n`,
      "node_modules/tailwindcss/package.json": '{ "name": "tailwindcss", "version": "3.4.1", "main": "index.js" }',
      "node_modules/tailwindcss/index.js": code,
    }),
  },
  {
    ...{ companion: "biome", ...ts, runs: false },
    files: (code) => ({
      "biome.json": '{ "extends": ["./own.js", "own/biome"], "plugins": ["./own.js", "./own.grit"] }',
      "own.js": code,
      "own.grit": code,
      "node_modules/own/package.json": '{ "name": "own", "exports": { "./biome": "./index.js" } }',
      "node_modules/own/index.js": code,
      "node_modules/@biomejs/biome/package.json": '{ "name": "@biomejs/biome", "version": "2.0.0", "bin": "index.js" }',
      "node_modules/@biomejs/biome/index.js": code,
    }),
  },
  {
    ...{ companion: "ruff", main: "pyright", language: "python", document: "a.py", runs: false },
    files: (code) => ({
      "ruff.toml": 'extend = "own.toml"\n[lint]\nselect = ["ALL"]\n[lint.isort]\nknown-first-party = ["own"]\n',
      "own.toml": `target-version = "py39"\n# ${code}\n`,
      "own.py": code,
      ".venv/bin/ruff": code,
    }),
  },
])("$companion with a hostile configuration", ({ companion, main, language, document, files, runs }) => {
  const path = [bin, process.env["PATH"]].join(delimiter);
  const isInstalled = spawnSync("which", [companion], { env: { PATH: path } }).status === 0;
  const untrusted = ["runs nothing of it in an untrusted workspace", ["--untrusted"], false] as const;
  const rows = runs ? [untrusted, ["runs its code in a trusted one", [], true] as const] : [untrusted];
  (isInstalled ? test : test.skip).each(rows)(`%s (with ${companion})`, async (_title, options, isRun) => {
    const { root, wasRun } = createWorkspace((marker) => ({
      [document]: document.endsWith(".css") ? "a { color: red; }\n" : "total = 1\n",
      "package.json": "{}",
      ...files(`require("fs").writeFileSync(${JSON.stringify(marker)}, "");`),
    }));
    const own = writeServers({ languages: { [language]: { servers: [main], companions: [companion] } } });
    const { stdout, stderr } = await runCommand(
      root,
      "diagnostic",
      document,
      `--servers=${own}`,
      "--no-daemon",
      ...options,
    );
    expect({ ran: wasRun(), said: `${stdout}${stderr}` }).toMatchObject({ ran: isRun });
  });
});
