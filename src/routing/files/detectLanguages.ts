/** The languages of the files in a workspace, as far as a short look shows: what a client that must be told at once is told of. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { languageOf } from "../../backend/config/servers.js";
import type { Session } from "../../session/session.js";
import { pathOfUri } from "../../uri.js";
import { isSkippedFolder } from "../../workspace/disk/skippedFolders.js";

/** The client waits for the answer to initialize meanwhile. */
const MAX_SCAN_MS = 60;

/** Language ids, those of files near the top first. */
export function detectLanguages({ client, servers }: Pick<Session, "client" | "servers">): readonly string[] {
  const named = client.roots.folders.flatMap(({ uri }) => pathOfUri(uri) ?? []);
  const queue = named.length > 0 ? named : client.roots.others.slice(0, 1);
  const languageIds = new Set<string>();
  const until = performance.now() + MAX_SCAN_MS;
  for (let at = 0; at < queue.length && performance.now() < until; at++) {
    const folder = queue[at] as string;
    for (const entry of entriesOf(folder)) {
      if (entry.isDirectory() && !isSkippedFolder(entry.name, join(folder, entry.name)))
        queue.push(join(folder, entry.name));
      const language = entry.isFile() ? languageOf(servers, entry.name) : undefined;
      if (language !== undefined) languageIds.add(language);
    }
  }
  return [...languageIds];
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
