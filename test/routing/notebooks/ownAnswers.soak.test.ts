/**
 * Answers about public notebooks: basedpyright's are those that it gives to a client which
 * synchronises notebooks itself, and pyright's those about the script in a file of its own.
 */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";
import type { Diagnostic, Hover, Location, Position, Range } from "vscode-languageserver-protocol";
import { type BackendProcess, startBackend } from "../../../src/backend/process.js";
import { type Notebook, readNotebook, readOnlyReason } from "../../../src/files/documents/notebook/notebook.js";
import { scriptCellsOf, scriptOf, sourceLinesOf } from "../../../src/files/documents/notebook/notebookScript.js";
import { withNotebooks } from "../../../src/routing/notebooks/notebookProcess.js";
import { download } from "../../downloads.js";
import { temporaryFolder } from "../../folders.js";
import { testIf } from "../../jest.js";
import { isOnPath } from "../../servers/scenario.js";
import { randomFrom } from "../../text/random.js";

jest.setTimeout(600_000);

const packages = [
  { client: "pip", name: "nbclient", version: "0.11.0" },
  { client: "pip", name: "nbval", version: "0.11.0" },
  { client: "pip", name: "papermill", version: "2.7.0" },
] as const;
const NOTEBOOKS = process.env["TEST_SOAK"] === "full" ? 30 : 6;
const NAMES_PER_NOTEBOOK = 6;
const QUIET_MS = 10_000;
const folder = temporaryFolder();

/** A line of code in a notebook that the script has as it is. */
interface CodeLine {
  readonly cell: number;
  readonly line: number;
  readonly inScript: number;
  readonly text: string;
}

function codeLinesOf(notebook: Notebook): readonly CodeLine[] {
  let inScript = 0;
  return scriptCellsOf(notebook).flatMap(({ lines }, cell) => {
    const source = sourceLinesOf(notebook.cells[cell] as Notebook["cells"][number]);
    const first = inScript + 2;
    inScript = first + lines.length + 1;
    if (notebook.cells[cell]?.kind !== "code") return [];
    return source.flatMap((text, line) => (lines[line] === text ? [{ cell, line, inScript: first + line, text }] : []));
  });
}

/** A server, and what it says of names, by the text of places. */
async function openServer(process: BackendProcess, capabilities: object) {
  const connection = createMessageConnection(
    new StreamMessageReader(process.stdout),
    new StreamMessageWriter(process.stdin),
  );
  const published = new Map<string, readonly Diagnostic[]>();
  const waiting: (() => void)[] = [];
  connection.onNotification("textDocument/publishDiagnostics", ({ uri, diagnostics }) => {
    published.set(uri, diagnostics);
    for (const wake of waiting.splice(0)) wake();
  });
  connection.onRequest("workspace/configuration", ({ items }: { items: unknown[] }) => items.map(() => null));
  connection.onRequest("client/registerCapability", () => null);
  connection.onRequest("window/workDoneProgress/create", () => null);
  connection.listen();
  const rootUri = pathToFileURL(folder).href;
  const folders = [{ uri: rootUri, name: "notebooks" }];
  const workspace = { configuration: true, workspaceFolders: true };
  const params = { processId: null, rootUri, workspaceFolders: folders, capabilities: { ...capabilities, workspace } };
  await connection.sendRequest("initialize", params);
  await connection.sendNotification("initialized", {});
  return {
    notify: (method: string, sent: object) => connection.sendNotification(method, sent),
    async diagnosticsOf(uri: string) {
      while (!published.has(uri)) await new Promise<void>((wake) => waiting.push(wake));
      return published.get(uri) as readonly Diagnostic[];
    },
    /** Waits for the next report on any document. Resolves with false if none comes. */
    reportsAgain(): Promise<boolean> {
      return new Promise((resolve) => {
        const timer = setTimeout(() => resolve(false), QUIET_MS);
        waiting.push(() => {
          clearTimeout(timer);
          resolve(true);
        });
      });
    },
    async askAt(uri: string, position: Position) {
      const at = { textDocument: { uri }, position };
      const hover = await connection.sendRequest<Hover | null>("textDocument/hover", at);
      const definition = await connection.sendRequest<readonly Location[] | null>("textDocument/definition", at);
      const context = { includeDeclaration: true };
      const references = await connection.sendRequest<readonly Location[] | null>("textDocument/references", {
        ...at,
        context,
      });
      return { hover: hover?.contents, definition: definition ?? [], references: references ?? [] };
    },
    close() {
      connection.dispose();
      return process.stop();
    },
  };
}

/**
 * Returns a server's places in the script, in order, as text. Of others, which depend on what is
 * open, only whether there are any.
 */
function placesOf(all: readonly Location[], inScript: (location: Location) => Range | undefined): readonly string[] {
  const placed = all.map((each) => inScript(each)?.start);
  return [...new Set(placed.map((start) => (start ? `${start.line}:${start.character}` : "elsewhere")))].sort();
}

function diagnosticsText(all: readonly Diagnostic[], known: ReadonlySet<number>, first = 0): readonly string[] {
  const own = all.filter(({ range: { start } }) => known.has(start.line + first));
  return own
    .map(({ message, range: { start } }) => `${start.line + first}:${start.character} ${String(message)}`)
    .sort();
}

async function publicNotebooks(): Promise<readonly Notebook[]> {
  const folders = await Promise.all(packages.map(download));
  const files = folders.flatMap((each) =>
    readdirSync(each, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ipynb"))
      .map((name) => join(each, name)),
  );
  const read = files.map((file) => readNotebook(readFileSync(file, "utf8")));
  const usable = (each: ReturnType<typeof readNotebook>): each is Notebook =>
    !("unreadable" in each) && each.languageId === "python" && readOnlyReason(each) === undefined;
  return read.filter(usable).filter((each) => codeLinesOf(each).some(({ text }) => text.trim() !== ""));
}

/** Returns names in lines of code, chosen by a seed. */
function namesIn(lines: readonly CodeLine[], seed: number): readonly (CodeLine & { readonly character: number })[] {
  const random = randomFrom(seed);
  const all = lines.flatMap((line) =>
    [...line.text.matchAll(/(?<![\w"'])[A-Za-z_]\w*/g)].map(({ index }) => ({ ...line, character: index })),
  );
  return Array.from({ length: Math.min(all.length, NAMES_PER_NOTEBOOK) }, () => all[random(all.length)] as never);
}

testIf(isOnPath("basedpyright-langserver"), "basedpyright is not installed: see scripts/install-programs.sh")(
  "What basedpyright says of a notebook is what it says to an editor",
  async () => {
    const command = ["basedpyright-langserver", "--stdio"];
    const synchronization = { dynamicRegistration: false };
    const editor = await openServer(await startBackend(command), { notebookDocument: { synchronization } });
    const ours = await openServer(withNotebooks(await startBackend(command)), {});
    let compared = 0;
    for (const [number, notebook] of (await publicNotebooks()).slice(0, NOTEBOOKS).entries()) {
      const uri = pathToFileURL(join(folder, `${number}.ipynb`)).href;
      const cellUri = (cell: number) => `vscode-notebook-cell:${uri.slice("file://".length)}#W${cell}`;
      const lines = codeLinesOf(notebook);
      const known = new Set(lines.map(({ inScript }) => inScript));
      const code = [...notebook.cells.entries()].filter(([, { kind }]) => kind === "code");
      const firstLines = new Map(lines.map(({ cell, line, inScript }) => [cellUri(cell), inScript - line]));
      await editor.notify("notebookDocument/didOpen", {
        notebookDocument: {
          ...{ uri, notebookType: "jupyter-notebook", version: 1 },
          cells: code.map(([cell]) => ({ kind: 2, document: cellUri(cell) })),
        },
        cellTextDocuments: code.map(([cell, { text }]) => ({
          uri: cellUri(cell),
          languageId: "python",
          version: 1,
          text,
        })),
      });
      const item = { uri, languageId: "python", version: 1, text: scriptOf(notebook) };
      await ours.notify("textDocument/didOpen", { textDocument: item });
      const found: string[] = [];
      for (const [cell] of code) {
        const first = firstLines.get(cellUri(cell));
        if (first !== undefined)
          found.push(...diagnosticsText(await editor.diagnosticsOf(cellUri(cell)), known, first));
      }
      expect([number, diagnosticsText(await ours.diagnosticsOf(uri), known)]).toEqual([number, found.sort()]);
      for (const { cell, line, inScript, character } of namesIn(lines, number)) {
        const own = await editor.askAt(cellUri(cell), { line, character });
        const answer = await ours.askAt(uri, { line: inScript, character });
        const inCell = ({ uri: at, range }: Location): Range | undefined => {
          const first = firstLines.get(at) ?? firstLines.get(decodeURIComponent(at));
          const move = (place: Position) => ({ ...place, line: place.line + (first ?? 0) });
          return first === undefined ? undefined : { start: move(range.start), end: move(range.end) };
        };
        const asIs = ({ uri: at, range }: Location) => (at === uri ? range : undefined);
        const title = [number, cell, line, character];
        expect([title, answer.hover]).toEqual([title, own.hover]);
        expect([title, placesOf(answer.definition, asIs)]).toEqual([title, placesOf(own.definition, inCell)]);
        expect([title, placesOf(answer.references, asIs)]).toEqual([title, placesOf(own.references, inCell)]);
        compared++;
      }
    }
    await Promise.all([editor.close(), ours.close()]);
    expect(compared).toBeGreaterThan(2 * NOTEBOOKS);
  },
);

test("What pyright says of a notebook's script is what it says of it in a file", async () => {
  const command = [process.execPath, resolve("node_modules/pyright/langserver.index.js"), "--stdio"];
  const server = await openServer(withNotebooks(await startBackend(command)), {});
  let compared = 0;
  for (const [number, notebook] of (await publicNotebooks()).slice(0, NOTEBOOKS).entries()) {
    const [uri, fileUri] = ["ipynb", "py"].map((type) => pathToFileURL(join(folder, `own${number}.${type}`)).href);
    const text = scriptOf(notebook);
    writeFileSync(join(folder, `own${number}.py`), text);
    for (const each of [uri, fileUri] as [string, string]) {
      const item = { uri: each, languageId: "python", version: 1, text };
      await server.notify("textDocument/didOpen", { textDocument: item });
    }
    const lines = codeLinesOf(notebook);
    const known = new Set(lines.map(({ inScript }) => inScript));
    const said = async (each: string | undefined) =>
      diagnosticsText(await server.diagnosticsOf(each as string), known).join("\n");
    // It reports more than once while it loads.
    while ((await said(uri)) !== (await said(fileUri)) && (await server.reportsAgain()));
    expect([number, await said(uri)]).toEqual([number, await said(fileUri)]);
    for (const { inScript: line, character } of namesIn(lines, number)) {
      const [answer, other] = await Promise.all(
        [uri, fileUri].map((each) => server.askAt(each as string, { line, character })),
      );
      const inFile = (each: string | undefined) => (location: Location) =>
        location.uri === each ? location.range : undefined;
      const textOf = ({ hover, definition, references }: NonNullable<typeof answer>, each: string | undefined) => [
        [number, line, character],
        hover,
        placesOf(definition, inFile(each)),
        placesOf(references, inFile(each)),
      ];
      expect(textOf(answer as never, uri)).toEqual(textOf(other as never, fileUri));
      compared++;
    }
  }
  await server.close();
  expect(compared).toBeGreaterThan(2 * NOTEBOOKS);
});
