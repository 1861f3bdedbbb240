/**
 * A server process that several sessions share. Each speaks LSP to it as to a process of its own:
 * it has its own ids, progress tokens and cancellations, and the documents that it has opened.
 */

import { plainPolicyOf } from "../../ask/policy.js";
import { stoppedError, watchForStop } from "../../backend/guard/stoppedServer.js";
import type { BackendProcess, Exit } from "../../backend/process.js";
import { watchReadiness } from "../../backend/readiness/watchReadiness.js";
import { LocateError, type Logger } from "../../error.js";
import { initializeResultOf, positionEncodingOf } from "../../session/lifecycle.js";
import type { PositionEncoding } from "../../text/position.js";
import { pathOfUri, type WorkspaceFolder } from "../../uri.js";
import { frameOf } from "../../wire/frames.js";
import { FrameWriter } from "../../wire/frameWriter.js";
import { findValue, type Splice, splice, stringAt } from "../../wire/json.js";
import { buildNotification, buildRequest, buildResult, CANCEL_METHOD } from "../../wire/messages.js";
import { copyMessage, type Message, readWholeMessages } from "../../wire/wholeMessages.js";
import { canonicalJson } from "../canonicalJson.js";
import { type FileWatchers, watchFiles } from "../files/fileWatchers.js";
import { tagId, untagId, withId, withTaggedCancel } from "../idTags.js";
import { idleEndError, otherSettingsError } from "../instances/instanceErrors.js";
import { ALONE, FILE_EVENTS, type SharedServerSpec } from "./attachment.js";
import { LastNotifications } from "./lastNotifications.js";
import { SharedDocuments } from "./sharedDocuments.js";
import { SharedRequests } from "./sharedRequests.js";
import type { SharingSession } from "./sharingSession.js";
import { Turns } from "./turns.js";

const INITIALIZE_ID = '"lsp-locate:initialize"';
const SHUTDOWN_ID = '"lsp-locate:shutdown"';
/** How long the server may take to respond to `shutdown`. */
const SHUTDOWN_TIMEOUT_MS = 500;
const FILES_KEY = "server";
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
  readonly #process: BackendProcess;
  readonly #host: SharedServerHost;
  readonly #writer: FrameWriter;
  readonly #sessions = new Set<SharingSession>();
  readonly #documents: SharedDocuments;
  readonly #requests: SharedRequests<SharingSession>;
  readonly #readiness;
  readonly #turns = new Turns({
    sessions: () => this.#sessions,
    take: (session, message) => this.#take(session, message),
  });
  #watchers: FileWatchers | undefined;
  #folders: readonly WorkspaceFolder[] = [];
  /** The body of its response to `initialize`. */
  #initializeResponse: Buffer | undefined;
  #encoding: PositionEncoding = "utf-16";
  #takesRanges = false;
  #takesFolders = false;
  #isInitialized = false;
  /** The settings that it was sent (JSON). */
  #settings: string | undefined;
  readonly #last = new LastNotifications();
  #onShutdown: (() => void) | undefined;
  #endReason: LocateError | undefined;

  constructor(started: BackendProcess, spec: SharedServerSpec, host: SharedServerHost) {
    this.#process = started;
    this.spec = spec;
    this.#host = host;
    this.#writer = new FrameWriter(started.stdin);
    const send = (frame: Buffer) => this.#writer.send(frame);
    this.#documents = new SharedDocuments({
      send,
      encoding: () => this.#encoding,
      takesRanges: () => this.#takesRanges,
    });
    this.#requests = new SharedRequests<SharingSession>({
      sessions: () => this.#ready(),
      concerned: () => this.#concerned(),
      respond: send,
      settings: spec.settings,
      folders: () => this.#folders,
      watch: (id, watchers) => this.#watch(id, watchers),
      unwatch: (id) => this.#watchers?.unwatch(FILES_KEY, id),
      onOtherSettings: (session) => session.leave(otherSettingsError()),
    });
    this.#readiness = watchReadiness({ name: spec.name, rule: spec.ready });
    const reading = readWholeMessages({
      from: started.stdout,
      onMessage: (message) => this.#receive(message),
      onStray: () => {},
      onOversized: () => started.kill(new LocateError("backend_failed", `${spec.name} has sent too long a message.`)),
      maxFrameBytes: undefined,
      beforeChunk: () => {},
      afterChunk: () => true,
      onDrain: () => {},
    });
    const endStopWatch =
      started.pid === undefined ? () => {} : watchForStop(started.pid, () => started.kill(stoppedError(spec.name)));
    void started.exited.then(async (exit) => {
      endStopWatch();
      await Promise.race([reading.ended, new Promise((resolve) => setTimeout(resolve, 200).unref())]);
      this.#handleExit(exit);
    });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  get isLoaded(): boolean {
    return this.#isInitialized && this.#readiness.state().kind === "ready";
  }

  get pendingCount(): number {
    return [...this.#sessions].reduce((sum, { pending }) => sum + pending.size, 0);
  }

  /** Begins to serve a session, with its `initialize`. */
  add(session: SharingSession, initialize: Message): void {
    this.#sessions.add(session);
    session.initializeId = initialize.id;
    const { params } = JSON.parse(initialize.body.toString("utf8")) as {
      readonly params?: { readonly workspaceFolders?: readonly WorkspaceFolder[] | null };
    };
    const isFirst = this.#sessions.size === 1 && this.#folders.length === 0;
    const folders = params?.workspaceFolders ?? [];
    if (isFirst) {
      this.#folders = folders;
      const processId = findValue(initialize.body, ["params", "processId"]);
      const isLocal = processId && initialize.body.toString("latin1", processId.from, processId.to) !== "null";
      const own = isLocal
        ? splice(initialize.body, [{ ...processId, bytes: Buffer.from(String(process.pid)) }])
        : initialize.body;
      this.#writer.send(frameOf(withId(own, INITIALIZE_ID)));
      return;
    }
    this.#addFolders(folders);
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
      this.#writer.send(frameOf(buildNotification(CANCEL_METHOD, params)));
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
    if (this.#isInitialized)
      await new Promise<void>((resolve) => {
        this.#onShutdown = resolve;
        setTimeout(resolve, SHUTDOWN_TIMEOUT_MS).unref();
        void this.#process.exited.then(() => resolve());
        this.#writer.send(frameOf(buildRequest(SHUTDOWN_ID, "shutdown")));
      });
    this.#writer.send(frameOf(buildNotification("exit")));
    await this.#process.stop();
  }

  // ---- Messages of sessions

  #take(session: SharingSession, message: Message): void {
    const { method, id, body, bytes } = message;
    if (method === undefined) this.#requests.handleResponse(session, message);
    else if (id !== undefined) this.#takeRequest(session, { ...message, method, id });
    else if (method === "initialized") this.#takeInitialized(session, bytes);
    else if (method === ALONE) {
      const { params } = JSON.parse(body.toString("utf8")) as { readonly params: { readonly isAlone: boolean } };
      if (params.isAlone) this.#turns.giveTo(session);
      else this.#turns.endOf(session);
    } else if (method === "exit") session.end();
    else if (method === CANCEL_METHOD) this.#writer.send(frameOf(withTaggedCancel(body, session.tag)));
    else if (method === "textDocument/didOpen") {
      this.#readiness.handleDocumentOpened();
      this.#documents.open(session, body);
    } else if (method === "textDocument/didChange") this.#documents.change(session, body);
    else if (method === "textDocument/didClose")
      this.#documents.close(session, stringAt(body, findValue(body, ["params", "textDocument", "uri"])) ?? "");
    else if (method === "workspace/didChangeConfiguration") this.#takeSettings(session, message);
    else if (method === "workspace/didChangeWorkspaceFolders") {
      const { params } = JSON.parse(body.toString("utf8")) as {
        readonly params?: { readonly event?: { readonly added?: readonly WorkspaceFolder[] } };
      };
      // A folder that one session leaves may be another's.
      this.#addFolders(params?.event?.added ?? []);
    } else if (!sessionNotifications.has(method)) {
      if (method.startsWith("textDocument/")) this.#documents.prepare(session);
      this.#writer.send(Buffer.from(bytes));
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
    if (!this.#watchers || !dependsOnFiles) {
      this.#sendRequest(session, message);
      return;
    }
    // What follows comes after it.
    const kept = copyMessage(message);
    session.isPaused = true;
    void this.#watchers.flush().finally(() => {
      session.isPaused = false;
      if (this.#sessions.has(session)) this.#sendRequest(session, { ...kept, method, id });
      this.#turns.release(session);
    });
  }

  #sendRequest(session: SharingSession, { method, id, body }: Message & { method: string; id: string }): void {
    this.#documents.prepare(session);
    session.pending.set(id, method);
    const tokens = ["workDoneToken", "partialResultToken"].flatMap((name): readonly Splice[] => {
      const span = findValue(body, ["params", name]);
      const text = span && body.toString("latin1", span.from, span.to);
      return span && text !== undefined && text !== "null"
        ? [{ ...span, bytes: Buffer.from(tagId(text, session.tag), "latin1") }]
        : [];
    });
    const tagged =
      tokens.length > 0
        ? splice(
            body,
            tokens.toSorted((one, other) => one.from - other.from),
          )
        : body;
    this.#writer.send(frameOf(withId(tagged, tagId(id, session.tag))));
  }

  #takeInitialized(session: SharingSession, bytes: Buffer): void {
    session.isInitialized = true;
    if (!this.#isInitialized) {
      this.#isInitialized = true;
      this.#writer.send(Buffer.from(bytes));
      this.#readiness.handleInitialized();
      if (this.spec.watchers.length > 0) this.#watch(FILES_ID, this.spec.watchers);
    }
    this.#requests.replay(session);
    this.#last.replay((frame) => session.send(frame));
    this.#documents.replayOthers(session);
  }

  #takeSettings(session: SharingSession, { body, bytes }: Message): void {
    const { params } = JSON.parse(body.toString("utf8")) as { readonly params?: { readonly settings?: unknown } };
    const settings = canonicalJson(params?.settings ?? null);
    // A client that has none of its own.
    if (settings === "null" || settings === "{}") return;
    if (this.#settings === undefined) this.#writer.send(Buffer.from(bytes));
    else if (this.#settings !== settings) session.leave(otherSettingsError());
    this.#settings ??= settings;
  }

  #addFolders(folders: readonly WorkspaceFolder[]): void {
    const added = folders.filter(({ uri }) => !this.#folders.some((folder) => folder.uri === uri));
    if (added.length === 0) return;
    this.#folders = [...this.#folders, ...added];
    this.#watchers?.rootsChanged();
    if (this.#takesFolders)
      this.#writer.send(
        frameOf(buildNotification("workspace/didChangeWorkspaceFolders", { event: { added, removed: [] } })),
      );
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
    else if (id === SHUTDOWN_ID) this.#onShutdown?.();
    const tagged = id === undefined ? undefined : untagId(id);
    const session = tagged && [...this.#sessions].find(({ tag }) => tag === tagged.tag);
    if (!session) return;
    session.pending.delete(tagged.id);
    const own = this.#documents.withVersionsOf(session, body, editsInResults);
    session.send(frameOf(withId(own, tagged.id)));
  }

  #receiveProgress({ body, bytes }: Message): void {
    const span = findValue(body, ["params", "token"]);
    const token = span ? body.toString("latin1", span.from, span.to) : "";
    const tagged = untagId(token);
    const session = tagged && [...this.#sessions].find(({ tag }) => tag === tagged.tag);
    if (span && session) {
      session.send(frameOf(splice(body, [{ ...span, bytes: Buffer.from(tagged.id, "latin1") }])));
      return;
    }
    if (tagged) return; // that of a session that has gone
    this.#handleSigns("$/progress", body);
    this.#last.noteProgress(token, { body, bytes });
    this.#tellAll(bytes);
  }

  #handleSigns(method: string, body: Buffer): void {
    const { params } = JSON.parse(body.toString("utf8")) as { readonly params?: unknown };
    this.#readiness.handleMessage(method, params);
  }

  #handleInitialize(body: Buffer): void {
    this.#initializeResponse = Buffer.from(body);
    const result = initializeResultOf(body) ?? {};
    const { textDocumentSync: sync, workspace } = result.capabilities ?? {};
    this.#encoding = (result.capabilities && positionEncodingOf({ capabilities: {}, ...result })) ?? "utf-16";
    this.#takesRanges = (typeof sync === "object" ? sync?.change : sync) === INCREMENTAL;
    const { supported, changeNotifications = false } = workspace?.workspaceFolders ?? {};
    this.#takesFolders = supported === true && changeNotifications !== false;
    for (const session of this.#sessions) this.#answerInitialize(session, this.#initializeResponse);
  }

  #answerInitialize(session: SharingSession, response: Buffer): void {
    session.sayAttached({ pid: this.pid, isLoaded: this.isLoaded });
    session.send(frameOf(withId(response, session.initializeId ?? "null")));
  }

  #handleExit({ code, signal, error }: Exit): void {
    this.#watchers?.end();
    const why = this.#endReason ?? error;
    for (const session of [...this.#sessions]) {
      this.#sessions.delete(session);
      session.detach({ code, signal, stderr: this.#process.stderrTail() }, why);
    }
    this.#host.onEnded();
  }

  // ---- Files

  #watch(id: string, watchers: unknown): void {
    this.#watchers ??= watchFiles({
      sessionStart: this.startedAt,
      roots: () => this.#folders.flatMap(({ uri }) => pathOfUri(uri) ?? []),
      notify: (_key, changes) => {
        this.#writer.send(frameOf(buildNotification("workspace/didChangeWatchedFiles", { changes })));
        this.#readiness.handleFileEvents(changes);
        const last = changes.at(-1);
        if (last && this.spec.fileEventsAsSaved)
          this.#writer.send(frameOf(buildNotification("textDocument/didSave", { textDocument: { uri: last.uri } })));
        this.#tellAll(frameOf(buildNotification(FILE_EVENTS, { changes })));
      },
      log: this.#host.log,
    });
    this.#watchers.watch(FILES_KEY, id, watchers);
  }

  /** The sessions that have sent `initialized`. */
  #ready(): readonly SharingSession[] {
    return [...this.#sessions].filter(({ isInitialized }) => isInitialized);
  }

  /** The session whose command runs, or the only one. */
  #concerned(): SharingSession | undefined {
    const all = this.#ready();
    const commanding = all.filter(({ pending }) => [...pending.values()].includes("workspace/executeCommand"));
    return commanding.at(-1) ?? (all.length === 1 ? all[0] : undefined);
  }

  #tellAll(frame: Buffer): void {
    for (const session of this.#ready()) session.send(frame);
  }
}

/** LSP's TextDocumentSyncKind.Incremental. */
const INCREMENTAL = 2;

/** Notifications about a session and not about its documents. */
const sessionNotifications = new Set(["$/setTrace", "window/workDoneProgress/cancel"]);
