/** The table of methods: what each takes, which requests it sends, and how its answer is read. */

import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import type { SymbolScope } from "../../locate/locate.js";
import { type LocateMethod, lspMethods, type ownMethods } from "../../session/backend/locateMethods.js";
import type { RequestClient } from "../client/inProcessClient.js";
import { answerFormatOf } from "../show/answerFormats.js";
import type { ResolvedPlace } from "../show/resolvedPlace.js";
import { describePosition } from "./describePosition.js";
import type { MethodAnswer, MethodCommand } from "./methodCommand.js";
import { NO_HANDLES_MESSAGE } from "./readLocates.js";

/** Methods that work only within a session, and what to do instead at a shell. */
export const sessionMethods = {
  track: NO_HANDLES_MESSAGE,
  untrack: NO_HANDLES_MESSAGE,
  status: "At a shell a server runs for one request. lsp-locate doctor lists the servers and checks them.",
} as const;

type OwnMethod = Exclude<(typeof ownMethods)[number], keyof typeof sessionMethods>;

const ownCommands: Readonly<Record<OwnMethod, Pick<MethodCommand, "takes" | "send"> & Partial<MethodCommand>>> = {
  resolve: { takes: "point", send: resolvePlaceWith("locate/resolve") },
  resolveRange: { takes: "range", send: resolvePlaceWith("locate/resolveRange") },
  describe: { takes: "position", send: describePosition },
  outline: {
    takes: "document",
    async send([locate], { client, params }) {
      const result = await client.request("locate/outline", { file_path: locate?.file_path, ...params });
      return { kind: "shown", result, answer: result };
    },
  },
  nodes: {
    takes: "point",
    async send([locate], { client }) {
      const place = await client.request<ResolvedPlace>("locate/resolve", { locate });
      const result = await client.request("locate/nodes", { locate });
      return { kind: "shown", result, place, answer: result };
    },
  },
  search: {
    takes: "symbol",
    async send([locate], { client, params }) {
      const { symbol_path } = (locate?.scope ?? {}) as Partial<SymbolScope>;
      const query = { symbol_path, ...params };
      const result = await client.request<{ symbols: readonly unknown[]; markdown: string }>("locate/search", query);
      if (result.symbols.length > 0) return { kind: "shown", result, answer: result };
      return { kind: "shown", result, answer: null, emptyText: result.markdown };
    },
  },
  edit: {
    takes: "range",
    changesFiles: true,
    async send([locate], { client, params }) {
      const result = await client.request<{ edit: WorkspaceEdit; place: ResolvedPlace }>("locate/edit", {
        locate,
        ...params,
      });
      return { kind: "changes", result, place: result.place, edit: result.edit, encoding: client.agreedEncoding };
    },
  },
};

function resolvePlaceWith(method: string): MethodCommand["send"] {
  return async ([locate], { client }) => {
    const result = await client.request<ResolvedPlace>(method, { locate });
    return { kind: "place", result, place: result };
  };
}

/** The token of the proxy's progress reports. */
const PROGRESS_TOKEN = "lsp-locate";

const serverCommands = Object.entries(lspMethods).map(([name, row]): MethodCommand => {
  // formatting takes a whole document, whose place is always exact, so its row doesn't have
  // `changesText`.
  const changesFiles = row.changesText === true || name === "formatting";
  return {
    name,
    takes: row.takes,
    isServerMethod: true,
    changesFiles,
    async send(locates, { client, params }) {
      const locate = locates.length === 1 ? locates[0] : locates;
      const requestParams = { workDoneToken: PROGRESS_TOKEN, ...params, locate, place: true };
      const result = await client.request<{ place: ResolvedPlace; result: unknown }>(`locate/${name}`, requestParams);
      const { uri } = result.place.target.textDocument;
      const base = { result, uri, ...(row.takes === "document" ? {} : { place: result.place }) };
      const answer = result.result;
      if (!changesFiles)
        return { kind: "shown", ...base, answer, ...(await explainEmptyAnswer(row, answer, locate, client)) };
      // The answer of a formatting method is a list of edits of that document.
      const edit: WorkspaceEdit = Array.isArray(answer) ? { changes: { [uri]: answer } } : (answer ?? {});
      return { kind: "changes", ...base, edit, encoding: client.encoding };
    },
  };
});

/**
 * If the second of two requests has no answer, repeats the first, which may be the one that found
 * nothing.
 */
async function explainEmptyAnswer(
  { requestMethod, followUpMethod }: LocateMethod,
  answer: unknown,
  locate: unknown,
  client: RequestClient,
): Promise<Pick<MethodAnswer, "emptyText">> {
  if (requestMethod === undefined || followUpMethod === undefined || answer !== null) return {};
  const items = await client.request<readonly unknown[] | null>(`locate/${requestMethod}`, { locate });
  return items === null || items.length === 0 ? { emptyText: `${answerFormatOf(requestMethod).emptyText}.` } : {};
}

/** The methods by name, our own first. */
export const methodCommands: ReadonlyMap<string, MethodCommand> = new Map(
  [
    ...Object.entries(ownCommands).map(([name, command]) => ({
      name,
      isServerMethod: false,
      changesFiles: false,
      ...command,
    })),
    ...serverCommands,
  ].map((command) => [command.name, command]),
);
