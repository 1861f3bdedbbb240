/**
 * Agent mode in a session, between the client and the steps of the proxy or the router:
 *
 * - messages about documents go through `ClientTexts`, which keeps the backend's text fresh;
 * - requests go through `HeldRequests`, which waits for backends that are loading;
 * - diagnostics go through `HeldDiagnostics`, which drops old and partial ones, and requests for
 *   them through `PullRequests`;
 * - requests that a backend does not answer in time are answered as `RequestTimeouts` says.
 *
 * Everything else passes with its bytes unchanged.
 */

import { analysisProgressOf } from "../../ask/backend/analysisProgress.js";
import { type Backend, notificationFrame } from "../../ask/backend/backend.js";
import { timeoutError } from "../../ask/backend/sendRequest.js";
import { Deadline } from "../../ask/deadline.js";
import type { AnswerNote } from "../../ask/diagnostics/answerNotes.js";
import { HeldDiagnostics } from "../../ask/diagnostics/heldDiagnostics.js";
import { noteUnresolvedImports } from "../../ask/diagnostics/unresolvedImports.js";
import { notifyFileEvents } from "../../ask/documents/diskChanges.js";
import type { ClientEntry } from "../../backend/config/servers.js";
import { languageOfFile } from "../../files/languageOfFile.js";
import { pathOfUri } from "../../uri.js";
import { readEnvelope } from "../../wire/envelope.js";
import { type Frame, frameOf } from "../../wire/frames.js";
import { findValue, findValues, type Splice, splice, stringAt } from "../../wire/json.js";
import { buildCancel, buildError, buildRequest, CANCEL_METHOD } from "../../wire/messages.js";
import type { Message } from "../../wire/wholeMessages.js";
import { isLocateQuery } from "../client/locateQueries.js";
import type { AgentHandler, AgentHost } from "./agentHandler.js";
import { AnswerDoubts } from "./answers/answerDoubts.js";
import { RequestTimeouts, type TimedRequest } from "./clientTimeLimit.js";
import { timeoutOf } from "./decideAgentMode.js";
import { HeldRequests } from "./heldRequests.js";
import { PullRequests } from "./pullRequests.js";
import { ClientTexts } from "./texts/clientTexts.js";
import { FolderWatch } from "./texts/folderWatch.js";
import { UnsavedTexts } from "./texts/unsavedTexts.js";

export class AgentSession implements AgentHandler {
  readonly #host: AgentHost;
  readonly #texts: ClientTexts;
  readonly #unsaved: UnsavedTexts;
  readonly #requests: HeldRequests;
  readonly #diagnostics: HeldDiagnostics;
  readonly #pulls: PullRequests;
  readonly #timeouts: RequestTimeouts;
  readonly #watch: FolderWatch;
  /** The requests that have been forwarded in this turn of the event loop. */
  #sent: { readonly message: Message; readonly uri: string }[] = [];
  #isEnded = false;

  constructor(host: AgentHost, { doubts: channel, ...entry }: Pick<ClientEntry, "timeoutMs" | "doubts">) {
    this.#host = host;
    const timeoutMs = timeoutOf(entry);
    this.#timeouts = new RequestTimeouts(timeoutMs, (request, waitedMs) => this.#expire(request, waitedMs));
    const { documents, forward } = host;
    const encoding = () => host.client.encoding;
    const send = (frame: Buffer) => this.#send(frame);
    const languageIdOf = (uri: string) => this.#languageIdOf(uri);
    const isOpen = (uri: string) => this.#texts.has(uri);
    const clientPulls = () => host.client.capabilities.textDocument?.diagnostic !== undefined;
    this.#watch = new FolderWatch((mayHaveChanged) => {
      if (!this.#isEnded) this.#texts.checkFiles(mayHaveChanged);
    });
    this.#texts = new ClientTexts({
      documents,
      encoding,
      languageOf: (path) => languageOfFile(path, host.servers),
      forward,
      isShared: (uri) => this.#backendOf(uri)?.link.isShared?.() === true,
      onUnsaved: (uri, isUnsaved) => this.#unsaved.note(uri, isUnsaved),
      onTextSent: (uri) => this.#diagnostics.noteTextSent(uri),
      onChanged: (uri) => this.#noteSent(uri, "changed"),
      onTextConfirmed: (uri) => this.#diagnostics.noteTextConfirmed(uri),
      onOpening: (uri, path) => this.#announceFile(uri, path),
      onOpened: (path) => this.#watch.add(path),
      onClosed: (uri, path) => {
        this.#diagnostics.forget(uri);
        this.#noteSent(uri, "closed");
        if (path !== undefined) this.#watch.remove(path);
      },
      log: host.log,
    });
    this.#unsaved = new UnsavedTexts({
      backendOf: (uri) => this.#backendOf(uri),
      send: (uri) => this.#texts.sendUnsaved(uri),
      isSaved: (uri) => this.#texts.isSaved(uri),
    });
    this.#requests = new HeldRequests({
      texts: this.#texts,
      documents,
      encoding,
      get backends() {
        return host.backends;
      },
      diskChanges: host.diskChanges,
      unopenedFiles: host.unopenedFiles,
      openSharedAnswer: host.openSharedAnswer,
      contextFor: (token) =>
        host.createContext(token, undefined, { followsLinks: true, limit: Deadline.after(timeoutMs * WORK_SHARE) }),
      folders: () => host.client.roots.folders,
      isOpen,
      languageIdOf,
      forward,
      send,
      doubts: new AnswerDoubts({
        channel,
        setNote: (uri, key, note) => this.#diagnostics.setNote(uri, key, note),
        log: host.log,
      }),
      log: host.log,
    });
    this.#diagnostics = new HeldDiagnostics({
      store: host.diagnostics,
      send,
      documentOf: (uri) => documents.get(uri),
      clientVersion: (uri) => this.#texts.clientVersion(uri),
      backendOf: (uri) => this.#backendOf(uri),
      encoding,
      clientPulls,
      applyPending: () => documents.applyPending(),
      environmentNote: (uri, items) => (channel === "diagnostics" ? this.#environmentNote(uri, items) : undefined),
      onSettled: (uri) => this.#pulls.answer(uri),
    });
    this.#pulls = new PullRequests({
      get backends() {
        return host.backends;
      },
      isOpen,
      languageIdOf,
      clientPulls,
      settledOf(uri) {
        const document = documents.get(uri);
        const state = document && host.diagnostics.stateOf(document);
        return state?.kind === "settled" ? state.items : undefined;
      },
      knownOf(uri) {
        const document = documents.get(uri);
        return document && host.diagnostics.known(document);
      },
      forward,
      send,
      log: host.log,
    });
  }

  receive(message: Message): void {
    const { method, body } = message;
    switch (method) {
      case "textDocument/didOpen":
        this.#texts.open(message);
        break;
      case "textDocument/didChange":
        this.#texts.change(message);
        break;
      case "textDocument/didClose":
        this.#texts.close(message);
        break;
      case "textDocument/didSave":
        this.#host.forward(message);
        this.#texts.checkAll();
        break;
      case "$/cancelRequest": {
        const span = findValue(body, ["params", "id"]);
        const id = span && body.toString("latin1", span.from, span.to);
        this.#cancel(id, message);
        break;
      }
      case "initialized":
        this.#host.forward(message);
        if (this.#host.client.capabilities.window?.workDoneProgress) this.#send(frameOf(PROGRESS_REQUEST));
        break;
      case "shutdown":
      case "exit":
        this.end();
        this.#host.forward(message);
        break;
      default:
        if (method === undefined && message.id !== undefined) this.#receiveResponse(message, message.id);
        else if (!this.#takesRequest(message)) this.#host.forward(message);
    }
  }

  filters(method: string | undefined): boolean {
    if (method === undefined) return this.#requests.hasAny || this.#timeouts.hasAny || this.#texts.hasOwnVersions;
    return method === "textDocument/publishDiagnostics" || (method === APPLY_EDIT && this.#texts.hasOwnVersions);
  }

  filter(frame: Buffer): Buffer | undefined {
    const bodyFrom = frame.indexOf("\r\n\r\n") + 4;
    const body = frame.subarray(bodyFrom);
    const envelope = readEnvelope(body, true);
    if (!envelope) return frame;
    const { method, id } = envelope;
    if (!this.filters(method)) return frame;
    if (method === "textDocument/publishDiagnostics") {
      const uri = stringAt(body, findValue(body, ["params", "uri"]));
      if (uri !== undefined) this.#diagnostics.forget(uri);
      return frame;
    }
    const kept = method === undefined && id !== undefined ? this.#requests.takeResponse(id, body) : body;
    if (kept === undefined) return undefined;
    if (method === undefined && id !== undefined && !this.#timeouts.finish(id)) return undefined;
    const translated = this.#withClientVersions(method, kept);
    return translated === body ? frame : frameOf(translated);
  }

  publish(frame: Frame, backend: Backend): void {
    this.#diagnostics.publish(frame, backend);
  }

  noteProgress(body: Buffer, backend: Backend): void {
    this.#diagnostics.noteProgress(body, backend);
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#watch.end();
    this.#unsaved.end();
    this.#diagnostics.end();
    this.#pulls.end();
    this.#requests.end();
    this.#timeouts.end();
  }

  /** Cancels a request. `message` is what the backends get. */
  #cancel(id: string | undefined, message: Message): void {
    if (id === undefined || !(this.#pulls.cancel(id) || this.#requests.cancel(id))) this.#host.forward(message);
  }

  /**
   * Answers a request that has taken too long, and cancels it at the backend. One whose answer is
   * being completed gets it as it is.
   */
  #expire({ id, method, uri }: TimedRequest, waitedMs: number): void {
    const { backends, toClient } = this.#host;
    const uncompleted = this.#requests.takeUncompleted(id, waitedMs);
    if (uncompleted) {
      this.#timeouts.finish(id);
      toClient.sendUnfiltered(frameOf(uncompleted));
      return;
    }
    const named = uri === undefined ? undefined : backends.find({ uri, languageId: this.#languageIdOf(uri) });
    const [first, ...others] = backends.all();
    const backend = named ?? (others.length === 0 ? first : undefined) ?? { name: "The language server" };
    toClient.sendUnfiltered(frameOf(buildError(id, timeoutError(method, backend, waitedMs))));
    const body = buildCancel(id);
    this.#cancel(id, { method: CANCEL_METHOD, id: undefined, body, bytes: frameOf(body) });
  }

  #receiveResponse(message: Message, id: string): void {
    if (id === PROGRESS_ID) {
      if (!findValue(message.body, ["error"])) this.#sendProgress();
      return;
    }
    this.#host.forward(message);
  }

  /** Takes a request if it is held back, or has been forwarded by this. */
  #takesRequest(message: Message): boolean {
    if (message.method === undefined || message.id === undefined || this.#host.phase !== "running") return false;
    const { body } = message;
    const uri = stringAt(body, findValue(body, ["params", "textDocument", "uri"]));
    this.#timeouts.add({ id: message.id, method: message.method, uri });
    if (uri !== undefined && this.#requests.canRepeat(message.method, uri)) {
      this.#host.forward(message);
      this.#sent.push({ message, uri });
      if (this.#sent.length === 1) void written.then(this.#checkSent);
      return true;
    }
    if (uri === undefined) this.#texts.checkAll();
    else this.#texts.check(uri);
    if (this.#pulls.add(message, uri)) return true;
    if (message.method === "workspace/symbol" && isLocateQuery(body, this.#host)) return false;
    return this.#requests.add(message, uri);
  }

  /**
   * Compares the documents of the requests that have just been forwarded with the disk, while the
   * backend works on them. If one has changed there, the requests are sent again for the new text,
   * and the client does not get the responses for the old one. No response can have come before.
   */
  readonly #checkSent = (): void => {
    const sent = this.#sent;
    this.#sent = [];
    if (this.#isEnded) return;
    let last: string | undefined;
    let hasChanged = false;
    for (const { uri } of sent) {
      if (uri !== last && this.#texts.check(uri)) hasChanged = true;
      last = uri;
    }
    if (hasChanged) for (const { message, uri } of sent) this.#requests.addSent(message, uri);
  };

  /** Notifies the backend of a file that is new before it is opened there. */
  #announceFile(uri: string, path: string): void {
    const { backends, diskChanges, phase } = this.#host;
    const creation = phase === "running" ? diskChanges.creationOf(path, uri) : undefined;
    const backend = creation && backends.find({ uri, languageId: this.#languageIdOf(uri) });
    if (creation && backend) notifyFileEvents(backend, [creation]);
  }

  #noteSent(uri: string, what: "changed" | "closed"): void {
    const backend = this.#backendOf(uri);
    if (backend) analysisProgressOf(backend)?.noteSent(uri, what);
  }

  #backendOf(uri: string): Backend | undefined {
    return this.#host.backends.find({ uri, languageId: this.#languageIdOf(uri) });
  }

  /** Says which environment would have what a document imports, and the server does not find. */
  #environmentNote(uri: string, items: string): AnswerNote | undefined {
    const document = this.#host.documents.get(uri);
    const backend = this.#backendOf(uri);
    if (document === undefined || backend === undefined) return undefined;
    return noteUnresolvedImports(JSON.parse(items), document.text, backend, this.#host.servers);
  }

  #languageIdOf(uri: string): string {
    return this.#texts.languageId(uri) ?? languageOfFile(pathOfUri(uri) ?? uri, this.#host.servers) ?? "plaintext";
  }

  /** Some harnesses wait for the end of a progress before they open a file. */
  #sendProgress(): void {
    for (const value of [{ kind: "begin", title: "lsp-locate" }, { kind: "end" }])
      this.#send(notificationFrame("$/progress", { token: PROGRESS_TOKEN, value }));
  }

  #send(frame: Buffer): void {
    const envelope = readEnvelope(frame.subarray(frame.indexOf("\r\n\r\n") + 4), true);
    const isResponse = envelope !== undefined && envelope.method === undefined && envelope.id !== undefined;
    if (!isResponse) this.#host.toClient.sendUnfiltered(frame);
    else if (this.#timeouts.finish(envelope.id)) {
      const body = frame.subarray(frame.indexOf("\r\n\r\n") + 4);
      const translated = this.#withClientVersions(undefined, body);
      this.#host.toClient.sendUnfiltered(translated === body ? frame : frameOf(translated));
    }
  }

  /** Replaces our versions of documents in WorkspaceEdits by the client's. */
  #withClientVersions(method: string | undefined, body: Buffer): Buffer {
    if (method !== undefined && method !== APPLY_EDIT) return body;
    if (!this.#texts.hasOwnVersions || !body.includes(DOCUMENT_CHANGES)) return body;
    const paths = method === undefined ? editsInResults : [["params", "edit"]];
    const splices: Splice[] = [];
    for (const path of paths) {
      for (const document of findValues(body, [...path, "documentChanges", "*", "textDocument"])) {
        const uri = stringAt(body, findValue(body, ["uri"], document.from));
        const version = findValue(body, ["version"], document.from);
        if (uri === undefined || !version) continue;
        const ours = Number(body.toString("latin1", version.from, version.to));
        const clients = this.#texts.toClientVersion(uri, ours);
        if (clients !== undefined && clients !== ours) splices.push({ ...version, bytes: Buffer.from(`${clients}`) });
      }
    }
    return splices.length > 0 ? splice(body, splices) : body;
  }
}

/** The part of the client's time after which what completes an answer ends. */
const WORK_SHARE = 0.8;

/** Callbacks of this run once a chunk's messages are written. Cheaper than `queueMicrotask`. */
const written = Promise.resolve();

const PROGRESS_TOKEN = "lsp-locate:start";
const PROGRESS_ID = `"${PROGRESS_TOKEN}"`;
const PROGRESS_REQUEST = buildRequest(PROGRESS_ID, "window/workDoneProgress/create", { token: PROGRESS_TOKEN });
const APPLY_EDIT = "workspace/applyEdit";
const DOCUMENT_CHANGES = Buffer.from('"documentChanges"');
/** Where results hold WorkspaceEdits: rename, codeAction, codeAction/resolve. */
const editsInResults = [["result"], ["result", "*", "edit"], ["result", "edit"]];
