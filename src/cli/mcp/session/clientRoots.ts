/** What the MCP client calls its roots: asked for when first needed, and again when it has said that they are others. */

import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { LocateError } from "../../../error.js";
import type { Root } from "./workspaceFolders.js";

/** The roots; or what to answer instead, for the client to send them along with the same request once more. */
export type RootsOf = (context: ServerContext) => Promise<readonly Root[] | InputRequiredResult>;

/** A client that has said it has roots answers at once, or never. */
const PATIENCE_MS = 10_000;
const key = "roots";

/** For clients of MCP up to 2025, which can be asked at any time. A client without roots has none: []. Rejects with `not_ready` where one that has them does not tell. */
export function askedRoots({ server }: McpServer): RootsOf {
  let known: Promise<readonly Root[]> | undefined;
  server.setNotificationHandler("notifications/roots/list_changed", () => {
    known = undefined;
  });
  const ask = async (): Promise<readonly Root[]> => {
    if (!server.getClientCapabilities()?.roots) return [];
    try {
      return (await server.listRoots(undefined, { timeout: PATIENCE_MS })).roots;
    } catch (error) {
      known = undefined;
      throw unknownRoots(error as Error);
    }
  };
  return () => (known ??= ask());
}

/** Any other folder could be somebody else's project. The next call asks again. */
function unknownRoots({ message }: Error): LocateError {
  return new LocateError(
    "not_ready",
    `Which folders are the workspace is not known: the client has not told its roots (${message}). Ask again. If that does not help, the user can name the folder: lsp-locate mcp --root <folder>.`,
  );
}

/** For clients of MCP from 2026 on, which answer when a request says what it lacks. */
export function requestedRoots(): RootsOf {
  let known: readonly Root[] | undefined;
  return async ({ mcpReq: { envelope, inputResponses } }) => {
    const client = (envelope as Envelope | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
    if (known !== undefined || !client?.roots) return known ?? [];
    const answer = inputResponse(inputResponses, key);
    if (answer.kind !== "roots") return inputRequired({ inputRequests: { [key]: inputRequired.listRoots() } });
    known = answer.roots;
    return known;
  };
}

/** What the SDK leaves untyped: what the client can, said anew with each request. */
interface Envelope {
  readonly [CLIENT_CAPABILITIES_META_KEY]?: { readonly roots?: unknown };
}
