/**
 * The VS Code extension: the parts that don't need VS Code, its package, and all of it in a window
 * if a browser is installed.
 */
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { builtinModules } from "node:module";
import { homedir } from "node:os";
import { dirname, join, win32 } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { alternativesOf } from "../../editors/vscode/src/alternatives.js";
import { expandHome } from "../../editors/vscode/src/expandHome.js";
import { interpretTyped } from "../../editors/vscode/src/interpretTyped.js";
import { readAnchorMatches, readCandidateNodes } from "../../editors/vscode/src/nodeTypes.js";
import { type ProxyError, splitSentences, toProxyError } from "../../editors/vscode/src/proxyError.js";
import { narrowRegistrations } from "../../editors/vscode/src/registrations.js";
import { builtInLanguages, servedByExtension, servedLanguages } from "../../editors/vscode/src/servedLanguages.js";
import { serversPath } from "../../editors/vscode/src/serversPath.js";
import { startProgram } from "../../editors/vscode/src/startProgram.js";
import { refreshDelayMs, statusText } from "../../editors/vscode/src/statusText.js";
import { type EditorText, shareUnsavedTexts } from "../../editors/vscode/src/unsavedTexts.js";
import { loadServers, shippedServers } from "../../src/backend/config/loadServers.js";
import { LocateError, type NodeChain, resolveLocate } from "../../src/index.js";
import { temporaryFolder } from "../folders.js";
import { testIf } from "../jest.js";
import { repository } from "../peer.js";
import { unzip } from "./zip.js";

const extension = join(repository, "editors/vscode");
const scratch = temporaryFolder();

interface Manifest {
  readonly main: string;
  readonly icon: string;
  readonly version: string;
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly menus: Readonly<Record<string, readonly { readonly command: string }[]>>;
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly scope: string }>> };
    readonly jsonValidation: readonly { readonly url: string }[];
  };
}

/** The manifest of an extension that comes with VS Code. */
interface ShippedExtension {
  readonly activationEvents?: readonly string[];
}

const manifest = JSON.parse(readFileSync(join(extension, "package.json"), "utf8")) as Manifest;
const packaged = join(extension, `build/lsp-locate-${manifest.version}.vsix`);
const sources = readdirSync(join(extension, "src")).map((name) => readFileSync(join(extension, "src", name), "utf8"));

describe("Served languages", () => {
  const known = ["go", "json", "plaintext", "python", "typescript", "yaml"];
  const served = (setting: readonly string[], ...installed: string[]) => servedLanguages(setting, { known, installed });

  test("Every language that nothing else serves is served.", () =>
    expect(served(["*"])).toEqual(["go", "python", "yaml"]));
  test("An extension takes its languages, whatever the case of its name.", () =>
    expect(served(["*"], "golang.Go", "somebody.else")).toEqual(["python", "yaml"]));
  test("An excluded language is not served.", () => expect(served(["*", "!yaml"])).toEqual(["go", "python"]));
  test("A named language is served, whatever else serves it.", () =>
    expect(served(["*", "typescript", "go"], "golang.go")).toEqual(["go", "python", "typescript", "yaml"]));
  test("An empty setting serves no language.", () => expect(served([])).toEqual([]));
  test("The table has existing language ids, and extensions in lower case.", () => {
    const { languages } = shippedServers();
    expect(
      Object.values(servedByExtension)
        .flat()
        .filter((id) => !languages.has(id)),
    ).toEqual([]);
    expect(Object.keys(servedByExtension).filter((id) => !/^[a-z0-9-]+\.[a-z0-9-]+$/.test(id))).toEqual([]);
  });
});

describe("Unsaved text", () => {
  /** Creates a proxy that records what it gets, and documents with the given properties. */
  function scene(...documents: EditorText[]) {
    const told: string[] = [];
    let starts = () => {};
    let changes = (_: EditorText) => {};
    const served = new Set<EditorText>();
    const nothing = { dispose() {} };
    const lending = shareUnsavedTexts<EditorText>(
      {
        ensureRunning: () => Promise.resolve(),
        sendNotification: async (method, params) => {
          const { uri } = (params as { readonly textDocument: { readonly uri: string } }).textDocument;
          told.push(`${method.replace("textDocument/", "")} ${uri}`);
        },
        serves: (text) => served.has(text),
        onDidStart: (listen) => {
          starts = listen;
          return nothing;
        },
      },
      {
        all: () => documents,
        active: () => undefined,
        onDidChange: (listen) => {
          changes = listen;
          return nothing;
        },
      },
    );
    const edit = (text: EditorText) => changes(text);
    return { lending, told, served, edit, restart: () => starts() };
  }
  const document = (uri: string, is: Partial<EditorText> = { isDirty: true }): EditorText => ({
    uri: { scheme: "file", toString: () => uri },
    languageId: "typescript",
    version: 1,
    isDirty: false,
    isUntitled: false,
    getText: () => "",
    ...is,
  });

  test("Unsaved text is shared while a command runs, with its changes.", async () => {
    const dirty = document("a.ts");
    const { lending, told, edit } = scene(
      dirty,
      document("saved.ts", {}),
      document("untitled:1", { isUntitled: true }),
    );
    const lent = await lending.share();
    edit(dirty);
    lent.dispose();
    edit(dirty);
    expect(told).toEqual([
      "didOpen a.ts",
      "didOpen untitled:1",
      "didChange a.ts",
      "didClose a.ts",
      "didClose untitled:1",
    ]);
  });
  test("The last command that needs a text closes it.", async () => {
    const { lending, told } = scene(document("a.ts"));
    const [one, other] = await Promise.all([lending.share(), lending.share()]);
    one?.dispose();
    expect(told).toEqual(["didOpen a.ts"]);
    other?.dispose();
    expect(told).toEqual(["didOpen a.ts", "didClose a.ts"]);
  });
  test("A proxy that starts meanwhile gets the texts that it does not serve.", async () => {
    const [one, other] = [document("a.ts"), document("b.ts")];
    const { lending, told, served, restart } = scene(one, other);
    const lent = await lending.share();
    told.length = 0;
    served.add(other);
    restart();
    expect(told).toEqual(["didOpen a.ts"]);
    lent.dispose();
    expect(told).toEqual(["didOpen a.ts", "didClose a.ts"]);
  });
});

describe("The setting lspLocate.command", () => {
  test.each([
    ["~/bin/lsp-locate", join(homedir(), "bin/lsp-locate")],
    ["~\\bin", join(homedir(), "bin")],
    ["~user/bin", "~user/bin"],
    ["lsp-locate", "lsp-locate"],
  ])("In a setting, %s means %s.", (written, path) => expect(expandHome(written)).toBe(path));

  test("A program installed by npm is started with its exact arguments, in the project.", async () => {
    const folder = mkdtempSync(join(scratch, "a program "));
    const says = join(folder, "says.cjs");
    writeFileSync(says, "console.log(JSON.stringify([process.cwd(), ...process.argv.slice(2)]))");
    const isWindows = process.platform === "win32";
    const program = join(folder, isWindows ? "lsp-locate.cmd" : "lsp-locate");
    const script = isWindows
      ? `@"${process.execPath}" "${says}" %*\r\n`
      : `#!/bin/sh\nexec '${process.execPath}' '${says}' "$@"\n`;
    writeFileSync(program, script, { mode: 0o755 });
    const child = await startProgram([program, "--servers", "C:\\a b\\servers.json"], folder);
    const said = await text(child.stdout as Readable);
    expect(JSON.parse(said)).toEqual([realpathSync(folder), "--servers", "C:\\a b\\servers.json"]);
  });
  test("The error of a missing program names the setting.", async () => {
    const path = join(scratch, "nowhere");
    await expect(startProgram([path], undefined)).rejects.toThrow(/nowhere" can't be started: .*lspLocate\.command/);
  });
});

describe("Registrations of the proxy", () => {
  const hover = (...documentSelector: object[]) => ({
    id: "1",
    method: "textDocument/hover",
    registerOptions: { documentSelector, kept: true },
  });

  test("A registration is narrowed to files in served languages.", () =>
    expect(narrowRegistrations([hover({ language: "python" }, { language: "typescript" })], ["python"], [])).toEqual([
      hover({ scheme: "file", language: "python" }),
    ]));
  test("A registration of which nothing is served is left out.", () =>
    expect(narrowRegistrations([hover({ language: "typescript" })], ["python"], [])).toEqual([]));
  test("A registration that is not for documents stays as it is.", () => {
    const watching = { id: "2", method: "workspace/didChangeWatchedFiles", registerOptions: { watchers: [] } };
    expect(narrowRegistrations([watching, { id: "3", method: "workspace/symbol" }], [], [])).toEqual([
      watching,
      { id: "3", method: "workspace/symbol" },
    ]);
  });
  test("A command that exists already is never registered.", () => {
    const commands = (...names: string[]) => ({
      id: "4",
      method: "workspace/executeCommand",
      registerOptions: { commands: names },
    });
    expect(narrowRegistrations([commands("theirs", "ours")], [], ["theirs"])).toEqual([commands("ours")]);
    expect(narrowRegistrations([commands("theirs")], [], ["theirs"])).toEqual([]);
    // A Locate has started a server of a language that VS Code serves and whose commands VS Code
    // may register later.
    expect(narrowRegistrations([hover({ language: "typescript" }), commands("ours")], ["python"], [])).toEqual([]);
    expect(narrowRegistrations([hover({ language: "python" }), commands("ours")], ["python"], [])).toHaveLength(2);
  });
});

test.each<[string, string | undefined, readonly string[]]>([
  ["  a.ts:Cart", "b.ts", ["a.ts:Cart"]],
  ["@total(", "b.ts", ["b.ts@total("]],
  [":42", "b.ts", ["b.ts:42"]],
  [":L42-L50@x", "b.ts", ["b.ts:L42-L50@x"]],
  [":Cart.total", "b.ts", ["b.ts:Cart.total", ":Cart.total"]],
  [":Cart.total", undefined, [":Cart.total"]],
  ["@total(", undefined, ["@total("]],
  [" ", "b.ts", []],
])("Typing %j with the active file %j tries %j.", (typed, activeFile, asked) => {
  expect(interpretTyped(typed, activeFile)).toEqual(asked);
});

describe("Alternatives to a failed Locate", () => {
  const total = { name: "total", kind: 12, from: 4, to: 9, selectionFrom: 4, selectionTo: 9, children: [] };
  const offered = (asked: string, failure: ProxyError) => alternativesOf(failure, asked).map(({ locate }) => locate);

  test("A symbol of a similar name is offered.", () => {
    const failure = toProxyError(
      catchLocateError(() => resolveLocate("a.py:totl", { text: "def total(): ...", symbols: [total] as never })),
    );
    expect(failure.kind).toBe("symbol_not_found");
    expect(offered("a.py:totl", failure)).toEqual(["a.py:total"]);
  });
  test("The line most like the text is offered.", () => {
    const failure = toProxyError(
      catchLocateError(() => resolveLocate("a.py@retrun tota", { text: "x = 1\nreturn total\n" })),
    );
    expect(alternativesOf(failure, "a.py@retrun tota")).toEqual([{ locate: "a.py:2", hint: "return total" }]);
  });
  test("Each of several places is offered with a complete Locate.", () => {
    const candidate = (file_path: string) => ({ file_path, locate: { file_path, scope: { symbol_path: ["total"] } } });
    const facts = { candidates: [candidate("a.py"), candidate("b c.py"), candidate("a.py")] };
    expect(offered(":total", failureWith("symbol_ambiguous", facts))).toEqual(["a.py:total", "b c.py:total"]);
  });
  test("The same Locate in a file of a similar name is offered.", () =>
    expect(offered("src/shp.py:total@x", failureWith("file_not_found", { similar: ["src/shop.py"] }))).toEqual([
      "src/shop.py:total@x",
    ]));
  test("A symbol anywhere in the workspace is offered.", () => {
    const facts = { likely: [{ file_path: "a.py", symbol_path: ["Cart", "total"] }] };
    expect(offered(":Cart.totl", failureWith("symbol_not_found", facts))).toEqual(["a.py:Cart.total"]);
  });
  test("A single word is offered as a symbol and as text.", () => {
    const failure = toProxyError(catchLocateError(() => resolveLocate("total", { text: "" })));
    expect(offered("total", failure)).toEqual([":total", "@total"]);
  });
  test("Nothing is offered for an error that is not the proxy's.", () => {
    expect(toProxyError(new Error("gone"))).toEqual({ kind: undefined, message: "gone", facts: {} });
    expect(offered("a.py:1", toProxyError("gone"))).toEqual([]);
  });
});

test.each([
  ["No match for `a.b`. Read it again.", "No match for `a.b`.", "Read it again."],
  ["`a. b` is not there. `c` is.", "`a. b` is not there.", "`c` is."],
  ["One sentence.", "One sentence.", ""],
  ["none", "none", ""],
])("The first sentence of %j is split off.", (message, first, rest) => {
  expect(splitSentences(message)).toEqual({ first, rest });
});

describe("Nodes around an anchor", () => {
  const text = "f(a)\nf(a)\n";
  /** A call in each line, and the text around them. */
  const nodes = ({ from }: { readonly from: number }): NodeChain => {
    const line = from < 5 ? 0 : 5;
    const node = (type: string, start: number, end: number) => ({ type, from: start, to: end, named: true });
    return [node("call", line, line + 4), node("module", 0, 10)] as unknown as NodeChain;
  };
  const select = (ancestor_node_type?: string) =>
    toProxyError(
      catchLocateError(() =>
        resolveLocate(
          { file_path: "a.py", anchor_text: "f(", ...(ancestor_node_type ? { ancestor_node_type } : {}) },
          {
            text,
            nodes,
            as: "range",
          },
        ),
      ),
    );

  test("The nodes around an anchor without a type are those of the proxy's error.", () => {
    expect(readAnchorMatches(select())).toMatchObject({
      count: 2,
      places: [
        { line: 0, character: 0 },
        { line: 1, character: 0 },
      ],
      types: ["call", "module"],
    });
    expect(readAnchorMatches(failureWith("anchor_not_found", {}))).toBeUndefined();
  });
  test("The nodes of an ambiguous type are those of the proxy's error.", () => {
    expect(readCandidateNodes(select("call"))).toEqual([
      { start: { line: 0, character: 0 }, end: { line: 0, character: 4 } },
      { start: { line: 1, character: 0 }, end: { line: 1, character: 4 } },
    ]);
    expect(readCandidateNodes(select())).toBeUndefined();
  });
});

describe("The status item", () => {
  test.each([
    [[{ name: "gopls", state: "ready" }], "$(check) gopls", false],
    [[{ name: "gopls", state: "loading", percentage: 41.6 }], "$(sync~spin) gopls 42 %", false],
    [[{ name: "gopls", state: "stopped", why: "it died" }], "$(error) gopls", true],
  ] as const)("The status %j is shown with its icon.", (backends, text, warns) => {
    expect(statusText(backends)).toEqual({ text, warns });
  });
  test("No status is shown if no server serves the document.", () => expect(statusText([])).toBeUndefined());
  test("The status is updated sooner while something is in progress.", () => {
    const ready = { name: "a", state: "ready" } as const;
    expect(refreshDelayMs([ready, { name: "b", state: "starting" }])).toBeLessThan(refreshDelayMs([ready]));
    expect(refreshDelayMs([ready, { name: "b", state: "stopped" }])).toBe(refreshDelayMs([ready]));
  });
});

test("The user's servers.json is where lsp-locate looks for it.", async () => {
  const file = join(scratch, "lsp-locate/servers.json");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "{}");
  for (const env of [{ XDG_CONFIG_HOME: scratch }, { LSP_LOCATE_SERVERS: file, XDG_CONFIG_HOME: "/elsewhere" }]) {
    expect(serversPath({ env, platform: "linux", home: "/home/x", join })).toBe(file);
    expect((await loadServers({ env, platform: "linux", home: "/home/x" })).file).toBe(file);
  }
  expect(serversPath({ env: {}, platform: "linux", home: "/home/x", join })).toBe(
    join("/home/x/.config/lsp-locate/servers.json"),
  );
  expect(serversPath({ env: {}, platform: "win32", home: "C:\\x", join: win32.join })).toBe(
    "C:\\x\\AppData\\Roaming\\lsp-locate\\servers.json",
  );
});

describe("The manifest", () => {
  const { commands, menus, configuration } = manifest.contributes;
  const contributed = commands.map(({ command }) => command).sort();
  const settings = Object.keys(configuration.properties).sort();

  test("The manifest has the commands that the code registers, and no others.", () => {
    const registered = sources.flatMap((text) => [...text.matchAll(/register\("([^"]+)"/g)].map(([, name]) => name));
    expect(registered.sort()).toEqual(contributed);
    const mentioned = sources.flatMap((text) => text.match(/"lspLocate\.\w+"/g) ?? []).map((text) => text.slice(1, -1));
    const inMenus = Object.values(menus).flat();
    const used = [...mentioned, ...inMenus.map(({ command }) => command)].filter((name) => name !== "lspLocate.status");
    expect(used.filter((name) => !contributed.includes(name))).toEqual([]);
  });
  test("The manifest has the settings that the code reads, and no others.", () => {
    const reader = readFileSync(join(extension, "src/settings.ts"), "utf8");
    const read = [...reader.matchAll(/read\.get(?:<[^>(]*>)?\("(\w+)"/g)].map(([, name]) => `lspLocate.${name}`);
    // The language client reads the last one.
    expect([...read, "lspLocate.trace.server"].sort()).toEqual(settings);
    const page = readFileSync(join(extension, "README.md"), "utf8");
    expect(settings.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
  test("No workspace can choose which program runs.", () => {
    for (const name of ["lspLocate.servers", "lspLocate.command"])
      expect(configuration.properties[name]?.scope).toBe("machine");
  });
});

describe("The package", () => {
  let files: ReadonlyMap<string, Buffer>;
  beforeAll(() => {
    if (!existsSync(join(extension, "node_modules")))
      execFileSync("npm", ["ci", "--ignore-scripts"], { cwd: extension, shell: process.platform === "win32" });
    execFileSync(process.execPath, [join(repository, "node_modules/typescript/bin/tsc"), "-p", extension]);
    execFileSync(process.execPath, [join(extension, "package.mjs")], { stdio: ["ignore", "ignore", "inherit"] });
    files = unzip(readFileSync(packaged));
  }, 180_000);

  const shipped = () => JSON.parse(String(files.get("extension/package.json"))) as Manifest;

  test("The package contains what the manifest names, and nothing used only for building.", () => {
    const { main, icon, contributes } = shipped();
    const named = [main, icon, ...contributes.jsonValidation.map(({ url }) => url)].map((path) =>
      path.replace(/^(\.\/)?/, "extension/"),
    );
    expect(named.filter((path) => !files.has(path))).toEqual([]);
    expect([...files.keys()].filter((path) => /node_modules|\/src\/|\/test\/|\.ts$|\.map$/.test(path))).toEqual([]);
    expect(
      Object.keys(shipped()).filter((key) => /^(scripts|devDependencies|dependencies|private|type)$/.test(key)),
    ).toEqual([]);
    for (const name of [
      "LICENSE.txt",
      "readme.md",
      "changelog.md",
      "dist/THIRD-PARTY.txt",
      "proxy/dist/THIRD-PARTY.txt",
    ])
      expect(files.get(`extension/${name}`)?.length).toBeGreaterThan(100);
  });

  test("The package contains the pictures of its page.", () => {
    const page = String(files.get("extension/readme.md"));
    const pictures = [...page.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path]) => `extension/${path}`);
    expect(pictures.length).toBeGreaterThan(0);
    for (const path of pictures) expect(files.get(path)?.length ?? Infinity).toBeLessThan(150_000);
  });

  test("The extension imports only VS Code's and Node's modules.", () => {
    const bundle = String(files.get("extension/dist/extension.cjs"));
    const asked = new Set([...bundle.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name as string));
    const known = (name: string) => name === "vscode" || builtinModules.includes(name.replace(/^node:/, ""));
    expect([...asked].filter((name) => !known(name))).toEqual([]);
    expect(asked).toContain("vscode");
  });

  test("The package contains a proxy that runs by itself, with grammars.", () => {
    for (const [path, bytes] of files) {
      const target = join(scratch, "installed", path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, bytes);
    }
    const main = join(scratch, "installed/extension/proxy/dist/command/main.js");
    chmodSync(main, 0o644);
    const project = join(scratch, "project");
    mkdirSync(project);
    writeFileSync(join(project, "cart.py"), "class Cart:\n    def total(self):\n        return 1\n");
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [main, ...args], {
        cwd: project,
        encoding: "utf8",
        env: {
          HOME: scratch,
          XDG_CACHE_HOME: join(scratch, "cache"),
          PATH: "",
          SystemRoot: process.env["SystemRoot"],
          LSP_LOCATE_DAEMON: "off",
        },
      });
    expect(run("--version").stdout).toContain(manifest.version);
    expect(run("resolve", "cart.py:Cart.total").stdout).toContain("cart.py:2:9");
  });
});

describe("In VS Code", () => {
  const module = JSON.stringify(join(extension, "test/installed.mjs"));
  const ask = `import { browser, extensions, isInstalled } from ${module};
    console.log(JSON.stringify({ extensions, isInstalled: isInstalled(), hasBrowser: browser() !== undefined }));`;
  const found = spawnSync(process.execPath, ["--input-type=module", "--eval", ask], { encoding: "utf8" });
  const { extensions, isInstalled, hasBrowser } = JSON.parse(found.stdout) as {
    readonly extensions: string;
    readonly isInstalled: boolean;
    readonly hasBrowser: boolean;
  };
  const installs = "`npm test` in editors/vscode installs it";
  const inCode = isInstalled ? test : test.skip;
  const whyNoCode = isInstalled ? "" : ` (skipped: no VS Code in the cache; ${installs})`;

  inCode(`every language that its own extensions wait for is one that it serves${whyNoCode}`, () => {
    const awaited = readdirSync(extensions)
      .map((name) => join(extensions, name, "package.json"))
      .filter((file) => existsSync(file))
      .flatMap((file) => (JSON.parse(readFileSync(file, "utf8")) as ShippedExtension).activationEvents ?? [])
      .flatMap((event) => /^onLanguage:(.+)$/.exec(event)?.[1] ?? []);
    expect(awaited).toContain("typescript");
    expect([...new Set(awaited)].filter((language) => !builtInLanguages.includes(language))).toEqual([]);
  });

  const inWindow = testIf(
    isInstalled && hasBrowser,
    "no chromium, or no VS Code in the cache; `npm test` in editors/vscode installs it",
  );
  const why = isInstalled && hasBrowser ? "" : ` (skipped: no chromium, or no VS Code in the cache; ${installs})`;

  inWindow(
    `every step of a user works${why}`,
    () => {
      const {
        status: ended,
        stdout,
        stderr,
      } = spawnSync(process.execPath, [join(extension, "test/run.mjs"), packaged], {
        encoding: "utf8",
      });
      expect({ ended, stderr: ended === 0 ? "" : `${stdout}${stderr}` }).toEqual({ ended: 0, stderr: "" });
    },
    400_000,
  );
});

function failureWith(kind: string, facts: ProxyError["facts"]): ProxyError {
  return { kind, message: "", facts };
}

/** Returns the error that `work` throws. */
function catchLocateError(work: () => unknown): LocateError {
  try {
    work();
  } catch (error) {
    if (error instanceof LocateError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}
