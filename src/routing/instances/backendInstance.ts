/**
 * One backend of a routed session: a server at a root. It is started when first needed and again when it dies; what is meant for it waits meanwhile, and what it was
 * asked is answered, by itself or its successor or by us. When it may do what is the table of lifecycle.ts; here is what that takes.
 */

import type { Server } from "../../backend/config/servers.js";
import type { SelectedServer } from "../../backend/installation/selectServer.js";
import type { LocateError } from "../../error.js";
import { type Backend, openBackend, type ProcessState, sendNotification } from "../../session/backend/backend.js";
import { BackendLost } from "../../session/backend/backendConversation.js";
import type { OpenDocument } from "../../session/documents/openDocuments.js";
import { initializeResultOf, recordInitializeResult } from "../../session/lifecycle.js";
import type { Document } from "../../text/document.js";
import type { WorkspaceFolder } from "../../uri.js";
import type { Message } from "../../wire/readMessages.js";
import type { Ability } from "../capabilities/serverCapabilities.js";
import { openTextOf } from "../documents/documentSync.js";
import type { Routing } from "../routing.js";
import { Telling } from "../telling.js";
import { isForGood, lateStart, refusalIn, senseless, unwanted } from "./instanceErrors.js";
import { Run } from "./instanceProcess.js";
import { after, idle, type Life, type LifeEvent } from "./lifecycle.js";
import { Backlog, type Waiting } from "./messageQueue.js";
import { type Answered, type Asked, isRepeatable, kept, UnderWay } from "./pendingRequests.js";
import { cancelled, failure, modified, nothing } from "./responses.js";
import { Sleepers } from "./startupWaiters.js";

/** How long one that has said nothing for long is given to answer a Locate. */
const silentPatienceMs = 5_000;
/** How long the answer to what was cancelled is waited for. */
const cancelMs = 1_000;

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
  #questions = 0;
  readonly #backlog: Backlog;
  readonly #underWay = new UnderWay();
  readonly #sleepers: Sleepers;
  #failure: LocateError | undefined;
  /** While its process takes nothing: the documents that it had open when it stopped, by URI. */
  #unheard: ReadonlySet<string> | undefined;
  #host: Member | undefined;
  readonly #telling: Telling;
  /** What was open and what had waited when its process came up has been said. */
  #isUpToDate = false;
  /** The client was told that it stays down, and no answer has come since. */
  #isMourned = false;
  #introduction: Buffer = Buffer.from("{}");
  /** Its own root, and those it has taken from others. */
  #folders: readonly WorkspaceFolder[];

  constructor(key: string, { server, command }: SelectedServer, root: WorkspaceFolder, routing: Routing) {
    this.key = key;
    this.server = server;
    this.command = command;
    this.root = root;
    this.#routing = routing;
    this.#folders = [root];
    this.#sleepers = new Sleepers((milliseconds) => lateStart(server, milliseconds));
    this.#backlog = new Backlog(() => {
      // What of ours was to be opened is opened again when somebody asks about it.
      routing.session.unopenedFiles.markClosed((document) => routing.members.has(this, document));
      return routing.members.documentsOf(this);
    });
    const link = {
      send: (frame: Buffer) => this.#between(() => this.#run?.send(frame), frame.length),
      between: (act: () => void) => this.#between(act, 0),
      rewriteResult: (method: string, result: Buffer) => routing.leaving(method, result, this),
      ensureRunning: () => this.awake(),
      beginRequest: () => this.#question(),
      timeoutMs: () => (this.#run?.silence.isNoticed() ? silentPatienceMs : undefined),
      state: () => this.#processState(),
      root: root.uri,
    };
    this.backend = openBackend({ session: routing.session, command, known: server, link });
    this.#telling = new Telling(this.backend, (frame) => this.#run?.send(frame));
  }

  get isRunning(): boolean {
    return this.#life.kind === "running";
  }

  /** It can do something else than before: what it wants to hear of documents may be something else, too. */
  learned(abilities: readonly Ability[]): void {
    const isNew = this.#telling.learn(abilities);
    if (!isNew || !this.#isListening || !this.#isUpToDate) return;
    for (const document of this.#routing.members.documentsOf(this)) this.#telling.open(openTextOf(document));
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
    return this.#sleepers.wait();
  }

  /** A notification of the client's. */
  tell(message: Message, uri: string | undefined): void {
    const isChange = message.method === "textDocument/didChange";
    const isAbout = isChange || message.method === "textDocument/didOpen" || message.method === "textDocument/didClose";
    if (isAbout && uri !== undefined) this.#underWay.changed(uri);
    if (this.#isListening) {
      this.#telling.say(message, () => this.#textOf(uri));
      return;
    }
    if (!this.isUp) return; // what is open is taken as it is when it starts
    const needsText = isChange || message.method === "textDocument/didSave";
    const after = needsText ? this.#textOf(uri) : undefined;
    this.#backlog.add({ kind: "notification", message: kept(message), uri, after });
  }

  /** A request of the client's. `answered` gets the response, exactly once. */
  ask(message: Message & { readonly id: string }, uri: string | undefined, answered: Answered): void {
    this.need();
    const asked = this.#underWay.note(message, uri, answered);
    if (this.#isListening) this.#put(asked);
    else if (this.#life.kind === "stopped") answered(failure(asked.id, this.#whyDown()));
    else this.#backlog.add({ kind: "request", asked });
  }

  /** The client doesn't want the answer any more to what it may have asked here under that id. */
  cancel(id: string, message: Message): void {
    this.#backlog.cancel(id);
    const asked = this.#underWay.cancel(id);
    if (!asked) return;
    this.#run?.send(message.bytes);
    // One that hangs can't even say that it has stopped.
    setTimeout(() => {
      if (this.#underWay.abandon(asked)) asked.answered(cancelled(id));
    }, cancelMs).unref();
  }

  /** A response of its process; whom it is for is told here. */
  answered({ id, bytes, body }: Message): void {
    const asked = this.#underWay.take(id);
    if (!asked) {
      if (this.#underWay.wasAbandoned(id)) return;
      this.#routing.session.log(`${this.key} has answered what it was not asked (id ${id ?? "missing"}); left out`);
      return;
    }
    this.#run?.silence.answered(asked.id);
    this.#run?.expectNoMore(asked);
    this.hasAnswered();
    asked.answered({ bytes, body });
  }

  /** A document that is open has become one of its own. */
  gain(document: OpenDocument): void {
    this.spoken.add(document.languageId);
    // As it is now: what comes behind it makes of it what it will be.
    const text = openTextOf(document);
    if (this.#isListening) this.#telling.open(text);
    else if (this.isUp) this.#backlog.add({ kind: "act", act: () => this.#telling.open(text), bytes: 0 });
    else this.need(); // with all that is open
  }

  /** A document that is open has become somebody else's. */
  lose({ uri }: OpenDocument): void {
    if (this.#isListening) {
      this.#telling.close(uri);
      return;
    }
    this.#backlog.forget(uri);
    // One that takes nothing has it open all the same.
    if (this.#unheard?.has(uri)) this.#backlog.add({ kind: "act", act: () => this.#telling.close(uri), bytes: 0 });
  }

  /** It has answered somebody: whatever deaths there were are forgotten. */
  hasAnswered(): void {
    this.#step("answered");
    this.#isMourned = false;
  }

  /** Takes a further root as a workspace folder; false where its server can't. */
  adopt(root: WorkspaceFolder): boolean {
    const { workspaceFolders } = this.backend.capabilities.workspace ?? {};
    if (!workspaceFolders?.supported || !workspaceFolders.changeNotifications) return false;
    this.#folders = [...this.#folders, root];
    sendNotification(this.backend, "workspace/didChangeWorkspaceFolders", { event: { added: [root], removed: [] } });
    return true;
  }

  get folders(): readonly WorkspaceFolder[] {
    return this.#folders;
  }

  /** Gives such a root back. */
  release(root: WorkspaceFolder): void {
    this.#folders = this.#folders.filter((folder) => folder.uri !== root.uri);
    if (this.isRunning)
      sendNotification(this.backend, "workspace/didChangeWorkspaceFolders", { event: { added: [], removed: [root] } });
  }

  /** It is not wanted any more: its requests are refused, its process is ended. Resolves when that is gone. */
  async end(): Promise<void> {
    const run = this.#run;
    this.#failure = unwanted(this.server);
    this.#step("end");
    await run?.end();
  }

  /** The same while the session goes on: its process is told to shut down first. */
  async retire(): Promise<void> {
    const run = this.#run;
    const isRunning = this.isRunning;
    this.#failure = unwanted(this.server);
    this.#step("end");
    if (isRunning) await run?.retire();
    await run?.end();
  }

  /** Its process takes nothing any more: what is said to it waits here, where it is bounded, and holds up nobody else. */
  deafen(): void {
    if (!this.#isListening) return;
    const { session, members } = this.#routing;
    const ours = session.unopenedFiles.openDocuments().filter((document) => members.has(this, document));
    this.#unheard = new Set([...members.documentsOf(this), ...ours].map(({ uri }) => uri));
    this.#backlog.begin();
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
    this.#catchUp(unheard);
  }

  get isDeaf(): boolean {
    return this.#unheard !== undefined;
  }

  get #isListening(): boolean {
    return this.#life.kind === "running" && !this.isDeaf;
  }

  /** Asks the process to shut down, as the client has asked us. Resolves when it has answered, is gone, or takes too long. */
  async shutDown(): Promise<void> {
    if (this.isRunning) await this.#run?.shutDown();
    // One that is only on its way is not waited for.
    else void this.end();
  }

  // What the table says, done.

  #step(event: LifeEvent): void {
    const before = this.#life;
    const now = after(before, event);
    if (now === before) return;
    this.#life = now;
    if (before.kind === "idle" || (before.kind === "stopped" && now.kind !== "stopped")) this.#backlog.takeStock();
    if (now.kind === "starting") void this.#start();
    else if (now.kind === "restarting") setTimeout(() => this.#step("pauseOver"), now.pauseMs).unref();
    else if (now.kind === "stopped") this.#giveUp();
    else if (before.kind === "starting") this.#resume();
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
      ended: (why) => this.#died(run, isForGood(why) ? "for good" : "again", why),
      introduced: (body) => this.#agree(run, body),
    });
    this.#run = run;
    await run.start();
  }

  /** The process has answered initialize. */
  #agree(run: Run, body: Buffer): void {
    if (this.#run !== run || this.#life.kind !== "starting") return;
    this.#introduction = Buffer.from(body);
    const refusal = refusalIn(body, this.server);
    if (refusal) {
      this.#refuse(run, refusal);
      return;
    }
    try {
      recordInitializeResult(initializeResultOf(body) ?? {}, this.backend, this.#folders.length);
      this.backend.name = this.server.name;
      this.backend.readiness?.handleInitialized();
      this.#step("initialized");
    } catch (error) {
      // What a server says of itself can be of any shape.
      this.#refuse(run, senseless(this.server, error));
    }
  }

  #refuse(run: Run, why: LocateError): void {
    run.abandon();
    this.#died(run, "for good", why);
  }

  /** It can be spoken to: what is open is opened, and what has waited is said. */
  #resume(): void {
    const run = this.#run as Run;
    const { session } = this.#routing;
    run.greet();
    this.#routing.running(this);
    const [, ...adopted] = this.#folders;
    if (adopted.length > 0)
      sendNotification(this.backend, "workspace/didChangeWorkspaceFolders", { event: { added: adopted, removed: [] } });
    this.#catchUp([]);
    this.#isUpToDate = true;
    if (this.#runs > 1) session.log(`${this.key} runs again`);
    this.#sleepers.wake();
  }

  /** What is open is opened, and what has waited is said. `before`: what it has open already, by URI. */
  #catchUp(before: Iterable<string>): void {
    const { opened, waiting, isCollapsed } = this.#backlog.take();
    if (isCollapsed) for (const uri of before) this.#telling.close(uri);
    for (const text of opened) this.#telling.open(text);
    for (const each of waiting) this.#say(each);
  }

  /** Says what has waited. What fails must not take along what stands behind it. */
  #say(what: Waiting): void {
    try {
      if (what.kind === "act") what.act();
      else if (what.kind === "request") this.#put(what.asked);
      else this.#telling.say(what.message, () => what.after);
    } catch (error) {
      this.#routing.session.log(`internal error over what waited for ${this.key}: ${String((error as Error).stack)}`);
    }
  }

  /** The process is gone. One that only fails while it runs is given its chances; one that fails before is not. */
  #died(run: Run, how: "for good" | "again", why: LocateError): void {
    if (this.#run !== run) return;
    const { session } = this.#routing;
    this.#run = undefined;
    this.#isUpToDate = false;
    this.#failure = why;
    this.#unheard = undefined;
    // One that took nothing has requests waiting, too; they are asked again like the others.
    if (this.isRunning) for (const asked of this.#backlog.takeStock()) this.#underWay.put(asked);
    session.log(`${this.key} has died. ${why.message}`);
    this.backend.readiness?.end(new BackendLost(why));
    this.backend.readiness = undefined;
    this.backend.registrations.clear();
    session.capabilityShim.forgetBackend(this.backend);
    this.#routing.down(this);
    this.backend.conversation.reset(why);
    for (const { isCancelled, ...asked } of this.#underWay.takeAll()) {
      if (isCancelled) asked.answered(cancelled(asked.id));
      else this.#askAgain(asked, why);
    }
    this.#step(how === "for good" && this.#life.kind === "starting" ? "refused" : "died");
  }

  /** Whoever had asked it: its successor is asked where that is the same question. */
  #askAgain(asked: Asked, why: LocateError): void {
    if (!isRepeatable(asked)) asked.answered(failure(asked.id, why));
    else if (this.#underWay.isStale(asked)) asked.answered(modified(asked.id));
    else this.#backlog.add({ kind: "request", asked });
  }

  #giveUp(): void {
    const why = this.#whyDown();
    const left = [...this.#backlog.takeStock(), ...this.#underWay.takeAll()];
    for (const { id, answered } of left) answered(failure(id, why));
    this.#sleepers.refuse(why);
    this.backend.conversation.reset(why);
    const isUnwanted = this.#life.kind === "stopped" && this.#life.why === "ended";
    this.#routing.stopped(this, isUnwanted ? undefined : why, this.#isMourned);
    this.#isMourned = true;
  }

  #joins(host: Member): void {
    this.#host = host;
    const { opened, waiting } = this.#backlog.take();
    for (const text of opened) host.#telling.open(text);
    for (const each of waiting) {
      if (each.kind === "act") host.#between(each.act, each.bytes);
      else if (each.kind === "request")
        host.ask({ ...each.asked.message, id: each.asked.id }, each.asked.uri, each.asked.answered);
      else if (host.#isListening) host.#telling.say(each.message, () => each.after);
      else host.#backlog.add(each);
    }
    this.#life = idle;
    for (const languageId of this.spoken) host.spoken.add(languageId);
    this.#routing.renamed(host);
    this.#sleepers.follow(() => host.awake());
  }

  #between(act: () => void, bytes: number): void {
    if (this.#host) {
      this.#host.#between(act, bytes);
      return;
    }
    this.need();
    if (this.#isListening) act();
    else if (this.isUp) this.#backlog.add({ kind: "act", act, bytes });
  }

  /** A request goes to the process; one that it can't answer is answered for it. */
  #put(asked: Asked): void {
    const run = this.#run as Run;
    if (!this.#routing.canDo(this, asked.message)) {
      asked.answered(nothing(asked));
      return;
    }
    this.#underWay.put(asked);
    run.silence.asked(asked.id);
    run.expectParts(asked);
    run.send(asked.message.bytes);
  }

  /** A question of ours is under way: its silence is noticed by that, too. */
  #question(): () => void {
    const { silence } = this.#run ?? {};
    const id = `ours ${++this.#questions}`;
    silence?.asked(id);
    return () => silence?.answered(id);
  }

  #textOf(uri: string | undefined): Document | undefined {
    return uri === undefined ? undefined : this.#routing.session.documents.get(uri)?.text;
  }

  #processState(): ProcessState {
    const { kind } = this.#life;
    return kind === "stopped" ? { kind, why: this.#whyDown().message } : { kind };
  }

  #whyDown(): LocateError {
    return this.#failure ?? unwanted(this.server);
  }
}
