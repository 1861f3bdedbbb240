/** SCIP indexes in sessions: instead of the embedded server, and beside a server. */

import { execFile } from "node:child_process";
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
    "From the index index.scip (scip-python 1.0) of an unknown commit: 1 of 2 files may have, though the definitions are where the index says.",
  );
  expect(printed).not.toContain("by syntax alone");
});

test("The embedded server answers what the index does not", async () => {
  const root = project("lacking", embedded, { "index.scip": index, "c.py": "def g():\n    pass\n\ng()\n" });
  const printed = await run(root, "definition", "c.py@g()", "--json");
  expect(printed).toContain("c.py");
  expect(printed).not.toContain("scip-python");
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

test("Beside a server an index answers only where the language prefers it, and only what looks across files", async () => {
  const files = { "index.scip": index };
  expect(await run(project("beside", { servers: ["fake"] }, files), ...definition)).toContain("b.py:1:1");
  const preferring = project("preferring", { servers: ["fake"], prefer: "index" }, files);
  expect(await run(preferring, ...definition)).toContain("a.py:1:5");
  expect(await run(preferring, "hover", "b.py@q")).toContain("of the server");
});

test("An index that can't be read costs no answer of the embedded server", async () => {
  const root = project("broken", embedded, { "index.scip": "no index", "c.py": "def g():\n    pass\n\ng()\n" });
  expect(await run(root, "definition", "c.py@g()")).toContain("c.py:1:5");
});
