/** Reads the roots of the MCP client: when first needed, and again after a change. */

import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { LocateError } from "../../../error.js";
import type { McpRoot } from "./workspaceFolders.js";

/**
 * Resolves with the roots, or with an answer that makes the client repeat its request with them.
 */
export type RootsReader = (context: ServerContext) => Promise<readonly McpRoot[] | InputRequiredResult>;

/** How long a client may take to answer. */
const ROOTS_TIMEOUT_MS = 10_000;
const ROOTS_KEY = "roots";

/**
 * For clients of MCP up to 2025, which answer requests at any time. Rejects with `not_ready` if the
 * client fails to answer.
 */
export function legacyRootsReader({ server }: McpServer): RootsReader {
  let cachedRoots: Promise<readonly McpRoot[]> | undefined;
  server.setNotificationHandler("notifications/roots/list_changed", () => {
    cachedRoots = undefined;
  });
  const requestRoots = async (): Promise<readonly McpRoot[]> => {
    if (!server.getClientCapabilities()?.roots) return [];
    try {
      return (await server.listRoots(undefined, { timeout: ROOTS_TIMEOUT_MS })).roots;
    } catch (error) {
      cachedRoots = undefined;
      throw unknownRootsError(error as Error);
    }
  };
  return () => (cachedRoots ??= requestRoots());
}

/**
 * The failure to read the roots. No other folder is used instead, since it could be another
 * project.
 */
function unknownRootsError({ message }: Error): LocateError {
  return new LocateError(
    "not_ready",
    `The workspace folders are unknown: the client did not send its roots (${message}). Try again. If that does not help, the user can name the folder: lsp-locate mcp --root <folder>.`,
  );
}

/** For clients of MCP from 2026 on, which send roots when an answer requires them. */
export function modernRootsReader(): RootsReader {
  let cachedRoots: readonly McpRoot[] | undefined;
  return async ({ mcpReq: { envelope, inputResponses } }) => {
    const client = (envelope as Envelope | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
    if (cachedRoots !== undefined || !client?.roots) return cachedRoots ?? [];
    const answer = inputResponse(inputResponses, ROOTS_KEY);
    if (answer.kind !== "roots") return inputRequired({ inputRequests: { [ROOTS_KEY]: inputRequired.listRoots() } });
    cachedRoots = answer.roots;
    return cachedRoots;
  };
}

/** The client's capabilities, sent with each request, which the SDK leaves untyped. */
interface Envelope {
  readonly [CLIENT_CAPABILITIES_META_KEY]?: { readonly roots?: unknown };
}
