/**
 * The file of a Locate that names none: by the global index, and by the workspace symbols of the
 * backends.
 */

import { LocateError } from "../../error.js";
import type { Locate } from "../../locate/locate.js";
import { writeLocate } from "../../locate/notation/notation.js";
import { formatSymbolPath } from "../../locate/notation/symbolPath.js";
import { callableKinds } from "../../syntax/outline/callableKinds.js";
import { inlineCode } from "../../text/printable.js";
import { uriOfPath } from "../../uri.js";
import type { WorkspaceDeclaration } from "../../workspace/declaration.js";
import type { IndexContext } from "../client/requestContext.js";
import { displayPath, existenceCheck, type Roots } from "../documents/filePaths.js";
import { lastPlainName, matchesPath } from "./declarationPath.js";
import {
  type FoundDeclarations,
  PARTIAL_NAMES_NOTE,
  queryDeclarations,
  querySimilarDeclarations,
} from "./declarations.js";
import { unparsedFilesError } from "./unparsedFiles.js";
import { requestWorkspaceSymbols } from "./workspaceSymbol.js";

/** The maximum number of files to look into; a symbol declared in more of them is ambiguous. */
const MAX_FILES = 20;
const MAX_CANDIDATES = 10;
const MAX_SIMILAR = 5;

/**
 * The result of trying a Locate in one file: it resolved; its symbol is there, but not the rest of
 * it; its symbol isn't there.
 */
export type ProbeOutcome = "placed" | "there" | "absent";

/**
 * Returns the Locate with the file it means. `probe` tries a candidate: the declarations only say
 * where to look. Errors: `symbol_not_found` with near names, `file_unreadable` if files that
 * contain the name could not be parsed, `symbol_ambiguous` with a ready Locate for each candidate,
 * `not_ready`.
 */
export async function addFilePath(
  locate: Locate,
  probe: (locate: Locate) => Promise<ProbeOutcome>,
  context: IndexContext,
): Promise<Locate> {
  const path = locate.scope !== undefined && "symbol_path" in locate.scope ? locate.scope.symbol_path : [];
  const { files, unparsed } = await declaringFiles(path, context);
  const candidates = files.map((file_path) => ({ ...locate, file_path }));
  // These files were not searched for the find, so the candidates leave it out.
  if (files.length > MAX_FILES)
    throw symbolAmbiguousError(
      path,
      candidates.map(({ file_path, scope }) => ({ file_path, ...(scope && { scope }) })),
      context,
    );
  const probed = await Promise.all(candidates.map(probe));
  const placed = candidates.filter((_candidate, n) => probed[n] === "placed");
  const declared = candidates.filter((_candidate, n) => probed[n] !== "absent");
  // If only one file contains the find, that file is meant.
  const [found, ...others] = placed.length > 0 ? placed : declared;
  if (!found && unparsed) throw unparsedFilesError(path, unparsed, context.client.roots);
  if (!found) throw await symbolNotFoundError(path, context);
  if (others.length > 0) throw symbolAmbiguousError(path, [found, ...others], context);
  return found;
}

/**
 * Returns the files that declare such a symbol, as an agent would write them; only those in
 * languages of the backends, if there are any.
 */
async function declaringFiles(
  path: readonly string[],
  context: IndexContext,
): Promise<{ readonly files: readonly string[] } & Pick<FoundDeclarations, "unparsed">> {
  const { roots } = context.client;
  const { declarations: declared, unparsed } = await queryDeclarations(path, undefined, context);
  const matching = declared.filter((declaration) => matchesPath(declaration, path));
  // The first names of a path may be a package that only the text of a file names.
  const fitting = matching.length > 0 ? matching : declared;
  const { languages } = context.backends;
  const served = fitting.filter(({ languageId }) => languages === undefined || languages.has(languageId));
  const found = preferDefinitions(served.length > 0 ? served : fitting);
  const uris =
    found.length > 0
      ? found.map((declaration) => uriOfPath(declaration.path, roots.folders))
      : (await requestWorkspaceSymbols(path, context)).map(({ uri }) => uri);
  const files = [...new Set(uris.map((uri) => displayPath(uri, roots)))];
  return { files, ...(unparsed && { unparsed }) };
}

const headerFile = /\.(?:h|hh|hpp|hxx|h\+\+|cuh)$/i;

/**
 * In C and C++ a header declares the function that one source file defines: the latter is meant.
 */
function preferDefinitions(declarations: readonly WorkspaceDeclaration[]): readonly WorkspaceDeclaration[] {
  const defining = declarations.filter(({ path }) => !headerFile.test(path));
  const isOne = new Set(defining.map(({ path }) => path)).size === 1;
  return isOne && declarations.every(({ kind }) => callableKinds.has(kind)) ? defining : declarations;
}

async function symbolNotFoundError(path: readonly string[], context: IndexContext): Promise<LocateError> {
  const written = formatSymbolPath(path);
  // The name may be declared, but in another container.
  const elsewhere = path.length > 1 ? (await queryDeclarations(path, undefined, context)).declarations : [];
  const near =
    elsewhere.length > 0
      ? { declarations: elsewhere, isPartial: false }
      : await querySimilarDeclarations(lastPlainName(path), MAX_SIMILAR, context);
  const likely = near.declarations
    .slice(0, MAX_SIMILAR)
    .map((declaration) => likelyOf(declaration, context.client.roots));
  const exists = existenceCheck(context);
  const names = likely.map(({ symbol_path, file_path }) =>
    inlineCode(writeLocate({ file_path, scope: { symbol_path } }, { exists })),
  );
  const there = names.length === 0 ? "" : ` There is ${names.join(", ")}.`;
  const advice = `${there}${near.isPartial ? PARTIAL_NAMES_NOTE : ""}`;
  return new LocateError(
    "symbol_not_found",
    `No symbol \`${written}\` is declared in the workspace, as far as there are grammars for its languages.${advice} To look beyond it, write the file: \`src/file:${written}\`.`,
    { symbol_path: path, likely },
  );
}

function likelyOf({ container, name, path }: WorkspaceDeclaration, roots: Roots) {
  const file_path = displayPath(uriOfPath(path, roots.folders), roots);
  return { symbol_path: [...container, name], file_path };
}

function symbolAmbiguousError(
  path: readonly string[],
  locates: readonly (Locate & { readonly file_path: string })[],
  context: IndexContext,
): LocateError {
  const named = locates.slice(0, MAX_CANDIDATES);
  const exists = existenceCheck(context);
  const written = named.map((locate) => inlineCode(writeLocate(locate, { exists }))).join(", ");
  const more = locates.length > named.length ? `, or one in ${locates.length - named.length} more files` : "";
  return new LocateError(
    "symbol_ambiguous",
    `${inlineCode(formatSymbolPath(path))} is declared in ${locates.length} files. Write one of: ${written}${more}.`,
    {
      symbol_path: path,
      candidates: named.map((locate) => ({ symbol_path: path, file_path: locate.file_path, locate })),
    },
  );
}
