/** Reads a zip file: its files and their bytes. Supports what packages of VS Code use. */
import { inflateRawSync } from "node:zlib";

/** Returns the bytes of each file by its path, with `/`. Throws if it is not a zip. */
export function unzip(zip: Buffer): ReadonlyMap<string, Buffer> {
  const end = zip.lastIndexOf("PK\x05\x06", undefined, "latin1");
  if (end < 0) throw new Error("This is no zip.");
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, packed] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const path = zip.toString("utf8", at + 46, at + 46 + name);
    const local = zip.readUInt32LE(at + 42);
    // The header before the bytes has a length of its own.
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(from, from + packed);
    files.set(path, method === 0 ? bytes : inflateRawSync(bytes));
    at += 46 + name + extra + comment;
  }
  return files;
}
