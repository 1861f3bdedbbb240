/** The rows of the methods that we answer ourselves, without a request of the same name in LSP. */

import type { OwnMethodName } from "../../ask/methodTable.js";
import type { ContextAnswer } from "../../session/methods/context/formatContext.js";
import type { Description } from "../../session/methods/describe.js";
import { UsageError } from "../options.js";
import { renderOutline } from "../show/documentAnswers.js";
import { renderContext, renderNodes, renderSearch, type SearchAnswer } from "../show/locateAnswers.js";
import { renderLocate } from "../show/locateText.js";
import type { ResolvedPlace } from "../show/resolvedPlace.js";
import { pageParams, readWholeNumber, usesParam } from "./argumentForms.js";
import { changeRows } from "./changeRows.js";
import { describePosition } from "./describePosition.js";
import { type MethodCommand, type OwnMethodRow, PROGRESS_TOKEN } from "./methodCommand.js";

/** In the order of lists. */
export const ownRows: Readonly<Record<OwnMethodName, OwnMethodRow>> = {
  search: {
    group: "find",
    summary: "where a symbol is declared, in the whole workspace; or a text",
    argument: {
      usage: "<symbol path>",
      details:
        "A symbol path is one or more names joined by dots, the last ones of the full path. Several are separated by |, and * is any part of a name. A name that nothing has means names like it: in another case, with that beginning, those beginnings of words, or that part. After text: goes a text in one line, as it is.",
    },
    prints:
      "Each declaration as file:line:character, with its kind and its symbol path; of a text, each line, below the Locate of the symbol around it.",
    json: "{ symbols, count, checked?, more?, after?, undeclared?, near?, text?, markdown }",
    examples: [
      "lsp-locate search Shelf.add",
      "lsp-locate search total --kind=function --limit=5",
      "lsp-locate search 'Shelf|Item.price'",
      "lsp-locate search 'text: item.price'",
      "lsp-locate search dataclass --in=dataclasses",
      "lsp-locate search '*' --unused --kind=function --in=store",
    ],
    aliases: [
      "find",
      "symbol",
      "symbols",
      "workspace/symbol",
      "workspace-symbols",
      "grep",
      "rg",
      "ag",
      "ack",
      "whereis",
    ],
    render: renderSearch,
    emptyText: "nothing is declared by that name",
    options: ["in", "kind", "arity", "unused", "limit", "after"],
    readArguments: (texts, { in: library, kind, arity, unused, ...page }) => ({
      texts,
      params: {
        symbol_path: texts[0],
        ...(library === undefined ? {} : { in: library }),
        ...(kind === undefined ? {} : { kind: kind.split(",") }),
        ...(arity === undefined ? {} : { arity: readWholeNumber(arity, "--arity", 0) }),
        ...(unused && { unused }),
        ...pageParams(page),
      },
    }),
    async send(_locates, { client, params }) {
      const result = await client.request<SearchAnswer>("locate/search", { workDoneToken: PROGRESS_TOKEN, ...params });
      const isText = result.symbols.length === 0 && result.checked === undefined && result.count > 0;
      if (isText || result.symbols.length > 0) return { kind: "shown", result, answer: result };
      return { kind: "shown", result, answer: null, emptyText: result.markdown };
    },
  },
  context: {
    group: "read",
    summary: "what is needed to work on a symbol, in one answer",
    prints:
      "Signature and documentation, body, callers, callees, other uses, implementations and types, as far as they fit; each with its Locate.",
    json: "{ locate, kind, place, sections, omitted, unknown?, markdown }",
    examples: [
      "lsp-locate context store/items.py:Shelf.add",
      "lsp-locate context :größe --include=signature,callers --budget=300",
    ],
    aliases: ["about", "cat", "explain", "explore", "read", "show", "source", "view"],
    render: renderContext,
    emptyText: "no symbol",
    options: ["include", "uses", "budget"],
    readArguments: (texts, { include, uses, budget }) => ({
      texts,
      params: {
        ...(include === undefined ? {} : { include: include.split(",") }),
        ...usesParam(uses),
        ...pageParams({ budget }),
      },
    }),
    async send([locate], { client, params }) {
      const result = await client.request<ContextAnswer>("locate/context", { locate, ...params });
      return { kind: "shown", result, answer: result };
    },
  },
  outline: {
    group: "find",
    summary: "the symbols of a file or in a symbol; the files of a folder",
    argument: {
      usage: "<file>[:<symbol>] | <folder>",
      details:
        "It takes a whole file, a symbol, a folder, or a pattern in quotes. The symbols can be written after <file>:.",
    },
    prints:
      "A line for each symbol: its line number, kind and name, indented by depth; of files, a line for each file with its top-level symbols.",
    json: "{ symbols, unreadable?, markdown }; of files { files, count, after?, omitted?, markdown }",
    examples: [
      "lsp-locate outline store/items.py",
      "lsp-locate outline store/items.py --depth=1",
      "lsp-locate outline store/items.py:Shelf",
      "lsp-locate outline store --budget=500",
      "lsp-locate outline 'store/**/*.py'",
    ],
    aliases: ["documentsymbol", "ls", "structure", "toc", "tree"],
    render: renderOutline,
    emptyText: "no symbols",
    takesFolders: true,
    takesSymbols: true,
    options: ["in", "depth", "budget", "after"],
    readArguments: (texts, { in: library, depth, budget, after }) => ({
      texts: texts.length === 0 && library !== undefined ? ["."] : texts,
      inLibrary: library !== undefined,
      params: {
        ...(library === undefined ? {} : { in: library }),
        ...(depth === undefined ? {} : { depth: readWholeNumber(depth, "--depth") }),
        ...pageParams({ budget, after }),
      },
    }),
    async send([locate], { client, params }) {
      const { file_path, scope, find } = locate ?? {};
      const target = scope === undefined && find === undefined ? { file_path } : { locate };
      const result = await client.request<object>("locate/outline", { ...target, ...params });
      const unused = ["budget", "after"].find((name) => name in params);
      if (unused !== undefined && !("files" in result))
        throw new UsageError(
          `--${unused} is for the outline of a folder or a pattern; of a file, everything is listed.`,
        );
      return { kind: "shown", result, answer: result };
    },
  },
  resolve: {
    group: "find",
    summary: "the place that a Locate refers to",
    prints: "The place as file:line:character, with its line and the number of other matches.",
    json: "{ file_path, position, target, markdown, match?, symbol? }, positions 1-based except in target",
    examples: ["lsp-locate resolve store/items.py:Shelf.add", "lsp-locate resolve 'store/items.py:Shelf.add@<|>raise'"],
    aliases: ["go", "where"],
    emptyText: "no place",
    send: resolvePlaceWith("locate/resolve"),
  },
  describe: {
    group: "find",
    summary: "a Locate for a line and character",
    prints: "The Locate, as it can be written after another method.",
    json: "{ locate, notation, markdown }",
    examples: ["lsp-locate describe store/items.py:58:19", "lsp-locate describe store/items.py:58:9-58:12"],
    aliases: ["position", "at"],
    render: ({ locate, notation }: Description) => renderLocate(locate, notation),
    emptyText: "no Locate",
    send: describePosition,
  },
  nodes: {
    group: "find",
    summary: "the syntax nodes around a place, for anchor_text and ancestor_node_type",
    prints: "Each node's type, range and first line, the smallest first.",
    json: "{ nodes, markdown }; with --records { records, count, difference }",
    examples: [
      "lsp-locate nodes 'store/shop.py:total@<|>result += item.price'",
      "lsp-locate nodes store/shop.py --records --limit=20",
    ],
    aliases: ["ast", "syntax"],
    render: renderNodes,
    emptyText: "no syntax nodes",
    options: ["records", "limit"],
    readArguments(texts, { limit, records }) {
      if (limit !== undefined && !records) throw new UsageError("--limit is for nodes --records: add --records.");
      return { texts, params: limit === undefined ? {} : { limit: readWholeNumber(limit, "--limit") } };
    },
    async send([locate], { client }) {
      const place = await client.request<ResolvedPlace>("locate/resolve", { locate });
      const result = await client.request("locate/nodes", { locate });
      return { kind: "shown", result, place, answer: result };
    },
  },
  resolveRange: {
    group: "more",
    summary: "the range that a Locate refers to",
    prints: "The range as file:line:character-line:character, with its lines.",
    json: "{ file_path, range, target, markdown, match?, symbol? }, positions 1-based except in target",
    examples: ["lsp-locate resolveRange store/items.py:Shelf.add", "lsp-locate resolveRange store/items.py:10-20"],
    emptyText: "no place",
    send: resolvePlaceWith("locate/resolveRange"),
  },
  ...changeRows,
};

function resolvePlaceWith(method: string): MethodCommand["send"] {
  return async ([locate], { client }) => {
    const result = await client.request<ResolvedPlace>(method, { locate });
    return { kind: "place", result, place: result };
  };
}
