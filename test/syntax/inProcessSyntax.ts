/** A Syntax without a thread: the same messages through a channel in this thread. */

import type { UserGrammar } from "../../src/syntax/grammars/grammars.js";
import { startSyntaxInThread } from "../../src/syntax/startSyntaxInThread.js";
import { Syntax } from "../../src/syntax/syntax.js";
import { engineWasm, PackagedGrammars } from "./packagedGrammars.js";

/** Creates a Syntax of the shipped grammars and a user's own. */
export function createInProcessSyntax(own?: ReadonlyMap<string, UserGrammar>): Syntax {
  return new Syntax({
    grammars: new PackagedGrammars(own),
    treeSitterWasm: engineWasm,
    startWorker: startSyntaxInThread,
    log: () => {},
  });
}
