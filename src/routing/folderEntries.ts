/** What is in a folder. Names are read by the process's pool of threads: a file system that hangs must not hang the relay. */

import { lstatSync, promises, type Stats, statSync } from "node:fs";

/** A link counts as a file, whatever it leads to: a folder has its own name where it is. */
export type Kind = "folder" | "file";

/** Entries that are taken over at once: more than some tens of thousands would take too long. */
const atOnce = 1_024;
/** Where a folder takes up more, it is read in parts, which is slower for others. Some file systems give no size; there it takes what it takes. */
const largeFolderBytes = 1024 * 1024;

/** What is neither file nor folder is left out. Rejects as `readdir` does. `breathe` is called now and then. */
export async function kindsIn(
  path: string,
  folder: Stats,
  breathe: () => Promise<void>,
): Promise<ReadonlyMap<string, Kind>> {
  const kinds = new Map<string, Kind>();
  const entries =
    folder.size > largeFolderBytes
      ? await promises.opendir(path, { bufferSize: atOnce })
      : await promises.readdir(path, { withFileTypes: true });
  for await (const entry of entries) {
    const kind = kindOf(entry);
    if (kind) kinds.set(entry.name, kind);
    if (kinds.size % atOnce === 0) await breathe();
  }
  return kinds;
}

export function kindOf(entry: Pick<Stats, "isDirectory" | "isFile" | "isSymbolicLink">): Kind | undefined {
  if (entry.isDirectory()) return "folder";
  return entry.isFile() || entry.isSymbolicLink() ? "file" : undefined;
}

/** Of what a link leads to. */
export function statOrNothing(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Of a link itself. */
export function lstatOrNothing(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
