/**
 * One backend of a routed session: a server at a root. It is started when first needed and again when it dies; what is meant for it waits meanwhile, and what it was
 * asked is answered, by itself or its successor or by us. When it may do what is the table of life.ts; here is what that takes.
 */

import type { InitializeResult } from "vscode-languageserver-protocol";
import type { BackendProcess } from "../backend/process.js";
import type { Server } from "../backend/servers.js";
import { codes, LocateError } from "../error.js";
import { type Backend, notify, openBackend } from "../session/backend.js";
import type { OpenDocument } from "../session/documents.js";
import { agreed, agreedEncoding, resultOf } from "../session/lifecycle.js";
import { Lost } from "../session/questions.js";
import type { Document } from "../text/document.js";
import type { WorkspaceFolder } from "../uri.js";
import type { Message } from "../wire/collect.js";
import type { Frame } from "../wire/frames.js";
import { find } from "../wire/json.js";
import { after, idle, type Life, type LifeEvent } from "./life.js";
import { type Answered, type Asked, framed, isRepeatable, kept } from "./pending.js";
import type { Routing } from "./routing.js";
import { Run } from "./run.js";
import type { Selected } from "./selection.js";
import { type OpenText, opening, openTextOf, synchronised, synchronisingOf } from "./synchronising.js";

/** What waits for a backend that can't be spoken to yet. */
type Waiting =
  | { readonly kind: "request"; readonly asked: Asked }
  | {
      readonly kind: "notification";
      readonly message: Message;
      readonly uri: string | undefined;
      /** The text behind a change. */
      readonly after: Document | undefined;
    }
  | { readonly kind: "act"; readonly act: () => void };

/** More bytes than this don't wait: then the documents are taken as they are by now, and who asked hears that they have changed. */
const mostWaiting = 16 * 1024 * 1024;
/** Whoever waits for it to start hears of it after so long. It goes on starting. */
const patienceMs = 60_000;

export class Member {
  /** Stable through all its runs: `pyright#2`. */
  readonly key: string;
  readonly server: Server;
  /** How it is started here. */
  readonly command: readonly string[];
  readonly root: WorkspaceFolder;
  readonly backend: Backend;
  /** What the client has called the languages of its documents. */
  readonly spoken = new Set<string>();
  readonly #routing: Routing;
  #life: Life = idle;
  #run: Run | undefined;
  #runs = 0;
  /** Documents as they were when it stopped hearing of them. Invariant: these, and then what waits, are what the client has open. */
  #reopened: readonly OpenText[] = [];
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  /** Too much has waited: the documents were taken anew since. */
  #isCollapsed = false;
  readonly #asked = new Map<string, Asked>();
  /** How often documents have changed, by the URI that the client writes. */
  readonly #changes = new Map<string, number>();
  readonly #sleepers = new Set<{ resolve(): void; reject(why: LocateError): void }>();
  #failure: LocateError | undefined;
  /** While its process takes nothing: the documents that it had open when it stopped, by URI. */
  #unheard: ReadonlySet<string> | undefined;
  #host: Member | undefined;
  #introduction: Buffer = Buffer.from("{}");
  /** Its own root, and those it has taken from others. */
  #folders: readonly WorkspaceFolder[];

  constructor(key: string, { server, command }: Selected, root: WorkspaceFolder, routing: Routing) {
    this.key = key;
    this.server = server;
    this.command = command;
    this.root = root;
    this.#routing = routing;
    this.#folders = [root];
    const link = {
      send: (frame: Buffer) => this.#between(() => this.#run?.send(frame)),
      between: (act: () => void) => this.#between(act),
      leaving: (method: string, result: Buffer) => routing.leaving(method, result, this),
      awake: () => this.awake(),
    };
    this.backend = openBackend({ session: routing.session, command, known: server, link });
  }

  get isRunning(): boolean {
    return this.#life.kind === "running";
  }

  /** Whether it has been needed, and is not over. */
  get isUp(): boolean {
    return this.#life.kind === "starting" || this.#life.kind === "running" || this.#life.kind === "restarting";
  }

  /** The body of its answer to initialize. */
  get introduced(): Buffer {
    return this.#introduction;
  }

  get run(): Run | undefined {
    return this.#run;
  }

  /** Whoever serves its documents: itself, or the one that has taken its root as a further folder. From then on only that one is spoken to. */
  get actual(): Member {
    return this.#host?.actual ?? this;
  }

  /** Something is about to be said to it: one that sleeps is started, with what is open at this moment. */
  need(): void {
    if (this.#life.kind === "idle") this.#step("needed");
  }

  /** A document of it was opened or changed: one that had given up tries once more. */
  mind(): void {
    if (this.#life.kind === "stopped") this.#step("changed");
  }

  /** Resolves when it runs; starts it where it doesn't. Errors: why it can't. */
  awake(): Promise<void> {
    if (this.#host) return this.#host.awake();
    this.need();
    if (this.#life.kind === "running") return Promise.resolve();
    if (this.#life.kind === "stopped") return Promise.reject(this.#whyDown());
    return new Promise((resolve, reject) => {
      const settle = (then: () => void) => {
        clearTimeout(timer);
        this.#sleepers.delete(sleeper);
        then();
      };
      const sleeper = {
        resolve: () => settle(resolve),
        reject: (why: LocateError) => settle(() => reject(why)),
      };
      const timer = setTimeout(() => sleeper.reject(this.#late()), patienceMs).unref();
      this.#sleepers.add(sleeper);
    });
  }

  /** A notification of the client's. */
  tell(message: Message, uri: string | undefined): void {
    const isChange = message.method === "textDocument/didChange";
    const isAbout = isChange || message.method === "textDocument/didOpen" || message.method === "textDocument/didClose";
    if (isAbout && uri !== undefined) this.#changes.set(uri, (this.#changes.get(uri) ?? 0) + 1);
    if (this.#isListening) {
      this.#send(message, () => this.#textOf(uri));
      return;
    }
    if (!this.isUp) return; // what is open is taken as it is when it starts
    const after = isChange ? this.#textOf(uri) : undefined;
    this.#wait({ kind: "notification", message: kept(message), uri, after });
  }

  /** A request of the client's. `answered` gets the response, exactly once. */
  ask(message: Message & { readonly id: string }, uri: string | undefined, answered: Answered): void {
    this.need();
    const { id, method = "" } = message;
    const changes = (uri === undefined ? undefined : this.#changes.get(uri)) ?? 0;
    const asked: Asked = { id, method, message: kept(message), uri, changes, answered };
    if (this.#isListening) this.#put(asked);
    else if (this.#life.kind === "stopped") answered(failure(id, this.#whyDown()));
    else this.#wait({ kind: "request", asked });
  }

  /** The client doesn't want that answer any more. False where nothing was asked here under that id. */
  cancel(id: string, message: Message): boolean {
    const asked = this.#asked.get(id);
    if (asked) {
      this.#asked.set(id, { ...asked, isCancelled: true });
      this.#run?.send(message.bytes);
      return true;
    }
    const at = this.#waiting.findIndex((each) => each.kind === "request" && each.asked.id === id);
    const [waiting] = at < 0 ? [] : this.#waiting.splice(at, 1);
    if (waiting?.kind !== "request") return false;
    waiting.asked.answered(refusal(id, codes.requestCancelled, "Cancelled by the client."));
    return true;
  }

  /** A response of its process; whom it is for is told here. */
  answered({ id, bytes, body }: Message): void {
    const asked = id === undefined ? undefined : this.#asked.get(id);
    if (!asked) {
      this.#routing.session.log(`${this.key} has answered what it was not asked (id ${id ?? "missing"}); left out`);
      return;
    }
    this.#asked.delete(asked.id);
    this.#run?.silence.answered(asked.id);
    this.#step("answered");
    asked.answered({ bytes, body });
  }

  /** Takes a further root as a workspace folder; false where its server can't. */
  adopt(root: WorkspaceFolder): boolean {
    const { workspaceFolders } = this.backend.capabilities.workspace ?? {};
    if (!workspaceFolders?.supported || !workspaceFolders.changeNotifications) return false;
    this.#folders = [...this.#folders, root];
    notify(this.backend, "workspace/didChangeWorkspaceFolders", { event: { added: [root], removed: [] } });
    return true;
  }

  /** Gives such a root back. */
  release(root: WorkspaceFolder): void {
    this.#folders = this.#folders.filter((folder) => folder.uri !== root.uri);
    if (this.isRunning)
      notify(this.backend, "workspace/didChangeWorkspaceFolders", { event: { added: [], removed: [root] } });
  }

  /** It is not wanted any more: its requests are refused, its process is ended. Resolves when that is gone. */
  async end(): Promise<void> {
    const run = this.#run;
    this.#failure = ended(this);
    this.#step("end");
    await run?.end();
  }

  /** Its process takes nothing any more: what is said to it waits here, where it is bounded, and holds up nobody else. */
  deafen(): void {
    if (!this.#isListening) return;
    this.#unheard = new Set(this.#ownDocuments().map(({ uri }) => uri));
    this.#routing.session.log(
      `${this.key} takes nothing of what is sent to it. It is busy, or stuck: it is not killed, and what is for it waits.`,
    );
  }

  /** Its process has taken all that it was sent. */
  drained(): void {
    const unheard = this.#unheard;
    if (!unheard || !this.isRunning) return;
    this.#unheard = undefined;
    this.#routing.session.log(`${this.key} listens again.`);
    if (this.#isCollapsed)
      for (const uri of unheard) notify(this.backend, "textDocument/didClose", { textDocument: { uri } });
    this.#catchUp();
  }

  get isDeaf(): boolean {
    return this.#unheard !== undefined;
  }

  get #isListening(): boolean {
    return this.#life.kind === "running" && !this.isDeaf;
  }

  /** Asks the process to shut down, as the client has asked us. Resolves when it has answered, is gone, or takes too long. */
  async shutDown(): Promise<void> {
    const run = this.isRunning ? this.#run : undefined;
    await run?.shutDown();
  }

  // What the table says, done.

  #step(event: LifeEvent): void {
    const before = this.#life;
    const now = after(before, event);
    if (now === before) return;
    this.#life = now;
    if (before.kind === "idle" || (before.kind === "stopped" && now.kind !== "stopped")) this.#takeStock();
    if (now.kind === "starting") void this.#start();
    else if (now.kind === "restarting") setTimeout(() => this.#step("pauseOver"), now.pauseMs).unref();
    else if (now.kind === "stopped") this.#giveUp();
    else if (before.kind === "starting") this.#resume();
  }

  /** From here on, what is said waits behind the documents as they are now. */
  #takeStock(): void {
    this.#reopened = this.#ownDocuments().map(openTextOf);
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  #ownDocuments(): readonly OpenDocument[] {
    const { session, members } = this.#routing;
    return [...session.documents.all()].filter((document) => members.has(this, document));
  }

  async #start(): Promise<void> {
    const host = await this.#routing.members.hostFor(this);
    if (this.#life.kind !== "starting") return;
    if (host) {
      this.#joins(host);
      return;
    }
    const run = new Run({
      member: this,
      routing: this.#routing,
      tag: `${this.key}.${++this.#runs}`,
      ended: (process, why) => this.#died(run, process, why),
      introduced: (body) => this.#agree(run, body),
    });
    this.#run = run;
    await run.start();
  }

  /** The process has answered initialize. */
  #agree(run: Run, body: Buffer): void {
    if (this.#run !== run) return;
    this.#introduction = Buffer.from(body);
    const result = resultOf(body);
    const wrong = result === undefined ? "its answer to initialize is no JSON" : refused(body, result);
    if (wrong !== undefined || result === undefined) {
      this.#failure = refusedFailure(this, wrong ?? "");
      run.abandon();
      this.#run = undefined;
      this.#step("refused");
      return;
    }
    agreed(result, this.backend, this.#folders.length);
    this.backend.name = this.server.name;
    this.backend.readiness?.started();
    this.#step("initialized");
  }

  /** It can be spoken to: what is open is opened, and what has waited is said. */
  #resume(): void {
    const run = this.#run as Run;
    const { session } = this.#routing;
    run.greet();
    this.#routing.running(this);
    const [, ...adopted] = this.#folders;
    if (adopted.length > 0)
      notify(this.backend, "workspace/didChangeWorkspaceFolders", { event: { added: adopted, removed: [] } });
    this.#catchUp();
    if (this.#runs > 1) session.log(`${this.key} runs again`);
    for (const { resolve } of [...this.#sleepers]) resolve();
  }

  /** What is open is opened, and what has waited is said. */
  #catchUp(): void {
    const { openClose } = synchronisingOf(this.backend.capabilities.textDocumentSync);
    for (const text of this.#reopened) {
      if (!openClose) continue;
      this.#run?.send(opening(text));
      this.backend.readiness?.opened();
    }
    this.#reopened = [];
    this.#isCollapsed = false;
    const waiting = this.#waiting.splice(0);
    this.#waitingBytes = 0;
    for (const each of waiting) {
      if (each.kind === "act") each.act();
      else if (each.kind === "request") this.#put(each.asked);
      else this.#send(each.message, () => each.after);
    }
  }

  #died(run: Run, process: BackendProcess | undefined, why: LocateError): void {
    if (this.#run !== run) return;
    const { session } = this.#routing;
    this.#run = undefined;
    this.#failure = why;
    const isBehind = this.isDeaf;
    this.#unheard = undefined;
    const waiting = this.#waiting;
    if (this.isRunning) this.#takeStock();
    // What is open is opened as it is by now; who had waited behind older texts asks of those.
    if (isBehind) for (const each of waiting) if (each.kind === "request") this.#asked.set(each.asked.id, each.asked);
    session.log(`${this.key} has died. ${why.message}`);
    this.backend.readiness?.end(new Lost(why));
    this.backend.readiness = undefined;
    this.backend.registrations.clear();
    this.backend.questions.renew(why);
    session.unopened.closedAt((document) => session.backends.find(document) === this.backend);
    const asked = [...this.#asked.values()];
    this.#asked.clear();
    for (const each of asked) this.#askAgain(each, why);
    this.#step(process === undefined || isForGood(why) ? "refused" : "died");
  }

  /** Whoever had asked it: its successor is asked where that is the same question. */
  #askAgain(asked: Asked, why: LocateError): void {
    const isStale = asked.uri !== undefined && (this.#changes.get(asked.uri) ?? 0) !== asked.changes;
    if (asked.isCancelled) asked.answered(refusal(asked.id, codes.requestCancelled, "Cancelled by the client."));
    else if (!isRepeatable(asked)) asked.answered(failure(asked.id, why));
    else if (isStale) asked.answered(modified(asked.id));
    else this.#waiting.push({ kind: "request", asked });
  }

  #giveUp(): void {
    const why = this.#whyDown();
    const waiting = this.#waiting.splice(0);
    this.#waitingBytes = 0;
    const left = [...this.#asked.values()];
    this.#asked.clear();
    for (const each of waiting) if (each.kind === "request") left.push(each.asked);
    for (const { id, answered } of left) answered(failure(id, why));
    for (const { reject } of [...this.#sleepers]) reject(why);
    this.backend.questions.renew(why);
    const isUnwanted = this.#life.kind === "stopped" && this.#life.why === "ended";
    this.#routing.stopped(this, isUnwanted ? undefined : why);
  }

  #joins(host: Member): void {
    this.#host = host;
    const waiting = this.#waiting.splice(0);
    for (const text of this.#reopened) host.backend.link.send(opening(text));
    for (const each of waiting) {
      if (each.kind === "act") host.#between(each.act);
      else if (each.kind === "request")
        host.ask({ ...each.asked.message, id: each.asked.id }, each.asked.uri, each.asked.answered);
      else host.tell(each.message, each.uri);
    }
    this.#reopened = [];
    this.#life = idle;
    for (const sleeper of [...this.#sleepers]) host.awake().then(sleeper.resolve, sleeper.reject);
  }

  #between(act: () => void): void {
    this.need();
    if (this.#isListening) act();
    else if (this.isUp) this.#wait({ kind: "act", act });
  }

  /** A request goes to the process; one that it can't answer is answered for it. */
  #put(asked: Asked): void {
    const run = this.#run as Run;
    if (!this.#routing.canDo(this, asked.message)) {
      asked.answered(answerOfNobody(asked));
      return;
    }
    this.#asked.set(asked.id, asked);
    run.silence.asked(asked.id);
    run.expectParts(asked);
    run.send(asked.message.bytes);
  }

  #send(message: Message, text: () => Document | undefined): void {
    const frame = synchronised(message, synchronisingOf(this.backend.capabilities.textDocumentSync), text);
    if (message.method === "textDocument/didOpen") this.backend.readiness?.opened();
    if (frame) this.#run?.send(frame);
  }

  #wait(what: Waiting): void {
    this.#waiting.push(what);
    if (what.kind !== "notification") return;
    this.#waitingBytes += what.message.bytes.length;
    if (this.#waitingBytes <= mostWaiting) return;
    const requests = this.#waiting.filter((each) => each.kind === "request");
    const acts = this.#waiting.filter((each) => each.kind === "act");
    this.#takeStock();
    this.#isCollapsed = true;
    this.#waiting = acts;
    for (const { asked } of requests) asked.answered(modified(asked.id));
  }

  #textOf(uri: string | undefined): Document | undefined {
    return uri === undefined ? undefined : this.#routing.session.documents.get(uri)?.text;
  }

  #whyDown(): LocateError {
    return this.#failure ?? ended(this);
  }

  #late(): LocateError {
    const seconds = patienceMs / 1000;
    return new LocateError(
      "backend_timeout",
      `${this.server.name} was started and has not answered initialize for ${seconds} s. It is left to go on: ask again in a while, or look at what it says in the log.`,
      { backend: this.server.name, method: "initialize", seconds },
    );
  }
}

/** Why an answer to initialize is none to go on with. */
function refused(body: Buffer, result: Partial<InitializeResult>): string | undefined {
  if (!result.capabilities) return `it has refused initialize: ${messageIn(body)}`;
  const encoding = agreedEncoding(result as InitializeResult);
  if (encoding === undefined || encoding === "utf-16") return undefined;
  return `it insists on counting characters in ${encoding}, and only utf-16 was offered`;
}

function messageIn(body: Buffer): string {
  const { error } = JSON.parse(body.toString("utf8")) as { error?: { message?: unknown } };
  return String(error?.message ?? "it has said nothing of what it can do");
}

/** What starting it again would not change. */
function isForGood({ data }: LocateError): boolean {
  return ["not_found", "not_executable", "no_folder"].includes(String(data["reason"]));
}

function ended({ server }: Member): LocateError {
  const message = `${server.name} has been ended: the session is over, or servers.json names another server.`;
  return new LocateError("backend_failed", message, { command: server.command, backend: server.name });
}

function refusedFailure({ server }: Member, wrong: string): LocateError {
  const { name, command } = server;
  return new LocateError(
    "backend_failed",
    `${name} can't serve: ${wrong}. Mend its entry in servers.json, or name another server for the language there; it is tried again when that changes.`,
    { command, backend: name, reason: "refused" },
  );
}

/** What one that can't answer is answered for with: null, and an item to resolve is as it was. */
function answerOfNobody({ id, method, message }: Asked): Frame {
  const item = method.endsWith("/resolve") ? find(message.body, ["params"]) : undefined;
  const result = item ? message.body.subarray(item.from, item.to) : Buffer.from("null");
  return framed(Buffer.concat([Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":`), result, Buffer.from("}")]));
}

function failure(id: string, { code, message, data }: LocateError): Frame {
  return framed(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code, message, data })}}`);
}

function refusal(id: string, code: number, message: string): Frame {
  return framed(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code, message })}}`);
}

function modified(id: string): Frame {
  return refusal(
    id,
    codes.contentModified,
    "The document has changed since, and the language server had to be started again. Ask again.",
  );
}
