/** The parsers of a session: the included grammars and those of servers.json, in worker threads. */

import type { Servers } from "../../backend/config/servers.js";
import type { Logger } from "../../error.js";
import { Grammars } from "../../syntax/grammars/grammars.js";
import { describeMissingFiles } from "../../syntax/grammars/installedFiles.js";
import type { Syntax } from "../../syntax/syntax.js";
import { bundledPath } from "./bundledPath.js";

/** Returns a function that loads the parsers. */
export function createSyntaxLoader(servers: Servers, log: Logger): () => Promise<Syntax> {
  return async () => {
    const [{ Syntax }, { startSyntaxWorker }] = await Promise.all([
      import("../../syntax/syntax.js"),
      import("../../syntax/startSyntaxWorker.js"),
    ]);
    return new Syntax({
      grammars: createGrammars(servers),
      treeSitterWasm: engineFile,
      startWorker: startSyntaxWorker,
      log,
    });
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
