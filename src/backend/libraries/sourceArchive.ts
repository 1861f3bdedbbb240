/**
 * Archives of sources (jar, zip, wheel) as folders: unpacked once into the user's cache folder, as
 * read-only copies. An archive that has changed is another folder.
 */

import { createHash } from "node:crypto";
import { existsSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import { LocateError } from "../../error.js";
import { readWholeFileSync } from "../../files/readFileSync.js";
import { makeFolders } from "../../files/write/makeFolders.js";
import { languageOfPath } from "../../languages/languages.js";
import { escapeName } from "../../text/printable.js";
import { forgetOldest } from "./forgetOldest.js";

/** The limits for one archive, and the number of archives that are kept. */
const MAX_ARCHIVE_BYTES = 256 * 1024 * 1024;
const MAX_BYTES = 512 * 1024 * 1024;
const MAX_FILES = 50_000;
const MAX_KEPT = 60;

/** Whether a path is that of an archive, by its name. */
export function isArchive(path: string): boolean {
  return /\.(?:jar|zip|whl)$/i.test(path);
}

/**
 * Returns the folder with the sources of an archive, which are below `cacheFolder`. Throws
 * `file_unreadable` if it can't be read or has no sources.
 */
export function unpackArchive(archive: string, cacheFolder: string, advice: string): string {
  const { size, mtimeMs } = statSync(archive);
  const stamp = createHash("sha256").update(`${archive}\0${size}\0${mtimeMs}`).digest("hex").slice(0, 32);
  const kept = join(cacheFolder, "libraries");
  const folder = join(kept, stamp);
  if (existsSync(folder)) {
    const now = new Date();
    utimesSync(folder, now, now);
    return folder;
  }
  const files = sourcesIn(archive);
  if (files.length === 0) throw noSourcesError(archive, advice);
  makeFolders(kept, 0o700);
  forgetOldest(kept, MAX_KEPT);
  const unfinished = `${folder}.${process.pid}`;
  try {
    for (const [name, bytes] of files) {
      const path = join(unfinished, name);
      makeFolders(dirname(path), 0o700);
      writeFileSync(path, bytes, { mode: 0o400 });
    }
    renameSync(unfinished, folder);
  } catch (error) {
    // Another process may have done the same.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return folder;
}

/** Returns the files of known languages, by paths that lead nowhere else. */
function sourcesIn(archive: string): readonly (readonly [string, Uint8Array])[] {
  const { bytes } = readWholeFileSync(archive, { maxBytes: MAX_ARCHIVE_BYTES });
  let size = 0;
  let count = 0;
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!isPlainPath(name) || languageOfPath(name) === "" || name.startsWith("META-INF/")) return false;
        size += originalSize;
        count++;
        return size <= MAX_BYTES && count <= MAX_FILES;
      },
    });
    return Object.entries(files);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new LocateError("file_unreadable", `${escapeName(archive)} can't be unpacked: ${why}.`, {
      path: archive,
      why: "it is no archive that can be read",
    });
  }
}

/** Whether a path in an archive stays in the folder that it is unpacked to. */
function isPlainPath(name: string): boolean {
  const parts = name.split("/");
  return (
    !name.endsWith("/") && !/[\\:\0]/.test(name) && parts.every((part) => part !== "" && part !== ".." && part !== ".")
  );
}

function noSourcesError(archive: string, advice: string): LocateError {
  return new LocateError("file_unreadable", `${escapeName(archive)} has no sources in it. To have them, ${advice}.`, {
    path: archive,
    why: "it has no sources",
  });
}
