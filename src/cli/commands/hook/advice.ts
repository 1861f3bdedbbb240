/** The line about a symbol that a harness has searched for as text. */

import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { connectDaemon } from "../../../daemon/connect.js";
import { type DaemonContext, daemonContext } from "../../../daemon/daemonContext.js";
import { otherHomeOf } from "../../../daemon/daemonControl.js";
import {
  checkDaemonFolder,
  type DaemonFiles,
  daemonFiles,
  daemonFolders,
  thisFolderQuery,
} from "../../../daemon/daemonFolder.js";
import { readRecord, recordedKeys } from "../../../daemon/daemonRecord.js";
import { escapeLine } from "../../../text/printable.js";
import { openPeer } from "../../../wire/peer.js";
import type { ShellCommand, ShellOutput, ShellResult } from "../../daemon/daemonMessages.js";
import { findCommandWorkspace, loadServersOf } from "../../setup/commandWorkspace.js";
import { VERSION } from "../../setup/program.js";
import { quoteForShell } from "../../show/locateText.js";
import type { SymbolSearch } from "./readSearch.js";

/**
 * Returns the line; undefined where the name is declared nowhere. It asks the session that runs for
 * the workspace, and starts none: without one, it is said how the symbol is found.
 */
export async function adviceFor(search: SymbolSearch): Promise<string | undefined> {
  const { symbol, isSurelyCode } = search;
  const found = await declarationsOf(search);
  if (found === undefined) return isSurelyCode ? withoutSession(symbol) : undefined;
  const [first] = found.symbols;
  if (first === undefined || first.match !== undefined) return undefined;
  // A Locate is read in the folder where the command is typed.
  const path = relative(search.workingDirectory, fileURLToPath(first.uri));
  const locate = `${path}:${first.symbol_path.join(".")}`;
  const others = found.count > 1 ? ` (and ${found.count - 1} more: lsp-locate search ${quoteForShell(symbol)})` : "";
  return escapeLine(
    `${symbol} is the ${first.kind} ${locate}${others}. Its uses, by meaning and not by text: lsp-locate references ${quoteForShell(locate)} (over MCP: ask, context).`,
  );
}

function withoutSession(symbol: string): string {
  return escapeLine(
    `${symbol} looks like a symbol: lsp-locate search ${quoteForShell(symbol)} finds where it is declared, and lsp-locate references ${quoteForShell(`:${symbol}`)} its uses, by meaning (over MCP: search, ask).`,
  );
}

interface SearchAnswer {
  readonly symbols: readonly {
    readonly uri: string;
    readonly symbol_path: readonly string[];
    readonly kind: string;
    readonly match?: string;
  }[];
  readonly count: number;
}

/** Returns the workspace of a command that is started in a folder. */
export async function workspaceOf(workingDirectory: string): Promise<string> {
  return (await findCommandWorkspace({ workingDirectory }, () => loadServersOf({}))).folder;
}

/** Returns what the running session finds; undefined where none runs. */
async function declarationsOf({ symbol, workingDirectory }: SymbolSearch): Promise<SearchAnswer | undefined> {
  const folder = await workspaceOf(workingDirectory);
  const files = sessionOf(daemonContext({ options: {}, workspace: folder, workingDirectory, version: VERSION }));
  const found = files && (await connectDaemon(files, "client"));
  if (found?.kind !== "connected") return undefined;
  let output = "";
  const peer = openPeer(found.stream, {
    notification(method, params) {
      const { stream, text } = params as ShellOutput;
      if (method === "shell/print" && stream === "stdout") output += text;
    },
    request: () => Promise.reject(new Error("a hook has no input and writes nothing")),
  });
  const noTerminal = { isTTY: false, columns: undefined };
  const command: ShellCommand = {
    argv: ["search", symbol, "--json", "--limit=1"],
    workingDirectory,
    env: {},
    stdout: noTerminal,
    stderr: noTerminal,
  };
  const result = await peer.request<ShellResult>("shell/run", command);
  found.stream.destroy();
  return result !== undefined && output !== "" ? (JSON.parse(output) as SearchAnswer) : { symbols: [], count: 0 };
}

/**
 * Returns the session of a workspace: that of this environment, else the latest of another one,
 * since harnesses start their MCP servers and their hooks with different variables.
 */
function sessionOf({ key, workspace }: DaemonContext): DaemonFiles | undefined {
  const sessions = daemonFolders(thisFolderQuery())
    .filter((folder) => checkDaemonFolder(folder))
    .flatMap((folder) => recordedKeys(folder).map((each) => ({ key: each, files: daemonFiles(folder, each) })))
    .flatMap(({ key, files }) => {
      const record = readRecord(files);
      const isFit = record?.workspace === workspace && record.version === VERSION && !otherHomeOf(record);
      return isFit ? [{ key, files, record }] : [];
    });
  const latest = sessions.toSorted((one, other) => other.record.startedAt - one.record.startedAt);
  return (sessions.find((each) => each.key === key) ?? latest[0])?.files;
}
