/**
 * The client of CodeMirror without an editor: a workspace of texts, with lsp-locate in agent mode
 * and in front of many servers. The client declares that it pulls diagnostics, and never does.
 */

import { EventEmitter, once } from "node:events";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { LSPClient, Workspace, type WorkspaceFile } from "@codemirror/lsp-client";
import { ChangeSet, Text } from "@codemirror/state";
import type {
  CompletionList,
  Definition,
  Hover,
  Location,
  PublishDiagnosticsParams,
} from "vscode-languageserver-protocol";
import { type RawPeer, startRaw } from "../peer.js";

const TIMEOUT_MS = 120_000;

const files = {
  "tsconfig.json": "{}",
  "a.ts": "export function total(n: number) {\n  return n;\n}\nexport const text: string = total(1);\n",
  "b.ts": 'import { total } from "./a";\ntotal(2);\n',
  "a.css": ".a { color: red }\n.b { colr: red }\n",
};

/** The files of the client, each with the text that an editor would show. */
class TextWorkspace extends Workspace {
  files: (WorkspaceFile & { shown: Text })[] = [];

  open(uri: string, languageId: string, text: string): void {
    const doc = Text.of(text.split("\n"));
    const file = { uri, languageId, version: 0, doc, shown: doc, getView: () => null };
    this.files.push(file);
    this.client.didOpen(file);
  }

  edit(uri: string, text: string): void {
    const file = this.files.find((each) => each.uri === uri);
    if (file) file.shown = Text.of(text.split("\n"));
  }

  syncFiles() {
    return this.files.flatMap((file) => {
      const { doc: prevDoc, shown } = file;
      if (prevDoc.eq(shown)) return [];
      const changes = ChangeSet.of({ from: 0, to: prevDoc.length, insert: shown }, prevDoc.length);
      Object.assign(file, { doc: shown, version: file.version + 1 });
      return [{ file, prevDoc, changes }];
    });
  }

  openFile(): void {}
  closeFile(): void {}
}

let root: string;
let peer: RawPeer;
let client: LSPClient;
let workspace: TextWorkspace;
const published: PublishDiagnosticsParams[] = [];
const publications = new EventEmitter();

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "locate-codemirror-")));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  peer = startRaw([], { root, options: ["--agent"], timeoutMs: TIMEOUT_MS });
  client = new LSPClient({
    rootUri: pathToFileURL(root).href,
    timeout: TIMEOUT_MS,
    workspace: (owner) => {
      workspace = new TextWorkspace(owner);
      return workspace;
    },
    notificationHandlers: {
      "textDocument/publishDiagnostics": (_client, params: PublishDiagnosticsParams) => {
        published.push(params);
        publications.emit("published");
        return true;
      },
    },
  });
  const handlers = new Set<(message: string) => void>();
  client.connect({
    send: (message) => peer.send(JSON.parse(message) as object),
    subscribe: (handler) => handlers.add(handler),
    unsubscribe: (handler) => handlers.delete(handler),
  });
  void receiveAll(handlers).catch(() => {}); // ends with the process
  await client.initializing;
}, TIMEOUT_MS);

afterAll(async () => {
  try {
    await client.request("shutdown", null);
    client.notification("exit", null);
    expect(await peer.exit()).toBe(0);
  } finally {
    peer.kill();
    rmSync(root, { recursive: true, force: true });
  }
});

async function receiveAll(handlers: ReadonlySet<(message: string) => void>): Promise<never> {
  for (;;) {
    const message = JSON.stringify(await peer.message());
    for (const handle of handlers) handle(message);
  }
}

const uriOf = (path: keyof typeof files) => pathToFileURL(join(root, path)).href;
const open = (path: keyof typeof files, languageId: string) => workspace.open(uriOf(path), languageId, files[path]);
const about = (path: keyof typeof files, line: number, character: number) => ({
  textDocument: { uri: uriOf(path) },
  position: { line, character },
});

/**
 * Resolves when that version has all these diagnostics. Rejects when one comes that is not of them.
 */
async function untilDiagnostics(path: keyof typeof files, version: number, expected: readonly string[]): Promise<void> {
  for (;;) {
    const ofVersion = published.filter((params) => params.uri === uriOf(path) && params.version === version);
    const all = ofVersion.map(({ diagnostics }) => diagnostics.map(({ message }) => message));
    for (const messages of all) expect(expected).toEqual(expect.arrayContaining(messages));
    if (all.at(-1)?.length === expected.length) return;
    await once(publications, "published");
  }
}

test(
  "The first references are complete, from a cold start",
  async () => {
    open("a.ts", "typescript");
    const params = { ...about("a.ts", 0, 17), context: { includeDeclaration: true } };
    const references = await client.request<typeof params, Location[]>("textDocument/references", params);
    const places = references.map(({ uri, range }) => `${uri.split("/").at(-1)}:${range.start.line + 1}`);
    expect(places.sort()).toEqual(["a.ts:1", "a.ts:4", "b.ts:1", "b.ts:2"]);
  },
  TIMEOUT_MS,
);

test(
  "The diagnostics that TypeScript and CSS publish reach a client that declares to pull them",
  async () => {
    await untilDiagnostics("a.ts", 0, ["Type 'number' is not assignable to type 'string'."]);
    open("a.css", "css");
    await untilDiagnostics("a.css", 0, ["Unknown property: 'colr'"]);
  },
  TIMEOUT_MS,
);

test(
  "After an edit, the diagnostics are those of the new text",
  async () => {
    workspace.edit(uriOf("a.ts"), `${files["a.ts"]}export const more: number = "x";\n`);
    client.sync();
    await untilDiagnostics("a.ts", 1, [
      "Type 'number' is not assignable to type 'string'.",
      "Type 'string' is not assignable to type 'number'.",
    ]);
  },
  TIMEOUT_MS,
);

test(
  "Hover, definition and completion answer",
  async () => {
    open("b.ts", "typescript");
    const at = about("b.ts", 1, 2);
    const hover = await client.request<typeof at, Hover>("textDocument/hover", at);
    expect(JSON.stringify(hover.contents)).toContain("total(n: number): number");
    const definition = await client.request<typeof at, Definition>("textDocument/definition", at);
    expect([definition].flat().map(({ uri }) => uri)).toEqual([uriOf("a.ts")]);
    const inCss = about("a.css", 0, 7);
    const { items } = await client.request<typeof inCss, CompletionList>("textDocument/completion", inCss);
    expect(items.map(({ label }) => label)).toContain("color");
  },
  TIMEOUT_MS,
);
