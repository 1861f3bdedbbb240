/** A temporary project whose language has one server, for tests of verdicts. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterTest } from "../../jest.js";
import { type Peer, startPeer } from "../../peer.js";

type Files = Readonly<Record<string, string>>;

interface OpenProject {
  readonly peer: Peer;
  textOf(path: string): string;
}

interface SharedProject extends OpenProject {
  close(): Promise<void>;
}

const sharedProjects = new Map<string, Promise<SharedProject>>();

/** Opens a project for one test. */
export async function openProject(files: Files, language: string, server: string): Promise<OpenProject> {
  const folder = createFolder();
  afterTest(() => removeFolder(folder));
  return { peer: await open(folder, files, language, server), textOf: (path) => files[path] ?? "" };
}

/**
 * Opens a project once for tests that leave its files as they were; `closeSharedProjects` ends it.
 */
export function shareProject(files: Files, language: string, server: string): Promise<OpenProject> {
  const key = JSON.stringify([files, language, server]);
  let project = sharedProjects.get(key);
  if (project === undefined) sharedProjects.set(key, (project = share(files, language, server)));
  return project;
}

export async function closeSharedProjects(): Promise<void> {
  const all = [...sharedProjects.values()];
  sharedProjects.clear();
  await Promise.all(all.map(async (project) => (await project).close()));
}

async function share(files: Files, language: string, server: string): Promise<SharedProject> {
  const folder = createFolder();
  const peer = await open(folder, files, language, server);
  const close = async () => {
    await peer.close();
    removeFolder(folder);
  };
  return { peer, textOf: (path) => files[path] ?? "", close };
}

function open(folder: string, files: Files, language: string, server: string): Promise<Peer> {
  const root = join(folder, "project");
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const servers = join(folder, "servers.json");
  writeFileSync(servers, JSON.stringify({ languages: { [language]: { servers: [server], companions: [] } } }));
  return startPeer([], { root, options: ["--servers", servers] });
}

const createFolder = () => realpathSync(mkdtempSync(join(tmpdir(), "verdict-")));
const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
