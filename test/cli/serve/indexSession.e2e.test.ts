/** SCIP indexes in sessions: instead of the embedded server, and beside a server. */

import { execFile, execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buildCommand } from "../../buildCommand.js";
import { removeFolder } from "../../removeFolder.js";
import { bytesOf, indexOf } from "../../scip/indexes.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "index-session-")));
afterAll(() => removeFolder(folder));

const modules = join(import.meta.dirname, "../../../node_modules");
const f = "s m pkg 1 a/f().";
/** Only the index knows that `q` is `f`. */
const documents = [
  { path: "a.py", text: "def f():\n    pass\n", names: { f } },
  { path: "b.py", text: "import a\n\nq()\n", names: { q: f }, hasText: true },
];
const index = bytesOf(indexOf(documents, { tool: "scip-python" }));

function write(path: string, content: string | Buffer): string {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
  return join(folder, path);
}

const server = write(
  "server.cjs",
  `#!${process.execPath}
const rpc = require(${JSON.stringify(join(modules, "vscode-jsonrpc/lib/node/main.js"))});
const connection = rpc.createMessageConnection(new rpc.StreamMessageReader(process.stdin), new rpc.StreamMessageWriter(process.stdout));
const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 6 } };
const capabilities = { textDocumentSync: 1, definitionProvider: true, hoverProvider: true };
connection.onRequest("initialize", () => ({ capabilities }));
connection.onRequest("shutdown", () => null);
connection.onRequest("textDocument/definition", ({ textDocument: { uri } }) => ({ uri, range }));
connection.onRequest("textDocument/hover", () => ({ contents: "of the server" }));
connection.onNotification("exit", () => process.exit(0));
connection.listen();`,
);
chmodSync(server, 0o755);

/** Makes a project with its own servers.json, and returns its path. */
function project(name: string, python: object, files: Readonly<Record<string, string | Buffer>> = {}): string {
  for (const { path, text } of documents) write(`${name}/${path}`, text);
  for (const [path, content] of Object.entries(files)) write(`${name}/${path}`, content);
  const entry = { command: [server], languages: ["python"], ready: "at once" };
  const languages = { python: { companions: [], ...python } };
  write(`${name}.json`, JSON.stringify({ servers: { fake: entry }, languages }));
  return join(folder, name);
}

/** Runs a command in a project, and returns all that it prints. */
function run(root: string, ...words: string[]): Promise<string> {
  const options = ["--no-daemon", `--servers=${root}.json`];
  const env = { ...process.env, XDG_CACHE_HOME: join(folder, "cache") };
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...words, ...options], { cwd: root, env }, (_error, stdout, stderr) =>
      resolve(`${stdout}${stderr}`),
    );
  });
}

let main: string;
beforeAll(async () => {
  main = await buildCommand();
});

const definition = ["definition", "b.py@q"];
const embedded = { servers: [] };

test("Where no server is installed, index.scip at the root answers, and the answer says of which state it is", async () => {
  const root = project("root", embedded, { "index.scip": index });
  const printed = await run(root, ...definition);
  expect(printed).toContain("a.py:1:5");
  expect(printed).toContain(
    "From the index index.scip (scip-python 1.0) of an unknown commit: 1 of 2 files may have changed since, though the definitions are where the index says.",
  );
  expect(printed).not.toContain("by syntax alone");
});

test("The embedded server answers what the index does not", async () => {
  const root = project("lacking", embedded, { "index.scip": index, "c.py": "def g():\n    pass\n\ng()\n" });
  const printed = await run(root, "definition", "c.py@g()", "--json");
  expect(printed).toContain("c.py");
  expect(printed).toContain('"files": 0');
  expect(await run(root, "definition", "c.py@g()")).toContain(
    "Not from the index index.scip (scip-python 1.0) of an unknown commit, but by syntax alone.",
  );
});

test("Occurrences that are gone are said, and what the text shows is listed", async () => {
  const root = project("changed", embedded, { "index.scip": index, "b.py": "import a\n\na.f()\nother()\n" });
  const printed = await run(root, "references", "a.py:f");
  expect(printed).toContain("1 of 2 files has changed since, 1 place of it is not there any more");
  expect(printed).toMatch(/b\.py.*3|3: a\.f\(\)/);
});

test("In an untrusted workspace only a named index is used", async () => {
  const root = project("untrusted", embedded, { "index.scip": index });
  expect(await run(root, ...definition, "--untrusted")).not.toContain("a.py:1:5");
  expect(await run(root, ...definition, "--untrusted", "--scip=index.scip")).toContain("a.py:1:5");
});

test("An index may be named on the command line, or in servers.json for a language", async () => {
  const elsewhere = write("elsewhere/made.scip", index);
  expect(await run(project("line", embedded), ...definition, `--scip=${elsewhere}`)).toContain("a.py:1:5");
  expect(await run(project("entry", { ...embedded, indexes: [elsewhere] }), ...definition)).toContain("a.py:1:5");
});

test("What a compiler's index leaves out at a shorthand is added by the text", async () => {
  const a = {
    path: "a.ts",
    text: "export const depth = 1;\nexport const f = () => {\n  return { depth };\n};\n",
    hasText: true,
  };
  const indexed = { ...a, names: { f: "s m pkg 1 a/f.", depth: "s m pkg 1 a/depth." } };
  const index = indexOf([indexed], { tool: "scip-typescript" });
  const [document] = index.documents;
  const [first, ...others] = document!.occurrences.filter(({ symbol }) => symbol.includes("depth"));
  document!.occurrences = [
    { ...first!, symbolRoles: 1 },
    ...others.map((each) => ({ ...each, symbol: "s m p 1 depth0:" })),
  ];
  const root = project("shorthand", embedded, { "a.ts": a.text, "index.scip": bytesOf(index) });
  write("shorthand.json", JSON.stringify({ languages: { typescript: { servers: [], companions: [] } } }));
  const printed = await run(root, "references", "a.ts@depth =");
  expect(printed).toMatch(/Added to the server's answer, 1 place .*: a\.ts:3\./);
});

test("A search finds the symbols of an index of another folder, in a single command, too", async () => {
  const library = { path: "far.py", text: "def Kiwi():\n    pass\n", names: { Kiwi: "s m far 1 far/Kiwi()." } };
  write("library/far.py", library.text);
  const far = write("library/far.scip", bytesOf(indexOf([library], { tool: "scip-python" })));
  const root = project("searching", { ...embedded, indexes: [far] });
  const printed = await run(root, "search", "Kiwi", "--json");
  expect(JSON.parse(printed).symbols).toMatchObject([{ uri: expect.stringMatching(/library\/far\.py$/) }]);
  expect(await run(project("searching without", embedded), "search", "Kiwi")).toContain("Nothing in the workspace");
});

test("Beside a server an index answers only where the language prefers it, and only what looks across files", async () => {
  const files = { "index.scip": index };
  expect(await run(project("beside", { servers: ["fake"] }, files), ...definition)).toContain("b.py:1:1");
  const preferring = project("preferring", { servers: ["fake"], prefer: "index" }, files);
  expect(await run(preferring, ...definition)).toContain("a.py:1:5");
  expect(await run(preferring, "hover", "b.py@q")).toContain("of the server");
});

const elsewhere = (path: string) => bytesOf(indexOf([{ path, text: "def g():\n", names: { g: f } }]));

/** what is wrong, the index, what the answer says */
test.each<[string, Buffer, RegExp]>([
  [
    "is no index",
    Buffer.from("no index"),
    /Can't use the index .+: it is no SCIP index: byte 0 begins no field of one\./,
  ],
  ["is truncated", index.subarray(0, -10), /it is cut off: 10 bytes are missing at its end\. Copy or make it again\./],
  [
    "is of another repository",
    elsewhere("src/other.py"),
    /it is of another repository: none of its 1 document \(such as src/,
  ],
  [
    "has paths of another machine",
    elsewhere("/ci/a.py"),
    /\(such as \/ci\/a\.py\), as they are of another machine\. Make/,
  ],
])("An index that %s costs no answer of the embedded server, and the answer says so", async (what, content, said) => {
  const root = project(`broken ${what}`, embedded, { "index.scip": content, "c.py": "def g():\n    pass\n\ng()\n" });
  const printed = await run(root, "definition", "c.py@g()");
  expect(printed).toContain("c.py:1:5");
  expect(printed).toMatch(said);
});

(process.platform === "win32" ? test.skip : test)("A pipe is no index, and nothing waits for it", async () => {
  const root = project("pipe", embedded);
  for (const name of ["index.scip", "named.scip"]) execFileSync("mkfifo", [join(root, name)]);
  const printed = await run(root, "definition", "a.py@f", "--scip=named.scip");
  expect(printed).toContain("a.py:1:5");
  expect(printed).toContain("named.scip: it is a named pipe, not a regular file.");
  expect(printed).not.toContain("/index.scip");
});

describe("changes without a server", () => {
  const runs = { reader: "s m pkg 1 reader/Reader#run().", writer: "s m pkg 1 writer/Writer#run()." };
  const texts = {
    "reader.py": "class Reader:\n    def run(self):\n        return 1\n",
    "writer.py": "class Writer:\n    def run(self):\n        return 2\n",
    "b.py": "def b(made):\n    return made.run()\n",
    "c.py": "def c(made):\n    return made.run()\n",
  };
  /** Only the index knows of which type a receiver is. */
  const meant = { "reader.py": runs.reader, "writer.py": runs.writer, "b.py": runs.reader, "c.py": runs.writer };

  /** Makes a project, whose index knows that its files are as they were, or doesn't. */
  function open(
    name: string,
    { hasText, changed = {} }: { hasText: boolean; changed?: Partial<typeof texts> },
  ): string {
    const indexed = Object.entries(texts).map(([path, text]) => {
      return { path, text, names: { run: meant[path as keyof typeof texts] }, hasText };
    });
    const index = bytesOf(indexOf(indexed, { tool: "scip-python" }));
    return project(name, embedded, { ...texts, ...changed, "index.scip": index });
  }

  const rename = ["rename", "reader.py:Reader.run", "start"];

  test("An index decides what a rename by syntax alone can't tell", async () => {
    const root = open("renamed", { hasText: true });
    const printed = await run(root, ...rename);
    expect(printed).toContain("-    return made.run()\n+    return made.start()");
    expect(printed).toContain("+++ b/b.py");
    expect(printed).not.toContain("+++ b/c.py");
    expect(printed).toContain("--write applies the change");
    expect(printed).not.toContain("Not known whether");
  });

  test("A rename from a use whose receiver has no known type begins at the declaration of the index", async () => {
    const printed = await run(open("from-use", { hasText: true }), "rename", "b.py@run", "start");
    expect(printed).toContain("+++ b/reader.py");
    expect(printed).not.toContain("+++ b/c.py");
  });

  test("What an index decides can be prepared for a rename", async () => {
    const prepare = ["prepareRename", "reader.py:Reader.run"];
    expect(await run(open("prepared", { hasText: true }), ...prepare)).not.toContain("refused");
    expect(await run(open("unprepared", { hasText: false }), ...prepare)).toContain(
      "refused: `run` is declared 2 times",
    );
  });

  test.each([
    ["may have changed", false, {}, "the index does not count, as 4 of 4 files may have changed since"],
    ["has changed", true, { "reader.py": `${texts["reader.py"]}# more\n` }, "1 of 4 files has changed since"],
  ])("An index is no evidence for a rename in a file that %s", async (state, hasText, changed, why) => {
    const root = open(`rename ${state}`, { hasText, changed });
    const printed = await run(root, ...rename, "--write");
    expect(printed).toContain(why);
    expect(printed).toContain("lsp-locate index --write");
    expect(printed).toContain("Nothing was changed.");
  });

  test("What an index says counts for the deletion of a symbol, and not if files may have changed", async () => {
    const words = ["delete", "a.py:f"];
    const f1 = [{ path: "a.py", text: "def f():\n    pass\n\n\nx = 1\n", names: { f } }];
    const known = { "a.py": f1[0]!.text, "index.scip": bytesOf(indexOf([{ ...f1[0]!, hasText: true }])) };
    expect(await run(project("deleted", embedded, known), ...words)).toContain(
      "Nothing refers to `f`, as the index and the text of the workspace show.",
    );
    const unknown = project("kept", embedded, { ...known, "index.scip": bytesOf(indexOf(f1)) });
    expect(await run(unknown, ...words, "--write")).toContain(
      "Not all uses are known: the index does not count, as 1 of 1 file may have changed since",
    );
  });
});
