/** What the steps of a routed session share: who serves it, what the client knows of them, and what is known of the client. */

import { existsSync } from "node:fs";
import { MessageType } from "vscode-languageserver-protocol";
import { registrationOf } from "../backend/capabilities/features.js";
import type { Server } from "../backend/config/servers.js";
import type { BackendProcess, StartBackendOptions } from "../backend/process.js";
import type { LocateError } from "../error.js";
import { sendNotification } from "../session/backend/backend.js";
import type { Session } from "../session/session.js";
import { pathOfUri } from "../uri.js";
import { frameOf } from "../wire/frames.js";
import type { Message } from "../wire/readMessages.js";
import { scopedTo } from "./capabilities/documentSelectors.js";
import { Registrations } from "./capabilities/registrations.js";
import { abilitiesOf, canRegister } from "./capabilities/serverCapabilities.js";
import { isTrigger, triggerIn } from "./capabilities/triggerCharacters.js";
import { type WatchedFiles, watchFiles } from "./files/fileWatchers.js";
import { tagged } from "./idTags.js";
import type { Member } from "./instances/backendInstance.js";
import { Members } from "./instances/backendInstances.js";
import type { Arrangement } from "./instances/routingMode.js";
import { askedOfAll } from "./requests/broadcast.js";
import { Commands } from "./requests/commandOrigins.js";
import { Origins } from "./requests/itemOrigins.js";

export interface Routing {
  readonly session: Session;
  readonly arrangement: Arrangement;
  /** This program's. */
  readonly version: string;
  readonly members: Members;
  readonly registrations: Registrations;
  readonly origins: Origins;
  readonly commands: Commands;
  /** What the client can't watch is watched here; made when the first backend wants it. */
  readonly watching: () => WatchedFiles;
  /** Resolves when backends that we watch files for have been told of what has happened by now. */
  readonly caughtUp: () => Promise<void>;
  /** The workspace has other folders now. */
  foldersChanged(): void;
  /** Notes the body of the client's own `initialize`. */
  introduce(body: Buffer): void;
  introduction(): Buffer;
  /** Starts the process of a backend. */
  start(member: Member): Promise<BackendProcess>;
  /** What a server is told of its settings without asking, if anything. */
  settingsFor(server: Server): unknown;
  /** Whether a backend can answer such a request of the client's, as far as is known. */
  canDo(member: Member, message: Pick<Message, "method" | "body">): boolean;
  /** A backend's answer, with whose it is where it has to come back; what else of it must change for this client is translated when it leaves. */
  marked(method: string, body: Buffer, member: Member): Buffer;
  /** The result of a question that we have asked, as the client may have it. */
  leaving(method: string, result: Buffer, member: Member): Buffer;
  /** A backend has said something that is no matter of its process alone. */
  heard(message: Message, member: Member): void;
  /** A backend has begun to run. */
  running(member: Member): void;
  /** A document came under a name of its language that its backend was not registered for. */
  renamed(member: Member): void;
  /** A process has taken what it was sent, or is gone. */
  relieved(): void;
  /** A backend stays down: for that reason, which the client may know already, or as it is not wanted any more. */
  stopped(member: Member, why: LocateError | undefined, isKnown: boolean): void;
  /** A backend has died, and may come back. */
  down(member: Member): void;
  /** The session is over: nothing of it goes on. */
  rest(): void;
  /** What a backend can do may be something else now. */
  learned(member: Member): void;
  /** What the client has said before it said `initialized`. */
  readonly early: Message[];
  /** The session begins: what came early is said now. */
  begun(): void;
  /** The client has said `exit`, or is gone. */
  leave(): void;
}

/** Who says something, and to whom. */
export interface Speaker {
  readonly member: Member;
  readonly routing: Routing;
}

/** The tag of what this program itself asks of the client. */
export const ownTag = "lsp-locate";

export type StartProcess = (
  name: string,
  command: readonly string[],
  options: StartBackendOptions,
) => Promise<BackendProcess>;

export interface RoutingOptions extends Pick<Routing, "arrangement" | "version" | "relieved" | "leave"> {
  readonly begun: (early: readonly Message[]) => void;
  /** Opens the session that those backends serve. */
  readonly open: (backends: Members) => Session;
  readonly heard: (message: Message, speaker: Speaker) => void;
  /** Starts the process of a backend, which is called so. */
  readonly startProcess: StartProcess;
}

export function openRouting(options: RoutingOptions): Routing {
  const { arrangement, version, relieved, leave } = options;
  const members = new Members(() => routing);
  const session = options.open(members);
  const settling = new Map<string, NodeJS.Timeout>();
  let asked = 0;
  let introduction: Buffer = Buffer.from("{}");
  let watching: WatchedFiles | undefined;

  const tellClient = (method: string, params: object): void =>
    session.toClient.send(frameOf(JSON.stringify({ jsonrpc: "2.0", method, params })));

  const hold = (member: Member): void => {
    routing.learned(member);
    if (!arrangement.isRegistering) return;
    const languages = members.languagesOf(member);
    const abilities = abilitiesOf(member.backend.capabilities);
    routing.registrations.hold(
      member.key,
      abilities.map((ability) => scopedTo(languages, ability)),
    );
  };

  const routing: Routing = {
    session,
    arrangement,
    version,
    members,
    registrations: new Registrations({
      client: () => session.client.capabilities,
      send(method, params) {
        const id = tagged(String(++asked), ownTag);
        session.toClient.send(
          frameOf(`{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${JSON.stringify(params)}}`),
        );
      },
    }),
    origins: new Origins(),
    commands: new Commands(),
    watching() {
      watching ??= watchFiles({
        roots: () => session.client.roots.folders.flatMap(({ uri }) => pathOfUri(uri) ?? []),
        tell(key, changes) {
          const backend = members.byKey(key)?.backend;
          if (!backend) return;
          session.diskChanges.notifiedAt = performance.now();
          sendNotification(backend, "workspace/didChangeWatchedFiles", { changes });
        },
        log: session.log,
      });
      return watching;
    },
    caughtUp: () => watching?.caughtUp() ?? Promise.resolve(),
    foldersChanged() {
      members.foldersChanged();
      watching?.rootsChanged();
    },
    introduce(body) {
      introduction = body;
    },
    introduction: () => introduction,
    start({ key, server, command, root }) {
      const path = pathOfUri(root.uri);
      const { env, install } = server;
      return options.startProcess(key, command, {
        ...(path !== undefined && existsSync(path) ? { cwd: path } : {}),
        ...(env ? { env } : {}),
        ...(install ? { install } : {}),
      });
    },
    settingsFor({ settings }) {
      const { lastSettings } = session.capabilityShim;
      return isObject(lastSettings) && settings ? { ...settings, ...lastSettings } : (lastSettings ?? settings);
    },
    canDo(member, { method = "", body }) {
      // What the client learns by registrations it asks only where it was told; if it asks earlier, the server says itself what it thinks of it.
      const feature = registrationOf(method);
      if (feature === undefined || !arrangement.isRegistering) return true;
      if (canRegister(session.client.capabilities, feature) && !askedOfAll.has(method)) return true;
      const { registrations } = routing;
      if (!registrations.canDo(member.key, method)) return false;
      const trigger = triggerIn(method, body);
      return trigger === undefined || isTrigger(registrations.of(member.key), feature, trigger);
    },
    marked(method, body, { key }) {
      routing.commands.note(method, key, body);
      return routing.origins.answer(method, key, body);
    },
    leaving(method, result, member) {
      const body = Buffer.concat([resultOpens, result, resultCloses]);
      const marked = routing.marked(method, body, member);
      return marked === body ? result : marked.subarray(resultOpens.length, marked.length - resultCloses.length);
    },
    heard: (message, member) => options.heard(message, { member, routing }),
    relieved,
    leave,
    running(member) {
      const { registrations, commands } = routing;
      registrations.restarted(member.key);
      watching?.drop(member.key);
      hold(member);
      // What it is going to register it does at once, or after a while: nobody tells.
      clearTimeout(settling.get(member.key));
      settling.set(member.key, setTimeout(() => registrations.settled(member.key), settlingMs).unref());
      commands.gone(member.key);
      commands.offers(member.key, member.backend.capabilities.executeCommandProvider?.commands ?? []);
    },
    renamed: hold,
    down: ({ key }) => clearTimeout(settling.get(key)),
    rest: () => watching?.end(),
    learned(member) {
      member.learned([...abilitiesOf(member.backend.capabilities), ...routing.registrations.of(member.key)]);
    },
    stopped(member, why, isKnown) {
      routing.down(member);
      watching?.drop(member.key);
      if (session.phase !== "running") return;
      for (const uri of session.diagnostics.forgetBackend(member.backend)) {
        tellClient("textDocument/publishDiagnostics", { uri, diagnostics: [] });
      }
      if (why && !isKnown)
        tellClient("window/showMessage", { type: MessageType.Error, message: `${why.message} ${downForNow}` });
      if (why) return;
      routing.registrations.drop(member.key);
      routing.commands.gone(member.key);
    },
    early: [],
    begun: () => options.begun(routing.early.splice(0)),
  };
  return routing;
}

const downForNow = "It stays down until servers.json or one of its documents changes.";

const resultOpens = Buffer.from('{"result":');
const resultCloses = Buffer.from("}");

/** How long a backend that was started again may take to register what it had registered before. */
const settlingMs = 10_000;

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
