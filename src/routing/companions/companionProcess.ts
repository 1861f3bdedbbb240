/**
 * A server with another one beside it, as one process: Vue's server leaves types to a TypeScript
 * server, and asks it through its client. The rule is the field `bridge` in servers.json.
 *
 * Documents of the bridged server's languages are open in both. Its requests to the main server,
 * which it sends as notifications, become commands of the main server. It answers the methods of
 * the rule, and others where the main server has nothing. All else goes to the main server.
 */

import { PassThrough, Writable } from "node:stream";
import type { DidChangeTextDocumentParams, TextDocumentItem } from "vscode-languageserver-protocol";
import { isEmptyResult } from "../../ask/outcome.js";
import type { BridgedEntry } from "../../backend/config/servers.js";
import { isObject } from "../../backend/isObject.js";
import type { BackendProcess, StartBackendOptions } from "../../backend/process.js";
import type { Logger } from "../../error.js";
import { type DocumentItem, DocumentStore } from "../../files/documents/documentStore.js";
import { keyOfPath } from "../../uri.js";
import { frameOf } from "../../wire/frames.js";
import { findValue, stringAt } from "../../wire/json.js";
import { buildNotification, buildRequest, CANCEL_METHOD } from "../../wire/messages.js";
import { RawJson } from "../../wire/rawJson.js";
import { copyMessage, type Message } from "../../wire/wholeMessages.js";
import { buildDidOpen } from "../documents/syncKindAdapter.js";
import { BridgedDiagnostics } from "./companionDiagnostics.js";
import { BRIDGE_ID_PREFIX, BridgedServer } from "./companionServer.js";
import { splitMessages } from "./splitMessages.js";

interface Starting {
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly install?: string | undefined;
}

/** Returns how the process of a server is started. */
export function startOptionsOf({ env, install }: Starting, cwd: string | undefined): StartBackendOptions {
  return { ...(cwd === undefined ? {} : { cwd }), ...(env ? { env } : {}), ...(install ? { install } : {}) };
}

export interface BridgeOptions {
  readonly bridged: BridgedEntry;
  /** Starts the process of the bridged server. */
  start(): Promise<BackendProcess>;
  readonly log: Logger;
  /** The maximum length of a message's body, if it is not the default. */
  readonly maxFrameBytes?: number | undefined;
}

/**
 * Returns the process `main` with the bridged server beside it, which is started with its first
 * document. If it exits, it is started again when it is needed. If it does not start, the main
 * server serves alone, and proves no diagnostics, until another document is opened.
 */
export function bridgeProcess(main: BackendProcess, options: BridgeOptions): BackendProcess {
  const bridge = new Bridge(main, options);
  const { output } = bridge;
  const input = new Writable({
    write(chunk: Buffer, _encoding, done) {
      bridge.readClient(chunk);
      if (!main.stdin.writableNeedDrain) return done();
      const resume = () => {
        main.stdin.off("drain", resume).off("close", resume);
        done();
      };
      main.stdin.on("drain", resume).on("close", resume);
    },
    final(done) {
      main.stdin.end();
      done();
    },
  });
  main.stdout.on("data", (chunk: Buffer) => {
    bridge.readMain(chunk);
    if (!output.writableNeedDrain) return;
    main.stdout.pause();
    output.once("drain", () => main.stdout.resume());
  });
  main.stdout.on("end", () => output.end()).on("error", () => output.end());
  void main.exited.then(() => bridge.end());
  return {
    ...main,
    stdin: input,
    stdout: output,
    stop(timeoutsMs) {
      bridge.end();
      return main.stop(timeoutsMs);
    },
  };
}

/** A request of the client at the bridged server. */
interface DivertedRequest {
  readonly request: Message;
  /** The frame of the main server's response, which was empty. */
  readonly emptyResponse?: Buffer;
}

class Bridge {
  /** What the client reads. */
  readonly output = new PassThrough();
  readonly readClient: (chunk: Buffer) => void;
  readonly readMain: (chunk: Buffer) => void;
  readonly #main: BackendProcess;
  readonly #rule: BridgedEntry["rule"];
  readonly #languages: readonly string[];
  readonly #server: BridgedServer;
  readonly #diagnostics: BridgedDiagnostics;
  #initializeParams: Readonly<Record<string, unknown>> = {};
  /** The documents that are open in both servers, which count in UTF-16. */
  readonly #open = new DocumentStore(() => "utf-16");
  /** By id (JSON text): requests of the client at the bridged server. */
  readonly #diverted = new Map<string, DivertedRequest>();
  /** By id: requests at the main server that the bridged one gets if the result is empty. */
  readonly #fallbacks = new Map<string, Message>();
  /** By id: the document that a command of the client at the main server is about. */
  readonly #commands = new Map<string, string>();
  /** By id at the main server: what takes the result of a command of the bridged server. */
  readonly #carried = new Map<string, (result: unknown) => void>();
  #carriedCount = 0;

  constructor(main: BackendProcess, { bridged, start, log, maxFrameBytes }: BridgeOptions) {
    this.#main = main;
    this.#rule = bridged.rule;
    this.#languages = bridged.server.languages;
    this.#server = new BridgedServer({
      server: bridged.server,
      start,
      initializeParams: () => this.#initializeParams,
      onMessage: (message) => this.#handleBridged(message),
      onRefresh: () => this.#pullAll(),
      onExit: () => this.#handleExit(),
      log,
      maxFrameBytes,
    });
    this.#diagnostics = new BridgedDiagnostics({
      name: bridged.server.name,
      request: (uri) => {
        this.#restart();
        return this.#server.request("textDocument/diagnostic", { textDocument: { uri } });
      },
      emit: (frame) => this.#toClient(frame),
    });
    const oversized = () => main.stdin.end();
    this.readClient = splitMessages({
      take: (message) => this.#handleClient(message),
      pass: (bytes) => main.stdin.write(bytes),
      oversized,
      maxFrameBytes,
    });
    this.readMain = splitMessages({
      take: (message) => this.#handleMain(message),
      pass: (bytes) => this.#toClient(bytes),
      oversized,
      maxFrameBytes,
    });
  }

  end(): void {
    this.#server.end();
  }

  /** Returns the bytes for the main server; undefined if only the bridged one gets the message. */
  #handleClient(message: Message): Buffer | undefined {
    const { method, id, body, bytes } = message;
    if (method === undefined) return bytes;
    if (id !== undefined) {
      if (method === "initialize") this.#initializeParams = paramsOf(body);
      return this.#handleRequest(method, id, message);
    }
    if (method === CANCEL_METHOD) {
      const span = findValue(body, ["params", "id"]);
      if (!span || !this.#diverted.has(body.toString("latin1", span.from, span.to))) return bytes;
      this.#server.send(Buffer.from(bytes));
      return undefined;
    }
    if (documentNotifications.has(method)) this.#handleDocument(method, message);
    else if (workspaceNotifications.has(method)) this.#server.send(Buffer.from(bytes));
    return bytes;
  }

  #handleDocument(method: string, { body, bytes }: Message): void {
    const uri = stringAt(body, findValue(body, ["params", "textDocument", "uri"])) ?? "";
    if (method === "textDocument/didOpen") {
      const item = openedItem(body);
      if (!this.#languages.includes(item.languageId)) return;
      if (!this.#server.isStarted) this.#start();
      this.#open.open(item);
    }
    if (!this.#open.get(uri)) return;
    // One that is started again now gets the text before the notification.
    if (method !== "textDocument/didClose") this.#restart();
    this.#server.send(Buffer.from(bytes));
    if (method === "textDocument/didChange") {
      const { textDocument, contentChanges = [] } = paramsOf(body) as Partial<DidChangeTextDocumentParams>;
      this.#open.change(uri, textDocument?.version, contentChanges);
    }
    if (method === "textDocument/didClose") {
      this.#open.close(uri);
      this.#diagnostics.forget(uri);
    } else this.#diagnostics.pull(uri);
  }

  /** Starts the bridged server with the documents that are open. */
  #start(): void {
    this.#server.start();
    if (!this.#server.isStarted) return;
    for (const document of this.#open.all()) this.#server.send(buildDidOpen(document));
  }

  /** Starts it again if it has run and is gone. */
  #restart(): void {
    if (!this.#server.isStarted && this.#server.hasRun) this.#start();
  }

  #handleRequest(method: string, id: string, message: Message): Buffer | undefined {
    if (method === EXECUTE_COMMAND) this.#noteCommand(id, message.body);
    const uri = stringAt(message.body, findValue(message.body, ["params", "textDocument", "uri"]));
    if (uri === undefined || !this.#open.get(uri)) return message.bytes;
    this.#restart();
    if (!this.#server.isStarted) return message.bytes;
    if (this.#rule.fallbackMethods?.includes(method)) this.#fallbacks.set(id, copyMessage(message));
    if (!this.#rule.methods?.includes(method)) return message.bytes;
    const request = copyMessage(message);
    this.#diverted.set(id, { request });
    this.#server.send(request.bytes);
    return undefined;
  }

  /** Notes a command by which the client asks the main server about a file that is open in both. */
  #noteCommand(id: string, body: Buffer): void {
    const { params } = JSON.parse(body.toString("utf8")) as { readonly params?: unknown };
    if (!isObject(params) || params["command"] !== this.#rule.command || !Array.isArray(params["arguments"])) return;
    for (const argument of params["arguments"] as readonly unknown[]) {
      const file = isObject(argument) ? argument["file"] : undefined;
      const uri = typeof file === "string" ? this.#open.ofKey(keyOfPath(file))?.uri : undefined;
      if (uri !== undefined) this.#commands.set(id, uri);
    }
  }

  /** Returns the bytes for the client; undefined if it does not get the message now. */
  #handleMain({ method, id, body, bytes }: Message): Buffer | undefined {
    if (method === "textDocument/publishDiagnostics") {
      const publication = this.#diagnostics.handlePublication(body);
      return publication ? publication.frame : bytes;
    }
    if (method !== undefined || id === undefined) return bytes;
    const carry = this.#carried.get(id);
    if (carry) {
      this.#carried.delete(id);
      carry((JSON.parse(body.toString("utf8")) as { readonly result?: unknown }).result);
      return undefined;
    }
    const about = this.#commands.get(id);
    this.#commands.delete(id);
    // What proves that the diagnostics are complete must not come before those of both servers.
    if (about !== undefined && this.#diagnostics.hold(Buffer.from(bytes), { id, uri: about })) return undefined;
    const request = this.#fallbacks.get(id);
    this.#fallbacks.delete(id);
    if (!request || !this.#server.isStarted || !hasEmptyResult(body)) return bytes;
    this.#diverted.set(id, { request, emptyResponse: Buffer.from(bytes) });
    this.#server.send(request.bytes);
    return undefined;
  }

  #handleBridged({ method, id, body, bytes }: Message): void {
    if (method === this.#rule.notification) this.#carry(body);
    const diverted = method === undefined && id !== undefined ? this.#diverted.get(id) : undefined;
    if (id === undefined || !diverted) return;
    this.#diverted.delete(id);
    if (findValue(body, ["error"])) this.#answerWithoutBridged(diverted);
    else this.#toClient(Buffer.from(bytes));
  }

  /**
   * Sends a notification `[id, ...arguments]` of the bridged server to the main one as a command
   * with these arguments, and the `body` of its result back as `[id, body]`. Some libraries put
   * the list of params into another list: then the response is in one, too.
   */
  #carry(body: Buffer): void {
    const { params } = JSON.parse(body.toString("utf8")) as { readonly params?: unknown };
    const list: readonly unknown[] = Array.isArray(params) ? params : [];
    const isNested = Array.isArray(list[0]);
    const [requestId, ...commandArguments] = isNested ? (list[0] as readonly unknown[]) : list;
    const id = `"${BRIDGE_ID_PREFIX}${++this.#carriedCount}"`;
    this.#carried.set(id, (result) => {
      const answer = [requestId, (isObject(result) ? result["body"] : null) ?? null];
      this.#server.send(frameOf(buildNotification(this.#rule.response, isNested ? [answer] : answer)));
    });
    const command = { command: this.#rule.command, arguments: commandArguments };
    this.#main.stdin.write(frameOf(buildRequest(id, EXECUTE_COMMAND, command)));
  }

  #answerWithoutBridged({ request, emptyResponse }: DivertedRequest): void {
    if (emptyResponse) this.#toClient(emptyResponse);
    else this.#main.stdin.write(request.bytes);
  }

  /** The main server serves alone, until the bridged one is started again. */
  #handleExit(): void {
    this.#diagnostics.fail();
    for (const diverted of this.#diverted.values()) this.#answerWithoutBridged(diverted);
    this.#diverted.clear();
  }

  #pullAll(): void {
    for (const { uri } of this.#open.all()) this.#diagnostics.pull(uri);
  }

  #toClient(bytes: Buffer): void {
    if (!this.output.writableEnded) this.output.write(bytes);
  }
}

const EXECUTE_COMMAND = "workspace/executeCommand";

const documentNotifications: ReadonlySet<string> = new Set([
  "textDocument/didOpen",
  "textDocument/didChange",
  "textDocument/didSave",
  "textDocument/didClose",
]);

const workspaceNotifications: ReadonlySet<string> = new Set([
  "workspace/didChangeWatchedFiles",
  "workspace/didChangeWorkspaceFolders",
]);

function openedItem(body: Buffer): DocumentItem {
  const { textDocument = {} } = paramsOf(body) as { readonly textDocument?: Partial<TextDocumentItem> };
  const { uri = "", languageId = "", version = 0, text = "" } = textDocument;
  return { uri, languageId, version, text };
}

function paramsOf(body: Buffer): Readonly<Record<string, unknown>> {
  const { params } = JSON.parse(body.toString("utf8")) as { readonly params?: unknown };
  return isObject(params) ? params : {};
}

function hasEmptyResult(body: Buffer): boolean {
  const span = findValue(body, ["result"]);
  return span !== undefined && isEmptyResult(new RawJson(body.subarray(span.from, span.to)));
}
