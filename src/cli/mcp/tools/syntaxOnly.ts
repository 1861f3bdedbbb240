/**
 * Whether a file is served by another server than the best one of its language. The embedded server
 * knows no types: its empty answers prove little.
 */

import { EMBEDDED_SERVER_NAME, INDEX_SERVER_NAME, serversFor } from "../../../backend/config/servers.js";
import { serversAt } from "../../../backend/config/trust.js";
import { refusalOf } from "../../../backend/installation/selectServer.js";
import { LocateError } from "../../../error.js";
import { languageOfFile } from "../../../files/languageOfFile.js";
import type { BackendStatus } from "../../../session/methods/status.js";
import { pathOfUri } from "../../../uri.js";
import { sendToolRequest, type ToolCall } from "./toolCall.js";

/** Where the embedded server fills what an index lacks. */
export const BY_INDEX = "by an index";

/**
 * Returns `by syntax alone, no language server for lua is installed (brew install …)`, or `by
 * vtsls, typescript-language-server can't be used: …`; `undefined` with the best server.
 */
export async function describeSyntaxOnly(uri: string, { client, servers }: ToolCall): Promise<string | undefined> {
  const { backends } = await client.request<{ backends: readonly BackendStatus[] }>("locate/status", {
    textDocument: { uri },
  });
  const [backend] = backends;
  const isEmbedded = backend?.name === EMBEDDED_SERVER_NAME;
  const reason = backend?.instead_of;
  if (reason !== undefined) return `by ${isEmbedded ? "syntax alone" : backend?.name}, ${reason}`;
  if (!isEmbedded) return undefined;
  // The answer says of which state the index is.
  if (backend?.companions?.some(({ name }) => name === INDEX_SERVER_NAME)) return BY_INDEX;
  const configured = await servers();
  const language = languageOfFile(pathOfUri(uri) ?? uri, configured);
  const candidates = language === undefined ? [] : serversFor(configured, language);
  // The user's servers.json may name the embedded server.
  if (language === undefined || candidates.some(({ name }) => name === EMBEDDED_SERVER_NAME)) return "by syntax alone";
  const [install] = candidates.flatMap((candidate) => candidate.install ?? []);
  const untrusted = serversAt(configured, pathOfUri(uri));
  const refused = candidates.find(({ name }) => refusalOf(untrusted.servers.get(name)) !== undefined);
  if (refused !== undefined) return `by syntax alone, ${refused.name} is not started in an untrusted workspace`;
  const missing = candidates.length === 0 ? "is known" : "is installed";
  return `by syntax alone, no language server for ${language} ${missing}${install === undefined ? "" : ` (${install})`}`;
}

/** Adds to an error of the embedded server why it was used; returns other errors unchanged. */
export async function addSyntaxOnlyReason(error: unknown, locate: unknown, call: ToolCall): Promise<unknown> {
  const { kind, backend } = ((error as { data?: unknown }).data ?? {}) as Record<string, unknown>;
  if (kind !== "unsupported" || backend !== EMBEDDED_SERVER_NAME) return error;
  const { place } = await sendToolRequest("resolve", locate, call);
  const because = place && (await describeSyntaxOnly(place.target.textDocument.uri, call));
  const { message, data } = error as LocateError;
  return new LocateError("unsupported", message, { ...data, because });
}
