/** A temporary project whose language has one server, for tests of verdicts. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterTest } from "../../jest.js";
import { type Peer, startPeer } from "../../peer.js";

interface OpenProject {
  readonly peer: Peer;
  textOf(path: string): string;
}

export async function openProject(
  files: Readonly<Record<string, string>>,
  language: string,
  server: string,
): Promise<OpenProject> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "verdict-")));
  afterTest(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const root = join(folder, "project");
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const servers = join(folder, "servers.json");
  writeFileSync(servers, JSON.stringify({ languages: { [language]: { servers: [server], companions: [] } } }));
  const peer = await startPeer([], { root, options: ["--servers", servers] });
  return { peer, textOf: (path) => files[path] ?? "" };
}
