/** Decodes files: notebooks as scripts, all others as they are. */

import { type BinaryContent, type DecodedText, decode } from "../../../text/decode.js";
import { isNotebookPath, type Notebook, readNotebook } from "./notebook.js";
import { scriptOf } from "./notebookScript.js";

/** A text of a file; `notebook` is what it is the script of. */
export interface FileText extends DecodedText {
  readonly notebook?: Notebook;
}

/** Decodes the text of a file: of a notebook, its script. */
export function decodeFile(path: string, bytes: Uint8Array): FileText | BinaryContent {
  const decoded = decode(bytes);
  if ("binary" in decoded || !isNotebookPath(path)) return decoded;
  const notebook = readNotebook(decoded.text);
  return "unreadable" in notebook
    ? { binary: notebook.unreadable }
    : { ...decoded, text: scriptOf(notebook), notebook };
}

/** Returns the bytes of a file's code: of a notebook, its script; undefined if it can't be read. */
export function codeBytes<Bytes extends Uint8Array>(path: string, bytes: Bytes): Bytes | undefined {
  if (!isNotebookPath(path)) return bytes;
  const decoded = decodeFile(path, bytes);
  return "binary" in decoded ? undefined : (Buffer.from(decoded.text) as Uint8Array as Bytes);
}
