/** Answers the requests of servers, and reads their messages and progress. */

import { type MessageConnection, ResponseError } from "vscode-jsonrpc/node";
import { codes, type Logger } from "../../error.js";
import type { WorkspaceFolder } from "../../uri.js";

/** What the answers are taken from, and where messages and progress go. */
export interface ServerRequestHost {
  folders(): readonly WorkspaceFolder[];
  readonly log: Logger;
  /**
   * Called with the text and token of a progress report; the text is empty when the work is done.
   */
  onProgress(text: string, token: unknown): void;
}

/** The `MessageType` of LSP for errors. */
const ERROR_TYPE = 1;

/**
 * Answers the server's requests on a connection. Returns the errors that it shows to its user,
 * those with a question too, which grows with each.
 */
export function answerServerRequests(connection: MessageConnection, host: ServerRequestHost): readonly string[] {
  const shownErrors: string[] = [];
  const show = ({ type, message }: { readonly type?: unknown; readonly message?: unknown }) => {
    host.log(String(message));
    if (type === ERROR_TYPE) shownErrors.push(String(message));
  };
  connection.onRequest((method, params) => {
    if (method === "window/showMessageRequest") show(params as object);
    return answer(method, params, host);
  });
  // vscode-jsonrpc keeps $/progress from the handler of all notifications.
  connection.onUnhandledProgress((params: ProgressParams) => host.onProgress(describeProgress(params), params.token));
  connection.onNotification((method, params) => {
    if (method === "window/showMessage") show(params as object);
    else if (method === "window/logMessage") host.log(String((params as { message?: unknown }).message));
  });
  return shownErrors;
}

/** The router answers the servers' requests for settings itself, from servers.json. */
function answer(method: string, params: unknown, { folders }: ServerRequestHost): unknown {
  switch (method) {
    case "workspace/configuration":
      return ((params as { items?: readonly unknown[] }).items ?? []).map(() => null);
    case "workspace/workspaceFolders":
      return folders();
    case "workspace/applyEdit":
      return { applied: false, failureReason: "only changes that were requested are applied" };
    case "window/showDocument":
      return { success: false };
    case "window/workDoneProgress/create":
    case "window/showMessageRequest":
    case "client/registerCapability":
    case "client/unregisterCapability":
      return null;
    default:
      return /^workspace\/.*refresh$/i.test(method)
        ? null
        : new ResponseError(codes.methodNotFound, `lsp-locate does not answer ${method}`);
  }
}

interface ProgressParams {
  readonly token?: unknown;
  readonly value?: {
    readonly kind?: unknown;
    readonly title?: unknown;
    readonly message?: unknown;
    readonly percentage?: unknown;
  };
}

/** Title, message and percentage of a progress report; empty at its end. */
function describeProgress({ value = {} }: ProgressParams): string {
  const { kind, title, message, percentage } = value;
  if (kind === "end") return "";
  const words = [title, message].filter((word) => typeof word === "string" && word !== "");
  return [...words, ...(typeof percentage === "number" ? [`${Math.round(percentage)} %`] : [])].join(" · ");
}
