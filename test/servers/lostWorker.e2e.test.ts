/** A server that runs on without the process that does its work. */

import { mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testIf } from "../jest.js";
import { startPeer } from "../peer.js";
import { removeFolder } from "../removeFolder.js";
import { isOnPath } from "./scenario.js";

const TIMEOUT_MS = 120_000;
/** Without a restart, every answer is empty. */
const MAX_ASKED = 1_000;

testIf(
  process.platform === "linux" && isOnPath("typescript-language-server"),
  "it needs /proc and typescript-language-server",
)(
  "After tsserver was killed, references are those of a server that is started anew",
  async () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "locate-worker-")));
    writeFileSync(join(root, "tsconfig.json"), "{}");
    writeFileSync(join(root, "a.ts"), "export const one = 1;\nexport const two = one + one;\n");
    try {
      const peer = await startPeer([], { root, timeoutMs: TIMEOUT_MS });
      try {
        const references = () => peer.locate<readonly unknown[]>("references", "a.ts:one");
        expect(await references()).toHaveLength(3);
        const workers = tsserversIn(root);
        expect(workers).not.toEqual([]);
        for (const pid of workers) process.kill(pid, "SIGKILL");
        // What the server answers in the moment of the loss is its own.
        let found = await references();
        for (let asked = 1; found.length === 0 && asked < MAX_ASKED; asked++) found = await references();
        expect(found).toHaveLength(3);
        expect(tsserversIn(root).filter((pid) => workers.includes(pid))).toEqual([]);
      } finally {
        await peer.close();
      }
    } finally {
      await removeFolder(root);
    }
  },
  TIMEOUT_MS,
);

/** Returns the ids of the processes of tsserver in a folder. */
function tsserversIn(root: string): readonly number[] {
  return readdirSync("/proc").flatMap((name) => {
    try {
      const isWorker = readFileSync(`/proc/${name}/cmdline`, "latin1").includes("tsserver.js");
      return isWorker && readlinkSync(`/proc/${name}/cwd`) === root ? [Number(name)] : [];
    } catch {
      return []; // it has ended
    }
  });
}
