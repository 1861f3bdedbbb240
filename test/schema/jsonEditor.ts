/** VS Code's JSON server on files in a folder: what an author of such files sees. */

import { spawn } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";
import type { CompletionItem, CompletionList, Diagnostic, Hover } from "vscode-languageserver-protocol";

const root = resolve(import.meta.dirname, "../..");

/** The cursor in a text. */
const CURSOR_MARK = "┃";

export interface JsonEditor {
  /** Returns the labels offered at the cursor. */
  complete(text: string): Promise<readonly string[]>;
  /** Returns the hover at the cursor. */
  hover(text: string): Promise<string>;
  /** Returns the messages of the diagnostics. */
  diagnostics(text: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

/**
 * Each text is a file of its own in one folder; `name` ends its name. `schema` is the URI of the
 * schema that the settings assign to such files.
 */
export async function openJsonEditor(name: string, schema?: string): Promise<JsonEditor> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "schema-")));
  const server = spawn(process.execPath, [
    join(root, "node_modules/vscode-langservers-extracted/bin/vscode-json-language-server"),
    "--stdio",
  ]);
  const connection = createMessageConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  connection.onRequest("workspace/configuration", ({ items }: { items: readonly unknown[] }) => items.map(() => null));
  connection.onRequest("client/registerCapability", () => null);
  connection.listen();
  await connection.sendRequest("initialize", {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    capabilities: {
      textDocument: { completion: { completionItem: { snippetSupport: true } }, hover: {}, diagnostic: {} },
    },
    initializationOptions: { handledSchemaProtocols: ["file"], provideFormatter: false },
  });
  await connection.sendNotification("initialized", {});
  await connection.sendNotification("workspace/didChangeConfiguration", {
    settings: {
      json: { validate: { enable: true }, schemas: schema ? [{ fileMatch: [`*.${name}`], url: schema }] : [] },
    },
  });

  let count = 0;
  const open = async (marked: string) => {
    const path = join(folder, `${count++}.${name}`);
    const [before = ""] = marked.split(CURSOR_MARK);
    const text = marked.replace(CURSOR_MARK, "");
    writeFileSync(path, text);
    const textDocument = { uri: pathToFileURL(path).href, languageId: "json", version: 1, text };
    await connection.sendNotification("textDocument/didOpen", { textDocument });
    const lines = before.split("\n");
    return {
      textDocument: { uri: textDocument.uri },
      position: { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 },
    };
  };
  return {
    async complete(text) {
      const answer = await connection.sendRequest<CompletionList | readonly CompletionItem[]>(
        "textDocument/completion",
        await open(text),
      );
      return ("items" in answer ? answer.items : answer).map(({ label }) => String(label));
    },
    async hover(text) {
      const answer = await connection.sendRequest<Hover | null>("textDocument/hover", await open(text));
      const parts = [answer?.contents ?? ""].flat() as readonly (string | { readonly value: string })[];
      return parts.map((part) => (typeof part === "string" ? part : part.value)).join("\n");
    },
    async diagnostics(text) {
      const { textDocument } = await open(text);
      const answer = await connection.sendRequest<{ items: readonly Diagnostic[] }>("textDocument/diagnostic", {
        textDocument,
      });
      return answer.items.map(({ message }) => String(message));
    },
    async close() {
      await connection.sendRequest("shutdown");
      await connection.sendNotification("exit");
      connection.dispose();
      server.kill();
      rmSync(folder, { recursive: true });
    },
  };
}
