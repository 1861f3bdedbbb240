/** Files in JSON, perhaps with comments, that say of a project where its modules are. */

import { parse as parseJsonc } from "jsonc-parser";
import { fileReader } from "../../files/fileReader.js";

export type Json = Readonly<Record<string, unknown>>;

const MAX_BYTES = 1 << 20;

/** Returns the object in a file; undefined if it can't be read or is empty. */
export async function readManifest(path: string): Promise<Json | undefined> {
  const text = await fileReader.readText(path, { maxBytes: MAX_BYTES });
  return text ? objectIn(parseJsonc(text)) : undefined;
}

/** Returns a value that is an object; an empty one for any other. */
export function objectIn(value: unknown): Json {
  return typeof value === "object" && value !== null ? (value as Json) : {};
}
