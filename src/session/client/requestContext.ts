/** The context of one `locate/*` request: the parts of the session that its handlers may use. */

import type { CancellationToken } from "vscode-jsonrpc/node";
import type { Backends } from "../../ask/backend/backend.js";
import type { Deadline } from "../../ask/deadline.js";
import type { DiagnosticsStore } from "../../ask/diagnostics/diagnosticsStore.js";
import type { DiskChangeTracker } from "../../ask/documents/diskChanges.js";
import type { UnopenedFiles } from "../../ask/documents/unopenedFiles.js";
import type { Servers } from "../../backend/config/servers.js";
import type { ReadPermission } from "../../files/readPermission.js";
import type { Syntax } from "../../syntax/syntax.js";
import type { LibraryArea } from "../documents/libraries.js";
import type { OpenDocuments } from "../documents/openDocuments.js";
import type { SessionIndex } from "../documents/sessionIndex.js";
import type { ClientState } from "./clientState.js";
import type { PartialResults } from "./partialResults.js";
import type { RequestSnapshot } from "./requestSnapshot.js";

export interface RequestContext {
  /** Set when the client cancels the request. */
  readonly token: CancellationToken;
  /** By when the work has to end, so that the client gets the answer; undefined if it waits. */
  readonly limit: Deadline | undefined;
  /** The document that a position in the params is about, as it was when the request came. */
  readonly snapshot: RequestSnapshot | undefined;
  readonly client: ClientState;
  /** Which of the files that the params name may be read; undefined for all. */
  readonly permission: ReadPermission | undefined;
  /** Why the session is in agent mode; undefined if it is not. */
  readonly agentMode: { readonly why: string } | undefined;
  /** servers.json as it is now: it may be reloaded while the request runs. */
  readonly servers: Servers;
  readonly backends: Backends;
  readonly documents: OpenDocuments;
  readonly unopenedFiles: UnopenedFiles;
  readonly diskChanges: DiskChangeTracker;
  readonly diagnostics: DiagnosticsStore;
  readonly partialResults: PartialResults;
  readonly index: SessionIndex;
  /** The library that the request is about, instead of the workspace. */
  readonly area?: LibraryArea;
  /** Loads the syntax trees when first called. */
  readonly syntax: () => Promise<Syntax>;
  /** Sends our own request to the client. Rejects with the client's own error (ResponseError). */
  askClient(method: string, params: object): Promise<unknown>;
  /** Sends a notification to the client. */
  notifyClient(method: string, params: object): void;
}

/** How a request is answered, beside its params. */
export interface ContextOptions {
  /** Whether files may be read to which links lead out of the workspace. */
  readonly followsLinks: boolean;
  readonly limit?: Deadline | undefined;
}

/** Paths, and the documents that are open. */
export type FileContext = Pick<RequestContext, "client" | "documents">;

/** Documents, read from disk where the client has not opened them. */
export type DocumentContext = Pick<
  RequestContext,
  "client" | "permission" | "documents" | "unopenedFiles" | "backends" | "servers" | "token" | "diskChanges" | "index"
>;

/** Syntax trees, and the languages in servers.json. */
export type SyntaxContext = Pick<RequestContext, "syntax" | "servers">;

/** Declarations of the workspace: the global index, and the symbols that backends know. */
export type IndexContext = Pick<
  RequestContext,
  "backends" | "index" | "area" | "client" | "documents" | "diskChanges" | "unopenedFiles" | "token"
>;
