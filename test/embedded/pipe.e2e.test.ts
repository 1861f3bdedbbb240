/** A named pipe in the place of a document, which needs another program to make it. */

import { execFileSync } from "node:child_process";
import { testIf } from "../jest.js";
import { type Pair, pair } from "./pair.js";

let session: Pair | undefined;
afterEach(() => session?.close());

const testOnUnix = testIf(process.platform !== "win32", "needs POSIX");
testOnUnix("A request about a pipe has a null result and does not block", async () => {
  session = await pair();
  execFileSync("mkfifo", [`${session.folder}/pipe.ts`]);
  const params = { textDocument: { uri: session.uri("pipe.ts") }, position: { line: 0, character: 0 } };
  expect(await session.ask("textDocument/hover", params)).toBeNull();
});
