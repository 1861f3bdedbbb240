/**
 * A server that announces `notebookDocumentSync`, as a process that takes the script of a notebook
 * for the text of its file. Where it has no notebook, messages pass as they are; so do all messages
 * of a client that synchronises notebooks itself, and all of another server.
 */

import type { NotebookDocumentSyncOptions } from "vscode-languageserver-protocol";
import { isObject } from "../../backend/isObject.js";
import { type BackendProcess, killForFrame } from "../../backend/process.js";
import type { PositionEncoding } from "../../text/position.js";
import { type Envelope, envelopeReader } from "../../wire/envelope.js";
import { type FrameHandler, frameOf, holdDecision, passDecision } from "../../wire/frames.js";
import type { FrameWriter } from "../../wire/frameWriter.js";
import { interceptFrames } from "../../wire/interceptFrames.js";
import { findValue, putValue, stringAt } from "../../wire/json.js";
import { buildNotification, CANCEL_METHOD } from "../../wire/messages.js";
import { replaceMessage } from "../../wire/steps.js";
import type { Message } from "../../wire/wholeMessages.js";
import { CellDiagnostics, PUBLISH_METHOD } from "./cellDiagnostics.js";
import { isCell, namesCells, toScript } from "./cellMessages.js";
import { CellRequests } from "./cellRequests.js";
import { type SyncedNotebook, SyncedNotebooks } from "./syncedNotebooks.js";

/** What a server has announced. */
interface Announcement {
  readonly options: NotebookDocumentSyncOptions;
  readonly encoding: PositionEncoding;
}

/** `maxFrameBytes` is the maximum length of a message's body, if it is not the default. */
export function withNotebooks(main: BackendProcess, maxFrameBytes?: number): BackendProcess {
  const { toServer, toClient, connect } = interceptFrames(main, { oversized: killForFrame(main), maxFrameBytes });
  const session = openSession(toServer, toClient);
  /** Decides by the envelope whether `take` gets a message; else it passes. */
  const decideWith = (
    mayTake: (envelope: Envelope) => boolean,
    take: (message: Message) => Buffer | undefined,
  ): FrameHandler["decide"] => {
    const read = envelopeReader();
    return (head, whole) => {
      if (session.isOver()) return passDecision;
      const envelope = read(head, whole);
      if (!envelope) return whole ? passDecision : holdDecision;
      return mayTake(envelope) ? replaceMessage(envelope, take) : passDecision;
    };
  };
  const streams = connect({
    fromClient: decideWith(session.mayTakeFromClient, session.takeFromClient),
    fromServer: decideWith(() => true, session.takeFromServer),
  });
  return { ...main, ...streams };
}

function openSession(toServer: FrameWriter, toClient: FrameWriter) {
  let initializeId: string | undefined;
  let announced: Announcement | undefined;
  /** Whether nothing is left to do: the client has its own notebooks, or the server wants none. */
  let isOver = false;
  const notebooks = new SyncedNotebooks({
    send: (method, params) => toServer.send(frameOf(buildNotification(method, params))),
    encoding: () => announced?.encoding ?? "utf-16",
    wants: (languageId) => announced !== undefined && selects(announced.options, languageId),
  });
  const sendToClient = (frame: Buffer) => toClient.send(frame);
  const diagnostics = new CellDiagnostics(notebooks, sendToClient);
  const requests = new CellRequests({ notebooks, toServer: (frame) => toServer.send(frame), toClient: sendToClient });

  /** Takes a notification about the document of a notebook. */
  const notify = (method: string, params: Readonly<Record<string, unknown>>, notebook: SyncedNotebook): void => {
    const { textDocument, contentChanges } = params as unknown as ChangeParams;
    const { uri, version } = notebook.document;
    if (method === "textDocument/didChange") {
      const isTold = notebooks.change(notebook, textDocument.version ?? version, contentChanges ?? []);
      if (isTold) diagnostics.noteChange(notebook);
      else diagnostics.noteMoved(notebook);
    } else if (method === "textDocument/didClose") {
      notebooks.close(notebook);
      diagnostics.noteClose(notebook);
    } else if (method === "textDocument/didSave" && announced?.options.save) {
      const saved = buildNotification("notebookDocument/didSave", { notebookDocument: { uri } });
      toServer.send(frameOf(saved));
    }
  };

  return {
    isOver: () => isOver,

    /** Whether a message of the client may be about a notebook, or tell whether there are any. */
    mayTakeFromClient({ method }: Envelope): boolean {
      if (announced === undefined || method === undefined) return method === "initialize";
      if (method === CANCEL_METHOD) return !requests.isEmpty;
      return method === "textDocument/didOpen" || !notebooks.isEmpty;
    },

    takeFromClient({ method, id, body, bytes }: Message): Buffer | undefined {
      if (method === "initialize") {
        const syncs = findValue(body, ["params", "capabilities", "notebookDocument", "synchronization"]) !== undefined;
        initializeId = syncs ? undefined : id;
        isOver = syncs;
        return syncs ? bytes : frameOf(withCapability(body));
      }
      if (method === "textDocument/didOpen" && body.includes(".ipynb")) {
        const notebook = notebooks.open(paramsOf(body).textDocument as Parameters<SyncedNotebooks["open"]>[0]);
        if (notebook) diagnostics.noteChange(notebook);
        return notebook ? undefined : bytes;
      }
      if (method === CANCEL_METHOD) {
        const span = findValue(body, ["params", "id"]);
        return span && requests.cancel(body.toString("utf8", span.from, span.to)) ? undefined : bytes;
      }
      if (notebooks.isEmpty || method === undefined) return bytes;
      if (id !== undefined && method.endsWith("/resolve"))
        return requests.askToResolve(id, method, paramsOf(body)) ? undefined : bytes;
      const notebook = notebooks.get(uriIn(body) ?? "");
      if (notebook === undefined) return bytes;
      if (id === undefined) notify(method, paramsOf(body), notebook);
      else requests.ask(id, method, paramsOf(body), notebook);
      return undefined;
    },

    takeFromServer({ method, id, body, bytes }: Message): Buffer | undefined {
      if (method === undefined && initializeId !== undefined && id === initializeId) {
        initializeId = undefined;
        announced = readAnnouncement(body);
        isOver = announced === undefined;
        return bytes;
      }
      if (announced === undefined) return bytes;
      if (method === undefined && id !== undefined && requests.expects(id)) {
        requests.take(id, JSON.parse(body.toString("utf8")) as object);
        return undefined;
      }
      if (!namesCells(body)) return bytes;
      const message = JSON.parse(body.toString("utf8")) as { readonly params?: unknown };
      const { params } = message;
      if (method === PUBLISH_METHOD && isObject(params) && isCell(String(params.uri))) {
        diagnostics.take(String(params.uri), params);
        return undefined;
      }
      return frameOf(JSON.stringify(toScript(message, undefined, notebooks)));
    },
  };
}

interface ChangeParams {
  readonly textDocument: { readonly version?: number };
  readonly contentChanges?: readonly unknown[];
}

function paramsOf(body: Buffer): Readonly<Record<string, unknown>> {
  const { params } = JSON.parse(body.toString("utf8")) as { readonly params?: unknown };
  return isObject(params) ? params : {};
}

/** Returns the URI of the document that a message is about, or of the item that it is about. */
function uriIn(body: Buffer): string | undefined {
  const path = (name: string) => stringAt(body, findValue(body, ["params", name, "uri"]));
  return path("textDocument") ?? path("item");
}

function withCapability(initialize: Buffer): Buffer {
  const synchronization = { dynamicRegistration: false };
  return putValue(initialize, ["params", "capabilities", "notebookDocument"], { synchronization });
}

function readAnnouncement(response: Buffer): Announcement | undefined {
  const span = findValue(response, ["result", "capabilities"]);
  if (span === undefined) return undefined;
  const { notebookDocumentSync, positionEncoding } = JSON.parse(response.toString("utf8", span.from, span.to)) as {
    readonly notebookDocumentSync?: NotebookDocumentSyncOptions | null;
    readonly positionEncoding?: PositionEncoding;
  };
  if (!Array.isArray(notebookDocumentSync?.notebookSelector)) return undefined;
  return { options: notebookDocumentSync, encoding: positionEncoding ?? "utf-16" };
}

/** Whether a server wants Jupyter notebooks in files, with cells in a language. */
function selects({ notebookSelector }: NotebookDocumentSyncOptions, languageId: string): boolean {
  return notebookSelector.some(({ notebook, cells }) => {
    const { notebookType = "jupyter-notebook", scheme = "file" } =
      typeof notebook === "string" ? { notebookType: notebook } : (notebook ?? {});
    const isNotebook = (notebookType === "*" || notebookType === "jupyter-notebook") && scheme === "file";
    return isNotebook && (cells?.some(({ language }) => language === "*" || language === languageId) ?? true);
  });
}
