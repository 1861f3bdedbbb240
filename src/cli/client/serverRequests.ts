/** What servers ask of an editor, answered by a client that is none; and what they tell it. */

import { type MessageConnection, ResponseError } from "vscode-jsonrpc/node";
import type { Server } from "../../backend/config/servers.js";
import { settingsIn } from "../../backend/config/settings.js";
import { codes, type Logger } from "../../error.js";
import type { WorkspaceFolder } from "../../uri.js";

/** Who is asked and told. */
export interface ServerRequestHost {
  folders(): readonly WorkspaceFolder[];
  readonly server: Server | undefined;
  readonly log: Logger;
  /** What somebody is busy with, in words, and under which token; no words where it is done. */
  onProgress(words: string, token: unknown): void;
}

/** Answers what is asked on that connection. What servers tell their user to be wrong is collected. */
export function answerServerRequests(connection: MessageConnection, host: ServerRequestHost): readonly string[] {
  const shownErrors: string[] = [];
  connection.onRequest((method, params) => answer(method, params, host));
  // vscode-jsonrpc keeps $/progress from the handler of all notifications.
  connection.onUnhandledProgress((params: ProgressParams) => host.onProgress(describeProgress(params), params.token));
  connection.onNotification((method, params) => {
    if (method !== "window/showMessage" && method !== "window/logMessage") return;
    const { type, message } = params as { type?: unknown; message?: unknown };
    host.log(String(message));
    if (method === "window/showMessage" && type === 1) shownErrors.push(String(message));
  });
  return shownErrors;
}

function answer(method: string, params: unknown, { server, folders }: ServerRequestHost): unknown {
  switch (method) {
    case "workspace/configuration":
      return ((params as { items?: readonly { section?: string }[] }).items ?? []).map(
        ({ section }) => settingsIn(server?.settings, section) ?? null,
      );
    case "workspace/workspaceFolders":
      return folders();
    case "workspace/applyEdit":
      return { applied: false, failureReason: "nothing is changed that was not asked for" };
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

/** Empty where nothing is going on any more. */
function describeProgress({ value = {} }: ProgressParams): string {
  const { kind, title, message, percentage } = value;
  if (kind === "end") return "";
  const words = [title, message].filter((word) => typeof word === "string" && word !== "");
  return [...words, ...(typeof percentage === "number" ? [`${Math.round(percentage)} %`] : [])].join(" · ");
}
