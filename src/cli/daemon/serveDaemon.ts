/** `lsp-locate daemon serve`: the process of a shared session, which the first command starts. */

import { closeSync, writeSync } from "node:fs";
import { limitEnd } from "../../backend/guard/guard.js";
import { daemonContext } from "../../daemon/daemonContext.js";
import { daemonFiles, daemonFolder, thisFolderQuery } from "../../daemon/daemonFolder.js";
import { openDaemonLog } from "../../daemon/daemonLog.js";
import { daemonIdleMs } from "../../daemon/daemonSettings.js";
import { type DaemonListener, listenForClients } from "../../daemon/listenForClients.js";
import { REPORT_DESCRIPTOR, type SpawnOutcome } from "../../daemon/spawn.js";
import { errorMessage, LocateError, type Logger } from "../../error.js";
import { escapeControls } from "../../text/printable.js";
import { type Options, UsageError } from "../options.js";
import { onEndSignal } from "../setup/sessionEnd.js";
import { createProgramCheck, VERSION } from "../setup/version.js";
import { openDaemonClients } from "./daemonClients.js";

/** Serves clients until the session is due to end. Resolves with the exit code. */
export async function serveDaemon(key: string, options: Options): Promise<number> {
  const { root } = options;
  if (root === undefined) throw new UsageError("daemon serve is started by other commands, with a key and --root.");
  const context = daemonContext({ options, workspace: root, workingDirectory: root, version: VERSION });
  const files = daemonFiles(daemonFolder(thisFolderQuery()), key);
  const stream = openDaemonLog(files.log);
  const log: Logger = (line) => {
    stream.write(`${new Date().toISOString()} ${escapeControls(line)}\n`);
  };
  process.on("uncaughtException", (error) => {
    log(`internal error: ${error.stack ?? error.message}`);
    process.exit(1);
  });
  const isProgramReplaced = createProgramCheck(process.argv[1] ?? "");
  const clients = openDaemonClients(options, log);
  let listener: DaemonListener;
  try {
    if (context.key !== key) throw new Error("its servers.json or environment has changed meanwhile");
    listener = await listenForClients({
      files,
      workspace: context.workspace,
      version: VERSION,
      idleMs: daemonIdleMs(process.env),
      onClient: clients.connect,
      onBackendClient: clients.connectToServer,
      servers: clients.servers,
      unwatched: clients.unwatched,
      isProgramReplaced,
      log,
    });
  } catch (error) {
    const isRunning = error instanceof LocateError && error.kind === "file_unwritable";
    report(isRunning ? ("exists" satisfies SpawnOutcome) : errorMessage(error));
    return 1;
  }
  log(`session ${key} of ${context.workspace} started, process ${process.pid}`);
  report("ready" satisfies SpawnOutcome);
  const signalled = new Promise<string>((resolve) => onEndSignal(resolve));
  const reason = await Promise.race([listener.due, signalled]);
  limitEnd();
  log(`session ${key} ends: ${reason}`);
  listener.refuseClients();
  await clients.end();
  await listener.close();
  return 0;
}

/** Answers the command that has started this process; it may be gone. */
function report(text: string): void {
  try {
    writeSync(REPORT_DESCRIPTOR, text);
    closeSync(REPORT_DESCRIPTOR);
  } catch {
    // Nobody is waiting.
  }
}
