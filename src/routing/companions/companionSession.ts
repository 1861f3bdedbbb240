/** A server with companions: what the steps for its messages, and for theirs, work with. */

import { isObject } from "../../backend/isObject.js";
import type { Logger } from "../../error.js";
import type { DocumentStore } from "../../files/documents/documentStore.js";
import type { Frame } from "../../wire/frames.js";
import type { FrameWriter } from "../../wire/frameWriter.js";
import type { Capability } from "../capabilities/serverCapabilities.js";
import type { CompanionDiagnostics } from "./companionDiagnostics.js";
import type { CompanionServer } from "./companionServer.js";
import type { EditorNotebooks } from "./editorNotebooks.js";
import type { MemberRequests } from "./memberRequests.js";

export interface CompanionSession {
  readonly servers: readonly CompanionServer[];
  /** The documents that companions have, too. */
  readonly documents: DocumentStore;
  /** Those that the client synchronises; the documents of their cells are among the others. */
  readonly notebooks: EditorNotebooks;
  readonly diagnostics: CompanionDiagnostics;
  readonly requests: MemberRequests;
  readonly toMain: FrameWriter;
  readonly toClient: FrameWriter;
  /** The command of the main server by whose results its diagnostics are proven, if it has one. */
  readonly proofCommand: string | undefined;
  readonly client: {
    /** The id of `initialize`, until its response. */
    initializeId: string | undefined;
    initializeParams: Readonly<Record<string, unknown>>;
    settings: unknown;
  };
  mainCapabilities: readonly Capability[];
  /** By id (JSON text): what takes the response of the main server, its body. */
  readonly mainResponses: Map<string, TakeResponse>;
  /** Returns another number with each call, for ids. */
  nextNumber(): number;
  readonly log: Logger;
}

/** Returns the bytes for the client; undefined if it does not get the response now. */
export type TakeResponse = (frame: Frame) => Buffer | undefined;

export const EXECUTE_COMMAND = "workspace/executeCommand";
export const PULL_METHOD = "textDocument/diagnostic";

/** Returns the tag of a companion's requests at the client. */
export function tagOf({ name }: CompanionServer): string {
  return `companion.${name.replace(/[^\w.-]/g, "-")}`;
}

/** Returns the params of a message where they are an object, else an empty one. */
export function paramsOf(body: Buffer): Readonly<Record<string, unknown>> {
  const { params } = JSON.parse(body.toString("utf8")) as { readonly params?: unknown };
  return isObject(params) ? params : {};
}
