/** The notes and errors about files that could not be parsed, with what to write instead. */

import { LocateError } from "../../error.js";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import { echoNames, echoText } from "../../locate/errorText.js";
import type { Locate } from "../../locate/locate.js";
import { writeLocate } from "../../locate/notation/notation.js";
import { formatSymbolPath } from "../../locate/notation/symbolPath.js";
import { escapeName, inlineCode } from "../../text/printable.js";
import { uriOfPath } from "../../uri.js";
import type { UnparsedFiles } from "../../workspace/declaration.js";
import type { FileContext } from "../client/requestContext.js";
import { displayPath, existenceCheck, type Roots } from "../documents/filePaths.js";
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
    `${inlineCode(echoText(formatSymbolPath(path)))} may be declared in the workspace: ${describeUnparsed(facts)}. The other files don't declare it. Write the file and its text, such as ${inlineCode(textLocate)}.`,
    { symbol_path: echoNames(path), path: file, ...facts },
  );
}

/**
 * Adds the text to find, where the file has it, to the error for a symbol of a file whose symbols
 * can't be known.
 */
export function withTextInstead(
  error: unknown,
  locate: Locate,
  { text }: Pick<OpenDocument, "text">,
  context: FileContext,
): unknown {
  const { file_path, scope, find } = locate;
  if (!(error instanceof LocateError) || error.kind !== "unsupported" || "method" in error.data) return error;
  if (scope === undefined || !("symbol_path" in scope)) return error;
  const name = lastPlainName(scope.symbol_path);
  if (find === undefined && !text.text.includes(name)) return error;
  const ready = { ...(file_path !== undefined && { file_path }), find: find ?? name };
  const written = inlineCode(writeLocate(ready, { exists: existenceCheck(context) }));
  const { kind: _kind, ...facts } = error.data;
  return new LocateError(error.kind, `${error.message} For example: ${written}.`, { ...facts, locate: ready });
}
