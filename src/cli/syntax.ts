/** Syntax for a session of this command: the grammars that are shipped with it and those of servers.json, parsed in worker threads. */

import { fileURLToPath } from "node:url";
import type { Servers } from "../backend/servers.js";
import type { Syntax } from "../syntax/syntax.js";

/** Loads what parses when it is called. */
export function syntaxFor({ grammars: own }: Servers, log: (line: string) => void): () => Promise<Syntax> {
  return async () => {
    const [{ Syntax }, { Grammars }, { startWorker }] = await Promise.all([
      import("../syntax/syntax.js"),
      import("../syntax/grammars.js"),
      import("../syntax/startWorker.js"),
    ]);
    // Beside the built command, which is where this runs.
    const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
    const grammars = new Grammars({ grammars: folder("../grammars"), queries: folder("../../queries") }, own);
    return new Syntax({ grammars, engine: folder("../grammars/tree-sitter.wasm"), start: startWorker, log });
  };
}
