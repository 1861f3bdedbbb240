/** `locate/search` with `unused`, by a real server. */

import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPeer } from "../../peer.js";
import { removeFolder } from "../../removeFolder.js";

const TIMEOUT_MS = 120_000;

test(
  "What has a use outside of itself is left out, and the rest is told apart",
  async () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "locate-unused-")));
    mkdirSync(join(root, "src"));
    writeFileSync(
      join(root, "src/a.py"),
      "def used():\n    return 1\n\n\ndef alone(n):\n    return alone(n - 1)\n\n\nclass Box:\n    def named(self):\n        pass\n",
    );
    writeFileSync(join(root, "src/b.py"), "from a import used\n\nprint(used())\n\n\ndef call(x):\n    x.named()\n");
    const peer = await startPeer(["pyright-langserver", "--stdio"], { root, timeoutMs: TIMEOUT_MS });
    const search = (params: object) =>
      peer.request<{ markdown: string }>("locate/search", { unused: true, symbol_path: "*", ...params });
    try {
      const found = await search({ kind: ["function", "method"], in: "src" });
      expect(found).toMatchObject({
        count: 4,
        checked: 4,
        symbols: [
          { symbol_path: ["call"], use: "unused" },
          { symbol_path: ["alone"], use: "unused", by: expect.stringContaining("pyright") },
          { symbol_path: ["Box", "named"], use: "possible", why: "src/b.py:7" },
        ],
      });
      const lines = found.markdown.split("\n");
      expect(lines[0]).toBe("Of 4 declarations, 1 is used.");
      expect(lines).toContain("- function `src/a.py:alone` at 5:5");
      expect(lines).toContain("- method `src/a.py:Box.named` at 10:9: src/b.py:7");
      const page = await search({ kind: ["function"], limit: 1 });
      expect(page).toMatchObject({ count: 3, checked: 1, after: 1, symbols: [{ use: "unused" }] });
      expect(page.markdown).toContain("… and 2 more; the same with after: 1 goes on.");
    } finally {
      await peer.close();
      await removeFolder(root);
    }
  },
  TIMEOUT_MS,
);
