/** Requests by the built command, with real servers and with servers that fail. */
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtCommand } from "../../buildCommand.js";
import { testIf } from "../../jest.js";
import { createShellOffers } from "../offeredCommands.js";
import { withoutWaitNotice } from "../waitNotice.js";

const repository = join(import.meta.dirname, "../../..");
const modules = join(repository, "node_modules");
const folder = realpathSync(mkdtempSync(join(tmpdir(), "cli-")));
const project = join(folder, "project");
const typescript = ["--", process.execPath, join(modules, "typescript-language-server/lib/cli.mjs"), "--stdio"];

interface Run {
  readonly code: number | string | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** The text of standard input. */
  readonly input?: string;
}

const offers = createShellOffers(project);

async function run(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const result = await runCommand(args, options);
  if ((options.cwd ?? project) === project) offers.keep(args, result);
  return result;
}

function runCommand(args: readonly string[], { cwd = project, input = "", env = {} }: RunOptions): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(repository, "dist/command/main.js"), ...args], {
      cwd,
      env: { ...process.env, NO_COLOR: "1", LSP_LOCATE_SERVERS: join(folder, "servers.json"), ...env },
    });
    const run = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      run.stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      run.stderr += text;
    });
    child.stdin.end(input);
    child.on("close", (code, signal) =>
      resolve({ ...run, stderr: withoutWaitNotice(run.stderr), code: code ?? signal }),
    );
  });
}

beforeAll(() => {
  builtCommand();
  writeFileSync(join(folder, "servers.json"), JSON.stringify({ servers: {} }));
  mkdirSync(join(project, "src"), { recursive: true });
  mkdirSync(join(project, ".git"));
  writeFileSync(join(project, "x.json"), '{\n  "a": {\n    "b": 1 },\n  "b": 2\n}\n');
  writeFileSync(join(project, "tsconfig.json"), '{"compilerOptions":{"types":[]}}');
  const a = [
    "/** Adds up. */",
    "export function add(left: number, right: number): number {",
    "\treturn left + right;",
    "}",
    "",
  ];
  writeFileSync(join(project, "src/a.ts"), `\ufeff${a.join("\r\n")}`);
  writeFileSync(
    join(project, "src/b.ts"),
    'import { add } from "./a";\n/* 💣 */ export const three = add(1, 2);\nadd(3, 4);\n',
  );
}, 60_000);
afterAll(async () => {
  try {
    await offers.check((words) => runCommand(words, {}));
  } finally {
    rmSync(folder, { recursive: true, maxRetries: 3 });
  }
}, 120_000);

const TIMEOUT_MS = 60_000;

describe("Without a shared session, the embedded server and the parser", () => {
  const list = join(folder, "processes");
  /** Returns what a command starts: processes and threads, by their first argument. */
  const startedBy = async (words: readonly string[]) => {
    writeFileSync(list, "");
    const preload = join(folder, "preload.cjs");
    const note = `require("node:fs").appendFileSync(${JSON.stringify(list)}, process.argv[2] + "\\n");`;
    writeFileSync(preload, note);
    // No other server is installed in PATH.
    const env = { NODE_OPTIONS: `--require=${JSON.stringify(preload)}`, PATH: folder };
    expect(await run(words, { env })).toMatchObject({ code: 0 });
    return readFileSync(list, "utf8").trim().split("\n");
  };
  const main = join(repository, "dist/command/main.js");
  for (const command of [[process.execPath, main], ["lsp-locate"]])
    test(`run in the process of the command where it names them as ${command.length === 1 ? "lsp-locate" : "Node and its file"}`, async () =>
      expect(await startedBy(["outline", "src/a.ts", "--", ...command, "embedded"])).toEqual(["outline"]));
  test("run there, too, where no command is given", async () =>
    expect(await startedBy(["outline", "x.json", "--no-daemon"])).toEqual(["outline"]));
  test("are a process with options of its own", async () =>
    expect(
      await startedBy([
        "hover",
        "src/a.ts:add",
        "--",
        process.execPath,
        main,
        "embedded",
        `--log=${join(folder, "log")}`,
      ]),
    ).toContain("embedded"));
});

test(
  "All records of a file with more than one page of them are printed",
  async () => {
    const lines = Array.from({ length: 1_500 }, (_, at) => `f${at}(${at})\n`);
    writeFileSync(join(project, "large.py"), lines.join(""));
    const [json, text] = await Promise.all([
      run(["nodes", "large.py", "--records", "--limit=20000", "--json"]),
      run(["nodes", "large.py", "--records", "--limit=20000"]),
    ]);
    expect([json, text]).toMatchObject([{ code: 0 }, { code: 0 }]);
    const { records, count, difference } = JSON.parse(json.stdout);
    expect(count).toBeGreaterThan(7_000);
    expect(difference).toBeNull();
    expect(records.map(({ record }: { record: number }) => record)).toEqual(
      Array.from({ length: count }, (_, at) => at),
    );
    expect(text.stdout.trimEnd().split("\n")).toHaveLength(count + 2);
  },
  TIMEOUT_MS,
);

test("A server that refuses to start leaves the request to the next one, with a notice", async () => {
  const servers = join(folder, "refusing.json");
  const command = [process.execPath, join(repository, "test/routing/fakeServer.mjs")];
  const fake = (options: object) => ({ command, env: { FAKE_SERVER: JSON.stringify(options) } });
  const entries = {
    tsls: fake({ refuse: "Could not find a valid TypeScript installation." }),
    crashing: fake({ exitAtOnce: 3 }),
    next: fake({ name: "next" }),
  };
  const setServers = (...names: readonly string[]) =>
    writeFileSync(servers, JSON.stringify({ servers: entries, languages: { typescript: { servers: names } } }));
  setServers("tsls", "crashing", "next");
  const { code, stdout, stderr } = await run(["hover", "src/a.ts@add", "--servers", servers]);
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('"name":"next"') });
  expect(stderr).toMatch(/tsls can't be used: it needs tsserver, which TypeScript 7 does not have; install .*/);
  expect(stderr).toMatch(/crashing can't be used: .*exit code 3.*; next answers instead\./);
  setServers("tsls");
  const references = await run(["references", "src/a.ts:add", "--servers", servers]);
  expect(references).toMatchObject({ code: 0, stdout: expect.stringContaining("src/b.ts\n  1: ") });
  expect(references.stderr).toContain("the embedded server answers, by syntax alone");
}, 60_000);

describe("a real server", () => {
  test(
    "hover prints the documentation",
    async () => {
      expect(await run(["hover", "src/a.ts:add", ...typescript])).toEqual({
        code: 0,
        stdout: "at src/a.ts:2:17\nfunction add(left: number, right: number): number\nAdds up.\n",
        stderr: "",
      });
    },
    TIMEOUT_MS,
  );

  test(
    "references are relative to a working directory below the root",
    async () => {
      const { code, stdout } = await run(["references", "a.ts:add", ...typescript], { cwd: join(project, "src") });
      expect(code).toBe(0);
      expect(stdout.split("\n")).toEqual([
        "at a.ts:2:17",
        "a.ts:add",
        "  2: export function add(left: number, right: number): number {",
        "b.ts",
        '  1: import { add } from "./a";',
        "  3: add(3, 4);",
        "b.ts:three",
        "  2: /* 💣 */ export const three = add(1, 2);",
        "",
      ]);
    },
    TIMEOUT_MS,
  );

  test(
    "rename shows a diff",
    async () => {
      const shown = await run(["rename", "src/a.ts:add", "sum", ...typescript]);
      expect(shown).toMatchObject({
        code: 0,
        stderr:
          "lsp-locate: nothing is written yet; --write applies the change.\nlsp-locate: Checked: it adds no problems.\n",
      });
      expect(shown.stdout).toContain('+import { sum } from "./a";\n+/* 💣 */ export const three = sum(1, 2);\n');
      expect(readFileSync(join(project, "src/b.ts"), "utf8")).toContain("add");
    },
    TIMEOUT_MS,
  );

  test(
    "rename to a name that is taken shows a diff that only --write=anyway writes",
    async () => {
      const shown = await run(["rename", "src/a.ts:add", "three", ...typescript]);
      expect(shown.code).toBe(0);
      expect(shown.stderr).toMatch(/^lsp-locate: nothing is written yet; --write=anyway applies the change\.$/m);
      expect(shown.stderr).toContain("Conflict: a renamed name would share the new name with ");
      const written = await run(["rename", "src/a.ts:add", "three", "--write", ...typescript]);
      expect(written).toMatchObject({ code: 1, stderr: expect.stringContaining("The new name is taken: ") });
      expect(readFileSync(join(project, "src/b.ts"), "utf8")).toContain("add");
    },
    TIMEOUT_MS,
  );

  test(
    "rename --write changes the files and nothing else in them",
    async () => {
      const copy = join(folder, "copy");
      cpSync(project, copy, { recursive: true });
      const { code, stdout } = await run(["rename", "src/a.ts:add", "sum", "--write", ...typescript], { cwd: copy });
      expect({ code, stdout }).toEqual({ code: 0, stdout: "at src/a.ts:2:17\nwrote src/a.ts\nwrote src/b.ts\n" });
      const old = (name: string) => readFileSync(join(project, name), "utf8");
      const now = (name: string) => readFileSync(join(copy, name), "utf8");
      expect(now("src/a.ts")).toBe(old("src/a.ts").replace("add", "sum"));
      expect(now("src/b.ts")).toBe(old("src/b.ts").replaceAll("add", "sum"));
    },
    TIMEOUT_MS,
  );

  test(
    "A described place resolves to the same position, also below the root",
    async () => {
      const below = { cwd: join(project, "src") };
      const described = await run(["describe", "b.ts:2:31", ...typescript], below);
      expect(described).toEqual({ code: 0, stdout: expect.stringMatching(/^b\.ts[:@].*\n$/), stderr: "" });
      const { stdout } = await run(["resolve", described.stdout.trim(), ...typescript], below);
      expect(stdout).toContain("b.ts:2:31\n");
    },
    TIMEOUT_MS,
  );

  test(
    "edit --write takes the text from standard input, fits it to its place and keeps the rest",
    async () => {
      const copy = join(folder, "edited");
      cpSync(project, copy, { recursive: true });
      const edit = ["edit", "src/a.ts:add@return left + right;", "--replace=-", "--write", ...typescript];
      const { code, stdout, stderr } = await run(edit, { cwd: copy, input: "left += right;\nreturn left;" });
      expect({ code, stderr }).toEqual({ code: 0, stderr: "lsp-locate: Edited as lines.\n" });
      expect(stdout).toMatch(
        /^at src\/a\.ts:3:1-3:22\nwrote src\/a\.ts\n1 {2}.*\n2 {2}.*\n3 {2}.*left \+= right;\n4 {2}\treturn left;\n/,
      );
      const old = readFileSync(join(project, "src/a.ts"), "utf8");
      const now = readFileSync(join(copy, "src/a.ts"), "utf8");
      expect(now).toBe(old.replace("return left + right;", "left += right;\r\n\treturn left;"));
    },
    TIMEOUT_MS,
  );
});

test(
  "A decorated function of Python is selected by its syntax node",
  async () => {
    const cwd = join(folder, "python");
    cpSync(join(repository, "test/projects/python"), cwd, { recursive: true });
    const pyright = ["--", process.execPath, join(modules, "pyright/langserver.index.js"), "--stdio"];
    const nodes = await run(["nodes", "store/items.py:Shelf.add", ...pyright], { cwd });
    expect(nodes.stdout).toContain("\n* decorated_definition              57:5-62:32  @counted\n");
    const locate = { file_path: "store/items.py", anchor_text: "def add", ancestor_node_type: "decorated_definition" };
    const edited = await run(["edit", JSON.stringify(locate), "--delete", ...pyright], { cwd });
    expect(edited).toMatchObject({
      code: 0,
      stderr: "lsp-locate: nothing is written yet; --write applies the change.\nlsp-locate: Edited as lines.\n",
    });
    expect(edited.stdout).toMatch(/^at store\/items\.py:57:1-64:1\n[\s\S]*\n- {4}@counted\n- {4}def add\(/);
  },
  TIMEOUT_MS,
);

describe("a server that starts quickly", () => {
  const json = [
    "--",
    process.execPath,
    join(modules, "vscode-langservers-extracted/bin/vscode-json-language-server"),
    "--stdio",
  ];

  /** words, exit code, stdout, stderr */
  test.each<[readonly string[], number, string, string]>([
    [["outline", "x.json"], 0, "2  module a\n3    number b\n4  number b\n", ""],
    [["outline", "x.json", "--depth", "1"], 0, "2  module a\n4  number b\n", ""],
    [["resolve", 'x.json@"b"'], 0, 'x.json:3:5\n    "b": 1 },\nmatch 1 of 2; the others: x.json:4:3\n', ""],
    [["describe", "x.json:3:6"], 0, "x.json:a.b\n", ""],
    [["describe", "x.json:3:5-3:8"], 0, 'x.json:a.b@"b"\n', ""],
    [["edit", 'x.json@"b": 2', '--replace="b": 2'], 0, "at x.json:4:1-4:9\n", "lsp-locate: nothing to change.\n"],
    [["resolve", "x.json:a.b"], 0, 'x.json:3:6\n    "b": 1 },\nsymbol a › b\n', ""],
    [
      ["hover", "x.json:1"],
      1,
      "at x.json:1:1\n",
      "lsp-locate: no hover.\nlsp-locate: There is no name at the place (x.json:1).\n",
    ],
    [["diagnostic", "x.json"], 0, "", "lsp-locate: no problems.\n"],
  ])(
    "The request %j is answered",
    async (words, code, stdout, stderr) => {
      expect(await run([...words, ...json])).toEqual({ code, stdout, stderr });
    },
    TIMEOUT_MS,
  );

  test.each([
    [["hover", "x.json:0"], 2, /Invalid Locate: scope\.line is 0/],
    [["hover", "x.json@nothing"], 1, /No match for "nothing" in `x\.json`/],
    [["rangeFormatting", 'x.json@"b"'], 1, /matches 2 times/],
    [["incomingCalls", "x.json:a"], 1, /can't do incomingCalls/],
    [["hover", "none.json:1"], 1, /There is no file none\.json/],
    [["describe", "none.json:1:1"], 1, /There is no file none\.json/],
    [["describe", "x.json:9:1"], 1, /There is no line 9: `x\.json` has 6 lines/],
    [["describe", "x.json:3:99"], 1, /Line 3 has no character 99: its last place is 14\. It reads "/],
    [["describe", "x.json:3"], 2, /lsp-locate describe x\.json:3:1/],
    [["edit", 'x.json@"b"', "--delete"], 1, /matches 2 times/],
    [
      ["edit", "x.json@2", "--replace={"],
      1,
      /Taken as text, this edit makes line 4 " .*", which breaks the syntax of a file without errors/,
    ],
    [["edit", "x.json@2", "--replace=-"], 2, /Standard input is empty/],
    [["track", "x.json@2"], 2, /lsp-locate describe <file>:<line>:<character>/],
  ])(
    "The request %j fails",
    async (words, code, stderr) => {
      expect(await run([...words, ...json])).toEqual({ code, stdout: "", stderr: expect.stringMatching(stderr) });
    },
    TIMEOUT_MS,
  );

  test(
    "--json prints the proxy's answer or error",
    async () => {
      const resolved = await run(["resolve", "x.json:a", "--json", ...json]);
      expect(JSON.parse(resolved.stdout)).toMatchObject({ file_path: "x.json", position: { line: 2 } });
      const highlights = await run(["selectionRange", "x.json:3", "--json", ...json]);
      expect(JSON.parse(highlights.stdout)).toMatchObject({ place: { file_path: "x.json" }, result: [{}] });
      const lost = await run(["hover", "x.json@nothing", "--json", ...json]);
      expect(lost).toMatchObject({ code: 1, stderr: "" });
      expect(JSON.parse(lost.stdout)).toMatchObject({ error: { code: -32803, data: { kind: "text_not_found" } } });
    },
    TIMEOUT_MS,
  );

  test(
    "A closed pipe (`| head`) is not a failure",
    async () => {
      const child = spawn(process.execPath, [join(repository, "dist/command/main.js"), "outline", "x.json", ...json], {
        cwd: project,
      });
      child.stdout.destroy();
      let stderr = "";
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        stderr += text;
      });
      const code = await new Promise((resolve) => child.on("close", resolve));
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    },
    TIMEOUT_MS,
  );
});

/** A server in one expression. */
const node = (script: string) => ["--", process.execPath, "-e", script];

test.each<[string, readonly string[], RegExp]>([
  ["can't be started", ["--", "no-such-server"], /`no-such-server` was not found/],
  [
    "ends at once",
    node("console.error('no license'); process.exit(3)"),
    /has ended, with exit code 3\. Last on its stderr: no license/,
  ],
  [
    "ends at the first message",
    node("process.stdin.once('data', () => process.exit(4))"),
    /has ended, with exit code 4\. It wrote nothing/,
  ],
  [
    "never answers initialize",
    ["--timeout", "0.2", ...node("setInterval(() => {}, 1000)")],
    /has not answered initialize for 0\.2 s\. Give it more with --timeout/,
  ],
  [
    "sends no LSP messages",
    ["--timeout", "0.2", ...node("process.stdin.once('data', () => console.log('hello'))")],
    /lsp-locate: .*(?:ended|has not answered)/,
  ],
])(
  "The failure of a server that %s is reported",
  async (_name, args, message) => {
    const { code, stdout, stderr } = await run(["hover", "src/a.ts:1", ...args]);
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toMatch(message);
  },
  TIMEOUT_MS,
);

test(
  "The error of a server is quoted",
  async () => {
    const script = `process.stdin.once("data", () => { const body = '{"jsonrpc":"2.0","id":"lsp-locate:initialize","error":{"code":-32000,"message":"not today"}}';
    process.stdout.write("Content-Length: " + body.length + "\\r\\n\\r\\n" + body); }); process.stdin.on("end", () => process.exit(0));`;
    expect(await run(["hover", "src/a.ts:1", ...node(script)])).toEqual({
      code: 3,
      stdout: "",
      stderr: expect.stringMatching(/can't serve: it has refused initialize: not today\./),
    });
  },
  TIMEOUT_MS,
);

testIf(process.platform !== "win32", "needs POSIX")(
  "Ctrl-C also ends the server",
  async () => {
    const log = join(folder, "log");
    writeFileSync(log, "");
    // The server writes its process id, and ends neither with its input nor at SIGTERM.
    const script = `require("fs").appendFileSync(${JSON.stringify(log)}, String(process.pid)); process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)`;
    const child = spawn(
      process.execPath,
      [join(repository, "dist/command/main.js"), "hover", "src/a.ts:1", ...node(script)],
      {
        cwd: project,
        stdio: "ignore",
      },
    );
    const code = new Promise((resolve) => child.on("close", resolve));
    const pid = await new Promise<number>((resolve) => {
      const timer = setInterval(() => {
        const text = readFileSync(log, "utf8");
        if (text === "") return;
        clearInterval(timer);
        resolve(Number(text));
      }, 20);
    });
    child.kill("SIGINT");
    expect(await code).toBe(130);
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  },
  TIMEOUT_MS,
);

describe("words", () => {
  test.each<[readonly string[], number, RegExp, RegExp]>([
    [["--version"], 0, /^\d+\.\d+\.\d+\n$/, /^$/],
    [["--help"], 0, /Exit codes/, /^$/],
    [["hover", "--help", "--", "x"], 0, /Exit codes/, /^$/],
    // A client that closes the streams at once, or nobody who knows what it is.
    [[], 1, /^$/, /^lsp-locate: Without arguments lsp-locate is a language server.*\n$/],
    [["--"], 2, /^$/, /After -- goes the command/],
    [
      ["otline", "src/a.ts"],
      2,
      /^$/,
      /There is no method "otline": lsp-locate outline src\/a\.ts\.\nlsp-locate --help/,
    ],
    [["otline", "src/a.ts", ...typescript], 2, /^$/, /There is no method "otline"/],
    [["--jsn", "--", "no-such-server"], 2, /^$/, /There is no option --jsn\. Did you mean --json\?/],
    [["--language", "klingon"], 2, /^$/, /servers\.json has no language klingon/],
    [["--language", "sql"], 1, /^$/, /No server for sql is installed\. Would serve: sqls, sql-language-server, /],
    [["doctor", "sql"], 1, /^sql {2}\.sql\n {2}Not installed\n {2}· sqls +go install/m, /^$/],
    [["doctor", "sql", "go"], 2, /^$/, /doctor takes one language/],
  ])(
    "The command line %j ends with its exit code",
    async (args, code, stdout, stderr) => {
      expect(await run(args)).toEqual({
        code,
        stdout: expect.stringMatching(stdout),
        stderr: expect.stringMatching(stderr),
      });
    },
    TIMEOUT_MS,
  );
});

test(
  "--language serves a server of that language on stdio",
  async () => {
    const servers = join(folder, "echo.json");
    const script = `process.stdin.on("data", (data) => process.stdout.write(data)).on("end", () => process.exit(5))`;
    writeFileSync(
      servers,
      JSON.stringify({ servers: { echo: { command: [process.execPath, "-e", script], languages: ["echo"] } } }),
    );
    expect(await run(["--language", "echo", "--servers", servers])).toMatchObject({ code: 5, stderr: "" });
  },
  TIMEOUT_MS,
);

describe("no server installed", () => {
  const bare = join(folder, "bare");
  const bin = join(folder, "bin");
  const nothing = { cwd: bare, env: { PATH: bin, XDG_CACHE_HOME: join(folder, "cache") } };
  const notice = expect.stringMatching(
    /^lsp-locate: No language server for typescript is installed; the embedded one answers/,
  );
  beforeAll(() => {
    mkdirSync(bin);
    cpSync(project, bare, { recursive: true });
  });

  test.each([
    [
      ["hover", "src/b.ts@<|>add(1"],
      /^at src\/b.ts:2:31\nexport function add\(left: number, right: number\): number\n+Adds up/,
    ],
    [["hover", ":add"], /^at src\/a.ts:2:17\n/],
    [["definition", "src/b.ts@<|>add(1"], /^at src\/b.ts:2:31\nsrc\/a.ts:2:17\n/],
    [["references", ":add"], /\nsrc\/a.ts:add\n {2}2: .*\nsrc\/b.ts\n {2}1: .*\n {2}3: .*\nsrc\/b.ts:three\n {2}2: /],
    [["outline", "src/a.ts"], /^2 +function add/m],
  ])("%j is answered with a notice on the missing server", async (args, stdout) => {
    expect(await run(args, nothing)).toEqual({ code: 0, stdout: expect.stringMatching(stdout), stderr: notice });
  });

  test("With --root nothing is looked up in the working directory", async () => {
    const elsewhere = join(folder, "elsewhere");
    mkdirSync(join(elsewhere, "src"), { recursive: true });
    writeFileSync(join(elsewhere, "src/a.ts"), "export const other = 1;\n");
    writeFileSync(join(elsewhere, "only.ts"), "export const only = 1;\n");
    const from = { ...nothing, cwd: elsewhere };
    const outline = await run(["outline", "src/a.ts", `--root=${bare}`], from);
    expect(outline.stdout).toMatch(/^2 +function add/m);
    const missing = await run(["outline", "only.ts", `--root=${bare}`], from);
    expect(missing).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("only.ts") });
    // A path is also read from a working directory inside of the root.
    const inside = await run(["outline", "a.ts", "--root=.."], { ...nothing, cwd: join(bare, "src") });
    expect(inside.stdout).toMatch(/^2 +function add/m);
  });

  test("A root that is not a folder is a usage error", async () => {
    const { code, stderr } = await run(["search", "add", "--root=src/a.ts"], nothing);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`--root=src/a.ts: there is no folder ${join(bare, "src/a.ts")}.`),
    });
  });

  test("search needs no server and prints no notice", async () => {
    const { code, stdout, stderr } = await run(["search", "add"], nothing);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^src\/a.ts:2:17 {2}function add\n/);
  });

  test("search does not start the embedded server, and what needs one says what to install", async () => {
    const servers = join(folder, "no-embedded.json");
    writeFileSync(servers, JSON.stringify({ servers: { embedded: { command: ["no-such-program"] } } }));
    const { code, stdout } = await run(["search", "add", `--servers=${servers}`], nothing);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^src\/a.ts:2:17 {2}function add\n/) });
    const hover = await run(["hover", "src/a.ts:add", `--servers=${servers}`], nothing);
    expect(hover).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("Install one of them") });
  });

  test("A name that the workspace declares once is renamed in all its files", async () => {
    const { code, stdout } = await run(["rename", "src/a.ts:add", "sum"], nothing);
    expect(code).toBe(0);
    expect(stdout).toContain('+import { sum } from "./a";\n+/* 💣 */ export const three = sum(1, 2);\n');
  });
});

describe("a language without a server", () => {
  beforeAll(() => writeFileSync(join(project, "notes.klingon"), "one two\nthree\n"));

  test.each([
    [["resolve", "notes.klingon@<|>two"], 0, "notes.klingon:1:5"],
    [["resolve", "notes.klingon:2"], 0, "notes.klingon:2:1"],
    [["describe", "notes.klingon:2:1"], 0, "notes.klingon@three"],
    [["edit", "notes.klingon@three", "--replace", "four"], 0, "+four"],
    [["hover", "notes.klingon@two"], 1, ""],
  ])(
    "%j needs only the text, or fails",
    async (args, code, says) => {
      const answer = await run(args);
      expect(answer.stdout).toContain(says);
      expect(answer.code).toBe(code);
    },
    TIMEOUT_MS,
  );
});
