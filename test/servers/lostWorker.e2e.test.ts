/** A server that runs on without the process that does its work. */

import { mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testIf } from "../jest.js";
import { startPeer } from "../peer.js";
import { removeFolder } from "../removeFolder.js";

const TIMEOUT_MS = 120_000;
/** Without a restart, every answer is empty. */
const MAX_ASKED = 1_000;

testIf(process.platform === "linux", "it needs /proc").each(["typescript-language-server", "vtsls"])(
  "After the tsserver of %s was killed, references are those of a server that is started anew",
  async (server) => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "locate-worker-")));
    writeFileSync(join(root, "tsconfig.json"), "{}");
    writeFileSync(join(root, "a.ts"), "export const one = 1;\nexport const two = one + one;\n");
    try {
      const serversFile = join(root, "servers.json");
      writeFileSync(serversFile, JSON.stringify({ languages: { typescript: { servers: [server] } } }));
      const peer = await startPeer([], { root, timeoutMs: TIMEOUT_MS, options: ["--servers", serversFile] });
      try {
        const references = () => peer.locate<readonly unknown[]>("references", "a.ts:one");
        expect(await references()).toHaveLength(3);
        const workers = processesIn(root, "tsserver.js");
        expect(workers).not.toEqual([]);
        const servers = processesIn(root, "--stdio");
        expect(servers).toHaveLength(1);
        for (const pid of workers) process.kill(pid, "SIGKILL");
        // What the server answers in the moment of the loss is its own, with the uses in the text.
        let found = await references();
        for (let asked = 1; found.length < 3 && asked < MAX_ASKED; asked++) found = await references();
        expect(found).toHaveLength(3);
        const before = [...workers, ...servers];
        const after = [...processesIn(root, "tsserver.js"), ...processesIn(root, "--stdio")];
        expect(after.filter((pid) => before.includes(pid))).toEqual([]);
      } finally {
        await peer.close();
      }
    } finally {
      await removeFolder(root);
    }
  },
  TIMEOUT_MS,
);

/** Returns the ids of the processes in a folder whose command line has that word. */
function processesIn(root: string, word: string): readonly number[] {
  return readdirSync("/proc").flatMap((name) => {
    try {
      const isOne = readFileSync(`/proc/${name}/cmdline`, "latin1")
        .split("\0")
        .some((part) => part.endsWith(word));
      return isOne && readlinkSync(`/proc/${name}/cwd`) === root ? [Number(name)] : [];
    } catch {
      return []; // it has ended
    }
  });
}
