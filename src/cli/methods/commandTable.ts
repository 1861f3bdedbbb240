/** The methods of the command line and the tools, by name: their rows, and how each is sent. */

import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import { changesFiles, type LocateMethod, type LspMethodName, lspMethods, ownMethods } from "../../ask/methodTable.js";
import { MAX_RECORDS, type NodeRecords } from "../../session/methods/nodes.js";
import { describeVerdict } from "../../session/verdict/describeVerdict.js";
import type { ChangeVerdict } from "../../session/verdict/verdict.js";
import type { RequestClient } from "../client/inProcessClient.js";
import { locatedTexts, type ResolvedPlace } from "../show/resolvedPlace.js";
import { renderSource } from "../show/unconfirmedUses.js";
import { type MethodAnswer, type MethodCommand, methodGroups, PROGRESS_TOKEN } from "./methodCommand.js";
import { ownRows } from "./ownRows.js";
import { serverRows } from "./serverRows.js";

const ownCommands = Object.entries(ownRows).map(
  ([name, row]): MethodCommand => ({
    ...row,
    name,
    changesFiles: changesFiles(name),
    takes: ownMethods[name]?.takes as MethodCommand["takes"],
    isServerMethod: false,
  }),
);

const serverCommands = Object.entries(serverRows).map(([name, row]): MethodCommand => {
  const policy = lspMethods[name] as LocateMethod;
  const isChange = changesFiles(name);
  return {
    ...row,
    name,
    takes: policy.takes,
    isServerMethod: true,
    changesFiles: isChange,
    async send(locates, { client, params }) {
      const locate = locates.length === 1 ? locates[0] : locates;
      const requestParams = { workDoneToken: PROGRESS_TOKEN, ...params, locate, place: true };
      const result = await client.request<PlaceAnswer>(`locate/${name}`, requestParams);
      if ("files" in result) return { kind: "shown", result, answer: result };
      const {
        place,
        enclosing,
        unconfirmed,
        by,
        instead_of: insteadOf,
        server,
        completed,
        kept_aliases,
        remaining,
        checked,
        hint,
        index,
        why,
      } = result;
      const { uri } = place.target.textDocument;
      const base = {
        result,
        uri,
        ...(policy.takes === "document" ? {} : { place }),
        ...(enclosing === undefined ? {} : { enclosing }),
        ...(unconfirmed === undefined ? {} : { unconfirmed }),
        ...(by === undefined ? {} : { by }),
        ...(insteadOf === undefined ? {} : { instead_of: insteadOf }),
        ...(completed === undefined ? {} : { completed }),
        ...(kept_aliases === undefined ? {} : { keptAliases: kept_aliases }),
        ...(remaining === undefined ? {} : { remaining }),
        ...(checked === "syntax" && { emptyText: NO_SYNTAX_ERRORS }),
        ...(why !== undefined && { emptyText: why }),
        ...(hint === undefined ? {} : { hint }),
        ...(server === undefined ? {} : { server }),
        ...(index === undefined ? {} : { index }),
      };
      const answer = result.result;
      if (!isChange)
        return { kind: "shown", ...base, answer, ...(await explainEmptyAnswer(policy, answer, locate, client)) };
      // The answer of a formatting method is a list of edits of that document.
      const edit: WorkspaceEdit = Array.isArray(answer) ? { changes: { [uri]: answer } } : (answer ?? {});
      const verdict = result.diagnostics;
      return {
        kind: "changes",
        ...base,
        ...(verdict && { verdict }),
        notes: [renderSource(base), verdict && describeVerdict(verdict)].flatMap((note) => note ?? []),
        edit,
        encoding: client.encoding,
        located: locatedTexts([result.place]),
      };
    },
  };
});

/** The answer to a method of a language server with `place: true`. */
interface PlaceAnswer
  extends Pick<
    MethodAnswer,
    "enclosing" | "unconfirmed" | "by" | "instead_of" | "server" | "completed" | "remaining" | "hint" | "index"
  > {
  readonly place: ResolvedPlace;
  readonly result: unknown;
  readonly kept_aliases?: MethodAnswer["keptAliases"];
  readonly diagnostics?: ChangeVerdict;
  /** Of diagnostics: what was checked. */
  readonly checked?: "syntax" | "all";
  /** Of a rename without edits. */
  readonly why?: string;
}

/** What no diagnostics mean where no types were checked. */
const NO_SYNTAX_ERRORS = "no syntax errors; nothing else was checked.";

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
  return items === null || items.length === 0
    ? { emptyText: `${serverRows[requestMethod as LspMethodName].emptyText}.` }
    : {};
}

/** The methods by name, in the order of lists: by group, our own first. */
export const methodCommands: ReadonlyMap<string, MethodCommand> = new Map(
  methodGroups
    .flatMap((group) => [...ownCommands, ...serverCommands].filter((command) => command.group === group))
    .map((command) => [command.name, command]),
);

/** The methods that the tool `ask` takes. */
export const askMethods: readonly string[] = [...methodCommands.values()].flatMap(({ name, renderMarkdown }) =>
  renderMarkdown ? [name] : [],
);

/** Records shown without `--limit`. */
const DEFAULT_RECORDS = 1_000;

/** `nodes --records`: the records of a file's syntax index, each page read when it is needed. */
export const recordsCommand: MethodCommand = {
  ...ownRows.nodes,
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
