/** The parsers of a session: the included grammars and those of servers.json, in worker threads. */

import type { Servers } from "../../backend/config/servers.js";
import type { Logger } from "../../error.js";
import { Grammars } from "../../syntax/grammars/grammars.js";
import { describeMissingFiles } from "../../syntax/grammars/installedFiles.js";
import type { Syntax } from "../../syntax/syntax.js";
import { disableWasmTiering } from "../../syntax/wasmTiering.js";
import { bundledPath } from "./program.js";

/**
 * Returns a function that loads the parsers, when it is called first. In a session that ends soon,
 * texts of usual size are parsed without a thread, whose start takes longer than the parse.
 */
export function createSyntaxLoader(servers: Servers, log: Logger, { endsSoon = false } = {}): () => Promise<Syntax> {
  const load = async () => {
    const [{ Syntax }, { startSyntaxWorker }, inThread] = await Promise.all([
      import("../../syntax/syntax.js"),
      import("../../syntax/startSyntaxWorker.js"),
      endsSoon ? import("../../syntax/startSyntaxInThread.js") : undefined,
    ]);
    if (inThread) disableWasmTiering();
    return new Syntax({
      grammars: createGrammars(servers),
      treeSitterWasm: engineFile,
      startWorker: startSyntaxWorker,
      ...(inThread && { startFirst: inThread.startSyntaxInThread }),
      log,
    });
  };
  let loading: Promise<Syntax> | undefined;
  return () => {
    loading ??= load();
    return loading;
  };
}

/** The path of tree-sitter's own WebAssembly file. */
export const engineFile = bundledPath("../grammars/tree-sitter.wasm");

/** Returns what the installation lacks, as a sentence; undefined if it is complete. */
export function installationProblem(servers: Servers): string | undefined {
  return describeMissingFiles(createGrammars(servers), engineFile);
}

export function createGrammars({ grammars: userGrammars }: Servers): Grammars {
  return new Grammars({ grammars: bundledPath("../grammars"), queries: bundledPath("../../queries") }, userGrammars);
}
