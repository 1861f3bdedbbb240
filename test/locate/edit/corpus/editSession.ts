/** A session of a built command in front of a server that knows nothing, for many edits. */

import { join } from "node:path";
import { ResponseError } from "vscode-jsonrpc/node";
import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import type { OperationName } from "../../../../src/locate/edit/editRequest.js";
import type { Locate } from "../../../../src/locate/locate.js";
import { Document } from "../../../../src/text/document.js";
import { offsetsToRange, type Range, rangeToOffsets } from "../../../../src/text/position.js";
import type { Stretch } from "../../../../src/text/stretch.js";
import { startPeer } from "../../../peer.js";

/** A request that the session refused. */
export interface Refusal {
  readonly kind: string;
  readonly message: string;
}

export type Answer<Value> = { readonly value: Value } | { readonly refusal: Refusal };

/** What `locate/edit` answers: the text after the edit, and the unit that it took. */
export interface EditedText {
  readonly text: string;
  readonly unit?: string;
}

/** A symbol of the document, with its lines: 0-based, the last one included. */
export interface OutlinedSymbol {
  readonly symbol_path: readonly string[];
  readonly first: number;
  readonly last: number;
}

export interface EditSession {
  /** Opens a document of this path; a former one is closed. */
  open(path: string, language: string, text: string): Promise<void>;
  describe(stretch: Stretch): Promise<Answer<Locate>>;
  resolve(locate: Locate): Promise<Answer<Stretch>>;
  /** Returns the symbols that have a path, outer ones before inner ones. */
  outline(): Promise<readonly OutlinedSymbol[]>;
  edit(locate: Locate, operation: OperationName, newText: string): Promise<Answer<EditedText>>;
  close(): Promise<void>;
}

/** The path of a server that knows nothing, for Node. */
export const silentServer = join(import.meta.dirname, "silentServer.mjs");

/** Starts the command at `command`, the path of a main.js. */
export async function startEditSession(command: string, root: string): Promise<EditSession> {
  const peer = await startPeer([process.execPath, command, "--", process.execPath, silentServer], {
    root,
    direct: true,
    capabilities: "full",
  });
  let uri = "";
  let document = Document.of("");
  const answer = async <Result, Value>(request: Promise<Result>, read: (result: Result) => Value) => {
    try {
      return { value: read(await request) };
    } catch (error) {
      if (!(error instanceof ResponseError)) throw error;
      const { kind } = (error.data ?? {}) as { kind?: string };
      return { refusal: { kind: kind ?? String(error.code), message: error.message } };
    }
  };
  return {
    open: async (path, language, text) => {
      if (uri !== "") await peer.notify("textDocument/didClose", { textDocument: { uri } });
      uri = peer.uri(path);
      document = Document.of(text);
      await peer.notify("textDocument/didOpen", { textDocument: { uri, languageId: language, version: 1, text } });
    },
    describe: (stretch) => {
      const range = offsetsToRange(document, stretch, "utf-16");
      return answer(
        peer.request<{ locate: Locate }>("locate/describe", { textDocument: { uri }, range }),
        ({ locate }) => locate,
      );
    },
    resolve: (locate) =>
      answer(peer.locate<{ target: { range: Range } }>("resolveRange", locate), ({ target }) =>
        rangeToOffsets(document, target.range, "utf-16"),
      ),
    outline: async () => {
      const params = { textDocument: { uri } };
      const { symbols } = await peer.request<{ symbols: readonly OutlineEntry[] }>("locate/outline", params);
      return withPaths(symbols);
    },
    edit: (locate, operation, newText) => {
      const params = operation === "delete" ? { operation } : { operation, new_text: newText };
      return answer(peer.locate<EditAnswer>("edit", { file_path: uri, ...locate }, params), ({ edit, unit }) => ({
        text: applied(document, edit, uri),
        ...(unit !== undefined && { unit }),
      }));
    },
    // How the session ends is not at issue: on a busy machine its guard may kill it first.
    close: () => peer.close().catch(() => {}),
  };
}

interface OutlineEntry {
  readonly symbol_path: readonly string[] | null;
  /** 1-based. */
  readonly range: Range;
  readonly children?: readonly OutlineEntry[];
}

function withPaths(entries: readonly OutlineEntry[]): OutlinedSymbol[] {
  return entries.flatMap(({ symbol_path, range, children = [] }) => [
    ...(symbol_path === null ? [] : [{ symbol_path, first: range.start.line - 1, last: range.end.line - 1 }]),
    ...withPaths(children),
  ]);
}

interface EditAnswer {
  readonly edit: WorkspaceEdit;
  readonly unit?: string;
}

function applied(document: Document, { changes, documentChanges }: WorkspaceEdit, uri: string): string {
  const edits = changes?.[uri] ?? (documentChanges ?? []).flatMap((change) => ("edits" in change ? change.edits : []));
  const stretches = edits
    .map((edit) => {
      if (!("newText" in edit)) throw new Error(`an edit without newText: ${JSON.stringify(edit)}`);
      return { ...rangeToOffsets(document, edit.range, "utf-16"), insert: edit.newText };
    })
    .sort((a, b) => b.from - a.from);
  return stretches.reduce((text, { from, to, insert }) => text.slice(0, from) + insert + text.slice(to), document.text);
}
