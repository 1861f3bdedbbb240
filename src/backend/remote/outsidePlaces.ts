/**
 * Places outside of all mapped folders: for a client that reads documents of servers, URIs of a
 * scheme of their own; for another one, read-only copies in a folder of this machine.
 */

import { createHash } from "node:crypto";
import { renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { errorMessage, type Logger } from "../../error.js";
import { makeFolders } from "../../files/write/makeFolders.js";
import { pathOfUri } from "../../uri.js";
import { remoteUriPrefix } from "../config/pathPairs.js";
import { forgetOldest } from "../libraries/forgetOldest.js";
import type { OutsidePlaces } from "./messageMapping.js";
import { createPathMapping, remotePathOf } from "./pathMapping.js";
import { type RemoteReading, readRemoteFile } from "./remoteFiles.js";

/** Names places by URIs such as `lsp-remote://gopls/usr/lib/go/src/fmt/print.go`. */
export function virtualPlaces({ name }: Pick<RemoteReading, "name">): OutsidePlaces {
  const uriPrefix = remoteUriPrefix(name);
  return {
    uriPrefix,
    toLocal: (uri) => `${uriPrefix}${uri.slice("file:///".length)}`,
    toRemote: (uri) => (uri.startsWith(uriPrefix) ? `file:///${uri.slice(uriPrefix.length)}` : undefined),
  };
}

export interface CopiedPlaces extends OutsidePlaces {
  /** Reads the file of a server's URI. Never rejects: what can't be read is logged, once. */
  copy(uri: string): Promise<void>;
}

/** How many files are read at once, for one server. */
const MAX_CONCURRENT = 4;
/** How many folders of copies are kept: one for each server with its mapping. */
const MAX_FOLDERS = 20;

/**
 * Keeps copies below `folder` (absolute), each read once in a session. `origin` tells apart the
 * file systems that servers of one name run on.
 */
export function copiedPlaces(
  folder: string,
  { origin, reading, log }: { readonly origin: unknown; readonly reading: RemoteReading; readonly log: Logger },
): CopiedPlaces {
  const stamp = createHash("sha256").update(JSON.stringify(origin)).digest("hex").slice(0, 32);
  const root = join(folder, stamp);
  const { toLocal, toRemote } = createPathMapping([{ local: root, remote: "/" }]);
  const copies = new Map<string, Promise<void>>();
  let running = 0;
  const waiting: (() => void)[] = [];
  const inTurn = async (work: () => Promise<void>) => {
    if (running >= MAX_CONCURRENT) await new Promise<void>((resolve) => waiting.push(resolve));
    running++;
    try {
      await work();
    } finally {
      running--;
      waiting.shift()?.();
    }
  };
  let isPrepared = false;
  const prepare = () => {
    if (isPrepared) return;
    isPrepared = true;
    makeFolders(root, 0o700);
    const now = new Date();
    utimesSync(root, now, now);
    forgetOldest(folder, MAX_FOLDERS);
  };
  const write = async (uri: string) => {
    const path = remotePathOf(uri);
    const target = pathOfUri(toLocal.uri(uri) ?? "");
    if (path === undefined || target === undefined) return;
    try {
      const bytes = await readRemoteFile(path, reading);
      prepare();
      makeFolders(dirname(target), 0o700);
      const unfinished = `${target}.${process.pid}`;
      try {
        writeFileSync(unfinished, bytes, { mode: 0o400 });
        renameSync(unfinished, target);
      } finally {
        rmSync(unfinished, { force: true });
      }
    } catch (error) {
      log(errorMessage(error));
    }
  };
  return {
    uriPrefix: toRemote.folders[0]!.from.uri,
    toLocal: (uri) => toLocal.uri(uri) ?? uri,
    toRemote: (uri) => toRemote.uri(uri),
    copy(uri) {
      const present = copies.get(uri);
      if (present) return present;
      const copied = inTurn(() => write(uri));
      copies.set(uri, copied);
      return copied;
    },
  };
}
