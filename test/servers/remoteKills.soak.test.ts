/**
 * A server on another host whose connection is killed while it is asked: each request gets one
 * response, none has a path of that host, and afterwards it answers again.
 */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createFolder, removeFolders } from "../folders.js";
import { afterTest, testIf } from "../jest.js";
import { startRaw } from "../peer.js";
import { countingClient } from "../routing/countingClient.js";
import { REMOTE_ROOT, remoteHostProblem, startRemoteHost } from "./remoteHost.js";
import { isOnPath } from "./scenario.js";

const isFull = process.env["TEST_SOAK"] === "full";
const KILLS = Number(process.env["CHAOS_KILLS"] ?? (isFull ? 100 : 6));
const TIMEOUT_MS = isFull ? 1_800_000 : 300_000;

afterEach(removeFolders);

const problem = remoteHostProblem() ?? (isOnPath("pyright-langserver") ? undefined : "pyright is not installed");

const texts = [
  "def area(n: int) -> str:\n    return str(n)\n\n\narea(1)\n",
  "def area(n: int) -> str:\n    return n\n\n\narea(2)\n",
] as const;
const position = { line: 4, character: 1 };

testIf(problem === undefined, problem ?? "")(
  `Each request gets one response, though the connection is killed (${KILLS} times)`,
  async () => {
    const root = createFolder();
    writeFileSync(join(root, "app.py"), texts[0]);
    const host = await startRemoteHost(root);
    afterTest(() => host.stop());
    const file = join(createFolder(), "servers.json");
    const pyright = {
      command: host.command("pyright-langserver --stdio"),
      paths: [{ local: root, remote: REMOTE_ROOT }],
      read: [...host.command("cat"), "{path}"],
      shell: "posix",
    };
    const python = { servers: ["pyright"], companions: [] };
    writeFileSync(file, JSON.stringify({ servers: { pyright }, languages: { python } }));
    const raw = startRaw([], { root, timeoutMs: TIMEOUT_MS, options: ["--servers", file] });
    const client = countingClient(raw, 0);
    const rootUri = pathToFileURL(root).href;
    const uri = `${rootUri}/app.py`;
    await client.request("initialize", { processId: process.pid, rootUri, capabilities: {} });
    client.notify("initialized", {});
    const textDocument = { uri };
    client.notify("textDocument/didOpen", {
      textDocument: { ...textDocument, languageId: "python", version: 0, text: texts[0] },
    });
    const askAll = () =>
      Promise.all(
        ["hover", "definition", "references", "documentSymbol"].map((name) =>
          client.request(`textDocument/${name}`, {
            textDocument,
            position,
            context: { includeDeclaration: true },
          }),
        ),
      );
    const untilWhole = async () => {
      for (;;) {
        const answers = await askAll();
        expect(JSON.stringify(answers)).not.toContain(REMOTE_ROOT);
        const [, definition, references] = answers.map(({ result }) => result as readonly { uri: string }[] | null);
        if (definition?.[0]?.uri === uri && references?.length === 2) return;
        await new Promise(setImmediate);
      }
    };
    await untilWhole();
    let killed = 0;
    for (let n = 0; killed < KILLS; n++) {
      const contentChanges = [{ text: texts[n % 2] }];
      client.notify("textDocument/didChange", { textDocument: { ...textDocument, version: n + 1 }, contentChanges });
      const answers = askAll();
      killed += host.killConnections();
      expect(JSON.stringify(await answers)).not.toContain(REMOTE_ROOT);
      // A server that exits before its first answer too often would be given up.
      if (n % 2 === 1) await untilWhole();
    }
    await untilWhole();
    expect(client.oddities.filter((each) => !each.startsWith("asked for workspace/configuration"))).toEqual([]);
    await client.request("shutdown");
    client.notify("exit");
  },
  TIMEOUT_MS,
);
