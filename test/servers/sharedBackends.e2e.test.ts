/** Agents on one workspace share one server a language, and each is answered as if alone. */

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Location, SymbolInformation, WorkspaceEdit } from "vscode-languageserver-protocol";
import { type DaemonHarness, withDaemons } from "../daemon/daemonHarness.js";
import { waitFor } from "../jest.js";
import { canFindLeftovers } from "../leftovers.js";
import { type Peer, repository, startPeer } from "../peer.js";

jest.setTimeout(180_000);

const files = {
  "tsconfig.json": '{ "compilerOptions": { "strict": true, "module": "nodenext" }, "include": ["src"] }\n',
  "src/pay.ts": "export function pay(amount: number) {\n  return amount;\n}\n",
  "src/one.ts": 'import { pay } from "./pay.js";\npay(1);\n',
  "src/problem.ts": "export const wrong: string = 1;\n",
  "tool.py": "def pay(amount: int) -> int:\n    return amount\n\n\nwrong: str = pay(1)\n",
  "src/two.ts": 'import { pay } from "./pay.js";\npay(2);\n',
};
type File = keyof typeof files;

function writeProject({ workspace }: DaemonHarness): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  }
}

/** Starts an agent that has opened a file. */
async function startAgent({ workspace }: DaemonHarness, path: File = "src/pay.ts", options: readonly string[] = []) {
  const peer = await startPeer([], { root: workspace, options: ["--agent", ...options], capabilities: "poor" });
  await open(peer, path);
  return peer;
}

function open(peer: Peer, path: string, text: string = files[path as File], version = 1): Promise<void> {
  const languageId = path.endsWith(".py") ? "python" : "typescript";
  const textDocument = { uri: peer.uri(path), languageId, version, text };
  return peer.notify("textDocument/didOpen", { textDocument });
}

function change(peer: Peer, path: string, text: string, version: number): Promise<void> {
  const textDocument = { uri: peer.uri(path), version };
  return peer.notify("textDocument/didChange", { textDocument, contentChanges: [{ text }] });
}

/** Returns the references at a place, by default of `pay` in src/pay.ts, as `file:line`. */
async function references(
  peer: Peer,
  { path = "src/pay.ts", line = 0, character = 17 }: { path?: File; line?: number; character?: number } = {},
): Promise<readonly string[]> {
  const found = await peer.request<Location[] | null>("textDocument/references", {
    textDocument: { uri: peer.uri(path) },
    position: { line, character },
    context: { includeDeclaration: true },
  });
  return (found ?? [])
    .map(({ uri, range }) => `${fileURLToPath(uri).split("/").at(-1)}:${range.start.line + 1}`)
    .sort();
}

const all = ["one.ts:1", "one.ts:2", "pay.ts:1", "two.ts:1", "two.ts:2"];

async function serverNames(harness: DaemonHarness): Promise<readonly string[]> {
  return (await harness.statuses()).flatMap(({ servers }) => servers.map(({ name }) => name));
}

/** The servers' processes, of whichever session, by how a command line names them. */
const serverProcesses = {
  typescript: /typescript-language-server\S* --stdio/,
  python: /pyright-langserver\S* --stdio/,
};

/** Expects this many processes of the servers, where they can be found. */
function expectProcesses({ marker }: DaemonHarness, counts: Readonly<Record<keyof typeof serverProcesses, number>>) {
  if (!canFindLeftovers) return;
  const running = marker.processes();
  const count = (pattern: RegExp) => running.filter((each) => pattern.test(each)).length;
  const found = { typescript: count(serverProcesses.typescript), python: count(serverProcesses.python) };
  expect({ ...found, running }).toMatchObject(counts);
}

test("Five agents have one server a language, whether others are killed, have unsaved text or edit on disk", async () => {
  await withDaemons(async (harness) => {
    writeProject(harness);
    const agents = await Promise.all(Array.from({ length: 5 }, () => startAgent(harness)));
    const [one, two, three, four, five] = agents as [Peer, Peer, Peer, Peer, Peer];
    await Promise.all(agents.map((agent) => open(agent, "tool.py")));
    expect(await Promise.all(agents.map((agent) => references(agent)))).toEqual([all, all, all, all, all]);
    const inPython = await Promise.all(agents.map((agent) => references(agent, { path: "tool.py", character: 4 })));
    expect(inPython).toEqual(Array.from({ length: 5 }, () => ["tool.py:1", "tool.py:5"]));
    expect([...(await serverNames(harness))].sort()).toEqual(["pyright", "typescript-language-server"]);
    expectProcesses(harness, { typescript: 1, python: 1 });

    // Two are killed while they ask.
    const lost = [references(one), references(two)];
    for (const each of lost) each.catch(() => {});
    one.kill();
    two.kill();
    expect(await references(three)).toEqual(all);

    // One has unsaved text, which the others don't see. Meanwhile it has a server of its own.
    await change(four, "src/pay.ts", `// new\n${files["src/pay.ts"]}pay(3);\n`, 2);
    expect(await references(three)).toEqual(all);
    expect(await references(four, { line: 1 })).toEqual(all);
    await waitFor(
      async () =>
        expect(await references(four, { line: 1 })).toEqual([
          ...all.slice(0, 2),
          "pay.ts:2",
          "pay.ts:5",
          ...all.slice(3),
        ]),
      60_000,
    );
    expect(await references(three)).toEqual(all);
    expectProcesses(harness, { typescript: 2, python: 1 });

    // One edits on disk.
    writeFileSync(join(harness.workspace, "src/two.ts"), `${files["src/two.ts"]}pay(4);\n`);
    const more = [...all.slice(0, 5), "two.ts:3"];
    expect(await references(three)).toEqual(more);
    expect(await references(five)).toEqual(more);

    // The unsaved text is taken back.
    await change(four, "src/pay.ts", files["src/pay.ts"], 3);
    await waitFor(() => expectProcesses(harness, { typescript: 1, python: 1 }), 60_000);
    expect(await references(four)).toEqual(more);
    expect(await serverNames(harness)).toHaveLength(2);

    // The session that they share is killed while one asks.
    const asked = references(three);
    for (const { pid } of await harness.statuses()) process.kill(pid, "SIGKILL");
    await asked.catch(() => {});
    expect(await references(three)).toEqual(more);
    expect(await references(five)).toEqual(more);
    for (const agent of [three, four, five]) await agent.close();
  });
});

function filesOf({ changes = {}, documentChanges = [] }: WorkspaceEdit): string[] {
  const parts = documentChanges.flatMap((part) => ("edits" in part ? [[part.textDocument.uri, part.edits]] : []));
  return [...Object.entries(changes), ...parts].map((part) => JSON.stringify(part));
}

/** Returns what an agent is answered about `pay` in a file, and the diagnostics that it gets. */
async function answers(peer: Peer, path: File, character: number): Promise<unknown> {
  const textDocument = { uri: peer.uri(path) };
  const at = { textDocument, position: { line: 0, character } };
  const result: Record<string, unknown> = {};
  for (const method of ["hover", "definition", "documentHighlight", "documentSymbol", "signatureHelp", "foldingRange"])
    result[method] = await peer.request(`textDocument/${method}`, at);
  result["references"] = await peer.request("textDocument/references", {
    ...at,
    context: { includeDeclaration: true },
  });
  result["rename"] = await peer.request("textDocument/rename", { ...at, newName: "settle" });
  result["symbol"] = await peer.request("workspace/symbol", { query: "pay" });
  const [item] = await peer.request<object[]>("textDocument/prepareCallHierarchy", at);
  result["incomingCalls"] = await peer.request("callHierarchy/incomingCalls", { item });
  const { hover, rename, symbol, ...others } = result;
  return {
    ...others,
    // A shared server is told that Markdown and versions are welcome.
    hover: JSON.stringify(hover).includes("function"),
    rename: filesOf(rename as WorkspaceEdit).sort(),
    // In the order in which the servers have started.
    symbol: (symbol as SymbolInformation[]).map(({ name, location: { uri } }) => `${uri} ${name}`).sort(),
  };
}

async function diagnosticsOf(peer: Peer, path: File): Promise<unknown> {
  const { params } = await peer.waitForNotification(
    ({ method, params }) =>
      method === "textDocument/publishDiagnostics" &&
      (params as { uri: string; diagnostics: unknown[] }).uri === peer.uri(path) &&
      (params as { diagnostics: unknown[] }).diagnostics.length > 0,
  );
  return params;
}

test("An agent on shared servers is answered as one with servers of its own, in two languages", async () => {
  await withDaemons(async (harness) => {
    writeProject(harness);
    const seen: unknown[] = [];
    for (const options of [["--no-daemon"], [], []]) {
      const peer = await startAgent(harness, "src/pay.ts", options);
      await open(peer, "src/problem.ts");
      await open(peer, "tool.py");
      seen.push({
        typescript: await answers(peer, "src/pay.ts", 17),
        python: await answers(peer, "tool.py", 5),
        problems: [await diagnosticsOf(peer, "src/problem.ts"), await diagnosticsOf(peer, "tool.py")],
      });
      expect(await serverNames(harness)).toEqual(
        options.length > 0 ? [] : expect.arrayContaining(["typescript-language-server", "pyright"]),
      );
      if (seen.length < 3) await peer.close();
      else peer.kill();
    }
    const [alone, first, second] = seen;
    expect(first).toEqual(alone);
    expect(second).toEqual(alone);

    // The shell uses the same ones.
    const env = { ...process.env, PATH: [join(repository, "node_modules/.bin"), process.env["PATH"]].join(delimiter) };
    const args = [harness.program, "references", "src/pay.ts:pay"];
    expect(execFileSync(process.execPath, args, { cwd: harness.workspace, env, encoding: "utf8" })).toContain(
      "src/two.ts",
    );
    expect(await serverNames(harness)).toHaveLength(2);
  });
});
