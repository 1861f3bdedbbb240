/** The interfaces between an instance, its session and the other instances. */

import type { Backend, BackendLink, NamedDocument } from "../../ask/backend/backend.js";
import type { Companion, Server } from "../../backend/config/servers.js";
import type { WatchedEnvironment } from "../../backend/environment/watchedEnvironment.js";
import type { BackendProcess } from "../../backend/process.js";
import type { LocateError } from "../../error.js";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import type { Session } from "../../session/session.js";
import type { WorkspaceFolder } from "../../uri.js";
import type { Message } from "../../wire/wholeMessages.js";

/** The parameters of a process. */
export interface ProcessTarget {
  /** Unique, such as `pyright#2`, and the same for all its processes. */
  readonly key: string;
  readonly server: Server;
  /** The command with its arguments, as resolved on this machine. */
  readonly command: readonly string[];
  readonly root: WorkspaceFolder;
  /** Describes the files that it is started again for. */
  readonly configuration: string;
  /** Whether the process, or the next one, may serve other sessions, too. */
  readonly maySharePresently: boolean;
}

/** The parts of the session and of the other instances that an instance uses. */
export interface InstanceHost<Instance> {
  readonly session: Pick<Session, "documents" | "unopenedFiles" | "capabilityShim" | "servers" | "toClient" | "log">;
  readonly events: InstanceEvents<Instance>;
  /** The maximum length of a message's body in bytes; undefined for the default. */
  readonly maxFrameBytes: number | undefined;
  /** How long a process may take to answer `initialize`; undefined for the default. */
  readonly startTimeoutMs: number | undefined;
  /**
   * Detects the environment of a folder (an absolute path, by default the root); undefined where a
   * server is told nothing of one.
   */
  watchEnvironment(server: Server, root: WorkspaceFolder, from?: string): WatchedEnvironment | undefined;
  /** Returns the server over indexes that runs beside a server at a root, if there is one. */
  indexBeside(server: Server, root: WorkspaceFolder): Companion | undefined;
  openBackend(options: {
    readonly command: readonly string[];
    readonly serverEntry: Server;
    readonly link: BackendLink;
  }): Backend;
  /** Returns the client's open documents that this instance serves. */
  documentsOf(instance: Instance): readonly OpenDocument[];
  serves(instance: Instance, document: NamedDocument): boolean;
  /**
   * Finds an instance of the same server that serves this one's root as a further workspace folder.
   */
  findHost(instance: Instance): Promise<Instance | undefined>;
  /** Returns the roots beside its own that the instance may serve, as far as they are known. */
  knownRoots(instance: Instance): readonly WorkspaceFolder[];
  /**
   * Moves the documents and requests of an instance that fails to start to another server. Returns
   * false if there is no other.
   */
  giveWay(instance: Instance, error: LocateError): boolean;
  /** Starts a process. Rejects with the reason if it cannot be started. */
  startProcess(target: ProcessTarget): Promise<BackendProcess>;
  /** Builds the body of a backend's own `initialize`. `id` is JSON text. */
  buildInitialize(
    id: string,
    target: Pick<ProcessTarget, "server" | "root"> & { readonly folders: readonly WorkspaceFolder[] },
    options: { readonly isShared: boolean },
  ): Buffer;
  /** Whether a server may serve other sessions, too. */
  mayShare(): boolean;
  /** Called with the file events that a shared server was notified of for all sessions. */
  onFileEvents(instance: Instance): void;
  /** Returns the settings that are sent to a server unrequested; `undefined` for none. */
  settingsFor(server: Server): unknown;
  /** Whether a backend can respond to this request of the client, as far as is known. */
  canAnswer(key: string, message: Pick<Message, "method" | "body">): boolean;
  /** Marks the items of a result with the instance that sent them, as for the client. */
  markResult(method: string, result: Buffer, key: string): Buffer;
  /** Undoes that for the item in the params of a request. */
  originalItem(method: string, item: object): object;
  /** Handles a backend's message that the process and the instance do not handle themselves. */
  receive(message: Message, instance: Instance): void;
  /** Resumes reading from the client, if it was paused because of a backend that was slow. */
  resumeReading(): void;
}

/** What happens to instances; `Instance` is one. */
export interface InstanceEvents<Instance> {
  /** Called when a process has responded to `initialize`. */
  onRunning(instance: Instance): void;
  /** Called when the process has exited. The instance may be restarted. */
  onExit(instance: Instance): void;
  /**
   * Called when the instance has stopped and will not be restarted by itself. `error` is undefined
   * if it is not needed any more. `isReported`: whether the client has been told before.
   */
  onStopped(instance: Instance, error: LocateError | undefined, isReported: boolean): void;
  /** Called when the languages that a running instance serves may have changed. */
  onLanguagesChanged(instance: Instance): void;
}
