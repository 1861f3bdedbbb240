/**
 * The servers that sessions share, in the process that runs them. Sessions attach by streams, from
 * this process or another one; those who ask for the same server and initialize it alike get one.
 */

import { type Duplex, duplexPair } from "node:stream";
import type { BackendProcess, StartBackendOptions } from "../../backend/process.js";
import { LocateError, type Logger } from "../../error.js";
import { copyMessage, type Message, readWholeMessages } from "../../wire/wholeMessages.js";
import { canonicalJson } from "../canonicalJson.js";
import { attachedProcess } from "./attachedProcess.js";
import { ATTACH, KILL, type SharedError, type SharedServerSpec } from "./attachment.js";
import { SharedServer } from "./sharedServer.js";
import { SharingSession } from "./sharingSession.js";

interface ServerPoolHost {
  start(command: readonly string[], options: StartBackendOptions): Promise<BackendProcess>;
  readonly log: Logger;
}

export class ServerPool {
  readonly #host: ServerPoolHost;
  /** By what they were asked for and initialized with. */
  readonly #servers = new Map<string, Promise<SharedServer>>();
  readonly #running = new Set<SharedServer>();
  #sessionCount = 0;

  constructor(host: ServerPoolHost) {
    this.#host = host;
  }

  /** Attaches a session of this process. */
  attach(spec: SharedServerSpec): BackendProcess {
    const [near, far] = duplexPair();
    this.serve(far);
    return attachedProcess(near, spec);
  }

  /** Serves a session at the other end of a stream. */
  serve(stream: Duplex): void {
    const session = new SharingSession(`s${++this.#sessionCount}`, stream);
    let spec: SharedServerSpec | undefined;
    let server: SharedServer | undefined;
    let isGone = false;
    const begin = async (asked: SharedServerSpec, initialize: Message) => {
      session.isPaused = true;
      try {
        const found = await this.#serverFor(asked, initialize);
        if (isGone) return;
        server = found;
        found.add(session, initialize);
        session.isPaused = false;
        for (const message of session.queue.splice(0)) found.receive(session, message);
      } catch (error) {
        const why = error instanceof LocateError ? error : new LocateError("backend_failed", String(error));
        session.leave(why);
      }
    };
    const receive = (message: Message) => {
      const { method } = message;
      if (method === ATTACH) spec = paramsOf<SharedServerSpec>(message);
      else if (method === KILL) {
        const { kind, message: text, facts } = paramsOf<SharedError>(message);
        server?.kill(new LocateError(kind, text, facts));
      } else if (server) server.receive(session, message);
      else if (method === "initialize" && spec && !session.isPaused) void begin(spec, copyMessage(message));
      else session.queue.push(copyMessage(message));
    };
    readWholeMessages({
      from: stream,
      onMessage: receive,
      onStray: () => {},
      onOversized: () => stream.destroy(),
      maxFrameBytes: undefined,
      beforeChunk: () => {},
      afterChunk: () => true,
      onDrain: () => {},
    });
    const leave = () => {
      isGone = true;
      server?.remove(session);
    };
    stream.on("error", () => {}).once("end", () => stream.end());
    stream.once("end", leave).once("close", leave);
  }

  /** Returns the servers that run. */
  servers(): readonly SharedServer[] {
    return [...this.#running];
  }

  /** Ends all servers. */
  async end(): Promise<void> {
    await Promise.all([...this.#running].map((server) => server.end()));
  }

  async #serverFor(spec: SharedServerSpec, initialize: Message): Promise<SharedServer> {
    const key = keyOf(spec, initialize);
    const present = this.#servers.get(key);
    if (present) return present;
    const starting = this.#start(key, spec);
    this.#servers.set(key, starting);
    starting.catch(() => this.#servers.delete(key));
    return starting;
  }

  async #start(key: string, spec: SharedServerSpec): Promise<SharedServer> {
    const { command, cwd, env, install } = spec;
    const process = await this.#host.start(command, {
      ...(cwd === undefined ? {} : { cwd }),
      ...(env ? { env } : {}),
      ...(install === undefined ? {} : { install }),
    });
    const server = new SharedServer(process, spec, {
      log: this.#host.log,
      onEnded: () => {
        this.#running.delete(server);
        this.#servers.delete(key);
      },
    });
    this.#running.add(server);
    return server;
  }
}

/** Two sessions with equal keys get the same answers of one server. */
function keyOf({ command, cwd, env, root, settings }: SharedServerSpec, { body }: Message): string {
  const { params } = JSON.parse(body.toString("utf8")) as { readonly params: Readonly<Record<string, unknown>> };
  const { processId: _, workspaceFolders: __, ...initialize } = params;
  return canonicalJson({ command, cwd, env, root, settings, initialize });
}

function paramsOf<Params>({ body }: Message): Params {
  return (JSON.parse(body.toString("utf8")) as { readonly params: Params }).params;
}
