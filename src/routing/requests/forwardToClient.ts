/**
 * Forwards requests, progress and notifications of backends to the client, with ids and tokens
 * tagged.
 */

import { effectiveSettings, settingsIn } from "../../backend/config/settings.js";
import { fillSettings } from "../../session/client/restrictedSettings.js";
import type { Session } from "../../session/session.js";
import type { Envelope } from "../../wire/envelope.js";
import { type Decision, frameOf } from "../../wire/frames.js";
import { findValue, splice } from "../../wire/json.js";
import { takeMessage } from "../../wire/steps.js";
import type { Message } from "../../wire/wholeMessages.js";
import { tagId, withId, withTaggedCancel } from "../idTags.js";
import type { BackendInstance } from "../instances/backendInstance.js";
import type { RoutingMode } from "../instances/selection/routingMode.js";
import type { ItemOrigins } from "./itemOrigins.js";

export interface BackendRequestContext {
  readonly instance: Pick<BackendInstance, "key" | "server" | "folders" | "currentProcess">;
  readonly routing: {
    readonly session: Pick<Session, "toClient" | "agent">;
    readonly mode: Pick<RoutingMode, "hasManyBackends">;
    readonly itemOrigins: Pick<ItemOrigins, "markPartialResult">;
  };
}

/** Sends the client a message that no step has taken. */
export function forwardToClient(
  { method, id, bytes, body }: Message,
  { instance, routing }: BackendRequestContext,
): void {
  const { currentProcess } = instance;
  const { toClient } = routing.session;
  if (!currentProcess) return;
  if (method === "$/progress") {
    const part = currentProcess.methodOfPartialResult(body);
    const own =
      part === undefined
        ? currentProcess.progressTokens.tagProgress(body)
        : routing.itemOrigins.markPartialResult(part, instance.key, body);
    toClient.send(own === body ? bytes : frameOf(own));
  } else if (method === "$/cancelRequest") {
    toClient.send(frameOf(withTaggedCancel(body, currentProcess.tag)));
  } else if (id === undefined) {
    toClient.send(bytes);
  } else {
    const clientId = tagId(id, currentProcess.tag);
    const created = method === "window/workDoneProgress/create" ? currentProcess.progressTokens.tagCreate(body) : body;
    currentProcess.noteForwardedRequest(
      clientId,
      method === "workspace/configuration" ? fillResponse(body, instance, routing.session) : unchanged,
    );
    toClient.send(frameOf(withId(created, clientId)));
  }
}

/** Answers `workspace/workspaceFolders` with the folders that this backend was given. */
export function answerWorkspaceFolders(
  envelope: Envelope,
  { instance, routing }: BackendRequestContext,
): Decision | undefined {
  // The only backend of a session has the client's folders.
  if (envelope.method !== "workspace/workspaceFolders" || !routing.mode.hasManyBackends) return undefined;
  return takeMessage(envelope, ({ id }) => {
    if (id === undefined) return;
    instance.currentProcess?.send(frameOf(`{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(instance.folders)}}`));
  });
}

function unchanged(body: Buffer): Buffer {
  return body;
}

/**
 * Returns a function that fills null settings in the client's response with those of servers.json;
 * in agent mode, empty ones too.
 */
function fillResponse(
  request: Buffer,
  { server }: Pick<BackendInstance, "server">,
  { agent }: Pick<Session, "agent">,
): (body: Buffer) => Buffer {
  const { settings } = server; // with those of the restriction
  if (settings === undefined && !agent) return unchanged;
  const { params } = JSON.parse(request.toString("utf8")) as { params?: { items?: readonly { section?: string }[] } };
  const sections = (params?.items ?? []).map(({ section }) => section);
  return (body) => {
    const span = findValue(body, ["result"]);
    const fromClient: unknown = span && JSON.parse(body.toString("utf8", span.from, span.to));
    if (!span || !(agent || Array.isArray(fromClient))) return body;
    const values = agent ? fillSettings(fromClient, sections, server) : (fromClient as readonly unknown[]);
    const filled = sections.map((section, n) =>
      effectiveSettings(values[n] ?? settingsIn(settings, section) ?? null, section, server),
    );
    return splice(body, [{ ...span, bytes: Buffer.from(JSON.stringify(filled)) }]);
  };
}
