/**
 * What `npm pack` makes: installed globally from the tarball with no network, it works where there
 * is nothing but Node.
 */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { Ajv } from "ajv";
import { manifests } from "../scripts/release/manifests.mjs";
import { download } from "./downloads.js";
import { temporaryFolder } from "./folders.js";
import { testIf } from "./jest.js";
import { type Peer, repository, startPeer } from "./peer.js";
import { hoverText } from "./servers/resultText.js";
import { isOnPath } from "./servers/scenario.js";

jest.setTimeout(180_000);

interface PackResult {
  readonly filename: string;
  readonly version: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

const isWindows = process.platform === "win32";
// The real path: servers answer with it, and a temporary folder is a link on some systems.
const scratch = temporaryFolder();
const [project, prefix, bin, home] = ["project", "prefix", "bin", "home"].map((name) => join(scratch, name)) as [
  string,
  string,
  string,
  string,
];
const installed = isWindows ? join(prefix, "node_modules/lsp-locate") : join(prefix, "lib/node_modules/lsp-locate");
const lspLocate = isWindows ? join(prefix, "lsp-locate.cmd") : join(prefix, "bin/lsp-locate");
const main = join(installed, "dist/command/main.js");
/** Nothing of this machine but Node. */
const bareEnv = {
  PATH: bin,
  HOME: home,
  XDG_CACHE_HOME: join(home, "cache"),
  XDG_CONFIG_HOME: join(home, "config"),
  LSP_LOCATE_DAEMON: "off",
};
let packResult: PackResult;

async function run(file: string, words: readonly string[], env: NodeJS.ProcessEnv = bareEnv): Promise<string> {
  const { stdout } = await promisify(execFile)(file, words, { cwd: project, env, shell: isWindows });
  return stdout;
}

beforeAll(async () => {
  for (const folder of [project, bin, home]) mkdirSync(folder);
  symlinkSync(process.execPath, join(bin, "node"));
  cpSync(join(repository, "test/projects/python"), project, { recursive: true });
  const npm = (words: readonly string[], cwd: string) =>
    promisify(execFile)("npm", [...words], { cwd, shell: isWindows, maxBuffer: 64 * 1024 * 1024 });
  const { stdout } = await npm(["pack", "--json", "--pack-destination", scratch], repository);
  [packResult] = JSON.parse(stdout.slice(stdout.indexOf("["))) as [PackResult];
  // An empty cache: what it needed beside the tarball could come from nowhere.
  const offlineOptions = ["--offline", "--cache", join(scratch, "cache"), "--no-audit", "--no-fund"];
  await npm(
    ["install", "--global", "--prefix", prefix, ...offlineOptions, join(scratch, packResult.filename)],
    project,
  );
});

test("The package has all files needed to run, and neither sources nor tests", () => {
  const paths = packResult.files.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      "dist/command/main.js",
      "dist/grammars/rholang.wasm.gz",
      "dist/grammars/tree-sitter.wasm",
      "dist/index.cjs",
      "dist/index.js",
      "dist/THIRD-PARTY.txt",
      "dist/sbom.cdx.json",
      "dist/types/index.d.ts",
      "queries/python/outline.scm",
      "servers.json",
      "LICENSE",
      "README.md",
    ]),
  );
  const pages = (path: string) => path.endsWith(".md");
  expect(paths.filter((path) => /^(src|test|bench|scripts)\/|node_modules|\.map$/.test(path) && !pages(path))).toEqual(
    [],
  );
});

test("The list of third parties has the licence of each bundled package and grammar", () => {
  const list = readFileSync(join(installed, "dist/THIRD-PARTY.txt"), "utf8");
  expect(list).not.toContain("has no licence text");
  const { devDependencies } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));
  const dependencies = /## Dependencies([^#]*)For development/.exec(
    readFileSync(join(repository, "ARCHITECTURE.md"), "utf8"),
  )?.[1];
  const bundled = Object.keys(devDependencies).filter((name) =>
    new RegExp(`(?:^\\|.*|, )${name}(?:,| \\|)`, "m").test(dependencies ?? ""),
  );
  expect(bundled.length).toBeGreaterThan(10);
  for (const name of bundled) expect(list).toMatch(new RegExp(`^${name} \\d.* \\(.+\\)$`, "m"));
  const folder = join(repository, "grammars/licences");
  for (const file of readdirSync(folder)) expect(list).toContain(readFileSync(join(folder, file), "utf8").trim());
});

test("The bill of materials fits CycloneDX's schema, and has what the list of third parties has", () => {
  const schemas = join(repository, "node_modules/@cyclonedx/cyclonedx-library/res/schema");
  const schema = (name: string) => JSON.parse(readFileSync(join(schemas, `${name}.SNAPSHOT.schema.json`), "utf8"));
  const ajv = new Ajv({ strict: false, validateFormats: false });
  // The schemas refer to each other by the names of their files.
  for (const name of ["spdx", "jsf-0.82", "cryptography-defs"])
    ajv.addSchema({ ...schema(name), $id: `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json` });
  const bill = JSON.parse(readFileSync(join(installed, "dist/sbom.cdx.json"), "utf8")) as {
    components: readonly { name: string; version?: string; hashes?: readonly { content: string }[] }[];
  };
  const validate = ajv.compile(schema("bom-1.6"));
  expect({ valid: validate(bill), errors: validate.errors }).toEqual({ valid: true, errors: null });
  const packages = bill.components.filter(({ hashes }) => hashes === undefined);
  const list = readFileSync(join(installed, "dist/THIRD-PARTY.txt"), "utf8");
  expect(packages.map(({ name, version }) => `${name} ${version}`).sort()).toEqual(
    [...list.matchAll(/^(\S+ \d\S*) \(.+\)$/gm)].map(([, each]) => each).sort(),
  );
  const grammars = readdirSync(join(installed, "dist/grammars")).filter((name) => name !== "tree-sitter.wasm");
  expect(bill.components.length - packages.length).toBe(grammars.filter((name) => name.includes(".wasm")).length);
});

test("A session with a Locate loads few files, and the start in front of a server hardly any", () => {
  const folder = join(installed, "dist/command");
  const names = readdirSync(folder);
  /** Returns the files of entry points, given by how they begin, and those that they import. */
  const loaded = (...entries: readonly string[]) => {
    const files = new Set(entries.map((entry) => names.find((name) => name.startsWith(entry)) ?? entry));
    for (const file of files) {
      const text = readFileSync(join(folder, file), "utf8");
      const lazy = /Promise\.resolve\(\)\.then\(\(\)=>(?:__toESM\()?require\("[^"]+"\)/g;
      for (const [, name = ""] of text.replace(lazy, "").matchAll(/\brequire\("\.\/([^"]+)"\)/g)) files.add(name);
    }
    return files.size;
  };
  expect(loaded("main.", "main-", "runSubcommand-", "proxy-", "serveWorkspace-")).toBeLessThan(28);
  expect(loaded("main.", "main-", "runSubcommand-", "proxy-", "serveWorkspace-", "errorResponse-")).toBeLessThan(35);
  expect(loaded("main.", "main-", "serveCommand-")).toBeLessThan(12);
});

test("Links of packed pages lead to packed files", () => {
  const pages = packResult.files.map(({ path }) => path).filter((path) => path.endsWith(".md"));
  const links = pages.flatMap((page) =>
    [...readFileSync(join(repository, page), "utf8").matchAll(/\]\((?!\w+:|#)([^)\s#]+)/g)].map(([, link = ""]) =>
      join(dirname(page), link),
    ),
  );
  expect(links.length).toBeGreaterThan(20);
  const isThere = (link: string) =>
    packResult.files.some(({ path }) => path === link || path.startsWith(`${link.replace(/\/$/, "")}/`));
  expect(links.filter((link) => !isThere(link))).toEqual([]);
});

test("The package installs at most 12 MB", () => expect(packResult.unpackedSize).toBeLessThanOrEqual(12e6));

test("The README has the size of the package", () => {
  const readme = readFileSync(join(repository, "README.md"), "utf8");
  const [, said = ""] = /<!-- size:begin -->([\s\S]*?)<!-- size:end -->/.exec(readme) ?? [];
  const [download, whole] = [...said.matchAll(/([\d.]+) MB/g)].map(([, megabytes]) => Number(megabytes) * 1e6);
  // `node scripts/size.mjs --write` says it anew.
  const isAbout = (megabytes: number | undefined, bytes: number) => Math.abs((megabytes ?? 0) / bytes - 1) < 0.1;
  expect({
    said,
    download: isAbout(download, packResult.size),
    whole: isAbout(whole, packResult.unpackedSize),
  }).toEqual({
    said,
    download: true,
    whole: true,
  });
});

test("The package installs no dependencies", async () => {
  const { dependencies } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as {
    dependencies?: object;
  };
  expect(dependencies).toBeUndefined();
});

test("npm would publish the tarball", async () => {
  const tarball = join(scratch, packResult.filename);
  const { stdout } = await promisify(execFile)("npm", ["publish", "--dry-run", "--offline", tarball], {
    ...{ cwd: project, shell: isWindows },
  });
  expect(stdout).toContain(`+ lsp-locate@${packResult.version}`);
});

test("npx runs the demo from the tarball", async () => {
  const words = ["--yes", "--offline", `--package=${join(scratch, packResult.filename)}`, "lsp-locate", "demo"];
  const env = { ...process.env, npm_config_cache: join(scratch, "npx"), LSP_LOCATE_DAEMON: "off" };
  expect(await run("npx", words, env)).toContain("items.py:4:7");
});

describe("With only Node on PATH, the packed command", () => {
  test("prints its version", async () => expect((await run(lspLocate, ["--version"])).trim()).toBe(packResult.version));

  test("prints its help", async () =>
    expect(await run(lspLocate, ["--help"])).toContain("lsp-locate <method> <locate>"));

  test.each(["bash", "zsh", "fish", "powershell"])("prints a completion script for %s", async (shell) => {
    expect(await run(lspLocate, ["complete", shell])).toContain("lsp-locate");
  });

  test("runs its demo with Node alone", async () => {
    const output = await run(lspLocate, ["demo"]);
    expect(output).toContain("items.py:4:7");
    expect(output).toContain("+        return sum(1.2 * item.price for item in self.items)");
  });

  test("writes a servers.json with init that doctor can read", async () => {
    await run(lspLocate, ["init"]);
    expect(await run(lspLocate, ["doctor", "python"])).toContain("embedded");
  });

  test("resolves a Locate with the embedded server", async () => {
    expect(await run(lspLocate, ["resolve", "store/items.py:Shelf.Full.hint"])).toContain("store/items.py:50:13");
  });

  test("prints an outline", async () => {
    const outline = await run(lspLocate, ["outline", "store/prices.py"]);
    expect(outline).toContain("größe");
    expect(outline).toContain("total");
  });

  test("searches the workspace", async () =>
    expect(await run(lspLocate, ["search", "Shelf.add"])).toContain("store/items.py:58:9"));

  test("prints the report of doctor as JSON", async () => {
    const report: unknown = JSON.parse(await run(lspLocate, ["doctor", "python", "--json"]));
    expect(JSON.stringify(report)).toContain("embedded");
  });

  test("is an MCP server that answers initialize", async () => {
    const clientInfo = { name: "test", version: "1" };
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
    const said = await new Promise<string>((resolve, reject) => {
      const child = execFile(lspLocate, ["mcp"], { cwd: project, env: bareEnv, shell: isWindows }, (error, stdout) =>
        error ? reject(error) : resolve(stdout),
      );
      child.stdout?.once("data", () => child.stdin?.end());
      child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
    });
    expect(JSON.parse(said.split("\n")[0] ?? "")).toMatchObject({
      id: 1,
      result: { serverInfo: { name: "lsp-locate" } },
    });
  });

  test("is a proxy that answers initialize and locate/hover", async () => {
    const variables = Object.entries(bareEnv).map(([name, value]) => `${name}=${value}`);
    const peer: Peer = await startPeer(["env", "-i", ...variables, lspLocate], { root: project, direct: true });
    expect(peer.initialized.capabilities.experimental).toMatchObject({ locate: { version: 1 } });
    expect(hoverText(await peer.locate("hover", "store/shop.py:check@{<|>größe("))).toContain("Says how much.");
    await peer.close();
  });
});

describe("The packed manifests for other programs", () => {
  test.each([
    ["Claude Code", ".claude-plugin/plugin.json", "CLAUDE_PLUGIN_ROOT"],
    ["Gemini CLI", "gemini-extension.json", "extensionPath"],
  ])("start the bundle in the package for %s, with only Node on PATH", async (_, file, variable) => {
    const manifest = JSON.parse(readFileSync(join(installed, file), "utf8")) as {
      mcpServers: { "lsp-locate": { command: string; args: string[] } };
    };
    const { command, args } = manifest.mcpServers["lsp-locate"];
    const words = args.map((arg) => arg.replace(`\${${variable}}`, installed).replaceAll(/\$\{\/\}/g, "/"));
    const clientInfo = { name: "test", version: "1" };
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
    const said = await new Promise<string>((resolve, reject) => {
      const child = execFile(command, words, { cwd: project, env: bareEnv }, (error, stdout) =>
        error ? reject(error) : resolve(stdout),
      );
      child.stdout?.once("data", () => child.stdin?.end());
      child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
    });
    expect(said).toContain('"name":"lsp-locate"');
  });

  // Where their own programs are missing: syntax can be known.
  test.each([
    "packaging/nix/flake.nix",
    "packaging/docker/Dockerfile",
    "packaging/mason/package.yaml",
    "packaging/nvim-lspconfig/lsp/lsp_locate.lua",
  ])("%s has no syntax error", async (path) => {
    const file = join(installed, path);
    expect(await run(lspLocate, ["diagnostic", file, "--json", "--", process.execPath, main, "embedded"])).toContain(
      '"items": []',
    );
  });

  const testWithGo = testIf(isOnPath("go"), "needs Go, whose module of the MCP registry has its schema");
  testWithGo("server.json fits the schema of the MCP registry, once the project has an address", async () => {
    const registry = await download({
      client: "go",
      name: "github.com/modelcontextprotocol/registry",
      version: "v1.8.9",
    });
    const schemaFile = join(registry, "docs/reference/server-json/draft/server.schema.json");
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(
      JSON.parse(readFileSync(schemaFile, "utf8")),
    );
    const file = "packaging/mcp-registry/server.json";
    const text = readFileSync(join(repository, file), "utf8");
    const filled = manifests[file]?.(text, packResult.version, "git@github.com:ann/lsp-locate.git") ?? "";
    expect({ valid: validate(JSON.parse(filled)), errors: validate.errors }).toEqual({ valid: true, errors: null });
  });

  const validators = [
    ["nix-instantiate", "--parse", "PACKAGE/packaging/nix/flake.nix"],
    ["hadolint", "--format", "json", "PACKAGE/packaging/docker/Dockerfile"],
    ["claude", "plugin", "validate", "--strict", "PACKAGE"],
    ["claude", "plugin", "marketplace", "add", "PACKAGE"],
    ["claude", "plugin", "install", "lsp-locate@lsp-locate"],
    ["claude", "mcp", "list"],
    ["gemini", "extensions", "validate", "PACKAGE"],
    [
      "nvim",
      "--headless",
      "-u",
      "NONE",
      "+lua print(dofile('PACKAGE/packaging/nvim-lspconfig/lsp/lsp_locate.lua').cmd[1])",
      "+q",
    ],
  ] as const;
  for (const [program, ...args] of validators) {
    const title = `are accepted by ${[program, ...args].join(" ")}`;
    if (isWindows || !isOnPath(program)) test.skip(`${title}: not installed`, () => {});
    else
      test(title, async () => {
        const { stdout, stderr } = await promisify(execFile)(
          program,
          args.map((arg) => arg.replace("PACKAGE", installed)),
          { cwd: project, env: { ...process.env, ...bareEnv, PATH: process.env["PATH"] } },
        );
        expect(stdout + stderr).toMatch(
          /Validation passed|[Ss]uccessfully|lsp-locate.*Connected|^lsp-locate|^\{ description|^\[\]$/m,
        );
      });
  }
});

describe("The packed library", () => {
  const call = `console.log(JSON.stringify(resolveLocate(parseLocate("a.py@<|>b"), { text: "a b" })))`;
  const found = expect.objectContaining({ from: 2, to: 2 });
  beforeAll(() => {
    mkdirSync(join(project, "node_modules"));
    symlinkSync(installed, join(project, "node_modules/lsp-locate"), "junction");
  });

  test("can be imported", async () => {
    const source = `import { parseLocate, resolveLocate } from "lsp-locate"; ${call}`;
    expect(JSON.parse(await run(process.execPath, ["--input-type=module", "--eval", source]))).toEqual(found);
  });

  test("can be required", async () => {
    const source = `const { parseLocate, resolveLocate } = require("lsp-locate"); ${call}`;
    expect(JSON.parse(await run(process.execPath, ["--eval", source]))).toEqual(found);
  });

  test("exports its schemas", async () => {
    const source = `console.log(require("lsp-locate/schema/locate.schema.json").title)`;
    expect(await run(process.execPath, ["--eval", source])).toMatch(/Locate/);
  });

  test("has types for modules of both kinds", async () => {
    const source = `import { parseLocate, resolveLocate } from "lsp-locate";
export const from: number = resolveLocate(parseLocate("a.py@b"), { text: "a b" }).from;
// @ts-expect-error: a Locate is no number
parseLocate(1);
`;
    for (const name of ["typed.mts", "typed.cts"]) writeFileSync(join(project, name), source);
    const compiler = join(repository, "node_modules/typescript/bin/tsc");
    const options = "--noEmit --strict --module nodenext --target es2023".split(" ");
    const words = [compiler, ...options, "typed.mts", "typed.cts"];
    const said = await run(process.execPath, words).catch((error: { stdout: string }) => error.stdout);
    expect(said).toBe("");
  });
});
