/**
 * A server with companions beside it, as one process: linters and formatters beside the server that
 * knows types, or Vue's server, which asks the TypeScript server through its client.
 *
 * A companion gets the documents of its languages, where one of the files of `when` is above them.
 * A request about one of these goes to the servers that `audienceOf` says, and their responses
 * become one. Diagnostics are those of all. What a companion sent returns to it. All else is
 * between the client and the main server, and passes as it is.
 */

import { PassThrough, Writable } from "node:stream";
import type {
  ClientCapabilities,
  CodeActionParams,
  DidChangeTextDocumentParams,
  Position,
  Range,
  Registration,
  TextDocumentItem,
} from "vscode-languageserver-protocol";
import { ownDiagnostics, reasonAgainst } from "../../ask/backend/companions.js";
import { isEmptyResult } from "../../ask/outcome.js";
import { features, isEnabled, valueAt } from "../../backend/capabilities/features.js";
import type { Companion } from "../../backend/config/servers.js";
import { isObject } from "../../backend/isObject.js";
import type { BackendProcess, StartBackendOptions } from "../../backend/process.js";
import { codes, type Logger } from "../../error.js";
import { type DocumentItem, DocumentStore } from "../../files/documents/documentStore.js";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import { keyOfPath } from "../../uri.js";
import { frameOf } from "../../wire/frames.js";
import { findValue, putValue, removeValue, stringAt } from "../../wire/json.js";
import { buildError, buildNotification, buildRequest, buildResult, CANCEL_METHOD } from "../../wire/messages.js";
import { RawJson } from "../../wire/rawJson.js";
import { copyMessage, type Message } from "../../wire/wholeMessages.js";
import { restrictToLanguages } from "../capabilities/capabilityBroker.js";
import { buildServerCapabilities } from "../capabilities/initializeResult.js";
import { allowsRequest, type Capability, listCapabilities } from "../capabilities/serverCapabilities.js";
import { documentUriIn } from "../documents/routeDocuments.js";
import { tagId, untagId, withId } from "../idTags.js";
import { CommandOrigins } from "../requests/commandOrigins.js";
import { ItemOrigins } from "../requests/itemOrigins.js";
import { audienceOf, isErrorResponse, mergeResponses } from "../requests/mergeResponses.js";
import { itemRequests } from "../requests/resolvableItems.js";
import { CompanionDiagnostics, describeUnchecked, LATE_MS } from "./companionDiagnostics.js";
import { COMPANION_ID_PREFIX, CompanionServer, START_MS } from "./companionServer.js";
import { splitMessages } from "./splitMessages.js";

interface Starting {
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly install?: string | undefined;
}

/** Returns how the process of a server is started. */
export function startOptionsOf({ env, install }: Starting, cwd: string | undefined): StartBackendOptions {
  return { ...(cwd === undefined ? {} : { cwd }), ...(env ? { env } : {}), ...(install ? { install } : {}) };
}

export interface CompanionOptions {
  readonly companions: readonly Companion[];
  /** The command of the main server by whose results its diagnostics are proven, if it has one. */
  readonly proofCommand?: string | undefined;
  /** Starts the process of a companion. */
  start(companion: Companion): Promise<BackendProcess>;
  readonly log: Logger;
  /** The maximum length of a message's body, if it is not the default. */
  readonly maxFrameBytes?: number | undefined;
}

/**
 * Returns the process `main` with companions beside it, each started with its first document. One
 * that exits is started again when it is needed. Without it, the others answer alone.
 */
export function withCompanionProcesses(main: BackendProcess, options: CompanionOptions): BackendProcess {
  const companions = new Companions(main, options);
  const { output } = companions;
  const input = new Writable({
    write(chunk: Buffer, _encoding, done) {
      companions.readClient(chunk);
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
    companions.readMain(chunk);
    if (!output.writableNeedDrain) return;
    main.stdout.pause();
    output.once("drain", () => main.stdout.resume());
  });
  main.stdout.on("end", () => output.end()).on("error", () => output.end());
  void main.exited.then(() => companions.end());
  return {
    ...main,
    stdin: input,
    stdout: output,
    stop(timeoutsMs) {
      companions.end();
      return main.stop(timeoutsMs);
    },
  };
}

/** The main server among those that are asked; no server in servers.json has this name. */
const MAIN = "the main server";
type Member = typeof MAIN | CompanionServer;

/** A request of the client that is asked of other servers than the main one, or of several. */
interface Question {
  readonly members: ReadonlySet<Member>;
  /** Takes the response of a server, its body; undefined from one that has exited. */
  take(member: Member, body: Buffer | undefined): void;
}

/** How long a request that only companions can answer waits for one. */
const COMPANION_TIMEOUT_MS = 10_000;
const EXECUTE_COMMAND = "workspace/executeCommand";
const PULL_METHOD = "textDocument/diagnostic";
const CODE_ACTION = "textDocument/codeAction";
/** LSP's MessageType.Warning. */
const WARNING = 2;

class Companions {
  /** What the client reads. */
  readonly output = new PassThrough();
  readonly readClient: (chunk: Buffer) => void;
  readonly readMain: (chunk: Buffer) => void;
  readonly #main: BackendProcess;
  readonly #options: CompanionOptions;
  readonly #servers: readonly CompanionServer[];
  readonly #diagnostics: CompanionDiagnostics;
  readonly #itemOrigins = new ItemOrigins();
  readonly #commandOrigins = new CommandOrigins();
  #initializeId: string | undefined;
  #initializeParams: Readonly<Record<string, unknown>> = {};
  #clientSettings: unknown;
  #mainCapabilities: readonly Capability[] = [];
  /** The documents that companions have, too. */
  readonly #documents = new DocumentStore(() => this.#servers[0]?.companion.encoding ?? "utf-16");
  /** By id (JSON text). */
  readonly #questions = new Map<string, Question>();
  /** By id: pulls of the client, whose response from the main server is completed. */
  readonly #pulls = new Map<string, string>();
  /** By id: the document that a command of the client at the main server is about. */
  readonly #commands = new Map<string, string>();
  /** By id at the main server: what takes the result of a command of a companion. */
  readonly #carried = new Map<string, (result: unknown) => void>();
  #carriedCount = 0;
  #registrationCount = 0;

  constructor(main: BackendProcess, options: CompanionOptions) {
    this.#main = main;
    this.#options = options;
    this.#diagnostics = new CompanionDiagnostics((frame) => this.#toClient(frame), options.log);
    this.#servers = options.companions.map((companion) => {
      const server: CompanionServer = new CompanionServer({
        companion,
        start: () => options.start(companion),
        initializeParams: () => this.#initializeParams,
        clientSettings: () => this.#clientSettings,
        onRunning: () => this.#handleRunning(server),
        onMessage: (message) => this.#handleCompanion(message, server),
        onExit: () => this.#handleExit(server),
        log: options.log,
        maxFrameBytes: options.maxFrameBytes,
      });
      return server;
    });
    const { maxFrameBytes } = options;
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
    for (const server of this.#servers) server.end();
  }

  /** Returns the bytes for the main server; undefined if only others get the message. */
  #handleClient(message: Message): Buffer | undefined {
    const { method, id, body, bytes } = message;
    if (method === undefined) return this.#handleClientResponse(message);
    if (id !== undefined) {
      if (method !== "initialize") return this.#handleRequest(method, id, message);
      this.#initializeId = id;
      this.#initializeParams = paramsOf(body);
      return bytes;
    }
    if (method === CANCEL_METHOD) return this.#handleCancel(message);
    if (documentNotifications.has(method)) this.#handleDocument(method, message);
    else if (method === "workspace/didChangeConfiguration") {
      this.#clientSettings = paramsOf(body)["settings"];
      for (const server of this.#servers) server.sendSettings();
    } else if (workspaceNotifications.has(method)) for (const server of this.#servers) server.forward(message);
    return bytes;
  }

  /** Sends the response to a companion's request to that one. */
  #handleClientResponse({ id, body, bytes }: Message): Buffer | undefined {
    if (id?.startsWith(`"${COMPANION_ID_PREFIX}`)) return undefined; // a registration
    const origin = id === undefined ? undefined : untagId(id);
    const server = origin && this.#servers.find((each) => tagOf(each) === origin.tag);
    if (!server) return bytes;
    server.send(frameOf(withId(body, origin.id)));
    return undefined;
  }

  #handleCancel({ body, bytes }: Message): Buffer | undefined {
    const span = findValue(body, ["params", "id"]);
    const question = span && this.#questions.get(body.toString("latin1", span.from, span.to));
    if (!question) return bytes;
    for (const member of question.members) if (member !== MAIN) member.send(Buffer.from(bytes));
    return question.members.has(MAIN) ? bytes : undefined;
  }

  #handleDocument(method: string, message: Message): void {
    const { body } = message;
    const uri = documentUriIn(body) ?? "";
    if (method === "textDocument/didOpen") {
      const item = openedItem(body);
      const servers = this.#servers.filter(({ companion }) => reasonAgainst(companion, item) === undefined);
      if (servers.length === 0) return;
      const document = this.#documents.open(item);
      for (const server of servers) {
        server.open(document);
        if (server.state !== "stopped") this.#diagnostics.check(uri, server);
      }
      return;
    }
    const document = this.#documents.get(uri);
    if (!document) return;
    if (method === "textDocument/didChange") {
      const { textDocument, contentChanges = [] } = paramsOf(body) as Partial<DidChangeTextDocumentParams>;
      this.#documents.change(uri, textDocument?.version, contentChanges);
    } else if (method === "textDocument/didClose") this.#documents.close(uri);
    if (document.isClosed) this.#diagnostics.forget(uri);
    for (const server of this.#serversOf(uri)) {
      server.notify(message, document);
      if (!document.isClosed && server.state !== "stopped") this.#diagnostics.check(uri, server);
    }
  }

  #serversOf(uri: string): readonly CompanionServer[] {
    return this.#servers.filter((server) => server.has(uri));
  }

  #handleRequest(method: string, id: string, message: Message): Buffer | undefined {
    const { body, bytes } = message;
    if (method === EXECUTE_COMMAND) return this.#handleCommand(id, message);
    if (itemRequests.has(method)) return this.#handleItemRequest(method, id, message);
    const uri = documentUriIn(body);
    const document = uri === undefined ? undefined : this.#documents.get(uri);
    if (!document) return bytes;
    if (method === PULL_METHOD) {
      this.#pulls.set(id, document.uri);
      return withBody(message, removeValue(body, ["params", "previousResultId"]));
    }
    const able = this.#serversOf(document.uri).filter((server) => server.canAnswer(method));
    const members = this.#membersFor(method, document, able);
    if (members.length === 1 && members[0] === MAIN) return this.#requestFor(MAIN, message);
    // What works only beside the main server is asked where that one has nothing.
    const isMerged = audienceOf(method) === "all" && able.some(({ companion }) => !companion.channel);
    const ask = isMerged ? this.#askAll : this.#askInTurn;
    this.#questions.set(id, ask.call(this, id, message, members));
    return undefined;
  }

  /** Returns the servers that are asked about a document, in order. */
  #membersFor(method: string, { languageId }: OpenDocument, able: readonly CompanionServer[]): readonly Member[] {
    const main: readonly Member[] = able.length === 0 || allowsRequest(this.#mainCapabilities, method) ? [MAIN] : [];
    const leading = able.filter(({ companion: { leads, formats } }) =>
      audienceOf(method) === "formatter" && formats.includes(languageId) ? true : leads.includes(method),
    );
    const members = [...leading, ...main, ...able.filter((each) => !leading.includes(each))];
    return audienceOf(method) === "formatter" ? members.slice(0, 1) : members;
  }

  /** Asks all servers, and merges their responses: a companion is waited for a second at most. */
  #askAll(id: string, message: Message, members: readonly Member[]): Question {
    const { method = "" } = message;
    const waiting = new Set(members);
    const bodies = new Map<Member, Buffer>();
    let timer: NodeJS.Timeout | undefined;
    const deliver = () => {
      clearTimeout(timer);
      this.#questions.delete(id);
      for (const each of waiting)
        this.#options.log(`${nameOf(each)} has not answered ${method} in time; left out of the response`);
      const ordered = members.flatMap((each) => bodies.get(each) ?? []);
      const isNone = ordered.length === 0;
      this.#toClient(frameOf(isNone ? this.#failure(id, method, members) : mergeResponses(method, id, ordered)));
    };
    const question: Question = {
      members: waiting,
      take: (member, body) => {
        if (!waiting.delete(member)) return;
        if (body) bodies.set(member, this.#marked(method, member, body));
        if (waiting.size === 0) return deliver();
        if (waiting.has(MAIN) || timer) return;
        timer = setTimeout(deliver, graceOf(waiting)).unref();
      },
    };
    if (!waiting.has(MAIN)) timer = setTimeout(deliver, COMPANION_TIMEOUT_MS).unref();
    const request = copyMessage(message);
    const body = removeValue(request.body, ["params", "partialResultToken"]);
    const own = { ...request, body, bytes: withBody(request, body) };
    for (const each of members) void this.#sendWithDiagnostics(each, own);
    return question;
  }

  /** Asks one server after the other, until one has a result that is not empty. */
  #askInTurn(id: string, message: Message, members: readonly Member[]): Question {
    const { method = "" } = message;
    const request = copyMessage(message);
    const left = [...members];
    const asked = new Set<Member>();
    let best: Buffer | undefined;
    let timer: NodeJS.Timeout | undefined;
    const deliver = (body: Buffer | undefined) => {
      this.#questions.delete(id);
      this.#toClient(frameOf(body ?? this.#failure(id, method, members)));
    };
    const next = () => {
      clearTimeout(timer);
      asked.clear();
      const member = left.shift();
      if (member === undefined) return deliver(best);
      asked.add(member);
      if (member !== MAIN) timer = setTimeout(() => question.take(member, undefined), COMPANION_TIMEOUT_MS).unref();
      this.#sendTo(member, request);
    };
    const question: Question = {
      members: asked,
      take: (member, body) => {
        if (!asked.has(member)) return;
        const isError = body !== undefined && isErrorResponse(body);
        if (body && !isError && !hasEmptyResult(body)) {
          clearTimeout(timer);
          return deliver(this.#marked(method, member, body));
        }
        if (body && (best === undefined || (isErrorResponse(best) && !isError))) best = body;
        next();
      },
    };
    next();
    return question;
  }

  /** Builds the response to a request that no server has answered. */
  #failure(id: string, method: string, members: readonly Member[]): Buffer {
    const names = members.map(nameOf).join(" and ");
    const message = `${names} ${members.length === 1 ? "has" : "have"} not answered ${method}. Try again.`;
    return buildError(id, { code: codes.requestFailed, message });
  }

  #marked(method: string, member: Member, body: Buffer): Buffer {
    const copy = Buffer.from(body);
    this.#commandOrigins.noteResponse(method, nameOf(member), copy);
    return this.#itemOrigins.markResponse(method, nameOf(member), copy);
  }

  /**
   * Sends a request. One for the code actions of a companion goes with the diagnostics that it has
   * for the range, as soon as it has some: the client may have got none yet.
   */
  async #sendWithDiagnostics(member: Member, message: Message): Promise<void> {
    if (member === MAIN || message.method !== CODE_ACTION) return this.#sendTo(member, message);
    const { textDocument, range } = paramsOf(message.body) as Partial<CodeActionParams>;
    const { items } = await this.#diagnostics.reportOf(textDocument?.uri ?? "", member);
    const touched = range ? items.filter((each) => touches(each, range)) : [];
    const body = putValue(message.body, ["params", "context", "diagnostics"], touched);
    this.#sendTo(member, { ...message, body, bytes: withBody(message, body) });
  }

  #sendTo(member: Member, message: Message): void {
    const frame = this.#requestFor(member, message);
    if (member === MAIN) this.#main.stdin.write(frame);
    else {
      member.restart();
      member.send(Buffer.from(frame));
    }
  }

  /**
   * Returns the frame of a request for one of the servers: with the diagnostics that it has sent.
   * A companion reports no progress.
   */
  #requestFor(member: Member, message: Message): Buffer {
    const isMain = member === MAIN;
    const body = isMain ? message.body : removeValue(message.body, ["params", "workDoneToken"]);
    const span = findValue(body, ["params", "context", "diagnostics"]);
    const all = span && (JSON.parse(body.toString("utf8", span.from, span.to)) as unknown);
    if (!Array.isArray(all)) return withBody(message, body);
    const own = ownDiagnostics(isMain ? undefined : member.name, all);
    return withBody(message, putValue(body, ["params", "context", "diagnostics"], own));
  }

  #handleItemRequest(method: string, id: string, message: Message): Buffer | undefined {
    const { key, body } = this.#itemOrigins.resolve(method, message.body);
    const server = this.#servers.find(({ name }) => name === key);
    const own = { ...message, body, bytes: withBody(message, body) };
    // The client knows only that one of the servers resolves such items.
    if (!allowsRequest(server ? server.capabilities : this.#mainCapabilities, method) && method.endsWith("/resolve")) {
      const item = findValue(body, ["params"]);
      this.#toClient(frameOf(buildResult(id, item && body.subarray(item.from, item.to))));
      return undefined;
    }
    if (!server) return own.bytes;
    this.#passOn(id, own, server);
    return undefined;
  }

  #handleCommand(id: string, message: Message): Buffer | undefined {
    const origin = this.#commandOrigins.originOf(message.body);
    const names = origin.kind === "single" ? [origin.key] : origin.keys;
    const server = names.includes(MAIN) ? undefined : this.#servers.find(({ name }) => names.includes(name));
    if (!server) {
      this.#noteCommand(id, message.body);
      return message.bytes;
    }
    this.#passOn(id, message, server);
    return undefined;
  }

  /** Sends a request to one companion, which may take as long as it needs. */
  #passOn(id: string, message: Message, server: CompanionServer): void {
    const deliver = (body: Buffer | undefined) => {
      this.#questions.delete(id);
      this.#toClient(frameOf(body ?? this.#failure(id, message.method ?? "", [server])));
    };
    const take: Question["take"] = (member, body) => {
      if (member === server) deliver(body);
    };
    this.#questions.set(id, { members: new Set([server]), take });
    this.#sendTo(server, message);
    if (server.state === "stopped") deliver(undefined);
  }

  /** Notes a command by which the client asks the main server about a document of companions. */
  #noteCommand(id: string, body: Buffer): void {
    const { command, arguments: given } = paramsOf(body);
    if (command !== this.#options.proofCommand) return;
    for (const argument of Array.isArray(given) ? (given as readonly unknown[]) : []) {
      const file = isObject(argument) ? argument["file"] : undefined;
      const uri = typeof file === "string" ? this.#documents.ofKey(keyOfPath(file))?.uri : undefined;
      if (uri !== undefined) this.#commands.set(id, uri);
    }
  }

  /** Returns the bytes for the client; undefined if it does not get the message now. */
  #handleMain(message: Message): Buffer | undefined {
    const { method, id, body, bytes } = message;
    if (method === "textDocument/publishDiagnostics") {
      const publication = this.#diagnostics.handleMain(body);
      return publication ? publication.frame : bytes;
    }
    if (method === "client/registerCapability")
      this.#mainCapabilities = [...this.#mainCapabilities, ...registered(body)];
    if (method !== undefined || id === undefined) return bytes;
    if (id === this.#initializeId) return this.#handleInitializeResponse(message);
    const carry = this.#carried.get(id);
    if (carry) {
      this.#carried.delete(id);
      carry((JSON.parse(body.toString("utf8")) as { readonly result?: unknown }).result);
      return undefined;
    }
    const question = this.#questions.get(id);
    if (question) {
      question.take(MAIN, Buffer.from(body));
      return undefined;
    }
    const pulled = this.#pulls.get(id);
    if (pulled !== undefined) {
      this.#pulls.delete(id);
      void this.#completePull(copyMessage(message), pulled);
      return undefined;
    }
    const about = this.#commands.get(id);
    this.#commands.delete(id);
    // What proves that the diagnostics are complete must not come before those of all servers.
    if (about !== undefined && this.#diagnostics.holdProof(Buffer.from(bytes), { id, uri: about })) return undefined;
    return bytes;
  }

  /** Adds what the companions may be asked to what the main server announces. */
  #handleInitializeResponse(message: Message): Buffer {
    this.#initializeId = undefined;
    const span = findValue(message.body, ["result", "capabilities"]);
    if (!span) return message.bytes;
    const capabilities = JSON.parse(message.body.toString("utf8", span.from, span.to)) as Record<string, unknown>;
    this.#mainCapabilities = listCapabilities(capabilities);
    this.#commandOrigins.addOffered(MAIN, valueAt(capabilities, "executeCommandProvider.commands"));
    const offered = this.#servers.flatMap(({ companion }) => (companion.channel ? [] : (companion.offers ?? [])));
    if (offered.length === 0) return message.bytes;
    return frameOf(putValue(message.body, ["result", "capabilities"], withOffers(capabilities, offered)));
  }

  async #completePull({ id = "null", body, bytes }: Message, uri: string): Promise<void> {
    const { items, missing } = await this.#diagnostics.reportOf(uri);
    const span = findValue(body, ["result", "items"]);
    if (!span) return this.#toClient(bytes);
    if (missing.length > 0) {
      const error = {
        code: codes.serverCancelled,
        message: describeUnchecked(missing),
        data: { retriggerRequest: true },
      };
      return this.#toClient(frameOf(buildError(id, error)));
    }
    const own = JSON.parse(body.toString("utf8", span.from, span.to)) as unknown;
    const all = [...(Array.isArray(own) ? (own as readonly unknown[]) : []), ...items];
    const whole = removeValue(putValue(body, ["result", "items"], all), ["result", "resultId"]);
    this.#toClient(frameOf(whole));
  }

  #handleRunning(server: CompanionServer): void {
    const { companion, capabilities } = server;
    this.#commandOrigins.addOffered(server.name, commandsOf(capabilities));
    for (const { uri } of server.documents()) this.#diagnostics.check(uri, server);
    if (companion.channel) return;
    const isAnnounced = (method: string) => companion.offers?.includes(method) === true;
    this.#register(
      server,
      capabilities.filter(({ method }) => !isAnnounced(method)),
    );
  }

  /** Registers what a companion can do, as if the main server could, too. */
  #register({ name, companion }: CompanionServer, capabilities: readonly Capability[]): void {
    const isOffered = ({ method }: Capability) =>
      method === EXECUTE_COMMAND || companion.offers === undefined || companion.offers.includes(method);
    const registrations = capabilities
      .filter((each) => registeredMethods.test(each.method) && isOffered(each))
      .map((each): Registration => {
        const { method, options } = restrictToLanguages(companion.languages, each);
        return { id: `${name}:${++this.#registrationCount}`, method, registerOptions: options };
      });
    if (registrations.length === 0) return;
    const id = `"${COMPANION_ID_PREFIX}register:${this.#registrationCount}"`;
    this.#toClient(frameOf(buildRequest(id, "client/registerCapability", { registrations })));
  }

  #handleCompanion(message: Message, server: CompanionServer): void {
    const { method, id, body, bytes } = message;
    if (method === undefined) {
      const question = id === undefined ? undefined : this.#questions.get(id);
      question?.take(server, Buffer.from(body));
    } else if (id !== undefined) this.#handleCompanionRequest(method, id, message, server);
    else if (method === server.companion.channel?.notification) this.#carry(body, server);
    else if (method === "textDocument/publishDiagnostics") {
      const uri = stringAt(body, findValue(body, ["params", "uri"])) ?? "";
      const document = this.#documents.get(uri);
      if (document) this.#diagnostics.handlePublication(server, body, document.version);
    } else if (method === "window/showMessage") this.#toClient(Buffer.from(bytes));
    else if (method === "window/logMessage") {
      const { type, message: text } = paramsOf(body);
      if (typeof type === "number" && type <= WARNING) this.#options.log(`${server.name}: ${String(text)}`);
    }
  }

  #handleCompanionRequest(method: string, id: string, { body }: Message, server: CompanionServer): void {
    if (method === "client/registerCapability") {
      const added = registered(body);
      const couldPull = server.canPull;
      server.addCapabilities(added);
      this.#commandOrigins.addOffered(server.name, commandsOf(added));
      if (!server.companion.channel) this.#register(server, added);
      if (server.canPull && !couldPull) this.#checkAll(server);
      server.send(frameOf(buildResult(id, null)));
    } else if (method === "workspace/diagnostic/refresh") {
      this.#checkAll(server);
      server.send(frameOf(buildResult(id, null)));
    } else if (method === "client/unregisterCapability" || server.companion.channel)
      server.send(frameOf(buildResult(id, null)));
    else this.#toClient(frameOf(withId(Buffer.from(body), tagId(id, tagOf(server)))));
  }

  #checkAll(server: CompanionServer): void {
    for (const { uri } of server.documents()) this.#diagnostics.check(uri, server);
  }

  /**
   * Sends a notification `[id, ...arguments]` of a companion to the main server as a command with
   * these arguments, and the `body` of its result back as `[id, body]`. Some libraries put the list
   * of params into another list: then the response is in one, too.
   */
  #carry(body: Buffer, server: CompanionServer): void {
    const { channel } = server.companion;
    const { params } = JSON.parse(body.toString("utf8")) as { readonly params?: unknown };
    const list: readonly unknown[] = Array.isArray(params) ? params : [];
    const isNested = Array.isArray(list[0]);
    const [requestId, ...commandArguments] = isNested ? (list[0] as readonly unknown[]) : list;
    const id = `"${COMPANION_ID_PREFIX}carried:${++this.#carriedCount}"`;
    this.#carried.set(id, (result) => {
      const answer = [requestId, (isObject(result) ? result["body"] : null) ?? null];
      server.send(frameOf(buildNotification(channel?.response ?? "", isNested ? [answer] : answer)));
    });
    const command = { command: channel?.command, arguments: commandArguments };
    this.#main.stdin.write(frameOf(buildRequest(id, EXECUTE_COMMAND, command)));
  }

  /** A companion has exited, or does not start: the others answer without it. */
  #handleExit(server: CompanionServer): void {
    this.#diagnostics.fail(server);
    for (const question of [...this.#questions.values()]) question.take(server, undefined);
  }

  #toClient(bytes: Buffer): void {
    if (!this.output.writableEnded) this.output.write(bytes);
  }
}

/** Sent to both, where a companion has the document. */
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

/** Matches what a companion can do beside the main server that the client has to know. */
const registeredMethods =
  /^textDocument\/(?!did|will|diagnostic$|semanticTokens)|^workspace\/(?:executeCommand|didChangeWatchedFiles)$/;

function tagOf({ name }: CompanionServer): string {
  return `companion.${name.replace(/[^\w.-]/g, "-")}`;
}

function nameOf(member: Member): string {
  return member === MAIN ? MAIN : member.name;
}

/** Returns how long a merged answer waits for those that are missing, in milliseconds. */
function graceOf(waiting: Iterable<Member>): number {
  const isStarting = [...waiting].some((each) => each !== MAIN && each.state === "starting");
  return isStarting ? START_MS : LATE_MS;
}

/** Whether a diagnostic has a place in a range, or at its ends. */
function touches(diagnostic: unknown, { start, end }: Range): boolean {
  const { range } = diagnostic as { readonly range?: Range };
  return range !== undefined && !isBefore(range.end, start) && !isBefore(end, range.start);
}

function isBefore(one: Position, other: Position): boolean {
  return one.line < other.line || (one.line === other.line && one.character < other.character);
}

/** Returns the frame of a message with another body. */
function withBody({ body, bytes }: Message, changed: Buffer): Buffer {
  return changed === body ? bytes : frameOf(changed);
}

/** Returns the capabilities in the body of a `client/registerCapability`. */
function registered(body: Buffer): readonly Capability[] {
  const { registrations } = paramsOf(body) as { readonly registrations?: readonly Registration[] };
  return (registrations ?? []).map(({ method, registerOptions }) => ({ method, options: registerOptions ?? {} }));
}

function commandsOf(capabilities: readonly Capability[]): readonly unknown[] {
  return capabilities.flatMap(({ method, options }) => {
    const { commands } = options as { readonly commands?: readonly unknown[] };
    return method === EXECUTE_COMMAND && Array.isArray(commands) ? commands : [];
  });
}

/** Returns capabilities with those methods that a server lacks and its companions offer. */
function withOffers(capabilities: Record<string, unknown>, offered: readonly string[]): Record<string, unknown> {
  const added = buildServerCapabilities(everything, [offered]);
  const whole = { ...capabilities };
  for (const [method, { provider = "" }] of Object.entries(features)) {
    if (!offered.includes(method) || !registeredMethods.test(method) || provider.includes(".")) continue;
    const [own, other] = [whole[provider], valueAt(added, provider)];
    if (!isEnabled(own)) whole[provider] = other;
    else if (provider === "codeActionProvider") {
      // A list of kinds would be that of one server.
      const { codeActionKinds: _, ...options } = isObject(own) ? own : {};
      whole[provider] = { ...options, ...(isObject(other) ? other : {}) };
    }
  }
  return whole;
}

/** A client that has all features and registers none. */
const everything: ClientCapabilities = {
  textDocument: { codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } } },
};

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
  return span === undefined || isEmptyResult(new RawJson(body.subarray(span.from, span.to)));
}
