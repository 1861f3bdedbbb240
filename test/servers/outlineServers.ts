/**
 * The real servers whose documentSymbol our outlines are compared with, called without the proxy.
 */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Peer, startPeer } from "../peer.js";
import type { ListingQuirks } from "./compareOutlines.js";

export interface OutlineServer {
  readonly name: string;
  readonly command: readonly string[];
  /** The ids of the languages for which this server is the reference. */
  readonly languages: readonly string[];
  readonly quirks: ListingQuirks;
  /** Whether it returns the range of the name as well as the symbol's. */
  readonly hasNameRanges: boolean;
  /** Whether it runs the compiler, so that a file must stay with its includes. */
  readonly needsRealPath?: true;
  readonly initializationOptions?: (languageId: string) => unknown;
  readonly settings?: Readonly<Record<string, unknown>>;
}

export const outlineServers: readonly OutlineServer[] = [
  {
    name: "typescript-language-server",
    command: ["typescript-language-server", "--stdio"],
    languages: ["typescript", "typescriptreact", "javascript"],
    quirks: { listsLocals: true },
    hasNameRanges: true,
  },
  {
    name: "pyright",
    command: ["pyright-langserver", "--stdio"],
    languages: ["python"],
    quirks: { listsLocals: true },
    hasNameRanges: true,
  },
  {
    name: "pylsp",
    command: ["pylsp"],
    languages: ["python"],
    quirks: { listsLocals: true, listsAssignments: true },
    hasNameRanges: false,
  },
  {
    name: "gopls",
    command: ["gopls"],
    languages: ["go"],
    quirks: { listsLocals: false },
    hasNameRanges: true,
  },
  {
    name: "clangd",
    command: ["clangd", "--limit-results=0"],
    languages: ["c", "cpp"],
    quirks: { listsLocals: false, expandsMacros: true },
    hasNameRanges: true,
    needsRealPath: true,
    // Without this option it takes a header for Objective-C++.
    initializationOptions: (languageId) => ({ fallbackFlags: languageId === "c" ? ["-xc"] : ["-xc++", "-std=c++17"] }),
  },
  {
    name: "bash-language-server",
    command: ["bash-language-server", "start"],
    languages: ["shellscript"],
    quirks: { listsLocals: true, listsAssignments: true },
    hasNameRanges: false,
  },
  {
    name: "vscode-json-language-server",
    command: ["vscode-json-language-server", "--stdio"],
    languages: ["json"],
    quirks: { listsLocals: true },
    hasNameRanges: true,
    settings: { json: { maxItemsComputed: 1_000_000 } },
  },
  {
    name: "vscode-css-language-server",
    command: ["vscode-css-language-server", "--stdio"],
    languages: ["css"],
    quirks: { listsLocals: true },
    hasNameRanges: true,
  },
  {
    name: "vscode-html-language-server",
    command: ["vscode-html-language-server", "--stdio"],
    languages: ["html"],
    quirks: { listsLocals: true },
    hasNameRanges: false,
    initializationOptions: () => ({ embeddedLanguages: { css: true, javascript: true } }),
  },
  {
    name: "yaml-language-server",
    command: ["yaml-language-server", "--stdio"],
    languages: ["yaml"],
    quirks: { listsLocals: true },
    hasNameRanges: true,
    settings: { yaml: { schemaStore: { enable: false }, maxItemsComputed: 1_000_000 } },
  },
];

export interface Listing {
  /**
   * Returns the server's documentSymbol of a text. Only the base name of the path counts, unless
   * the server needs the real path.
   */
  symbols(path: string, text: string): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Starts a server in an empty folder: its listing depends on the text alone, and no workspace has
 * to load.
 */
export async function startListing(server: OutlineServer, languageId: string): Promise<Listing> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "lsp-locate-outlines-")));
  const { command, initializationOptions, settings = {}, needsRealPath } = server;
  const peer: Peer = await startPeer(command, {
    root,
    direct: true,
    settings,
    initializationOptions: initializationOptions?.(languageId),
  });
  let opened = 0;
  return {
    async symbols(path, text) {
      const own = `part${++opened}/${path.slice(path.lastIndexOf("/") + 1)}`;
      const textDocument = { uri: needsRealPath ? `file://${encodeURI(path)}` : peer.uri(own) };
      await peer.notify("textDocument/didOpen", { textDocument: { ...textDocument, languageId, version: 1, text } });
      const answer = await peer.request("textDocument/documentSymbol", { textDocument });
      await peer.notify("textDocument/didClose", { textDocument });
      return answer;
    },
    async close() {
      await peer.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
