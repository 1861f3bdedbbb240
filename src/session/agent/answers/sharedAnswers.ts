/**
 * Answers that are completed in the process of the shared session: it has the servers of all
 * agents, and one index of their workspace.
 */

import { createHash } from "node:crypto";
import type { Backend } from "../../../ask/backend/backend.js";
import type { Document } from "../../../text/document.js";
import { getOrInsert } from "../../../text/list.js";
import { pathOfUri, type WorkspaceFolder } from "../../../uri.js";
import type { RequestContext } from "../../client/requestContext.js";
import type { AnswerSources, PlainRequest } from "./plainRequest.js";

/** A request of one client's session, as the shared session gets it. */
export interface SharedQuestion extends Omit<PlainRequest, "token"> {
  /** The digest of the document's text where the client has it open; it has to be on disk. */
  readonly digest: string | undefined;
  /** The client's workspace folders. */
  readonly folders: readonly WorkspaceFolder[];
}

/**
 * Opens the answer to a question in the shared session of a folder (URI). What it is asked rejects
 * if it is not to be had there.
 */
export type OpenSharedAnswer = (question: SharedQuestion, root: string) => AnswerSources;

/** In the session of a client: opens an answer where all of its servers are shared. */
export function shareAnswer(
  { method, params, uri }: PlainRequest,
  backends: readonly Backend[],
  { client, documents }: Pick<RequestContext, "client" | "documents">,
  open: OpenSharedAnswer | undefined,
): AnswerSources | undefined {
  const root = backends[0]?.link.root;
  const { encoding, roots } = client;
  if (open === undefined || root === undefined || encoding !== "utf-16" || roots.folders.length === 0) return undefined;
  const areShared = backends.every(({ link }) => link.isShared?.() === true);
  if (!areShared || unsharedMethods.has(method)) return undefined;
  if (hasMarks(Buffer.from(JSON.stringify(params)))) return undefined;
  const document = uri === undefined ? undefined : documents.get(uri);
  const digest = document && digestOf(document.text);
  return open({ method, params, uri, digest, folders: roots.folders }, root);
}

/** A verdict on a rename is about texts; symbols of a file are completed from that file. */
const unsharedMethods: ReadonlySet<string> = new Set(
  ["rename", "prepareRename", "documentSymbol"].map((name) => `textDocument/${name}`),
);

const MARK = Buffer.from('"lsp-locate"');

/** Whether there are items marked with their server, which each session does its own way. */
export function hasMarks(json: Buffer): boolean {
  return json.includes(MARK);
}

/** In the shared session: opens an answer to a client's question. Rejects for another text. */
export async function openSharedAnswer(
  { method, params, uri, digest }: SharedQuestion,
  context: RequestContext,
): Promise<AnswerSources> {
  const { openAnswerSources } = await import("./answerSources.js");
  const request = { method, params, uri, token: context.token };
  const path = uri === undefined ? undefined : pathOfUri(uri);
  if (path === undefined) return openAnswerSources(request, undefined, context);
  const document = await context.unopenedFiles.read(path);
  if (digest !== undefined && digestOf(document.text) !== digest) throw new Error("the file has another text");
  return openAnswerSources(request, { document, snapshot: document.takeSnapshot() }, context);
}

const digests = new WeakMap<Document | Buffer, string>();

/** Returns the digest of a text or a result, which is computed once for each object. */
export function digestOf(content: Document | Buffer): string {
  const bytesOf = () => (Buffer.isBuffer(content) ? content : content.text);
  return getOrInsert(digests, content, () => createHash("sha256").update(bytesOf()).digest("base64"));
}
