/** What answers about the workspace say of files that contain a name and could not be parsed. */

import { LocateError } from "../../error.js";
import { writeLocate } from "../../locate/notation/notation.js";
import { formatSymbolPath } from "../../locate/notation/symbolPath.js";
import { escapeName, inlineCode } from "../../text/printable.js";
import { uriOfPath } from "../../uri.js";
import type { UnparsedFiles } from "../../workspace/declaration.js";
import { displayPath, type Roots } from "../documents/filePaths.js";
import { lastPlainName } from "./declarationPath.js";

/** The files that an answer lacks, for clients. */
export interface UnparsedFacts {
  readonly count: number;
  /** The first of them, as an agent would write them. */
  readonly files: readonly string[];
  readonly why: string;
}

export function unparsedFacts({ count, paths, reason }: UnparsedFiles, roots: Roots): UnparsedFacts {
  return { count, files: paths.map((path) => displayPath(uriOfPath(path, roots.folders), roots)), why: reason };
}

/** Returns `2 files that contain the name could not be parsed: a.py, b.py (why)`. */
export function describeUnparsed({ count, files, why }: UnparsedFacts): string {
  const noun = count === 1 ? "1 file that contains" : `${count} files that contain`;
  const more = count > files.length ? ` and ${count - files.length} more` : "";
  return `${noun} the name could not be parsed: ${files.map(escapeName).join(", ")}${more} (${why})`;
}

/** The error for a symbol that is declared in no file that could be parsed. */
export function unparsedFilesError(path: readonly string[], unparsed: UnparsedFiles, roots: Roots): LocateError {
  const facts = unparsedFacts(unparsed, roots);
  const [file = "src/file"] = facts.files;
  const textLocate = writeLocate({ file_path: file, find: lastPlainName(path) });
  return new LocateError(
    "file_unreadable",
    `${inlineCode(formatSymbolPath(path))} may be declared in the workspace: ${describeUnparsed(facts)}. The other files don't declare it. Write the file and its text, such as ${inlineCode(textLocate)}.`,
    { symbol_path: path, path: file, ...facts },
  );
}
