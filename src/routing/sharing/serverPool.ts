/**
 * The servers that sessions share, in the process that runs them. Sessions attach by streams, from
 * this process or another one; those who ask for the same server and initialize it alike get one.
 */

import { type Duplex, duplexPair } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import type { Companion } from "../../backend/config/servers.js";
import type { BackendProcess, StartBackendOptions } from "../../backend/process.js";
import { LocateError, type Logger } from "../../error.js";
import { isInside } from "../../files/isInside.js";
import { pathOfUri } from "../../uri.js";
import { copyMessage, type Message, readWholeMessages } from "../../wire/wholeMessages.js";
import { canonicalJson } from "../canonicalJson.js";
import { startOptionsOf, withCompanionProcesses } from "../companions/companionProcess.js";
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
  readonly #servers = new Map<string, PooledServer>();
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
      session.readsDocuments = asked.readsDocuments;
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
      this.#endOutdated();
    };
    stream.on("error", () => {}).once("end", () => stream.end());
    stream.once("end", leave).once("close", leave);
  }

  /** Returns the servers that run. */
  servers(): readonly SharedServer[] {
    return [...this.#running];
  }

  /**
   * Ends the servers in or around a folder that was moved, replaced or deleted: what they have seen
   * is lost. The next session that asks for one gets a new one. `folder` is absolute.
   */
  endIn(folder: string): void {
    for (const [key, { root, server }] of this.#servers) {
      if (root === undefined || !(isInside(root, folder) || isInside(folder, root))) continue;
      this.#servers.delete(key);
      void server.then((started) => started.end()).catch(() => {});
    }
  }

  /** Ends all servers. */
  async end(): Promise<void> {
    await Promise.all([...this.#running].map((server) => server.end()));
  }

  async #serverFor(spec: SharedServerSpec, initialize: Message): Promise<SharedServer> {
    const key = keyOf(spec, initialize);
    const present = this.#servers.get(key);
    if (present) {
      // The last one is the one with the present environment.
      this.#servers.delete(key);
      this.#servers.set(key, present);
      return present.server;
    }
    const pooled: PooledServer = {
      spec,
      root: pathOfUri(spec.root),
      server: this.#start(spec, () => {
        if (this.#servers.get(key) === pooled) this.#servers.delete(key);
      }),
    };
    this.#servers.set(key, pooled);
    return pooled.server;
  }

  /** Ends the servers that no session uses, and that were started with an earlier environment. */
  #endOutdated(): void {
    const all = [...this.#servers.values()];
    for (const [n, { spec, server }] of all.entries()) {
      const isOutdated = all.slice(n + 1).some((later) => isForAnotherEnvironment(spec, later.spec));
      if (isOutdated) void server.then((started) => (started.isUnused ? started.end() : undefined)).catch(() => {});
    }
  }

  /** `onEnded` is called when it has ended, or could not be started. */
  async #start(spec: SharedServerSpec, onEnded: () => void): Promise<SharedServer> {
    const { start, log } = this.#host;
    const { command, cwd, companions, proofCommand } = spec;
    const process = await start(command, startOptionsOf(spec, cwd)).catch((error: unknown) => {
      onEnded();
      throw error;
    });
    const startBeside = ({ server, command }: Companion) => start(command, startOptionsOf(server, cwd));
    const whole =
      companions.length > 0
        ? withCompanionProcesses(process, { companions, proofCommand, start: startBeside, log })
        : process;
    const server = new SharedServer(whole, spec, {
      log,
      onEnded: () => {
        this.#running.delete(server);
        onEnded();
      },
    });
    this.#running.add(server);
    return server;
  }
}

interface PooledServer {
  readonly spec: SharedServerSpec;
  /** An absolute path; undefined for a folder that is no file. */
  readonly root: string | undefined;
  readonly server: Promise<SharedServer>;
}

/** Two sessions with equal keys get the same answers of one server. */
function keyOf(spec: SharedServerSpec, { body }: Message): string {
  const { command, cwd, env, mapping, root, settings, environment, configuration, companions } = spec;
  const { params } = JSON.parse(body.toString("utf8")) as { readonly params: Readonly<Record<string, unknown>> };
  const { processId: _, workspaceFolders: __, ...initialize } = params;
  const server = { command, cwd, env, mapping, root, settings, environment, configuration, companions };
  return canonicalJson({ ...server, initialize });
}

function isForAnotherEnvironment(one: SharedServerSpec, other: SharedServerSpec): boolean {
  const isSame = one.name === other.name && one.root === other.root && one.cwd === other.cwd;
  const isAsFound = one.configuration === other.configuration && isDeepStrictEqual(one.environment, other.environment);
  return isSame && !isAsFound;
}

function paramsOf<Params>({ body }: Message): Params {
  return (JSON.parse(body.toString("utf8")) as { readonly params: Params }).params;
}
