/**
 * The languages of the files in a workspace, as far as a short scan finds them, for clients that
 * need them at once.
 */

import { languageOfFile } from "../../files/languageOfFile.js";
import type { Session } from "../../session/session.js";
import { pathOfUri } from "../../uri.js";
import { type EntryKind, pathInFolder, readEntries } from "../../workspace/disk/folderEntries.js";
import { isSkippedFolder } from "../../workspace/disk/skippedFolders.js";

/** The client waits for the response to `initialize` meanwhile. */
const MAX_SCAN_MS = 60;

/** Returns language ids, those of files near the top first. */
export function detectLanguages({ client, servers }: Pick<Session, "client" | "servers">): readonly string[] {
  const named = client.roots.folders.flatMap(({ uri }) => pathOfUri(uri) ?? []);
  const queue = named.length > 0 ? named : client.roots.others.slice(0, 1);
  const languageIds = new Set<string>();
  const until = performance.now() + MAX_SCAN_MS;
  for (let at = 0; at < queue.length && performance.now() < until; at++) {
    const folder = queue[at] as string;
    for (const [name, kind] of entriesOf(folder)) {
      const path = pathInFolder(folder, name);
      if (kind === "folder" && !isSkippedFolder(name, path)) queue.push(path);
      const language = kind === "file" ? languageOfFile(path, servers) : undefined;
      if (language !== undefined) languageIds.add(language);
    }
  }
  return [...languageIds];
}

function entriesOf(folder: string): readonly (readonly [string, EntryKind])[] {
  try {
    return [...readEntries(folder)];
  } catch {
    return [];
  }
}
