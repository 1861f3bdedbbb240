/** Every method as the command line asks it: what is written behind its name, what is sent, what of the answer is what. One table. */

import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import type { Locate, SymbolScope } from "../../locate/locate.js";
import { type LocateMethod, lspMethods, type ownMethods } from "../../session/backend/locateMethods.js";
import type { Client } from "../client/proxyClient.js";
import { lookOf } from "../show/answerFormats.js";
import type { PlaceReport } from "../show/resolvedPlace.js";
import { describe } from "./describePosition.js";
import type { Answered } from "./methodAnswer.js";
import { noHandles, type Where } from "./readLocates.js";

export interface Command {
  readonly name: string;
  /** What is written behind it: as the method takes it, a position as compilers print it, or just a symbol path. */
  readonly takes: LocateMethod["takes"] | "position" | "symbol";
  /** The language server is asked, which may take more params than we know of. */
  readonly isServers: boolean;
  /** The answer is a change of files. */
  readonly changesFiles: boolean;
  /** One Locate for each place; for a position, for its ends. Rejects as Client.request does. */
  ask(locates: readonly Locate[], asking: Asking): Promise<Answered>;
}

export interface Asking {
  readonly client: Client;
  readonly params: Readonly<Record<string, unknown>>;
  /** The workspace's folder. */
  readonly root: string;
  readonly where: Where;
}

/** What makes sense only while a session lasts, and what does instead at a shell. */
export const ofSessions = {
  track: noHandles,
  untrack: noHandles,
  status:
    "Here a server lives as long as one question. lsp-locate doctor says which ones there are, and whether they work.",
} as const;

type OwnMethod = Exclude<(typeof ownMethods)[number], keyof typeof ofSessions>;

const own: Readonly<Record<OwnMethod, Pick<Command, "takes" | "ask"> & Partial<Command>>> = {
  resolve: { takes: "point", ask: found("locate/resolve") },
  resolveRange: { takes: "range", ask: found("locate/resolveRange") },
  describe: { takes: "position", ask: describe },
  outline: {
    takes: "document",
    async ask([locate], { client, params }) {
      const result = await client.request("locate/outline", { file_path: locate?.file_path, ...params });
      return { kind: "shown", result, answer: result };
    },
  },
  nodes: {
    takes: "point",
    async ask([locate], { client }) {
      const place = await client.request<PlaceReport>("locate/resolve", { locate });
      const result = await client.request("locate/nodes", { locate });
      return { kind: "shown", result, place, answer: result };
    },
  },
  search: {
    takes: "symbol",
    async ask([locate], { client, params }) {
      const { symbol_path } = (locate?.scope ?? {}) as Partial<SymbolScope>;
      const asked = { symbol_path, ...params };
      const result = await client.request<{ symbols: readonly unknown[]; markdown: string }>("locate/search", asked);
      if (result.symbols.length > 0) return { kind: "shown", result, answer: result };
      return { kind: "shown", result, answer: null, nothing: result.markdown };
    },
  },
  edit: {
    takes: "range",
    changesFiles: true,
    async ask([locate], { client, params }) {
      const result = await client.request<{ edit: WorkspaceEdit; place: PlaceReport }>("locate/edit", {
        locate,
        ...params,
      });
      return { kind: "changes", result, place: result.place, edit: result.edit, encoding: client.agreedEncoding };
    },
  },
};

function found(method: string): Command["ask"] {
  return async ([locate], { client }) => {
    const result = await client.request<PlaceReport>(method, { locate });
    return { kind: "place", result, place: result };
  };
}

/** The token under which the proxy says what it waits for. */
const progressToken = "lsp-locate";

const ofServers = Object.entries(lspMethods).map(([name, row]): Command => {
  // Of a whole document every place is certain, so its row doesn't ask for that.
  const changesFiles = row.changesText === true || name === "formatting";
  return {
    name,
    takes: row.takes,
    isServers: true,
    changesFiles,
    async ask(locates, { client, params }) {
      const locate = locates.length === 1 ? locates[0] : locates;
      const given = { workDoneToken: progressToken, ...params, locate, place: true };
      const result = await client.request<{ place: PlaceReport; result: unknown }>(`locate/${name}`, given);
      const { uri } = result.place.target.textDocument;
      const came = { result, uri, ...(row.takes === "document" ? {} : { place: result.place }) };
      const answer = result.result;
      if (!changesFiles) return { kind: "shown", ...came, answer, ...(await whyNothing(row, answer, locate, client)) };
      // Formatting answers with edits of the one document.
      const edit: WorkspaceEdit = Array.isArray(answer) ? { changes: { [uri]: answer } } : (answer ?? {});
      return { kind: "changes", ...came, edit, encoding: client.encoding };
    },
  };
});

/** Where the second step of two has no answer, the first may have found nothing to ask it of: then that is what is to be said. */
async function whyNothing(
  { requestMethod, followUpMethod }: LocateMethod,
  answer: unknown,
  locate: unknown,
  client: Client,
): Promise<Pick<Answered, "nothing">> {
  if (requestMethod === undefined || followUpMethod === undefined || answer !== null) return {};
  const items = await client.request<readonly unknown[] | null>(`locate/${requestMethod}`, { locate });
  return items === null || items.length === 0 ? { nothing: `${lookOf(requestMethod).nothing}.` } : {};
}

/** By name, ours first. */
export const commands: ReadonlyMap<string, Command> = new Map(
  [
    ...Object.entries(own).map(([name, command]) => ({ name, isServers: false, changesFiles: false, ...command })),
    ...ofServers,
  ].map((command) => [command.name, command]),
);
