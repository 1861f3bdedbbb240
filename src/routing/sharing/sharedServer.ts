/**
 * A server process that several sessions share. Each speaks LSP to it as to a process of its own:
 * it has its own ids, progress tokens and cancellations, and the documents that it has opened.
 */

import { plainPolicyOf } from "../../ask/methodTable.js";
import type { BackendProcess, Exit } from "../../backend/process.js";
import { watchReadiness } from "../../backend/readiness/watchReadiness.js";
import type { LocateError, Logger } from "../../error.js";
import type { WorkspaceFolder } from "../../uri.js";
import { frameOf } from "../../wire/frames.js";
import { findValue, splice, stringAt } from "../../wire/json.js";
import { buildNotification, buildResult, CANCEL_METHOD } from "../../wire/messages.js";
import { copyMessage, type Message } from "../../wire/wholeMessages.js";
import { canonicalJson } from "../canonicalJson.js";
import type { FileEvent } from "../files/fileWatchers.js";
import { tagId, untagId, withId, withTaggedCancel, withTaggedTokens } from "../idTags.js";
import { idleEndError, otherSettingsError, unreadableDocumentsError } from "../instances/instanceErrors.js";
import { ALONE, FILE_EVENTS, type SharedServerSpec } from "./attachment.js";
import { SharedDocuments } from "./sharedDocuments.js";
import { SharedFolders } from "./sharedFolders.js";
import { SharedProcess } from "./sharedProcess.js";
import { SharedRequests } from "./sharedRequests.js";
import {
  INITIALIZE_ID,
  initializeFrame,
  LastNotifications,
  readCapabilities,
  unknownCapabilities,
} from "./sharedState.js";
import type { SharingSession, UnansweredRequest } from "./sharingSession.js";
import { Turns } from "./turns.js";

const FILES_ID = "lsp-locate:files";

/** Where results have WorkspaceEdits: rename, codeAction, codeAction/resolve. */
const editsInResults = [["result"], ["result", "*", "edit"], ["result", "edit"]];
const editsInRequests = [["params", "edit"]];

interface SharedServerHost {
  readonly log: Logger;
  /** Called when the process has ended. */
  onEnded(): void;
}

export class SharedServer {
  readonly spec: SharedServerSpec;
  readonly startedAt = Date.now();
  /** When it got its last request; in ms since the epoch. */
  usedAt = Date.now();
  readonly #process: SharedProcess;
  readonly #host: SharedServerHost;
  readonly #sessions = new Set<SharingSession>();
  readonly #documents: SharedDocuments;
  readonly #requests: SharedRequests<SharingSession>;
  readonly #folders: SharedFolders;
  readonly #readiness;
  readonly #turns = new Turns({
    sessions: () => this.#sessions,
    take: (session, message) => this.#take(session, message),
  });
  /** The body of its response to `initialize`. */
  #initializeResponse: Buffer | undefined;
  #capabilities = unknownCapabilities;
  #isInitialized = false;
  /** The settings that it was sent (JSON). */
  #settings: string | undefined;
  readonly #last = new LastNotifications();
  #endReason: LocateError | undefined;

  constructor(started: BackendProcess, spec: SharedServerSpec, host: SharedServerHost) {
    this.spec = spec;
    this.#host = host;
    const send = (frame: Buffer) => this.#process.send(frame);
    this.#documents = new SharedDocuments({
      send,
      encoding: () => this.#capabilities.encoding,
      takesRanges: () => this.#capabilities.takesRanges,
    });
    this.#requests = new SharedRequests<SharingSession>({
      sessions: () => this.#ready(),
      concerned: () => this.#concerned(),
      respond: send,
      settings: spec.settings,
      folders: () => this.#folders.all,
      watch: (id, watchers) => this.#folders.watch(id, watchers),
      unwatch: (id) => this.#folders.unwatch(id),
      onOtherSettings: (session) => session.leave(otherSettingsError()),
    });
    this.#folders = new SharedFolders({
      startedAt: this.startedAt,
      onAdded: (added) => {
        const event = { added, removed: [] };
        const { takesFolders } = this.#capabilities;
        if (takesFolders) send(frameOf(buildNotification("workspace/didChangeWorkspaceFolders", { event })));
      },
      onChanged: (changes) => this.#notifyChanges(changes),
      log: host.log,
    });
    this.#readiness = watchReadiness({ name: spec.name, rule: spec.ready });
    this.#process = new SharedProcess(started, {
      name: spec.name,
      onMessage: (message) => this.#receive(message),
      onExit: (exit) => this.#handleExit(exit),
    });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  get isLoaded(): boolean {
    return this.#isInitialized && this.#readiness.state().kind === "ready";
  }

  get isUnused(): boolean {
    return this.#sessions.size === 0;
  }

  /** The requests that it has not answered yet, the oldest first. */
  get pendingRequests(): readonly UnansweredRequest[] {
    const all = [...this.#sessions].flatMap(({ pending }) => [...pending.values()]);
    return all.sort((one, other) => one.since - other.since);
  }

  get pendingCount(): number {
    return [...this.#sessions].reduce((sum, { pending }) => sum + pending.size, 0);
  }

  /** Begins to serve a session, with its `initialize`. */
  add(session: SharingSession, initialize: Message): void {
    this.#sessions.add(session);
    session.initializeId = initialize.id;
    const isFirst = this.#sessions.size === 1 && this.#folders.all.length === 0;
    const params = paramsOf<{ readonly workspaceFolders?: readonly WorkspaceFolder[] | null }>(initialize.body);
    const folders = params?.workspaceFolders ?? [];
    if (isFirst) {
      this.#folders.begin(folders);
      this.#process.send(initializeFrame(initialize.body));
      return;
    }
    this.#folders.add(folders);
    if (this.#initializeResponse) this.#answerInitialize(session, this.#initializeResponse);
  }

  /** Handles a message of a session. */
  receive(session: SharingSession, message: Message): void {
    this.#turns.receive(session, message);
  }

  /** Ends the service of a session: cancels what it has asked, and closes its documents. */
  remove(session: SharingSession): void {
    if (!this.#sessions.delete(session)) return;
    for (const id of session.pending.keys()) {
      const params = { id: JSON.parse(tagId(id, session.tag)) as string };
      this.#process.send(frameOf(buildNotification(CANCEL_METHOD, params)));
    }
    this.#requests.forget(session);
    this.#documents.closeAll(session);
    this.#turns.endOf(session);
  }

  kill(error: LocateError): void {
    this.#process.kill(error);
  }

  /** Ends the server. Sessions that are attached start it again when they need it. */
  async end(): Promise<void> {
    this.#endReason ??= idleEndError(this.spec.name);
    await this.#process.end({ isInitialized: this.#isInitialized });
  }

  // ---- Messages of sessions

  #take(session: SharingSession, message: Message): void {
    const { method, id, body, bytes } = message;
    if (method === undefined) this.#requests.handleResponse(session, message);
    else if (id !== undefined) this.#takeRequest(session, { ...message, method, id });
    else if (method === "initialized") this.#takeInitialized(session, bytes);
    else if (method === ALONE) {
      if (paramsOf<{ readonly isAlone: boolean }>(body)?.isAlone) this.#turns.giveTo(session);
      else this.#turns.endOf(session);
    } else if (method === "exit") session.end();
    else if (method === CANCEL_METHOD) this.#process.send(frameOf(withTaggedCancel(body, session.tag)));
    else if (method === "textDocument/didOpen") {
      this.#readiness.handleDocumentOpened();
      this.#documents.open(session, body);
    } else if (method === "textDocument/didChange") this.#documents.change(session, body);
    else if (method === "textDocument/didClose")
      this.#documents.close(session, stringAt(body, findValue(body, ["params", "textDocument", "uri"])) ?? "");
    else if (method === "workspace/didChangeConfiguration") this.#takeSettings(session, message);
    else if (method === "workspace/didChangeWorkspaceFolders") {
      const params = paramsOf<{ readonly event?: { readonly added?: readonly WorkspaceFolder[] } }>(body);
      this.#folders.add(params?.event?.added ?? []);
    } else if (!sessionNotifications.has(method)) {
      if (method.startsWith("textDocument/")) this.#documents.prepare(session);
      this.#process.send(Buffer.from(bytes));
    }
  }

  #takeRequest(session: SharingSession, message: Message & { readonly method: string; readonly id: string }): void {
    const { method, id } = message;
    if (method === "shutdown") {
      session.send(frameOf(buildResult(id, null)));
      return;
    }
    this.usedAt = Date.now();
    const dependsOnFiles = plainPolicyOf(method)?.dependsOn === "project" || method.startsWith("workspace/");
    const flushed = dependsOnFiles ? this.#folders.flush() : undefined;
    if (!flushed) {
      this.#sendRequest(session, message);
      return;
    }
    // What follows comes after it.
    const kept = copyMessage(message);
    session.isPaused = true;
    void flushed.finally(() => {
      session.isPaused = false;
      if (this.#sessions.has(session)) this.#sendRequest(session, { ...kept, method, id });
      this.#turns.release(session);
    });
  }

  #sendRequest(session: SharingSession, { method, id, body }: Message & { method: string; id: string }): void {
    this.#documents.prepare(session);
    session.pending.set(id, { method, since: Date.now() });
    this.#process.send(frameOf(withId(withTaggedTokens(body, session.tag), tagId(id, session.tag))));
  }

  #takeInitialized(session: SharingSession, bytes: Buffer): void {
    session.isInitialized = true;
    if (!this.#isInitialized) {
      this.#isInitialized = true;
      this.#process.send(Buffer.from(bytes));
      this.#readiness.handleInitialized();
      if (this.spec.watchers.length > 0) this.#folders.watch(FILES_ID, this.spec.watchers);
    }
    this.#requests.replay(session);
    this.#last.replay((frame) => session.send(frame));
    this.#documents.replayOthers(session);
  }

  #takeSettings(session: SharingSession, { body, bytes }: Message): void {
    const settings = canonicalJson(paramsOf<{ readonly settings?: unknown }>(body)?.settings ?? null);
    // A client that has none of its own.
    if (settings === "null" || settings === "{}") return;
    if (this.#settings === undefined) this.#process.send(Buffer.from(bytes));
    else if (this.#settings !== settings) session.leave(otherSettingsError());
    this.#settings ??= settings;
  }

  // ---- Messages of the server

  #receive(message: Message): void {
    const { method, id, body, bytes } = message;
    if (method === undefined) this.#receiveResponse(id, body);
    else if (id !== undefined) {
      if (method === "window/workDoneProgress/create") this.#last.noteCreate(message);
      this.#handleSigns(method, body);
      const edit = method === "workspace/applyEdit" ? this.#concerned() : undefined;
      const own = edit ? this.#documents.withVersionsOf(edit, body, editsInRequests) : body;
      this.#requests.handle({ ...message, method, id, body: own, bytes: own === body ? bytes : frameOf(own) });
    } else if (method === "$/progress") this.#receiveProgress(message);
    else if (method === "textDocument/publishDiagnostics") {
      if (!this.#documents.publish(body)) this.#tellAll(bytes);
    } else {
      this.#handleSigns(method, body);
      this.#last.note(method, bytes);
      this.#tellAll(bytes);
    }
  }

  #receiveResponse(id: string | undefined, body: Buffer): void {
    if (id === INITIALIZE_ID) this.#handleInitialize(body);
    const { session, own = "" } = this.#untag(id ?? "");
    if (!session) return;
    session.pending.delete(own);
    session.send(frameOf(withId(this.#documents.withVersionsOf(session, body, editsInResults), own)));
  }

  #receiveProgress({ body, bytes }: Message): void {
    const span = findValue(body, ["params", "token"]);
    const token = span ? body.toString("latin1", span.from, span.to) : "";
    const { session, own } = this.#untag(token);
    if (span && own !== undefined) {
      session?.send(frameOf(splice(body, [{ ...span, bytes: Buffer.from(own, "latin1") }])));
      return;
    }
    this.#handleSigns("$/progress", body);
    this.#last.noteProgress(token, { body, bytes });
    this.#tellAll(bytes);
  }

  /** Returns the session's own id or token (JSON text), and the session while it is there. */
  #untag(text: string): { readonly session?: SharingSession | undefined; readonly own?: string } {
    const tagged = untagId(text);
    return tagged ? { session: [...this.#sessions].find(({ tag }) => tag === tagged.tag), own: tagged.id } : {};
  }

  #handleSigns(method: string, body: Buffer): void {
    this.#readiness.handleMessage(method, paramsOf(body));
  }

  #handleInitialize(body: Buffer): void {
    this.#initializeResponse = Buffer.from(body);
    this.#capabilities = readCapabilities(body);
    for (const session of this.#sessions) this.#answerInitialize(session, this.#initializeResponse);
  }

  #answerInitialize(session: SharingSession, response: Buffer): void {
    if (this.#capabilities.namesDocuments && !session.readsDocuments) {
      session.leave(unreadableDocumentsError(this.spec.name));
      return;
    }
    session.sayAttached({ pid: this.pid, isLoaded: this.isLoaded });
    session.send(frameOf(withId(response, session.initializeId ?? "null")));
  }

  #handleExit({ code, signal, error }: Exit): void {
    this.#folders.end();
    const why = this.#endReason ?? error;
    for (const session of [...this.#sessions]) {
      this.#sessions.delete(session);
      session.detach({ code, signal, stderr: this.#process.stderrTail() }, why);
    }
    this.#host.onEnded();
  }

  #notifyChanges(changes: readonly FileEvent[]): void {
    this.#process.send(frameOf(buildNotification("workspace/didChangeWatchedFiles", { changes })));
    this.#readiness.handleFileEvents(changes);
    const last = changes.at(-1);
    if (last && this.spec.fileEventsAsSaved)
      this.#process.send(frameOf(buildNotification("textDocument/didSave", { textDocument: { uri: last.uri } })));
    this.#tellAll(frameOf(buildNotification(FILE_EVENTS, { changes })));
  }

  /** The sessions that have sent `initialized`. */
  #ready(): readonly SharingSession[] {
    return [...this.#sessions].filter(({ isInitialized }) => isInitialized);
  }

  /** The session whose command runs, or the only one. */
  #concerned(): SharingSession | undefined {
    const all = this.#ready();
    const commanding = all.filter(({ pending }) =>
      [...pending.values()].some(({ method }) => method === "workspace/executeCommand"),
    );
    return commanding.at(-1) ?? (all.length === 1 ? all[0] : undefined);
  }

  #tellAll(frame: Buffer): void {
    for (const session of this.#ready()) session.send(frame);
  }
}

/** Notifications about a session and not about its documents. */
const sessionNotifications = new Set(["$/setTrace", "window/workDoneProgress/cancel"]);

function paramsOf<Params>(body: Buffer): Params | undefined {
  return (JSON.parse(body.toString("utf8")) as { readonly params?: Params }).params;
}
