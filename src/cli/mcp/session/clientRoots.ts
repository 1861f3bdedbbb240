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
import type { McpRoot } from "./workspaceFolders.js";

/** The roots; or what to answer instead, for the client to send them along with the same request once more. */
export type RootsReader = (context: ServerContext) => Promise<readonly McpRoot[] | InputRequiredResult>;

/** A client that has said it has roots answers at once, or never. */
const ROOTS_TIMEOUT_MS = 10_000;
const ROOTS_KEY = "roots";

/** For clients of MCP up to 2025, which can be asked at any time. A client without roots has none: []. Rejects with `not_ready` where one that has them does not tell. */
export function legacyRootsReader({ server }: McpServer): RootsReader {
  let cachedRoots: Promise<readonly McpRoot[]> | undefined;
  server.setNotificationHandler("notifications/roots/list_changed", () => {
    cachedRoots = undefined;
  });
  const ask = async (): Promise<readonly McpRoot[]> => {
    if (!server.getClientCapabilities()?.roots) return [];
    try {
      return (await server.listRoots(undefined, { timeout: ROOTS_TIMEOUT_MS })).roots;
    } catch (error) {
      cachedRoots = undefined;
      throw unknownRootsError(error as Error);
    }
  };
  return () => (cachedRoots ??= ask());
}

/** Any other folder could be somebody else's project. The next call asks again. */
function unknownRootsError({ message }: Error): LocateError {
  return new LocateError(
    "not_ready",
    `Which folders are the workspace is not known: the client has not told its roots (${message}). Ask again. If that does not help, the user can name the folder: lsp-locate mcp --root <folder>.`,
  );
}

/** For clients of MCP from 2026 on, which answer when a request says what it lacks. */
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

/** What the SDK leaves untyped: what the client can, said anew with each request. */
interface Envelope {
  readonly [CLIENT_CAPABILITIES_META_KEY]?: { readonly roots?: unknown };
}
