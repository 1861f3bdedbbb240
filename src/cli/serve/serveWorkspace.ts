/**
 * The router on stdio: with a server for each language, or with one command that is restarted
 * (`--restart`). In agent mode it has the servers of the workspace's shared session, and the
 * answers that this completes.
 */

import type { Duplex } from "node:stream";
import type { Servers } from "../../backend/config/servers.js";
import { serversAt } from "../../backend/config/trust.js";
import { limitEnd } from "../../backend/guard/guard.js";
import type { ClientPurpose } from "../../daemon/handshake.js";
import type { Logger } from "../../error.js";
import { workingFolder } from "../../files/workingFolder.js";
import {
  createMultiBackendMode,
  createSingleBackendMode,
  type RoutingMode,
} from "../../routing/instances/selection/routingMode.js";
import {
  ANSWER_BY_SYNTAX,
  ANSWER_COMPLETE,
  ANSWER_RELEASE,
  ANSWER_START,
  type LastSharedAnswer,
  type SharedAnswer,
  type StartedAnswer,
} from "../../session/agent/answers/answerMessages.js";
import { digestOf, type OpenSharedAnswer } from "../../session/agent/answers/sharedAnswers.js";
import { getOrInsert } from "../../text/list.js";
import { pathOfUri } from "../../uri.js";
import { openPeer, type Peer } from "../../wire/peer.js";
import type { Options, SessionOptions } from "../options.js";
import { embeddingOf } from "../setup/embeddedServer.js";
import { openLog } from "../setup/openLog.js";
import { recoverForSession } from "../setup/recoverInterrupted.js";
import { stopWithClient } from "../setup/sessionEnd.js";
import { openRouterSession, type SharedServers } from "./routerSession.js";

/**
 * Serves every language with the servers of servers.json, until the client ends. Resolves with the
 * exit code.
 */
export function serveWorkspace(options: Options): Promise<number> {
  return serveRouter(
    () => createMultiBackendMode(embeddingOf),
    options,
    (log) => daemonServers(options, log),
  );
}

/** Serves with one command, which is restarted when it ends. Resolves with the exit code. */
export function serveRestarting(command: readonly string[], options: SessionOptions): Promise<number> {
  return serveRouter((servers) => createSingleBackendMode(command, serversAt(servers, workingFolder())), options);
}

async function serveRouter(
  createMode: (servers: Servers) => RoutingMode,
  options: SessionOptions,
  findShared?: (log: Logger) => SharedServers,
): Promise<number> {
  const { log, flush } = openLog(options.log);
  const session = await openRouterSession(options, createMode, {
    log,
    shared: findShared?.(log),
    recover: recoverForSession(log),
  });
  const { ended, endLimit, stop } = session.connect(process.stdin, process.stdout);
  void endLimit.begun.then(limitEnd);
  stopWithClient(stop, options.clientProcessId);
  const code = await ended;
  await endLimit.within(session.end());
  await endLimit.within(flush());
  return code;
}

/** Starts the shared session with the first server that is needed. It completes answers, too. */
function daemonServers(options: Options, log: Logger): SharedServers {
  const connect = async (folder: string, purpose: ClientPurpose): Promise<Duplex | undefined> => {
    const { connectWorkspaceDaemon } = await import("./connectWorkspaceDaemon.js");
    return connectWorkspaceDaemon(options, folder, { purpose, log });
  };
  return {
    sharing: "agents",
    openAnswer: daemonAnswers((folder) => connect(folder, "client")),
    async attach(spec) {
      const folder = pathOfUri(spec.root);
      if (folder === undefined) return undefined;
      const [stream, { attachedProcess }] = await Promise.all([
        connect(folder, "backend"),
        import("../../routing/sharing/attachedProcess.js"),
      ]);
      return stream && attachedProcess(stream, spec);
    },
  };
}

/**
 * Connects to the shared session with the first question, and again when it has ended. `connect`
 * connects to that of a folder (absolute path); it resolves with undefined if there is none.
 */
export function daemonAnswers(connect: (folder: string) => Promise<Duplex | undefined>): OpenSharedAnswer {
  /** By the URI of a server's folder. */
  const connections = new Map<string, Promise<Peer | undefined>>();
  const openConnection = async (root: string): Promise<Peer | undefined> => {
    const stream = await connect(pathOfUri(root) ?? root);
    stream?.once("close", () => connections.delete(root)).on("error", () => {});
    return stream && openPeer(stream, { notification() {}, request: () => Promise.reject(new Error("not asked")) });
  };
  const connectionTo = (root: string): Promise<Peer | undefined> => {
    return getOrInsert(connections, root, () => openConnection(root));
  };
  let count = 0;
  /** By connection: the questions that it has an answer to, and keeps until the next one. */
  const answered = new WeakMap<Peer, number[]>();
  return (question, root) => {
    const id = ++count;
    let opened: Promise<Opened | undefined> | undefined;
    let isAnswered = false;
    const open = () => {
      opened ??= connectionTo(root).then((peer) => {
        if (!peer) return undefined;
        const params: StartedAnswer = { id, question, released: answered.get(peer) ?? [] };
        answered.set(peer, []);
        return { peer, last: peer.request<LastSharedAnswer | null>(ANSWER_START, params) };
      });
      return opened;
    };
    const ask = async (method: string, params: object): Promise<SharedAnswer> => {
      const answer = await (await open())?.peer.request<SharedAnswer>(method, { id, ...params });
      if (answer === undefined) throw new Error("there is no shared session");
      return answer;
    };
    return {
      start: () => void open().catch(() => {}),
      async complete(result) {
        const last = await (await open())?.last;
        const { text, added, doubt } =
          last?.digest === digestOf(result) ? last : await ask(ANSWER_COMPLETE, { result: result.toString("utf8") });
        isAnswered = true;
        return { result: text === undefined ? result : Buffer.from(text), added, doubt };
      },
      async answerBySyntax() {
        const { text = "null", added, doubt } = await ask(ANSWER_BY_SYNTAX, {});
        return { result: Buffer.from(text), added, doubt };
      },
      release() {
        const leave = ({ peer }: Opened) =>
          isAnswered ? answered.get(peer)?.push(id) : peer.notify(ANSWER_RELEASE, { id });
        void opened?.then((open) => open && leave(open)).catch(() => {});
      },
    };
  };
}

/** A question that the shared session has. */
interface Opened {
  readonly peer: Peer;
  readonly last: Promise<LastSharedAnswer | null | undefined>;
}
