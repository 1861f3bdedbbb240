/** A session of lsp-locate with one server, as one who edits has it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSession } from "../completeness/session.mjs";

const capabilities = {
  general: { positionEncodings: ["utf-16"] },
  workspace: { configuration: true, workspaceFolders: true, workspaceEdit: { documentChanges: true }, applyEdit: true },
  window: { workDoneProgress: true },
  textDocument: {
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    rename: { prepareSupport: true },
    publishDiagnostics: { versionSupport: true },
  },
};

/** Starts a session of the project's server at `root`; of the embedded one without `server`. */
export async function startRenameSession({ language, server }, root, proxy) {
  const settings = mkdtempSync(join(tmpdir(), "bench-renames-settings-"));
  const servers = join(settings, "servers.json");
  writeFileSync(servers, JSON.stringify({ languages: { [language]: { servers: server === null ? [] : [server] } } }));
  const session = await startSession([process.execPath, proxy, "--servers", servers], root, { capabilities });
  const end = async () => {
    await session.end();
    rmSync(settings, { recursive: true, force: true });
  };
  return { session, end };
}
