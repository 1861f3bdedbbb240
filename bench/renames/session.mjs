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

/** Writes a servers.json with the project's server alone; with ours alone without `server`. */
export function chooseServer({ language, server }) {
  const settings = mkdtempSync(join(tmpdir(), "bench-renames-settings-"));
  const servers = join(settings, "servers.json");
  const entry = { servers: server === null ? [] : [server] };
  writeFileSync(servers, JSON.stringify({ languages: { [language]: entry } }));
  return { settings, servers };
}

/** Starts a session of the project's server at `root`. */
export async function startRenameSession(project, root, proxy) {
  const { settings, servers } = chooseServer(project);
  const session = await startSession([process.execPath, proxy, "--servers", servers], root, { capabilities });
  const end = async () => {
    await session.end();
    rmSync(settings, { recursive: true, force: true });
  };
  return { session, end };
}
