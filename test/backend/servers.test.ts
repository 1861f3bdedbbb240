/** servers.json: the shipped one is sound, and the user's is laid over it whatever is in it. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import schema from "../../schema/servers.schema.json" with { type: "json" };
import shippedFile from "../../servers.json" with { type: "json" };
import { languageOf, loadServers, type Servers, serversFor, shippedServers } from "../../src/backend/servers.js";

const folder = mkdtempSync(join(tmpdir(), "servers-"));
afterAll(() => rmSync(folder, { recursive: true }));

const shipped = shippedServers();

async function load(text: string): Promise<Servers> {
  const path = join(folder, "servers.json");
  writeFileSync(path, text);
  return loadServers({ path, env: {}, home: "/home/me" });
}

describe("the shipped file", () => {
  test("fits the schema", () => {
    const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, formats: { regex: true }, strictTypes: false });
    const validate = ajv.compile(schema);
    validate(shippedFile);
    expect(validate.errors).toBeNull();
  });

  test("names only servers that there are, and each says how to install it", () => {
    for (const { servers } of Object.values(shippedFile.languages)) {
      for (const name of servers) expect(shipped.servers.has(name) ? name : `no ${name}`).toBe(name);
    }
    const { embedded, ...others } = Object.fromEntries(shipped.servers);
    for (const server of Object.values(others)) expect(server.install).toBeDefined();
    expect(embedded?.command).toEqual(["lsp-locate", "embedded"]);
  });

  test("lists a server only for languages that it says it serves", () => {
    for (const [id] of shipped.languages) {
      for (const server of serversFor(shipped, id)) expect(server.languages).toContain(id);
    }
  });

  test.each(["extensions", "filenames"] as const)("gives no two languages the same of its %s", (field) => {
    const all = [...shipped.languages.values()].flatMap((language) => language[field]);
    expect(all.filter((one, index) => all.indexOf(one) !== index)).toEqual([]);
  });
});

test.each([
  ["a.py", "python"],
  ["/x/y.d.ts", "typescript"],
  ["C:\\x\\App.TSX", "typescriptreact"],
  ["a.C", "cpp"],
  ["a.c", "c"],
  ["Dockerfile", "dockerfile"],
  ["/x/tsconfig.json", "jsonc"],
  ["package.json", "json"],
  ["x/.bashrc", "shellscript"],
  ["docker-compose.yml", "dockercompose"],
  ["CMakeLists.txt", "cmake"],
  ["notes.txt", undefined],
  ["folder.py/notes", undefined],
  ["", undefined],
  [".", undefined],
  ["__proto__", undefined],
])("%j is %s", (path, language) => {
  expect(languageOf(shipped, path)).toBe(language);
});

test("the servers of a language, in order", () => {
  expect(serversFor(shipped, "typescript").map((server) => server.name)).toEqual([
    "typescript-language-server",
    "vtsls",
  ]);
  expect(serversFor(shipped, "no such language")).toEqual([]);
});

describe("the user's file", () => {
  test("overrides field by field", async () => {
    const { servers, problems } = await load(`{ "servers": { "gopls": { "env": { "GOFLAGS": "-mod=mod" } } } }`);
    expect(problems).toEqual([]);
    expect(servers.get("gopls")).toEqual({ ...shipped.servers.get("gopls"), env: { GOFLAGS: "-mod=mod" } });
  });

  test("takes away with null, from the languages too", async () => {
    const { servers, languages } = await load(`{ "servers": { "pyright": null, "gopls": { "ready": null } } }`);
    expect(servers.has("pyright")).toBe(false);
    expect(languages.get("python")?.servers).toEqual(["basedpyright", "pylsp", "jedi-language-server"]);
    expect(servers.get("gopls")).not.toHaveProperty("ready");
  });

  test("may have comments, trailing commas and a BOM", async () => {
    const { problems, servers } = await load(`\uFEFF// mine\n{ "servers": { /* no */ "ccls": null, }, }`);
    expect(problems).toEqual([]);
    expect(servers.has("ccls")).toBe(false);
  });

  test("a new server serves the languages it names, first", async () => {
    const text = `{ "servers": { "ty": { "command": ["ty", "server"], "languages": ["python", "mine"] } } }`;
    const { languages } = await load(text);
    expect(languages.get("python")?.servers[0]).toBe("ty");
    expect(languages.get("mine")).toEqual({ extensions: [], filenames: [], servers: ["ty"] });
  });

  test("a list of servers stays as the user wrote it", async () => {
    const servers = `{ "ty": { "command": ["ty"], "languages": ["python"] } }`;
    const { languages } = await load(`{ "servers": ${servers}, "languages": { "python": { "servers": ["pylsp"] } } }`);
    expect(languages.get("python")?.servers).toEqual(["pylsp"]);
    expect(languages.get("python")?.extensions).toContain(".py");
  });

  test("its languages get the extensions that they claim", async () => {
    const servers = await load(`{ "languages": { "c": { "extensions": [".c", ".h"] } } }`);
    expect(languageOf(servers, "a.h")).toBe("c");
  });

  test("relative paths in it are beside it; a bare name is left to PATH", async () => {
    const text = `{ "servers": { "a": { "command": ["./bin/a", "./x"] }, "b": { "command": ["~/b"] }, "c": { "command": ["c"] } },
                    "grammars": { "mine": { "wasm": "mine.wasm", "queries": "q" } } }`;
    const { servers, grammars } = await load(text);
    expect(servers.get("a")?.command).toEqual([join(folder, "bin/a"), "./x"]);
    expect(servers.get("b")?.command).toEqual(["/home/me/b"]);
    expect(servers.get("c")?.command).toEqual(["c"]);
    expect(grammars.get("mine")).toEqual({ wasm: join(folder, "mine.wasm"), queries: join(folder, "q") });
  });

  test.each([
    [
      `{ "servers": {\n "gopls": {\n "command": "gopls" } } }`,
      3,
      "servers.gopls.command",
      'array or null, found "gopls"',
    ],
    [`{\n"servers": { "gopls": { "command": [] } } }`, 2, "servers.gopls.command", "fewer than 1"],
    [
      `{ "servers": { "gopls": {\n"comand": [] } } }`,
      2,
      "servers.gopls.comand",
      "there are command, languages, rootMarkers",
    ],
    [
      `{ "servers": { "gopls": { "ready": { "progress": "(" } } } }`,
      1,
      "servers.gopls.ready.progress",
      "regular expression",
    ],
    [`{ "servers": { "gopls": { "ready": "soon" } } }`, 1, "servers.gopls.ready", `expected "at once", found "soon"`],
    [
      `{ "servers": { "gopls": { "ready": { "form": "open" } } } }`,
      1,
      "servers.gopls.ready.form",
      "there are progress, token",
    ],
    [`{ "servers": { "gopls": { "encoding": "utf8" } } }`, 1, "servers.gopls.encoding", `"utf-8" or "utf-16"`],
    [`{ "servers": { "gopls": 3 } }`, 1, "servers.gopls", "object or null, found 3"],
    [`{ "servers": [] }`, 1, "servers", "object or null"],
    [`{ "server": {} }`, 1, "server", "there are $schema, servers, languages, grammars"],
    [`{ "languages": { "go": { "extensions": ["go"] } } }`, 1, "languages.go.extensions.0", "with its dot"],
    [
      `{ "languages": {\n"go": { "servers": ["gopsl"] } } }`,
      2,
      "languages.go.servers",
      `found "gopsl"; that name is left out`,
    ],
    [`{ "servers": {\n\n"mine": { "languages": ["go"] } } }`, 3, "servers.mine", "a command"],
    [`{ "grammars": { "mine": {} } }`, 1, "grammars.mine", "a wasm"],
    [`[]`, 1, "", "object"],
    [`{\n "servers": {`, 2, "", "JSON with comments"],
    [``, 1, "", "JSON with comments"],
  ])("%s: line %d, %s", async (text, lineNumber, key, words) => {
    const { problems, servers } = await load(text);
    expect(problems).toMatchObject([{ lineNumber, key, message: expect.stringContaining(words) }]);
    // What was wrong is left out, and the shipped stays.
    expect(servers.get("gopls")).toEqual(shipped.servers.get("gopls"));
  });

  test("one that was asked for and is not there is a problem, a missing default is none", async () => {
    const missing = await loadServers({ path: join(folder, "no.json"), env: {} });
    expect(missing.problems).toMatchObject([{ message: expect.stringContaining("can't be read") }]);
    expect(missing.servers.size).toBe(shipped.servers.size);
    expect(await loadServers({ env: { XDG_CONFIG_HOME: folder }, platform: "linux" })).toEqual(shipped);
  });

  test.each([
    ["linux", { XDG_CONFIG_HOME: folder }],
    ["win32", { APPDATA: folder }],
    ["linux", { LSP_LOCATE_SERVERS: join(folder, "lsp-locate", "servers.json"), XDG_CONFIG_HOME: "/nowhere" }],
  ] as const)("is looked for on %s in %j", async (platform, env) => {
    mkdirSync(join(folder, "lsp-locate"), { recursive: true });
    writeFileSync(join(folder, "lsp-locate", "servers.json"), `{ "servers": { "gopls": null } }`);
    const { servers, file } = await loadServers({ env, platform, home: "/nowhere" });
    expect(servers.has("gopls")).toBe(false);
    expect(file).toBe(join(folder, "lsp-locate", "servers.json"));
    rmSync(join(folder, "lsp-locate"), { recursive: true });
  });
});
