/**
 * The file of a Locate that names none: by the global index, and by the workspace symbols of the
 * backends.
 */

import { LocateError } from "../../error.js";
import { factsOf } from "../../languages/languages.js";
import { echoNames, echoText } from "../../locate/errorText.js";
import type { Locate } from "../../locate/locate.js";
import { writeLocate } from "../../locate/notation/notation.js";
import { formatSymbolPath } from "../../locate/notation/symbolPath.js";
import { callableKinds } from "../../syntax/outline/callableKinds.js";
import { inlineCode } from "../../text/printable.js";
import { uriOfPath } from "../../uri.js";
import type { WorkspaceDeclaration } from "../../workspace/declaration.js";
import { contextOf, nameOfArea } from "../client/libraryContext.js";
import type { IndexContext } from "../client/requestContext.js";
import { displayPath, existenceCheck, type Roots } from "../documents/filePaths.js";
import { lastPlainName, matchesPath } from "./declarationPath.js";
import {
  type FoundDeclarations,
  PARTIAL_NAMES_NOTE,
  queryDeclarations,
  querySimilarDeclarations,
} from "./declarationQueries.js";
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
export type ProbeOutcome = { readonly kind: "placed" } | { readonly kind: "there" | "absent"; readonly error: unknown };

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
  const { files, extending, unparsed } = await declaringFiles(path, context);
  const candidates = files.map((file_path) => ({ ...locate, file_path }));
  // These files were not searched for the find, so the candidates leave it out.
  if (files.length > MAX_FILES)
    throw symbolAmbiguousError(
      path,
      candidates.map(({ file_path, scope }) => ({ file_path, ...(scope && { scope }) })),
      context,
    );
  const probed = await Promise.all(candidates.map(probe));
  const placed = candidates.filter((_candidate, n) => probed[n]?.kind === "placed");
  const declared = candidates.filter((_candidate, n) => probed[n]?.kind !== "absent");
  const own = locate.find === undefined ? placed.filter(({ file_path }) => !extending.has(file_path)) : placed;
  // If only one file contains the find, or declares the type and not only more members of it, that
  // one is meant.
  const [found, ...others] = own.length === 1 ? own : placed.length > 0 ? placed : declared;
  if (!found && unparsed) throw unparsedFilesError(path, unparsed, context.client.roots);
  if (!found)
    return (await addFileOfLibrary(locate, path, probe, context)) ?? addFileOfContainer(locate, path, probe, context);
  if (others.length === 0) return found;
  const ready = candidates.flatMap((candidate, n) =>
    placed.length > 0 && probed[n]?.kind !== "placed" ? [] : readyLocates(candidate, probed[n]),
  );
  throw symbolAmbiguousError(path, ready, context);
}

/**
 * Returns the Locate in a library, where the first names of the path are those of one:
 * `requests.Session`. Undefined where they are not, or the library has no such symbol.
 */
async function addFileOfLibrary(
  locate: Locate,
  path: readonly string[],
  probe: (locate: Locate) => Promise<ProbeOutcome>,
  context: IndexContext,
): Promise<Locate | undefined> {
  const { libraries } = context.client.roots;
  if (libraries === undefined || context.area) return undefined;
  for (let count = path.length - 1; count > 0; count--) {
    const area = libraries.find(path.slice(0, count).join("/"));
    const symbol_path = path.slice(count);
    const inside = { ...locate, scope: { symbol_path } };
    try {
      if (area) return await addFilePath(inside, probe, contextOf(area, context));
    } catch (error) {
      if (!(error instanceof LocateError) || error.kind !== "symbol_not_found" || count === 1) throw error;
    }
  }
  return undefined;
}

type FileLocate = Locate & { readonly file_path: string };

/**
 * Returns the Locates in one file that resolve: several where the path is ambiguous in the file.
 */
function readyLocates(candidate: FileLocate, outcome: ProbeOutcome | undefined): readonly FileLocate[] {
  if (outcome?.kind === "placed") return [candidate];
  if (outcome?.kind !== "there") return [];
  const { error } = outcome;
  const inFile =
    error instanceof LocateError && error.kind === "symbol_ambiguous" ? error.data["candidates"] : undefined;
  if (Array.isArray(inFile)) return (inFile as readonly { locate: FileLocate }[]).map(({ locate }) => locate);
  const { file_path, scope } = candidate;
  return [{ file_path, ...(scope && { scope }) }];
}

/**
 * Returns the Locate in the only file that declares a container of the path: it may hold a local
 * symbol of that name, which is in no index, or else knows what there is.
 */
async function addFileOfContainer(
  locate: Locate,
  path: readonly string[],
  probe: (locate: Locate) => Promise<ProbeOutcome>,
  context: IndexContext,
): Promise<Locate> {
  for (let length = path.length - 1; length > 0; length--) {
    const { declarations } = await declarationsOf(path.slice(0, length), context);
    const [file, ...others] = displayPathsOf(declarations, context.client.roots);
    if (file === undefined) continue;
    if (others.length > 0) break;
    const outcome = await probe({ ...locate, file_path: file });
    if (outcome.kind !== "absent") return { ...locate, file_path: file };
    throw await symbolNotFoundError(path, context, outcome.error);
  }
  throw await symbolNotFoundError(path, context);
}

function displayPathsOf(declarations: readonly WorkspaceDeclaration[], roots: Roots): readonly string[] {
  return [...new Set(declarations.map(({ path }) => displayPath(uriOfPath(path, roots.folders), roots)))];
}

interface DeclaringFiles extends Pick<FoundDeclarations, "unparsed"> {
  /** As an agent would write them. */
  readonly files: readonly string[];
  /** Those of them that only add members to a type that is declared elsewhere. */
  readonly extending: ReadonlySet<string>;
}

/** Returns the files that declare such a symbol. */
async function declaringFiles(path: readonly string[], context: IndexContext): Promise<DeclaringFiles> {
  const { roots } = context.client;
  const { declarations, unparsed } = await declarationsOf(path, context);
  if (declarations.length > 0) {
    const files = displayPathsOf(declarations, roots);
    const declaring = new Set(displayPathsOf(declarations.filter(isNoExtension), roots));
    const extending = new Set(files.filter((file) => !declaring.has(file)));
    return { files, extending, ...(unparsed && { unparsed }) };
  }
  const symbols = await requestWorkspaceSymbols(path, context);
  const files = [...new Set(symbols.map(({ uri }) => displayPath(uri, roots)))];
  return { files, extending: new Set(), ...(unparsed && { unparsed }) };
}

function isNoExtension({ kind, languageId }: WorkspaceDeclaration): boolean {
  return kind !== factsOf(languageId).extensionKind;
}

/**
 * Returns the declarations of such a symbol in the index; only those in languages of the backends,
 * if there are any.
 */
async function declarationsOf(path: readonly string[], context: IndexContext): Promise<FoundDeclarations> {
  const { declarations: declared, unparsed } = await queryDeclarations(path, undefined, context);
  const matching = declared.filter((declaration) => matchesPath(declaration, path));
  // The first names of a path may be a package that only the text of a file names.
  const fitting = matching.length > 0 ? matching : declared;
  const { languages } = context.backends;
  const served = fitting.filter(({ languageId }) => languages === undefined || languages.has(languageId));
  const declarations = preferDefinitions(served.length > 0 ? served : fitting);
  return { declarations, ...(unparsed && { unparsed }) };
}

/**
 * Where files are included, a header declares the function that one source file defines: the latter
 * is meant. So is a module, and not the stub with its types.
 */
function preferDefinitions(declared: readonly WorkspaceDeclaration[]): readonly WorkspaceDeclaration[] {
  const paths = new Set(declared.map(({ path }) => path));
  const hasModule = ({ path, languageId }: WorkspaceDeclaration) =>
    factsOf(languageId).stubs.some(
      ({ module, stub }) => path.endsWith(stub) && paths.has(`${path.slice(0, -stub.length)}${module}`),
    );
  const declarations = declared.filter((declaration) => !hasModule(declaration));
  const defining = declarations.filter(({ path, languageId }) => !factsOf(languageId).headerFile?.test(path));
  const isOne = new Set(defining.map(({ path }) => path)).size === 1;
  return isOne && declarations.every(({ kind }) => callableKinds.has(kind)) ? defining : declarations;
}

/**
 * Makes the error for a symbol that no file declares: with what the file of its container says, if
 * one does, and with symbols of that name, or a similar one, in other containers.
 */
async function symbolNotFoundError(
  path: readonly string[],
  context: IndexContext,
  failure?: unknown,
): Promise<LocateError> {
  const written = echoText(formatSymbolPath(path));
  const inContainer = failure instanceof LocateError && failure.kind === "symbol_not_found" ? failure : undefined;
  // The name may be declared, but in another container.
  const elsewhere = path.length > 1 ? (await queryDeclarations(path, undefined, context)).declarations : [];
  const near =
    elsewhere.length > 0 || (inContainer && suggestsPlace(inContainer))
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
  if (inContainer) {
    const { kind: _kind, ...facts } = inContainer.data;
    // Text in the container is likelier to be meant than another symbol of that name.
    const message = facts["locate"] === undefined ? `${inContainer.message}${there}` : inContainer.message;
    return new LocateError(inContainer.kind, message, { ...facts, likely });
  }
  const advice = `${there}${near.isPartial ? PARTIAL_NAMES_NOTE : ""}`;
  return new LocateError(
    "symbol_not_found",
    `No symbol \`${written}\` is declared in ${nameOfArea(context)}, as far as there are grammars for its languages and files have at most 1 MB.${advice} To look beyond it, write the file: ${written === formatSymbolPath(path) ? `\`src/file:${written}\`` : "`src/file:` and the symbol"}.`,
    { symbol_path: echoNames(path), likely },
  );
}

function suggestsPlace({ data }: LocateError): boolean {
  const { likely_paths } = data;
  return data["locate"] !== undefined || (Array.isArray(likely_paths) && likely_paths.length > 0);
}

function likelyOf({ container, name, path }: WorkspaceDeclaration, roots: Roots) {
  const file_path = displayPath(uriOfPath(path, roots.folders), roots);
  return { symbol_path: [...container, name], file_path };
}

function symbolAmbiguousError(
  path: readonly string[],
  locates: readonly FileLocate[],
  context: IndexContext,
): LocateError {
  const named = locates.slice(0, MAX_CANDIDATES);
  const exists = existenceCheck(context);
  const written = named.map((locate) => inlineCode(writeLocate(locate, { exists }))).join(", ");
  const more = locates.length > named.length ? `, or one of ${locates.length - named.length} more` : "";
  return new LocateError(
    "symbol_ambiguous",
    `${inlineCode(echoText(formatSymbolPath(path)))} is declared in ${new Set(locates.map(({ file_path }) => file_path)).size} files. Write one of: ${written}${more}.`,
    {
      symbol_path: echoNames(path),
      candidates: named.map((locate) => ({ symbol_path: path, file_path: locate.file_path, locate })),
    },
  );
}
