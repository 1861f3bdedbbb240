/**
 * Routes all other messages of the client: by the origin of an item or command, by the document, or
 * to the only backend.
 */

import { codes } from "../../error.js";
import { translateResponse } from "../../session/client/translatedMessages.js";
import type { Session } from "../../session/session.js";
import type { Envelope } from "../../wire/envelope.js";
import { type Decision, frameOf } from "../../wire/frames.js";
import { findValue, stringAt } from "../../wire/json.js";
import { takeMessage } from "../../wire/steps.js";
import type { Message } from "../../wire/wholeMessages.js";
import { documentUriIn } from "../documents/routeDocuments.js";
import type { BackendInstance } from "../instances/backendInstance.js";
import type { BackendInstances } from "../instances/backendInstances.js";
import { replaceBody } from "../instances/responses.js";
import type { CommandOrigins } from "./commandOrigins.js";
import type { ItemOrigins } from "./itemOrigins.js";
import { itemRequests } from "./resolvableItems.js";

export interface RequestRoutingContext {
  readonly session: Pick<Session, "toClient" | "respond" | "translations">;
  readonly instances: Pick<BackendInstances, "findInstance" | "byKey" | "active">;
  readonly itemOrigins: Pick<ItemOrigins, "resolve">;
  readonly commandOrigins: Pick<CommandOrigins, "originOf">;
  /** Whether a backend's response may change by that. */
  mayMark(method: string, key: string): boolean;
  /** Marks the items in a backend's response with their origin. `key` is that of the backend. */
  markResponse(method: string, body: Buffer, key: string): Buffer;
}

/** Moves files to servers that were installed since, before a request. Every message passes. */
export function useBetterServers(
  { id, method }: Envelope,
  { instances }: { readonly instances: Pick<BackendInstances, "useBetterServers"> },
): undefined {
  if (id !== undefined && method !== undefined) instances.useBetterServers();
}

/** The notifications after which what servers read of the project may be another. */
const changing: readonly string[] = ["textDocument/didOpen", "textDocument/didSave", "workspace/didChangeWatchedFiles"];

/** Starts servers again whose environment or configuration has changed. Every message passes. */
export function reviewEnvironments(
  { method = "" }: Envelope,
  { instances }: { readonly instances: Pick<BackendInstances, "allInstances"> },
): undefined {
  if (changing.includes(method)) for (const instance of instances.allInstances()) instance.reviewEnvironment();
}

/** Sends requests about items and commands to the backend that has sent them. */
export function routeToOrigin(envelope: Envelope, context: RequestRoutingContext): Decision | undefined {
  const { method } = envelope;
  const { instances, itemOrigins, commandOrigins } = context;
  if (method === undefined) return undefined;
  if (method === "workspace/executeCommand") {
    return takeMessage(envelope, (message) => {
      const origin = commandOrigins.originOf(message.body);
      const keys = origin.kind === "single" ? [origin.key] : origin.keys;
      const owners = origin.kind === "single" ? [] : origin.uris.map((uri) => instances.findInstance(uri));
      const candidates = keys.map((key) => instances.byKey(key));
      const instance =
        owners.find((each) => each && candidates.includes(each)) ?? candidates[0] ?? onlyInstance(context);
      forward(message, undefined, instance, context);
    });
  }
  if (!itemRequests.has(method)) return undefined;
  return takeMessage(envelope, (message) => {
    const { key, body } = itemOrigins.resolve(method, message.body);
    const instance = key === undefined ? onlyInstance(context) : instances.byKey(key);
    forward(
      { ...message, body, bytes: body === message.body ? message.bytes : frameOf(body) },
      undefined,
      instance,
      context,
    );
  });
}

/**
 * Sends any other message to the backend of its document, or to the only one that it can be for.
 */
export function routeByDocument(envelope: Envelope, context: RequestRoutingContext): Decision {
  return takeMessage(envelope, (message) => {
    const uri = documentUriIn(message.body) ?? stringAt(message.body, findValue(message.body, ["params", "uri"]));
    const instance =
      uri === undefined ? guessInstance(message.method ?? "", context) : context.instances.findInstance(uri);
    forward(message, uri, instance, context);
  });
}

function forward(
  message: Message,
  uri: string | undefined,
  instance: BackendInstance | undefined,
  context: RequestRoutingContext,
): void {
  const { session } = context;
  const { id, method = "" } = message;
  if (id === undefined) {
    if (instance) instance.delivery.forwardNotification(message, uri);
    else if (uri === undefined)
      for (const each of context.instances.active()) each.delivery.forwardNotification(message, undefined);
    return;
  }
  if (instance) {
    instance.delivery.forwardRequest({ ...message, id }, uri, (answer) => {
      if (!session.translations.has(id) && !context.mayMark(method, instance.key)) {
        session.toClient.sendReceived(answer);
        return;
      }
      const marked = context.markResponse(method, answer.body, instance.key);
      session.toClient.send(replaceBody(answer, translateResponse(id, marked, session)));
    });
    return;
  }
  session.translations.delete(id);
  // A client sends requests about any open document, also one without a server.
  if (uri !== undefined) session.respond(id, { result: null });
  else session.respond(id, { error: noInstanceError(method, context) });
}

/**
 * Guesses the backend for a message without a document: by a name in the method, or the only active
 * one.
 */
function guessInstance(method: string, context: RequestRoutingContext): BackendInstance | undefined {
  const [prefix = ""] = method.split("/");
  const named = context.instances.active().filter(({ server }) => isNamed(server, prefix));
  return named[0] ?? onlyInstance(context);
}

function isNamed({ name, languages, match }: BackendInstance["server"], prefix: string): boolean {
  const words = [name, ...languages, ...match.words];
  return prefix !== "" && words.some((word) => word.toLowerCase() === prefix.toLowerCase());
}

function onlyInstance({ instances }: Pick<RequestRoutingContext, "instances">): BackendInstance | undefined {
  const [only, ...others] = instances.active();
  return others.length === 0 ? only : undefined;
}

function noInstanceError(method: string, { instances }: Pick<RequestRoutingContext, "instances">): object {
  const code = codes.methodNotFound;
  if (instances.active().length === 0) {
    return {
      code,
      message: `No language server has been started yet that could answer ${method}. Open a document first.`,
    };
  }
  const isCommand = method === "workspace/executeCommand";
  const message = isCommand
    ? "No language server offers this command. Commands come with code actions and lenses."
    : `${method} could be for several language servers. Name a document in params.textDocument.uri.`;
  return { code, message };
}
