/** The proxy in front of the command after `--`. */

import { MAX_SERVERS_FILE_BYTES, userServersFile } from "../../backend/config/userFolder.js";
import { startBackend } from "../../backend/process.js";
import { readWholeFileSync } from "../../files/readFileSync.js";
import { type Options, readAgentOption, readMaxFrameBytes } from "../options.js";

/**
 * Spawns the server before the proxy is loaded, and serves until it or the client ends. Resolves
 * with the exit code.
 */
export async function serveCommand(command: readonly string[], options: Options): Promise<number> {
  if (options.restart) {
    const { serveRestarting } = await import("./serveWorkspace.js");
    return serveRestarting(command, options);
  }
  readMaxFrameBytes(options); // errors in them come before any process
  readAgentOption(options);
  if (options.map !== undefined || options.untrusted || mayHaveUntrustedFolders(options.servers)) {
    const { serveRestricted } = await import("./serveBackend.js");
    return serveRestricted(command, options);
  }
  const backend = startBackend(command);
  const { serveBackend } = await import("./serveBackend.js");
  return serveBackend(await backend, options);
}

/** Whether the user's servers.json mentions trust; reading it whole would delay every server. */
function mayHaveUntrustedFolders(path: string | undefined): boolean {
  const { path: file } = userServersFile({ path });
  try {
    // A file in UTF-16 has a NUL in each letter.
    if (file === undefined) return false;
    const { bytes } = readWholeFileSync(file, { maxBytes: MAX_SERVERS_FILE_BYTES });
    return bytes.toString("latin1").replaceAll("\0", "").includes('"folders"');
  } catch {
    return false;
  }
}
