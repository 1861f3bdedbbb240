/** A method as the command line and the tools send it: what it takes, and what it answers. */

import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import type { Locate } from "../../locate/locate.js";
import type { LocateMethod } from "../../session/backend/locateMethods.js";
import type { PositionEncoding } from "../../text/position.js";
import type { RequestClient } from "../client/inProcessClient.js";
import type { ResolvedPlace } from "../show/resolvedPlace.js";
import type { PathContext } from "./readLocates.js";

export interface MethodCommand {
  readonly name: string;
  /** What is written after it: what the method takes, a position as compilers print it, or a symbol path. */
  readonly takes: LocateMethod["takes"] | "position" | "symbol";
  /** Whether a language server answers it, which may take more params than LSP names. */
  readonly isServerMethod: boolean;
  /** Whether the answer is a change of files. */
  readonly changesFiles: boolean;
  /** Takes one Locate for each place; of a position, for each of its ends. Rejects as `InProcessClient.request` does. */
  send(locates: readonly Locate[], context: MethodContext): Promise<MethodAnswer>;
}

export interface MethodContext {
  readonly client: RequestClient;
  readonly params: Readonly<Record<string, unknown>>;
  /** How paths are written; absent if they stay as they are. */
  readonly paths?: MethodPaths;
}

export interface MethodPaths extends PathContext {
  /** The folder that the session has as its workspace, absolute. */
  readonly workspace: string;
}

interface AnswerBase {
  /** As the proxy answered. */
  readonly result: unknown;
  /** The document that positions without one are in, where the answer says it. */
  readonly uri?: string;
  /** What an answer without content means, where it says more than the table of show/answer.ts. */
  readonly emptyText?: string;
  /** Where the Locate landed, to be said in front of the answer. */
  readonly place?: ResolvedPlace;
}

/** The answer to a request: as it came, for machines, and the part that people are shown. */
export type MethodAnswer =
  /** The place is the answer. */
  | (AnswerBase & { readonly kind: "place"; readonly place: ResolvedPlace })
  /** To be drawn by the table of show/answer.ts. */
  | (AnswerBase & { readonly kind: "shown"; readonly answer: unknown })
  /** To be shown as a diff, or carried out. */
  | (AnswerBase & { readonly kind: "changes"; readonly edit: WorkspaceEdit; readonly encoding: PositionEncoding });
