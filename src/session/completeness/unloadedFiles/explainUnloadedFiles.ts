/** Why a server has not loaded a file, where the project's own files say it. */

import { dirname, join, resolve } from "node:path";
import { parse as parseJsonc } from "jsonc-parser";
import type { NamedDocument } from "../../../ask/backend/backend.js";
import type { BuildConstraintFacts } from "../../../languages/facts.js";
import { factsOf, languageOfPath } from "../../../languages/languages.js";
import { getOrInsert } from "../../../text/list.js";
import { pathInside, pathOfUri } from "../../../uri.js";
import type { RequestContext } from "../../client/requestContext.js";
import { findAbove, readProjectFile, relativePath, type UnloadedFile } from "./projectFiles.js";
import { explainPython } from "./pythonProject.js";
import { explainTypeScript } from "./typescriptProject.js";

/** The maximum number of files that are examined. */
const MAX_FILES = 20;

/** What the files are unloaded for. */
interface UnloadedContext {
  /** The document that the request is about. */
  readonly target: NamedDocument;
  /** The name of the server in servers.json. */
  readonly server: string;
  /** The environment that it was told of: an absolute path. */
  readonly environment?: string | undefined;
}

/**
 * Returns a reason for each kind of files that are in no project of the server's: without the
 * server's word for it, what its usual project files say. Reads nothing outside the workspace.
 */
export async function explainUnloadedFiles(
  paths: readonly string[],
  { target, server, environment }: UnloadedContext,
  { client }: Pick<RequestContext, "client">,
): Promise<readonly string[]> {
  const roots = client.roots.folders.flatMap(({ uri }) => pathOfUri(uri) ?? []);
  const targetPath = pathOfUri(target.uri);
  const reasons = new Map<string, string[]>();
  for (const path of paths.slice(0, MAX_FILES)) {
    const root = roots.find((each) => pathInside(each, path) !== undefined);
    if (root === undefined || targetPath === undefined) continue;
    const reason = await explain({ path, root, targetPath, languageId: target.languageId, server, environment });
    if (reason === undefined) continue;
    getOrInsert(reasons, reason, () => []).push(relativePath(root, path));
  }
  return [...reasons].map(([reason, files]) => reason.replaceAll("{files}", () => list(files)));
}

/** `{files}` in a reason stands for the paths of the files that it is about. */
function explain(file: UnloadedFile): Promise<string | undefined> | undefined {
  switch (factsOf(file.languageId).projectFile) {
    case "tsconfig.json":
      return explainTypeScript(file);
    case "pyproject.toml":
      return explainPython(file);
    case "go.mod":
      return explainGo(file);
    case "compile_commands.json":
      return explainC(file);
    case undefined:
      return undefined;
  }
}

const MAX_LISTED = 3;

function list(files: readonly string[]): string {
  const listed = files.slice(0, MAX_LISTED).join(", ");
  return files.length > MAX_LISTED ? `${listed} and ${files.length - MAX_LISTED} more` : listed;
}

async function explainGo({ path, root, targetPath }: UnloadedFile): Promise<string | undefined> {
  const [own, other] = await Promise.all([findAbove(path, root, ["go.mod"]), findAbove(targetPath, root, ["go.mod"])]);
  if (own === undefined) return "no go.mod above {files}";
  const hasWorkspace = (await findAbove(path, root, ["go.work"])) !== undefined;
  if (own.path !== other?.path && !hasWorkspace) return "{files}: another Go module, and there is no go.work";
  const { buildConstraint } = factsOf(languageOfPath(path));
  const text = ((await readProjectFile(path)) ?? "").slice(0, MAX_CONSTRAINT_OFFSET);
  const at = buildConstraint ? text.search(buildConstraint.line) : -1;
  const constraint = at < 0 ? undefined : text.slice(at).split(/\r?\n/, 1)[0];
  if (constraint === undefined) return undefined;
  const tags = buildConstraint ? ownTags(constraint, buildConstraint) : [];
  const advice = tags.length === 0 ? "" : `, which the variable GOFLAGS=-tags=${tags.join(",")} sets`;
  return `{files}: left out by its build tags (${constraint})${advice}`;
}

/** Returns the tags of a constraint that a project has made up and that have to be set. */
function ownTags(constraint: string, { systems, processors, groups }: BuildConstraintFacts): readonly string[] {
  const known = new Set([...systems, ...processors, ...groups.keys(), ...COMPILER_TAGS]);
  const found = [...constraint.matchAll(/(?<![\w!.])[A-Za-z_][\w.]*/g)].map(([tag]) => tag);
  return [...new Set(found)].filter((tag) => !known.has(tag) && !/^go1\b/.test(tag));
}

/** The words of constraints that no project sets: the syntax, and what compilers say. */
const COMPILER_TAGS = ["go", "build", "ignore", "cgo", "gc", "gccgo", "race", "msan", "asan"];

/** Build tags are before the package's line, in the first UTF-16 units of a file. */
const MAX_CONSTRAINT_OFFSET = 4_000;

const NO_DATABASE =
  "no compile_commands.json is found beside the sources, above them or in a folder of builds, so only open files are loaded";

async function explainC({ path, root, languageId, environment }: UnloadedFile): Promise<string | undefined> {
  const names = ["compile_commands.json", join("build", "compile_commands.json")];
  const database =
    environment === undefined
      ? await findAbove(path, root, names)
      : await findAbove(join(environment, "?"), environment, names);
  if (database === undefined) {
    if ((await findAbove(path, root, ["compile_flags.txt"])) !== undefined) return undefined;
    return NO_DATABASE;
  }
  if (factsOf(languageId).headerFile?.test(path)) return undefined;
  const commands = parseJsonc(database.text) as readonly { readonly file?: string; readonly directory?: string }[];
  if (!Array.isArray(commands)) return undefined;
  const isNamed = commands.some(
    ({ file, directory = "" }) => typeof file === "string" && resolve(dirname(database.path), directory, file) === path,
  );
  return isNamed ? undefined : "compile_commands.json leaves out {files}";
}
