/**
 * A workspace to test a recipe in: a project in several languages, an empty home, and `lsp-locate`
 * on the PATH.
 */
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { buildCommand } from "../buildCommand.js";
import { repository } from "../peer.js";
import { removeFolder } from "../removeFolder.js";

export interface Workspace {
  /** A copy of test/projects/polyglot. */
  readonly project: string;
  /** A folder at the front of the PATH. */
  readonly programs: string;
  readonly env: NodeJS.ProcessEnv;
  /** Each started lsp-locate, in order: resolves when its process has ended. */
  startedProcesses(): readonly Promise<void>[];
  remove(): void;
}

/** Why no workspace can be made on this system; `undefined` if it can. */
export const unsupportedReason =
  process.platform === "win32" ? "its lsp-locate is a script for sh, which Windows does not start" : undefined;

/**
 * Loaded into each lsp-locate: a connection that the system closes when the process ends, and that
 * does not keep it alive.
 */
const exitMonitorScript = (path: string) => `
if (require("node:worker_threads").isMainThread)
  require("node:net").connect(${JSON.stringify(path)}).on("error", () => {}).unref();
`;

export async function makeWorkspace(): Promise<Workspace> {
  // The real path, because servers return it, and a temporary folder is a link on some systems.
  const root = realpathSync(mkdtempSync(join(tmpdir(), "lsp-locate-editor-")));
  const project = join(root, "project");
  const programs = join(root, "programs");
  cpSync(join(repository, "test/projects/polyglot"), project, { recursive: true });
  // Without a repository, editors ask for a root, or use the file's folder.
  mkdirSync(join(project, ".git"));
  mkdirSync(programs);

  const processExits: Promise<void>[] = [];
  const server = createServer((socket) => {
    processExits.push(new Promise((resolve) => socket.on("error", () => {}).on("close", () => resolve())));
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(join(root, "alive"), resolve));
  writeFileSync(join(root, "lifeline.cjs"), exitMonitorScript(join(root, "alive")));
  const start = `#!/bin/sh\nexec '${process.execPath}' --require '${join(root, "lifeline.cjs")}' '${await buildCommand()}' "$@"\n`;
  writeFileSync(join(programs, "lsp-locate"), start);
  chmodSync(join(programs, "lsp-locate"), 0o755);

  const path = [programs, join(repository, "node_modules/.bin"), process.env["PATH"]].join(delimiter);
  return {
    project,
    programs,
    // Without the user's configuration and servers.json.
    env: {
      ...process.env,
      PATH: path,
      HOME: root,
      XDG_CONFIG_HOME: root,
      LSP_LOCATE_SERVERS: undefined,
      LC_ALL: "C.UTF-8",
    },
    startedProcesses: () => processExits,
    remove() {
      server.close();
      // A server may still be writing into its cache.
      removeFolder(root);
    },
  };
}
