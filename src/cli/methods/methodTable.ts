/** The table of methods: what each takes, which requests it sends, and how its answer is read. */

import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import { type LocateMethod, lspMethods, type ownMethods } from "../../ask/policy.js";
import { describeUnit, type Unit } from "../../locate/edit/editRequest.js";
import type { SymbolScope } from "../../locate/locate.js";
import { MAX_RECORDS, type NodeRecords } from "../../session/methods/nodes.js";
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
  status: "lsp-locate daemon status lists the servers that run, lsp-locate doctor those that are installed.",
} as const;

/** Records shown without `--limit`. */
const DEFAULT_RECORDS = 1_000;

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
      const result = await client.request<EditAnswer>("locate/edit", { locate, ...params });
      const { place, edit, unit, notes = [] } = result;
      const shown = { result, place, edit, notes: [`Edited as ${describeUnit(unit)}.`, ...notes] };
      return { kind: "changes", ...shown, encoding: client.agreedEncoding, located: locatedText(place) };
    },
  },
};

/** The answer of `locate/edit`. */
interface EditAnswer {
  readonly edit: WorkspaceEdit;
  readonly unit: Unit;
  readonly place: ResolvedPlace;
  readonly notes?: readonly string[];
}

/** `nodes --records`: the records of a file's syntax index, each page read when it is needed. */
export const recordsCommand: MethodCommand = {
  name: "nodes",
  takes: "document",
  isServerMethod: false,
  changesFiles: false,
  async send([locate], { client, params }) {
    const limit = (params["limit"] as number | undefined) ?? DEFAULT_RECORDS;
    const readPage = (from: number) =>
      client.request<NodeRecords>("locate/nodes", {
        locate,
        records: { from, limit: Math.min(limit - from, MAX_RECORDS) },
      });
    const first = await readPage(0);
    async function* readPages(): AsyncGenerator<NodeRecords> {
      let read = 0;
      for (let page = first; page.records.length > 0; page = await readPage(read)) {
        yield page;
        read += page.records.length;
        if (read >= Math.min(limit, first.count)) return;
      }
    }
    return { kind: "records", result: first, first, pages: readPages() };
  },
};

function resolvePlaceWith(method: string): MethodCommand["send"] {
  return async ([locate], { client }) => {
    const result = await client.request<ResolvedPlace>(method, { locate });
    return { kind: "place", result, place: result };
  };
}

function locatedText({ target, text_sha256 }: ResolvedPlace) {
  return text_sha256 === undefined ? undefined : { uri: target.textDocument.uri, sha256: text_sha256 };
}

/** The answer to a method of a language server with `place: true`. */
interface PlaceAnswer extends Pick<MethodAnswer, "enclosing" | "unconfirmed" | "by"> {
  readonly place: ResolvedPlace;
  readonly result: unknown;
  readonly kept_aliases?: MethodAnswer["keptAliases"];
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
      const result = await client.request<PlaceAnswer>(`locate/${name}`, requestParams);
      const { place, enclosing, unconfirmed, by, kept_aliases } = result;
      const { uri } = place.target.textDocument;
      const base = {
        result,
        uri,
        ...(row.takes === "document" ? {} : { place }),
        ...(enclosing === undefined ? {} : { enclosing }),
        ...(unconfirmed === undefined ? {} : { unconfirmed }),
        ...(by === undefined ? {} : { by }),
        ...(kept_aliases === undefined ? {} : { keptAliases: kept_aliases }),
      };
      const answer = result.result;
      if (!changesFiles)
        return { kind: "shown", ...base, answer, ...(await explainEmptyAnswer(row, answer, locate, client)) };
      // The answer of a formatting method is a list of edits of that document.
      const edit: WorkspaceEdit = Array.isArray(answer) ? { changes: { [uri]: answer } } : (answer ?? {});
      return { kind: "changes", ...base, edit, encoding: client.encoding, located: locatedText(result.place) };
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
