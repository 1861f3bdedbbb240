/** The file of an open document: whether it has changed on disk, and its text. */

import type { Stats } from "node:fs";
import { MAX_TEXT_BYTES, readWholeFileSync } from "../../../files/readFileSync.js";
import { decode } from "../../../text/decode.js";
import type { Document } from "../../../text/document.js";
import { type EntryStamp, entryStampOf, type FileStamp, hasChanged } from "../../../workspace/disk/fileStamp.js";
import { statIfExists } from "../../../workspace/disk/folderEntries.js";

/** `deleted` is said once; after that the file is `missing`. */
type FileState = "unchanged" | "changed" | "deleted" | "missing";

export class FileOnDisk {
  readonly path: string;
  /** The stamp at the last reading; undefined if there was no file. */
  #stamp: EntryStamp | undefined;
  /** The length of the text last read, in UTF-16. */
  #length: number | undefined;

  constructor(path: string) {
    this.path = path;
  }

  /** Compares the file with what `read` returned last, by its stamp. */
  compare(): FileState {
    const stamp = this.#stamp;
    const stats = statIfExists(this.path);
    // Most comparisons end here, so they make no objects.
    if (stats && stamp && stamp !== "folder" && !stamp.isYoung && isSameFile(stats, stamp)) return "unchanged";
    const current = stats && stampIfFile(stats);
    if (current === undefined) {
      this.#stamp = undefined;
      return stamp === undefined ? "missing" : "deleted";
    }
    return stamp === undefined || hasChanged(stamp, current, true) ? "changed" : "unchanged";
  }

  /** Whether a file that is unchanged since it was last read has this text. */
  hasText(document: Pick<Document, "length" | "text">): boolean {
    return document.length === this.#length && document.text === this.read();
  }

  /** Reads the file's text. Returns undefined if it can't be read, is binary or too long. */
  read(): string | undefined {
    try {
      const { bytes, statsBefore } = readWholeFileSync(this.path, { maxBytes: MAX_TEXT_BYTES });
      this.#stamp = stampIfFile(statsBefore);
      const decoded = decode(bytes);
      const text = "binary" in decoded ? undefined : decoded.text;
      this.#length = text?.length;
      return text;
    } catch {
      return undefined;
    }
  }
}

function isSameFile({ size, mtimeMs, ino }: Stats, stamp: FileStamp): boolean {
  return mtimeMs === stamp.modifiedMs && size === stamp.size && ino === stamp.inode;
}

function stampIfFile(stats: Stats): EntryStamp | undefined {
  const stamp = entryStampOf(stats, Date.now());
  return stamp === "folder" ? undefined : stamp;
}
