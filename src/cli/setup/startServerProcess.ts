/**
 * Starts the process of a server; of one on another file system, with the paths of this one; for
 * clients that have notebooks as scripts, with their cells as documents where it wants these.
 */

import { tmpdir } from "node:os";
import { join } from "node:path";
import { homeFolder } from "../../backend/config/userFolder.js";
import { type BackendProcess, type StartBackendOptions, startBackend } from "../../backend/process.js";

interface StartServerOptions extends StartBackendOptions {
  /** Whether clients have notebooks as scripts. */
  readonly readsNotebooks?: boolean;
}

/** `maxFrameBytes` is the maximum length of a message's body, if it is not the default. */
export async function startServerProcess(
  command: readonly string[],
  options: StartServerOptions,
  maxFrameBytes?: number,
): Promise<BackendProcess> {
  const { readsNotebooks, ...rest } = options;
  const started = await startMapped(command, rest, maxFrameBytes);
  if (!readsNotebooks) return started;
  const { withNotebooks } = await import("../../routing/notebooks/notebookProcess.js");
  return withNotebooks(started, maxFrameBytes);
}

async function startMapped(
  command: readonly string[],
  options: StartBackendOptions,
  maxFrameBytes: number | undefined,
): Promise<BackendProcess> {
  const { mapping, log: stderr = process.stderr } = options;
  const started = await startBackend(command, options);
  if (mapping === undefined) return started;
  const [{ mapProcess }, { cacheFolder }] = await Promise.all([
    import("../../backend/remote/mappedProcess.js"),
    import("../../workspace/cache/cacheFolder.js"),
  ]);
  const copies = join(cacheFolder(homeFolder()) ?? join(tmpdir(), "lsp-locate"), "remote");
  const log = (message: string) => void stderr.write(`lsp-locate: ${message}\n`);
  return mapProcess(started, mapping, { copies, log, maxFrameBytes });
}
