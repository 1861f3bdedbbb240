/** servers.json: the shipped file, and the user's file merged over it. */

import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { parse } from "jsonc-parser";
import schema from "../../../schema/servers.schema.json" with { type: "json" };
import shippedFile from "../../../servers.json" with { type: "json" };
import { loadServers, shippedServers } from "../../../src/backend/config/loadServers.js";
import { resolveLanguageId, type Servers, serversFor } from "../../../src/backend/config/servers.js";
import { homeFolder, userServersFile } from "../../../src/backend/config/userFolder.js";
import { serverMethods } from "../../../src/backend/doctor/probe.js";
import { languageOfFile } from "../../../src/files/languageOfFile.js";
import { blocksOf, pagesIn, textOf } from "../../documentation/markdown.js";
import { temporaryFolder } from "../../folders.js";

const folder = temporaryFolder();

const shipped = shippedServers();

const ajv = new Ajv({
  allErrors: true,
  allowUnionTypes: true,
  formats: { regex: true, lspMethod: true },
  keywords: ["allowComments", "allowTrailingCommas"],
  strictTypes: false,
  strictTuples: false,
});
const fitsSchema = ajv.compile(schema);

async function load(text: string | Buffer): Promise<Servers> {
  const path = join(folder, "servers.json");
  writeFileSync(path, text);
  return loadServers({ path, env: {}, home: "/home/me" });
}

describe("the shipped file", () => {
  test("The shipped file fits the schema", () => {
    fitsSchema(shippedFile);
    expect(fitsSchema.errors).toBeNull();
  });

  test("Languages name existing servers, and each server has an install command", () => {
    for (const { servers } of Object.values(shippedFile.languages)) {
      for (const name of servers) expect(shipped.servers.has(name) ? name : `no ${name}`).toBe(name);
    }
    const { embedded, ...others } = Object.fromEntries(shipped.servers);
    for (const server of Object.values(others)) expect(server.install).toBeDefined();
    expect(embedded?.command).toEqual(["lsp-locate", "embedded"]);
  });

  test("A language lists only servers that list the language", () => {
    for (const [id] of shipped.languages) {
      for (const server of serversFor(shipped, id)) expect(server.languages).toContain(id);
    }
  });

  test("Each language that a server lists exists and lists the server, so that it can be chosen", () => {
    for (const [name, { languages }] of shipped.servers) {
      for (const id of languages) {
        expect({ [id]: shipped.languages.get(id)?.servers ?? [] }).toEqual({ [id]: expect.arrayContaining([name]) });
      }
    }
  });

  test("The shipped file has well-known servers, each once", () => {
    const served = [...shipped.languages].filter(([, { servers }]) => servers.length > 0);
    expect(served.length).toBeGreaterThan(100);
    for (const { servers } of shipped.languages.values()) expect(new Set(servers).size).toBe(servers.length);
  });

  test.each([
    ["esbonio", { command: ["esbonio", "server"] }], // without it, it prints its usage and ends
    ["prisma-language-server", { settings: { prisma: {} } }], // ends at the first document without them
    ["jedi-language-server", { encoding: "utf-32" }], // announces utf-16
    ["pylsp", { encoding: "utf-32" }], // announces nothing
    ["templ", { requires: { gopls: expect.any(String) } }], // ends without a word
    ["fish-lsp", { requires: { fish: expect.any(String) } }],
    ["ccls", { ready: expect.objectContaining({ nudge: true }) }], // its last progress waits for a message
    ["solidity-language-server", { ready: expect.objectContaining({ analysis: 3 }) }], // null for 1.5 s
    ["rust-analyzer", { diagnostics: { check: expect.any(String) } }], // pushes what cargo check finds
  ])("The entry of %s has what its server was found to need", (name, expected) => {
    expect(shipped.servers.get(name)).toMatchObject(expected);
  });

  test("The methods of servers exist and are sorted", () => {
    const unknown = [...shipped.servers.values()].flatMap(({ methods = [] }) =>
      methods.filter((method) => !serverMethods.has(method)),
    );
    expect(unknown).toEqual([]);
    for (const { methods = [] } of shipped.servers.values()) expect(methods).toEqual([...new Set(methods)].sort());
  });

  test("The timeouts of the ready rules are bounded", () => {
    for (const { ready } of shipped.servers.values()) {
      const { timeout = 60, grace = 0 } = typeof ready === "object" ? ready : {};
      expect(timeout).toBeLessThanOrEqual(300);
      expect(grace).toBeLessThan(timeout);
    }
  });

  test("The schema describes every field", () => {
    const { server, language, grammar, rule } = schema.definitions;
    const fields = [schema, server, language, grammar, rule].flatMap(({ properties }) => Object.entries(properties));
    expect(fields.length).toBeGreaterThan(30);
    expect(fields.filter(([, field]) => !("description" in field)).map(([name]) => name)).toEqual([]);
  });

  test.each(["extensions", "filenames"] as const)("No two languages share one of their %s", (field) => {
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
  ["go.mod", "go.mod"],
  ["tsconfig.build.json", "jsonc"],
  ["docker-compose.override.yml", "dockercompose"],
  ["BUILD.bazel", "bazel"],
  ["x.html.erb", "erb"],
  ["lib/mix.exs", "elixir"],
  ["notes.txt", undefined],
  ["folder.py/notes", undefined],
  ["", undefined],
  [".", undefined],
  ["__proto__", undefined],
])("The language of %j is %s", (path, language) => {
  expect(languageOfFile(path, shipped)).toBe(language);
});

test.each([
  ["python", "python"],
  ["sh", "shellscript"],
  ["typescript.tsx", "typescriptreact"],
  ["cs", "csharp"],
  ["klingon", undefined],
])("The editor's language id %s is %s", (id, language) => {
  expect(resolveLanguageId(shipped, id)).toBe(language);
});

test("An alias belongs to one language and is not an id", () => {
  const aliases = [...shipped.languages.values()].flatMap(({ aliases }) => aliases);
  expect(new Set(aliases).size).toBe(aliases.length);
  expect(aliases.filter((alias) => shipped.languages.has(alias))).toEqual([]);
});

test("The servers of a language are in order", () => {
  expect(serversFor(shipped, "typescript").map((server) => server.name)).toEqual([
    "typescript-language-server",
    "vtsls",
    "typescript-native",
    "deno",
  ]);
  expect(serversFor(shipped, "no such language")).toEqual([]);
});

describe("the user's file", () => {
  test("The user's file overrides field by field", async () => {
    const { servers, problems } = await load(`{ "servers": { "gopls": { "env": { "GOFLAGS": "-mod=mod" } } } }`);
    expect(problems).toEqual([]);
    expect(servers.get("gopls")).toEqual({ ...shipped.servers.get("gopls"), env: { GOFLAGS: "-mod=mod" } });
  });

  test("Null removes a server, also from the languages", async () => {
    const { servers, languages } = await load(`{ "servers": { "pyright": null, "gopls": { "ready": null } } }`);
    expect(servers.has("pyright")).toBe(false);
    expect(languages.get("python")?.servers).toEqual(shipped.languages.get("python")?.servers.slice(1));
    expect(servers.get("gopls")).not.toHaveProperty("ready");
  });

  test("The user's file may have comments, trailing commas and a BOM", async () => {
    const { problems, servers } = await load(`\uFEFF// mine\n{ "servers": { /* no */ "ccls": null, }, }`);
    expect(problems).toEqual([]);
    expect(servers.has("ccls")).toBe(false);
  });

  test.each(["utf16le", "utf8"] as const)("The user's file may be in %s with a byte order mark", async (encoding) => {
    const { problems, servers } = await load(Buffer.from(`\uFEFF{ "servers": { "ccls": null } }`, encoding));
    expect(problems).toEqual([]);
    expect(servers.has("ccls")).toBe(false);
  });

  test("The names of the user's servers are known", async () => {
    const text = `{ "servers": { "gopls": { "env": {} }, "ccls": null, "a": { "command": ["a"] }, "b": {} } }`;
    expect([...(await load(text)).own]).toEqual(["gopls", "a"]);
    expect(shipped.own.size).toBe(0);
  });

  test("A name such as constructor is a valid name", async () => {
    const text = `{ "servers": { "constructor": { "command": ["c"], "languages": ["go", "toString"] } } }`;
    const { languages, problems } = await load(text);
    expect(problems).toEqual([]);
    expect(languages.get("go")?.servers).toEqual(["constructor", "gopls"]);
    expect(languages.get("toString")?.servers).toEqual(["constructor"]);
  });

  test.each([
    [`"a": { "command": ["a"], "languages": ["go", "mine"] }`, "go", ["a", "gopls"]],
    [`"a": { "command": ["a"], "languages": ["go", "mine"] }`, "mine", ["a"]],
    [
      `"a": { "command": ["a"], "languages": ["go"] }, "b": { "command": ["b"], "languages": ["go"] }`,
      "go",
      ["a", "b", "gopls"],
    ],
    // Shipped or not: a user's list of languages applies.
    [`"ccls": { "languages": ["c", "go"] }`, "go", ["ccls", "gopls"]],
    [`"ccls": { "languages": ["c"] }`, "c", ["ccls", "clangd"]],
    [`"ccls": { "command": ["my-ccls"] }`, "c", ["clangd", "ccls"]],
    [`"a": { "command": ["a"] }`, "go", ["gopls"]],
  ])("With %s, the servers of %s are %j", async (servers, language, names) => {
    const { languages } = await load(`{ "servers": { ${servers} } }`);
    expect(languages.get(language)?.servers).toEqual(names);
  });

  test("A user's list of servers stays unchanged", async () => {
    const servers = `{ "ty": { "command": ["ty"], "languages": ["python"] } }`;
    const { languages } = await load(`{ "servers": ${servers}, "languages": { "python": { "servers": ["pylsp"] } } }`);
    expect(languages.get("python")?.servers).toEqual(["pylsp"]);
    expect(languages.get("python")?.extensions).toContain(".py");
  });

  test("A server that the user lists for a language serves it", async () => {
    const own = `{ "a": { "command": ["a"] } }`;
    const { servers } = await load(
      `{ "servers": ${own}, "languages": { "go": { "servers": ["a", "gopls", "pylsp"] } } }`,
    );
    expect(servers.get("a")?.languages).toEqual(["go"]);
    expect(servers.get("pylsp")?.languages).toEqual(["python", "go"]);
    expect(servers.get("gopls")).toEqual(shipped.servers.get("gopls"));
  });

  test("The user's languages get the extensions they list", async () => {
    const servers = await load(`{ "languages": { "c": { "extensions": [".c", ".h"] } } }`);
    expect(languageOfFile("a.h", servers)).toBe("c");
  });

  test("Relative paths are relative to the file, and bare names are left to PATH", async () => {
    const text = `{ "servers": { "a": { "command": ["./bin/a", "./x"] }, "b": { "command": ["~/b"] }, "c": { "command": ["c"], "check": ["./d", "x/y"] } },
                    "grammars": { "mine": { "wasm": "mine.wasm", "queries": "q" } } }`;
    const { servers, grammars } = await load(text);
    expect(servers.get("a")?.command).toEqual([join(folder, "bin/a"), "./x"]);
    expect(servers.get("b")?.command).toEqual(["/home/me/b"]);
    expect(servers.get("c")?.command).toEqual(["c"]);
    expect(servers.get("c")?.check).toEqual([join(folder, "d"), "x/y"]);
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
    [`{ "servers": { "gopls": {\n"comand": [] } } }`, 2, "servers.gopls.comand", "Did you mean command?"],
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
      "one of progress, token, log",
    ],
    [`{ "servers": { "gopls": { "encoding": "utf8" } } }`, 1, "servers.gopls.encoding", `"utf-8" or "utf-16"`],
    [`{ "servers": { "gopls": 3 } }`, 1, "servers.gopls", "object or null, found 3"],
    [`{ "servers": [] }`, 1, "servers", "object or null"],
    [`{ "server": {} }`, 1, "server", "one of $schema, servers, languages, folders, clients, environment, grammars"],
    [`{ "servers": { "gopls": { "command": [""] } } }`, 1, "servers.gopls.command.0", "the path of a program"],
    [`{ "servers": { "gopls": { "command": ["gopls", 7] } } }`, 1, "servers.gopls.command.1", "string, found 7"],
    [`{ "servers": { "gopls": { "check": "true" } } }`, 1, "servers.gopls.check", `array or null, found "true"`],
    [`{ "servers": { "gopls": { "env": { "A": 1 } } } }`, 1, "servers.gopls.env.A", "string, found 1"],
    [`{ "servers": { "gopls": { "rootMarkers": [""] } } }`, 1, "servers.gopls.rootMarkers.0", "a non-empty string"],
    [`{ "servers": { "gopls": { "methods": ["hover"] } } }`, 1, "servers.gopls.methods.0", "textDocument/hover"],
    [`{ "servers": { "gopls": { "remote": "yes" } } }`, 1, "servers.gopls.remote", `boolean or null, found "yes"`],
    [`{ "languages": { "go": { "filenames": ["a/b"] } } }`, 1, "languages.go.filenames.0", "without a folder"],
    [
      `{ "servers": { "gopls": {\n"paths": [{ "local": "/a", "remote": "work" }] } } }`,
      2,
      "servers.gopls.paths.0.remote",
      "an absolute path where the server runs",
    ],
    [`{ "servers": { "gopls": { "paths": [{ "remote": "/b" }] } } }`, 1, "servers.gopls.paths.0", "local"],
    [
      `{ "servers": { "gopls": { "paths": [{ "local": "/a", "remote": "/b" }, { "local": "/a/", "remote": "/c" }] } } }`,
      1,
      "servers.gopls.paths",
      'each folder once, found "/a" twice',
    ],
    [
      `{ "servers": { "gopls": { "paths": [{ "local": "/a", "remote": "/b" }, { "local": "/c", "remote": "/b/" }] } } }`,
      1,
      "servers.gopls.paths",
      'each folder once, found "/b/" twice',
    ],
    [`{ "servers": { "gopls": { "read": ["cat"] } } }`, 1, "servers.gopls.read", "a word with {path}"],
    [
      `{ "servers": { "gopls": { "read": ["/usr/bin/ssh", "box", "cat", "{path}"] } } }`,
      1,
      "servers.gopls.read",
      '"shell": "posix" beside it',
    ],
    [`{ "servers": { "gopls": { "shell": "cmd" } } }`, 1, "servers.gopls.shell", '"posix"'],
    [
      `{ "servers": { "gopls": { "readable": ["usr/lib"] } } }`,
      1,
      "servers.gopls.readable.0",
      "an absolute path where the server runs",
    ],
    [
      `{ "servers": { "ruff": { "offers": ["textDocument/hoover"] } } }`,
      1,
      "servers.ruff.offers.0",
      'expected a method of LSP, such as textDocument/codeAction, found "textDocument/hoover"',
    ],
    [
      `{ "languages": { "go": { "servers": ["gopls"],\n"companions": ["gopls"] } } }`,
      2,
      "languages.go.companions",
      'expected servers beside the only one of the language, found "gopls"',
    ],
    [`{ "languages": { "go": { "companions": ["rufff"] } } }`, 1, "languages.go.companions", "Did you mean ruff?"],
    [`{ "languages": { "go": { "formatter": ["a", "b"] } } }`, 1, "languages.go.formatter", "expected string or null"],
    [`{ "languages": { "go": { "formatter": "ruff" } } }`, 1, "languages.go.formatter", "one of the companions"],
    [`{ "servers": {},\n\n"servers": {} }`, 3, "servers", "each key once"],
    [`{ "languages": { "go": {},\n"go": { "servers": ["gopls"] } } }`, 2, "languages.go", "each key once"],
    [`{ "languages": { "go": { "extensions": ["go"] } } }`, 1, "languages.go.extensions.0", "with its dot"],
    [
      `{ "languages": {\n"go": { "servers": ["gopsl"] } } }`,
      2,
      "languages.go.servers",
      `found "gopsl"; that name is left out. Did you mean gopls?`,
    ],
    [`{ "servers": {\n\n"mine": { "languages": ["go"] } } }`, 3, "servers.mine", "a command"],
    [`{ "servers": { "mine": { "command": null } } }`, 1, "servers.mine", "a command"],
    [`{ "grammars": { "mine": {} } }`, 1, "grammars.mine", "a wasm"],
    [`{ "grammars": { "mine": { "wasm": "" } } }`, 1, "grammars.mine", "a wasm"],
    [`[]`, 1, "", "object"],
    [`{\n "servers": {`, 2, "", "JSON with comments"],
    [``, 1, "", "JSON with comments"],
    [`servers:\n  gopls: {}`, 1, "", "JSON with comments"],
    [`null`, 1, "", "object"],
  ])("A mistake in %s is reported in line %d at %s", async (text, lineNumber, key, words) => {
    const { problems, servers } = await load(text);
    expect(problems).toMatchObject([{ lineNumber, key, message: expect.stringContaining(words) }]);
    // The invalid part is skipped, and the shipped one stays.
    expect(servers.get("gopls")).toEqual(shipped.servers.get("gopls"));
  });

  test("A server with paths is remote, and has documents of its own; a relative folder is beside the file", async () => {
    const paths = `[{ "local": "shop", "remote": "/workspace" }, { "local": "~/lib", "remote": "/workspace/lib" }]`;
    const { servers, problems } = await load(`{ "servers": { "gopls": { "paths": ${paths} } } }`);
    expect(problems).toEqual([]);
    expect(servers.get("gopls")).toMatchObject({
      remote: true,
      paths: [
        { local: join(folder, "shop"), remote: "/workspace" },
        { local: "/home/me/lib", remote: "/workspace/lib" },
      ],
      contents: [{ scheme: "lsp-remote", uriPattern: "^lsp-remote://gopls/" }],
    });
  });

  test("Each of several mistakes is reported, and the rest applies", async () => {
    const text = `{ "servers": {\n"gopls": { "comand": [], "env": { "A": "b" } },\n"pylsp": 3, "ccls": null } }`;
    const { problems, servers } = await load(text);
    expect(problems.map(({ key, lineNumber }) => [key, lineNumber])).toEqual([
      ["servers.gopls.comand", 2],
      ["servers.pylsp", 3],
    ]);
    expect(servers.get("gopls")?.env).toEqual({ A: "b" });
    expect(servers.get("pylsp")).toEqual(shipped.servers.get("pylsp"));
    expect(servers.has("ccls")).toBe(false);
  });

  const closed = join(folder, "closed.json");
  writeFileSync(closed, "{}");
  chmodSync(closed, 0o000);
  const isRoot = process.getuid?.() === 0;

  test.each<readonly [string, string]>([
    ["no.json", "no file of that name"],
    [".", "one that can't be: it is a folder, not a regular file"],
    ["no.json/no.json", "no file of that name"],
    // root can read every file.
    ...(isRoot ? [] : [["closed.json", "one that can't be: permission denied"] as const]),
  ])("An unreadable file (%s) is reported: %s", async (name, found) => {
    const path = join(folder, name);
    const { problems, servers } = await loadServers({ path, env: {} });
    const message = `${path}:1: expected a file that can be read, found ${found}; the file is left out.`;
    expect(problems).toMatchObject([{ file: path, lineNumber: 1, key: "", message }]);
    expect(servers.size).toBe(shipped.servers.size);
  });

  test("A missing file is not a problem", async () => {
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

  test.each([
    ["linux", { XDG_CONFIG_HOME: ".config" }, ""],
    ["linux", {}, ""],
    ["linux", {}, "."],
    ["win32", { APPDATA: ".config" }, ""],
  ] as const)(
    "A servers.json in the working directory is not read on %s with %j and home %j",
    async (platform, env, home) => {
      const before = process.cwd();
      mkdirSync(join(folder, ".config/lsp-locate"), { recursive: true });
      writeFileSync(join(folder, ".config/lsp-locate/servers.json"), `{ "servers": { "gopls": null } }`);
      process.chdir(folder);
      try {
        expect(await loadServers({ env, platform, home })).toEqual(shipped);
        expect(userServersFile({ env, platform, home }).path).toBeUndefined();
      } finally {
        process.chdir(before);
        rmSync(join(folder, ".config"), { recursive: true });
      }
    },
  );

  test("A relative path in LSP_LOCATE_SERVERS is reported and not read", async () => {
    const { problems, file } = await loadServers({ env: { LSP_LOCATE_SERVERS: "servers.json" } });
    expect(file).toBeUndefined();
    expect(problems.map(({ message }) => message)).toEqual([
      "servers.json:1: expected an absolute path in LSP_LOCATE_SERVERS, found servers.json; the file is left out.",
    ]);
  });
});

test("A user's home folder is an absolute path or none", () => {
  expect(homeFolder(() => "/home/me")).toBe("/home/me");
  expect(homeFolder(() => "")).toBeUndefined();
  expect(homeFolder(() => "me")).toBeUndefined();
  const fail = () => {
    throw new Error("uv_os_homedir returned ENOENT");
  };
  expect(homeFolder(fail)).toBeUndefined();
});

describe("docs/servers.md, docs/servers", () => {
  const pages = ["docs/servers.md", ...pagesIn("docs/servers")];
  const examples = pages.flatMap(blocksOf).filter(({ language }) => language === "jsonc" || language === "json");

  test("The pages have examples", () => expect(examples.length).toBeGreaterThan(8));

  test.each(examples.map(({ code }) => code))("Example %# of the pages is valid", async (example) => {
    fitsSchema(parse(example, [], { allowTrailingComma: true }));
    expect(fitsSchema.errors).toBeNull();
    expect((await load(example)).problems).toEqual([]);
  });

  test("The schema describes every field of a server, and docs/servers/fields.md names it, or has it in prose", () => {
    const [, section = ""] = /^## A server\n(.*?)^##/ms.exec(textOf("docs/servers/fields.md")) ?? [];
    const named = [...section.matchAll(/`(\w+)`/g)].map(([, name]) => name);
    const { properties } = schema.definitions.server;
    expect(Object.keys(properties).filter((field) => !named.includes(field))).toEqual(["bridge"]);
    for (const property of Object.values(properties)) expect(property).toHaveProperty("description");
  });
});
