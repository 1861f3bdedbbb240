/**
 * A harness that declares nothing, in agent mode and in front of many servers: what is announced to
 * it is declared to the servers, so that they do it.
 */

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CallHierarchyItem, CompletionItem, CompletionList, Diagnostic } from "vscode-languageserver-protocol";
import { type Peer, startPeer } from "../peer.js";

const TIMEOUT_MS = 120_000;

const files = {
  "tsconfig.json": "{}",
  "a.ts": "export function total(n: number) {\n  return n;\n}\nexport const text: string = total(1);\n",
  "a.css": ".a {\n  colo\n}\n",
  "a.html": "<!DOCTYPE html>\n<html><body><di</body></html>\n",
  "a.json": '{\n  "$schema": "./schema.json",\n  "nam"\n}\n',
  "schema.json": '{ "properties": { "name": { "type": "string" } } }',
};

let root: string;
let peer: Peer;

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "locate-poor-")));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  peer = await startPeer([], { root, capabilities: "poor", options: ["--agent"] });
}, TIMEOUT_MS);

afterAll(async () => {
  try {
    await peer.close();
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

async function open(path: keyof typeof files, languageId: string): Promise<void> {
  const textDocument = { uri: peer.uri(path), languageId, version: 1, text: files[path] };
  await peer.notify("textDocument/didOpen", { textDocument });
}

const about = (path: string, line: number, character: number) => ({
  textDocument: { uri: peer.uri(path) },
  position: { line, character },
});

test(
  "typescript-language-server publishes diagnostics to a client that does not declare them",
  async () => {
    await open("a.ts", "typescript");
    const { params } = await peer.waitForNotification(({ method }) => method === "textDocument/publishDiagnostics");
    const { version, diagnostics } = params as { version: number; diagnostics: readonly Diagnostic[] };
    expect(version).toBe(1);
    expect(diagnostics.map(({ message }) => message)).toEqual(["Type 'number' is not assignable to type 'string'."]);
  },
  TIMEOUT_MS,
);

test(
  "The call hierarchy answers a client that does not declare it",
  async () => {
    expect(peer.initialized.capabilities.callHierarchyProvider).toBe(true);
    const items = await peer.request<readonly CallHierarchyItem[]>(
      "textDocument/prepareCallHierarchy",
      about("a.ts", 0, 17),
    );
    expect(items.map(({ name }) => name)).toEqual(["total"]);
    const calls = await peer.request<readonly unknown[]>("callHierarchy/incomingCalls", { item: items[0] });
    expect(calls).toHaveLength(1);
  },
  TIMEOUT_MS,
);

test.each([
  ["vscode-css-language-server", "a.css", "css", 1, 6, "color", /^color: ;?$/],
  ["vscode-html-language-server", "a.html", "html", 1, 15, "div", /^<?div$/],
  ["vscode-json-language-server", "a.json", "json", 2, 6, "name", /^"name": ""$/],
] as const)(
  "%s completes plain text for a client without snippets",
  async (_server, path, languageId, line, character, label, text) => {
    expect(peer.initialized.capabilities.completionProvider).toBeDefined();
    await open(path, languageId);
    const result = await peer.request<CompletionItem[] | CompletionList>(
      "textDocument/completion",
      about(path, line, character),
    );
    const items = Array.isArray(result) ? result : result.items;
    expect(items.filter(({ insertTextFormat }) => insertTextFormat === 2)).toEqual([]);
    const item = items.find((each) => each.label === label);
    expect(item?.textEdit?.newText).toMatch(text);
    expect(await peer.request("completionItem/resolve", item)).not.toHaveProperty("insertTextFormat", 2);
  },
  TIMEOUT_MS,
);
