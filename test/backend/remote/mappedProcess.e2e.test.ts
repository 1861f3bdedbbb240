/** A server on another file system, in memory: what it gets, and what its client gets. */

import { existsSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { mapProcess } from "../../../src/backend/remote/mappedProcess.js";
import { frameOf } from "../../../src/wire/frames.js";
import { createFolder, removeFolders } from "../../folders.js";
import { type Json, recorder, scriptedProcess } from "../../routing/companions/companionPair.js";

afterAll(removeFolders);

const root = createFolder();
const ROOT = pathToFileURL(root).href;
/** Prints a file of a few characters; of `missing`, an error. */
const script = `
  const [path] = process.argv.slice(1);
  if (path.includes("missing")) { console.error("cat: " + path + ": No such file"); process.exit(1); }
  process.stdout.write("text of " + path);`;
const read = [process.execPath, "-e", script, "{path}"];

function openMapped(capabilities: object = {}, rootUri = ROOT) {
  const { process: main, server } = scriptedProcess();
  const logged: string[] = [];
  const rule = { name: "gopls", paths: [{ local: root, remote: "/workspace" }], read };
  const copies = createFolder();
  const mapped = mapProcess(main, rule, { copies, log: (line) => void logged.push(line) });
  const client = recorder();
  mapped.stdout.on("data", client.read);
  const write = (message: Json) => mapped.stdin.write(frameOf(JSON.stringify({ jsonrpc: "2.0", ...message })));
  write({ id: 1, method: "initialize", params: { processId: 7, rootUri, capabilities } });
  return { server, client, write, logged, copies, mapped };
}

const virtual = { workspace: { textDocumentContent: {} } };

test("The server gets its own paths, and no process id", async () => {
  const { server } = openMapped();
  const { params } = await server.next("initialize");
  expect(params).toMatchObject({ processId: null, rootUri: "file:///workspace" });
});

test("A client that reads documents of servers gets their URIs, and their texts", async () => {
  const { server, client, write } = openMapped(virtual);
  server.send({ id: 1, result: { capabilities: { workspace: { textDocumentContent: { schemes: ["std"] } } } } });
  const { result } = await client.next("response 1");
  expect(result.capabilities.workspace.textDocumentContent.schemes).toEqual(["std", "lsp-remote"]);
  write({ id: 2, method: "textDocument/definition", params: { textDocument: { uri: `${ROOT}/a.go` } } });
  expect((await server.next("textDocument/definition")).params.textDocument.uri).toBe("file:///workspace/a.go");
  server.send({ id: 2, result: [{ uri: "file:///usr/lib/go/b.go" }, { uri: "file:///workspace/c.go" }] });
  const [outside, inside] = (await client.next("response 2")).result;
  expect([outside.uri, inside.uri]).toEqual(["lsp-remote://gopls/usr/lib/go/b.go", `${ROOT}/c.go`]);
  write({ id: 3, method: "workspace/textDocumentContent", params: { uri: outside.uri } });
  expect((await client.next("response 3")).result).toEqual({ text: "text of /usr/lib/go/b.go" });
  write({ id: 4, method: "textDocument/hover", params: { textDocument: { uri: outside.uri } } });
  expect((await server.next("textDocument/hover")).params.textDocument.uri).toBe("file:///usr/lib/go/b.go");
});

test("What a server says when it refuses initialize has its own paths", async () => {
  const { server, client } = openMapped(virtual);
  const error = { code: -32603, message: "no such folder /workspace" };
  server.send({ id: 1, error });
  const response = await client.next("response 1");
  expect(response.error).toEqual(error);
  expect(response).not.toHaveProperty("result");
});

test("A document that can't be read is an error with the reason", async () => {
  const { client, write } = openMapped(virtual);
  write({ id: 2, method: "workspace/textDocumentContent", params: { uri: "lsp-remote://gopls/missing.go" } });
  const { error } = await client.next("response 2");
  expect(error.data.kind).toBe("file_unreadable");
  expect(error.message).toContain("/missing.go can't be read where the server runs");
  expect(error.message).toContain("No such file");
});

test("A request for a document of another scheme is the server's", async () => {
  const { server, write } = openMapped(virtual);
  write({ id: 2, method: "workspace/textDocumentContent", params: { uri: "std:/a.go" } });
  expect((await server.next("workspace/textDocumentContent")).params).toEqual({ uri: "std:/a.go" });
});

test("Another client gets the path of a copy, which is there when the answer comes", async () => {
  const { server, client, write, copies } = openMapped();
  server.send({ id: 1, result: { capabilities: {} } });
  expect((await client.next("response 1")).result).toEqual({ capabilities: {} });
  server.send({ id: 2, result: { uri: "file:///usr/lib/go/b.go" } });
  const { uri } = (await client.next("response 2")).result;
  const path = fileURLToPath(uri);
  expect(path.startsWith(copies)).toBe(true);
  expect(readFileSync(path, "utf8")).toBe("text of /usr/lib/go/b.go");
  if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o400);
  write({ id: 3, method: "textDocument/hover", params: { textDocument: { uri } } });
  expect((await server.next("textDocument/hover")).params.textDocument.uri).toBe("file:///usr/lib/go/b.go");
});

test("A file of which no copy can be made is logged, and the answer comes all the same", async () => {
  const { server, client, logged } = openMapped();
  server.send({ id: 2, result: { uri: "file:///missing.go" } });
  const { uri } = (await client.next("response 2")).result;
  expect(existsSync(fileURLToPath(uri))).toBe(false);
  expect(logged).toEqual([expect.stringContaining("/missing.go can't be read where the server runs")]);
});

test("The settings that a server asks for have its paths", async () => {
  const { server, client, write } = openMapped();
  server.send({ id: 5, method: "workspace/configuration", params: { items: [{ scopeUri: "file:///workspace" }] } });
  const { params } = await client.next("workspace/configuration");
  expect(params.items).toEqual([{ scopeUri: ROOT }]);
  write({ id: 5, result: [{ venv: `${root}/.venv` }] });
  expect((await server.next("response 5")).result).toEqual([{ venv: "/workspace/.venv" }]);
});

test("A folder that is in none of the mapped ones is said", () => {
  expect(openMapped().logged).toEqual([]);
  const { logged } = openMapped({}, "file:///elsewhere/shop");
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain(`its paths are those of ${root}. It can't see `);
  expect(logged[0]).toMatch(/elsewhere.shop: add that folder to servers\.gopls\.paths, or to --map\.$/);
});

test("Its output ends after the answers that wait for copies", async () => {
  const { mapped, client, server } = openMapped();
  const ended = new Promise((resolve) => mapped.stdout.once("end", resolve));
  server.send({ id: 2, result: { uri: "file:///usr/lib/go/b.go" } });
  server.end();
  await ended;
  expect(client.got).toEqual(["response 2"]);
});
