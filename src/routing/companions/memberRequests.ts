/**
 * Requests of the client that are asked of other servers than the main one, or of several: how
 * their responses become one.
 */

import type { CodeActionParams, Range } from "vscode-languageserver-protocol";
import { ownDiagnostics } from "../../ask/backend/companionDocuments.js";
import { isEmptyResult } from "../../ask/outcome.js";
import { codes, type Logger } from "../../error.js";
import { rangesTouch } from "../../text/position.js";
import { frameOf } from "../../wire/frames.js";
import type { FrameWriter } from "../../wire/frameWriter.js";
import { findValue, putValue, removeValue } from "../../wire/json.js";
import { buildError } from "../../wire/messages.js";
import { RawJson } from "../../wire/rawJson.js";
import { copyMessage, type Message } from "../../wire/wholeMessages.js";
import { CommandOrigins } from "../requests/commandOrigins.js";
import { ItemOrigins } from "../requests/itemOrigins.js";
import { isErrorResponse, mergeResponses } from "../requests/mergeResponses.js";
import { type CompanionDiagnostics, LATE_MS } from "./companionDiagnostics.js";
import { type CompanionServer, START_MS } from "./companionServer.js";

/** The main server among those that are asked; no server in servers.json has this name. */
export const MAIN = "the main server";
export type Member = typeof MAIN | CompanionServer;

interface Question {
  /** Those that have not answered. */
  readonly members: ReadonlySet<Member>;
  /** Takes the response of a server, its body; undefined from one that has exited. */
  take(member: Member, body: Buffer | undefined): void;
}

type Request = Message & { readonly id: string };

/** How long a request that only companions can answer waits for one. */
const COMPANION_TIMEOUT_MS = 10_000;
const CODE_ACTION = "textDocument/codeAction";

interface MemberRequestsHost {
  readonly diagnostics: CompanionDiagnostics;
  readonly toClient: FrameWriter;
  readonly toMain: FrameWriter;
  readonly log: Logger;
}

export class MemberRequests {
  readonly itemOrigins = new ItemOrigins();
  readonly commandOrigins = new CommandOrigins();
  readonly #host: MemberRequestsHost;
  /** By id (JSON text). */
  readonly #questions = new Map<string, Question>();

  constructor(host: MemberRequestsHost) {
    this.#host = host;
  }

  get isEmpty(): boolean {
    return this.#questions.size === 0;
  }

  /** Returns those that have a request; undefined if it is asked of the main server alone. */
  membersOf(id: string): ReadonlySet<Member> | undefined {
    return this.#questions.get(id)?.members;
  }

  /** Takes a response of a server. Returns whether it was one to such a request. */
  take(id: string, member: Member, body: Buffer): boolean {
    const question = this.#questions.get(id);
    question?.take(member, Buffer.from(body));
    return question !== undefined;
  }

  /** A companion has exited, or does not start: the others answer without it. */
  handleExit(server: CompanionServer): void {
    for (const question of [...this.#questions.values()]) question.take(server, undefined);
  }

  /** Asks all servers, and merges their responses: a companion is waited for a second at most. */
  askAll(message: Request, members: readonly Member[]): void {
    const { method = "", id } = message;
    const waiting = new Set(members);
    const bodies = new Map<Member, Buffer>();
    let timer: NodeJS.Timeout | undefined;
    const deliver = () => {
      clearTimeout(timer);
      for (const each of waiting)
        this.#host.log(`${nameOf(each)} has not answered ${method} in time; left out of the response`);
      const ordered = members.flatMap((each) => bodies.get(each) ?? []);
      this.#respond(id, ordered.length === 0 ? failure(id, method, members) : mergeResponses(method, id, ordered));
    };
    this.#questions.set(id, {
      members: waiting,
      take: (member, body) => {
        if (!waiting.delete(member)) return;
        if (body) bodies.set(member, this.#marked(method, member, body));
        if (waiting.size === 0) return deliver();
        if (waiting.has(MAIN) || timer) return;
        timer = setTimeout(deliver, graceOf(waiting)).unref();
      },
    });
    if (!waiting.has(MAIN)) timer = setTimeout(deliver, COMPANION_TIMEOUT_MS).unref();
    const request = copyMessage(message);
    const body = removeValue(request.body, ["params", "partialResultToken"]);
    const own = { ...request, body, bytes: withBody(request, body) };
    for (const each of members) void this.#sendWithDiagnostics(each, own);
  }

  /** Asks one server after the other, until one has a result that is not empty. */
  askInTurn(message: Request, members: readonly Member[]): void {
    const { method = "", id } = message;
    const request = copyMessage(message);
    const left = [...members];
    const asked = new Set<Member>();
    let best: Buffer | undefined;
    let timer: NodeJS.Timeout | undefined;
    const next = () => {
      clearTimeout(timer);
      asked.clear();
      const member = left.shift();
      if (member === undefined) return this.#respond(id, best ?? failure(id, method, members));
      asked.add(member);
      if (member !== MAIN) {
        const { leadTimeoutMs = COMPANION_TIMEOUT_MS } = member.companion;
        timer = setTimeout(() => question.take(member, undefined), leadTimeoutMs).unref();
      }
      this.#sendTo(member, request);
    };
    const question: Question = {
      members: asked,
      take: (member, body) => {
        if (!asked.has(member)) return;
        const isError = body !== undefined && isErrorResponse(body);
        if (body && !isError && !hasEmptyResult(body)) {
          clearTimeout(timer);
          return this.#respond(id, this.#marked(method, member, body));
        }
        if (body && (best === undefined || (isErrorResponse(best) && !isError))) best = body;
        next();
      },
    };
    this.#questions.set(id, question);
    next();
  }

  /** Sends a request to one companion, which may take as long as it needs. */
  passOn(message: Request, server: CompanionServer): void {
    const { method = "", id } = message;
    const take: Question["take"] = (member, body) => {
      if (member === server) this.#respond(id, body ?? failure(id, method, [server]));
    };
    this.#questions.set(id, { members: new Set([server]), take });
    this.#sendTo(server, message);
    if (server.state === "stopped") take(server, undefined);
  }

  /**
   * Returns the frame of a request for one of the servers: with the diagnostics that it has sent.
   * A companion reports no progress.
   */
  frameFor(member: Member, message: Message): Buffer {
    const isMain = member === MAIN;
    const body = isMain ? message.body : removeValue(message.body, ["params", "workDoneToken"]);
    const span = findValue(body, ["params", "context", "diagnostics"]);
    const all = span && (JSON.parse(body.toString("utf8", span.from, span.to)) as unknown);
    if (!Array.isArray(all)) return withBody(message, body);
    const own = ownDiagnostics(isMain ? undefined : member.name, all);
    return withBody(message, putValue(body, ["params", "context", "diagnostics"], own));
  }

  #respond(id: string, body: Buffer): void {
    this.#questions.delete(id);
    this.#host.toClient.send(frameOf(body));
  }

  #marked(method: string, member: Member, body: Buffer): Buffer {
    this.commandOrigins.noteResponse(method, nameOf(member), body);
    return this.itemOrigins.markResponse(method, nameOf(member), body);
  }

  /**
   * Sends a request. One for the code actions of a companion goes with the diagnostics that it has
   * for the range, as soon as it has some: the client may have got none yet.
   */
  async #sendWithDiagnostics(member: Member, message: Message): Promise<void> {
    if (member === MAIN || message.method !== CODE_ACTION) return this.#sendTo(member, message);
    const { textDocument, range } = codeActionParamsOf(message.body);
    const { items } = await this.#host.diagnostics.reportOf(textDocument?.uri ?? "", { server: member });
    const touched = range ? items.filter((each) => touches(each, range)) : [];
    const body = putValue(message.body, ["params", "context", "diagnostics"], touched);
    this.#sendTo(member, { ...message, body, bytes: withBody(message, body) });
  }

  #sendTo(member: Member, message: Message): void {
    const frame = this.frameFor(member, message);
    if (member === MAIN) this.#host.toMain.send(frame);
    else {
      member.restart();
      member.send(Buffer.from(frame));
    }
  }
}

/** Returns the frame of a message with another body. */
export function withBody({ body, bytes }: Message, changed: Buffer): Buffer {
  return changed === body ? bytes : frameOf(changed);
}

function nameOf(member: Member): string {
  return member === MAIN ? MAIN : member.name;
}

/** Builds the response to a request that no server has answered. */
function failure(id: string, method: string, members: readonly Member[]): Buffer {
  const names = members.map(nameOf).join(" and ");
  const message = `${names} ${members.length === 1 ? "has" : "have"} not answered ${method}. Try again.`;
  return buildError(id, { code: codes.requestFailed, message });
}

/** Returns how long a merged answer waits for those that are missing, in milliseconds. */
function graceOf(waiting: Iterable<Member>): number {
  const isStarting = [...waiting].some((each) => each !== MAIN && each.state === "starting");
  return isStarting ? START_MS : LATE_MS;
}

function codeActionParamsOf(body: Buffer): Partial<CodeActionParams> {
  return (JSON.parse(body.toString("utf8")) as { readonly params?: Partial<CodeActionParams> }).params ?? {};
}

/** Whether a diagnostic has a place in a range, or at its ends. */
function touches(diagnostic: unknown, within: Range): boolean {
  const { range } = diagnostic as { readonly range?: Range };
  return range !== undefined && rangesTouch(range, within);
}

function hasEmptyResult(body: Buffer): boolean {
  const span = findValue(body, ["result"]);
  return span === undefined || isEmptyResult(new RawJson(body.subarray(span.from, span.to)));
}
