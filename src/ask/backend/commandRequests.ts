/**
 * Requests that a backend sends while it runs a command for us: edits and questions are recorded
 * for the caller and answered here, so that the client sees neither.
 */

import type { ShowMessageRequestParams } from "vscode-languageserver-protocol";
import { type Envelope, findTrailingId } from "../../wire/envelope.js";
import { type Decision, frameOf } from "../../wire/frames.js";
import { buildResult } from "../../wire/messages.js";
import type { Backend, CommandRequests } from "./backend.js";

const APPLY_EDIT = "workspace/applyEdit";
const MESSAGE_REQUEST = "window/showMessageRequest";
const SHOW_DOCUMENT = "window/showDocument";

/** Step for backend messages: takes its requests to the client while a command of ours runs. */
export function takeCommandRequests(
  { method, id }: Envelope,
  { backend }: { readonly backend: Backend },
): Decision | undefined {
  const { commandRequests } = backend;
  if (commandRequests === undefined || method === undefined || !isTaken(method)) return undefined;
  return {
    kind: "take",
    take({ body, bytes }) {
      const requestId = id ?? findTrailingId(body);
      if (requestId === undefined) return bytes;
      const result = takeRequest(method, readParams(body), commandRequests);
      backend.link.respond(frameOf(buildResult(requestId, result)));
      return undefined;
    },
  };
}

/** Whether a request is one of the command: a method that LSP does not have is for an editor. */
function isTaken(method: string): boolean {
  const isOfCommand = method === APPLY_EDIT || method === MESSAGE_REQUEST || method === SHOW_DOCUMENT;
  return isOfCommand || !/^(?:client|workspace|window|textDocument|telemetry|\$)\//.test(method);
}

function readParams(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(body.toString("utf8")) as { params?: Record<string, unknown> }).params ?? {};
  } catch {
    return {}; // no JSON
  }
}

/** Returns the result that the backend gets. */
function takeRequest(method: string, params: Readonly<Record<string, unknown>>, requests: CommandRequests): unknown {
  if (method === SHOW_DOCUMENT) return { success: false };
  if (method === MESSAGE_REQUEST) {
    const { message, actions } = params as Partial<ShowMessageRequestParams>;
    const choices = (Array.isArray(actions) ? actions : []).map(({ title }) => String(title));
    requests.questions.push({ message: String(message), choices });
    return null;
  }
  if (method !== APPLY_EDIT) return null;
  const { edit } = params;
  if (typeof edit !== "object" || edit === null) return { applied: false, failureReason: "there is no edit" };
  requests.edits.push(edit);
  requests.onEdit();
  return { applied: true };
}
