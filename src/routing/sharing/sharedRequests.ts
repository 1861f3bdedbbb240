/**
 * The requests of a server that several sessions share. What concerns all of them is answered at
 * once, and told to each; what a command of one session has caused goes to that session.
 */

import { settingsIn } from "../../backend/config/settings.js";
import { codes } from "../../error.js";
import type { WorkspaceFolder } from "../../uri.js";
import { frameOf } from "../../wire/frames.js";
import { buildError, buildRequest, buildResult } from "../../wire/messages.js";
import type { Message } from "../../wire/wholeMessages.js";
import { canonicalJson } from "../canonicalJson.js";
import { withId } from "../idTags.js";

/** A session, as requests go to it. */
export interface RequestTarget {
  send(frame: Buffer): void;
}

interface Registration {
  readonly id: string;
  readonly method: string;
  readonly registerOptions?: { readonly watchers?: unknown };
}

export interface SharedRequestsHost<Session extends RequestTarget> {
  sessions(): Iterable<Session>;
  /** The session that a request concerns which is not for all; undefined if that is not known. */
  concerned(): Session | undefined;
  /** Sends a frame to the server. */
  respond(frame: Buffer): void;
  readonly settings: unknown;
  folders(): readonly WorkspaceFolder[];
  watch(id: string, watchers: unknown): void;
  unwatch(id: string): void;
  /** Called with a session that has other settings than the server. */
  onOtherSettings(session: Session): void;
}

const CONFIGURATION = "workspace/configuration";
const REGISTER = "client/registerCapability";
const UNREGISTER = "client/unregisterCapability";
const CREATE_PROGRESS = "window/workDoneProgress/create";
const FILE_WATCHING = "workspace/didChangeWatchedFiles";

/** What the server gets where there is nobody to ask; JSON text. */
const defaultResults: Readonly<Record<string, string>> = {
  "workspace/applyEdit": '{"applied":false}',
  "window/showMessageRequest": "null",
  "window/showDocument": '{"success":false}',
};

/** The maximum number of different requests for settings that new sessions are asked, too. */
const MAX_CONFIGURATIONS = 100;

export class SharedRequests<Session extends RequestTarget> {
  readonly #host: SharedRequestsHost<Session>;
  /** By id: the registrations that are in effect. */
  readonly #registrations = new Map<string, Registration>();
  /** By params (JSON): the answer that each session should give. */
  readonly #configurations = new Map<string, string>();
  /** By id of a request to the sessions (JSON text): the answer that each should give. */
  readonly #compared = new Map<string, string>();
  /** By id of the server's request: the session that it was sent to. */
  readonly #forwarded = new Map<string, Session>();
  #replayCount = 0;

  constructor(host: SharedRequestsHost<Session>) {
    this.#host = host;
  }

  /** Handles a request of the server. */
  handle({ method, id, body, bytes }: Message & { readonly method: string; readonly id: string }): void {
    switch (method) {
      case CONFIGURATION:
        this.#configure(id, body);
        break;
      case "workspace/workspaceFolders":
        this.#answer(id, this.#host.folders());
        break;
      case REGISTER:
      case UNREGISTER:
        this.#answer(id, null);
        this.#register(method, paramsOf(body));
        break;
      case CREATE_PROGRESS:
        this.#answer(id, null);
        this.#tellAll(bytes);
        break;
      default:
        if (/^workspace\/.*refresh$/i.test(method)) {
          this.#answer(id, null);
          this.#tellAll(bytes);
        } else this.#forward(method, id, bytes);
    }
  }

  /** Handles a response of a session. */
  handleResponse(session: Session, { id = "", bytes, body }: Message): void {
    if (this.#forwarded.get(id) === session) {
      this.#forwarded.delete(id);
      this.#host.respond(Buffer.from(bytes));
      return;
    }
    const expected = this.#compared.get(id);
    if (expected === undefined) return;
    const { result } = JSON.parse(body.toString("utf8")) as { readonly result?: unknown };
    if (Array.isArray(result) && canonicalJson(result) !== expected) this.#host.onOtherSettings(session);
  }

  /** Tells a new session what the others were told. */
  replay(session: Session): void {
    const ask = (method: string, params: unknown): string => {
      const id = `"lsp-locate:replay-${++this.#replayCount}"`;
      session.send(frameOf(buildRequest(id, method, params)));
      return id;
    };
    if (this.#registrations.size > 0) ask(REGISTER, { registrations: [...this.#registrations.values()] });
    for (const [params, expected] of this.#configurations)
      this.#compared.set(ask(CONFIGURATION, JSON.parse(params)), expected);
  }

  /** Answers for a session that has gone. */
  forget(session: Session): void {
    for (const [id, asked] of this.#forwarded) {
      if (asked !== session) continue;
      this.#forwarded.delete(id);
      this.#host.respond(frameOf(buildError(id, nobodyError)));
    }
  }

  #configure(id: string, body: Buffer): void {
    const params = paramsOf(body);
    const { items = [] } = params as { readonly items?: readonly { readonly section?: string | null }[] };
    const values = items.map(({ section }) => settingsIn(this.#host.settings, section) ?? null);
    this.#answer(id, values);
    const expected = canonicalJson(values);
    if (this.#configurations.size < MAX_CONFIGURATIONS) this.#configurations.set(canonicalJson(params), expected);
    const own = `"lsp-locate:replay-${++this.#replayCount}"`;
    this.#compared.set(own, expected);
    this.#tellAll(frameOf(withId(body, own)));
  }

  /** Files are watched here: all sessions see the same ones. */
  #register(method: string, params: Readonly<Record<string, unknown>>): void {
    // Sic: the spelling of the protocol.
    const name = method === REGISTER ? "registrations" : "unregisterations";
    const list = params[name];
    const all = Array.isArray(list) ? (list as readonly Registration[]) : [];
    for (const registration of all) {
      const { id, method: registered, registerOptions } = registration;
      if (registered === FILE_WATCHING) {
        if (method === REGISTER) this.#host.watch(id, registerOptions?.watchers ?? []);
        else this.#host.unwatch(id);
      } else if (method === REGISTER) this.#registrations.set(id, registration);
      else this.#registrations.delete(id);
    }
    const others = all.filter((each) => each.method !== FILE_WATCHING);
    if (others.length === 0) return;
    const id = `"lsp-locate:replay-${++this.#replayCount}"`;
    this.#tellAll(frameOf(buildRequest(id, method, { [name]: others })));
  }

  #forward(method: string, id: string, bytes: Buffer): void {
    const session = this.#host.concerned();
    const result = defaultResults[method];
    if (session) {
      this.#forwarded.set(id, session);
      session.send(bytes);
    } else if (result !== undefined) this.#host.respond(frameOf(buildResult(id, Buffer.from(result))));
    else this.#host.respond(frameOf(buildError(id, nobodyError)));
  }

  #answer(id: string, result: unknown): void {
    this.#host.respond(frameOf(buildResult(id, result)));
  }

  #tellAll(frame: Buffer): void {
    for (const session of this.#host.sessions()) session.send(frame);
  }
}

const nobodyError = {
  code: codes.methodNotFound,
  message: "No session that shares this server can be asked that.",
};

function paramsOf(body: Buffer): Readonly<Record<string, unknown>> {
  const { params } = JSON.parse(body.toString("utf8")) as { readonly params?: Readonly<Record<string, unknown>> };
  return params ?? {};
}
