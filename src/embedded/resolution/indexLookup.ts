/** Looks up declarations in the index, and verifies them against the current texts. */

import { dirname } from "node:path";
import { hasImportPaths, importPathOf } from "../../code/imports/moduleFile.js";
import { familyOf } from "../../languages/languages.js";
import type { Stretch } from "../../text/stretch.js";
import type { WorkspaceDeclaration } from "../../workspace/declaration.js";
import { type EmbeddedRequestContext, offsetIn } from "../session/context.js";
import type { SourceText } from "../session/documents.js";
import type { DefinitionTarget } from "./definitionTarget.js";

/** The maximum number of targets that are verified and returned. */
const MAX_TARGETS = 100;
/** The number of files that are read at a time. */
const MAX_CONCURRENT_READS = 8;

/** A declaration with the path that other folders import it by, where its language has one. */
export interface LookedUpDeclaration extends WorkspaceDeclaration {
  readonly importPath?: string;
}

/** Returns the declarations of a name in the languages of the family. */
export async function lookUpDeclarations(
  name: string,
  languageId: string,
  { indexClient, signal }: Pick<EmbeddedRequestContext, "indexClient" | "signal">,
): Promise<readonly LookedUpDeclaration[]> {
  const result = await indexClient.query((index, querySignal) => index.findByName({ name }, querySignal), signal);
  const family = familyOf(languageId);
  return withImportPaths(result?.answer.filter((declaration) => family.includes(declaration.languageId)) ?? []);
}

async function withImportPaths(declarations: readonly WorkspaceDeclaration[]): Promise<LookedUpDeclaration[]> {
  const byFolder = new Map<string, Promise<string | undefined>>();
  return Promise.all(
    declarations.map(async (declaration) => {
      const { path, languageId } = declaration;
      if (!hasImportPaths(languageId)) return declaration;
      const folder = dirname(path);
      const found = byFolder.get(folder) ?? importPathOf(path, languageId);
      byFolder.set(folder, found);
      const importPath = await found;
      return importPath === undefined ? declaration : { ...declaration, importPath };
    }),
  );
}

/** Returns the declarations whose text still has the name: files change after they are indexed. */
export async function verifyDeclarations(
  declarations: readonly WorkspaceDeclaration[],
  name: string,
  { documents, signal }: Pick<EmbeddedRequestContext, "documents" | "signal">,
): Promise<DefinitionTarget[]> {
  const sources = new Map<string, Promise<SourceText | undefined>>();
  const read = ({ path, languageId }: WorkspaceDeclaration) => {
    const source = sources.get(path) ?? documents.read(path, languageId);
    sources.set(path, source);
    return source;
  };
  const targets: DefinitionTarget[] = [];
  for (let at = 0; at < declarations.length && targets.length < MAX_TARGETS; at += MAX_CONCURRENT_READS) {
    if (signal.aborted) throw signal.reason;
    const group = declarations.slice(at, at + MAX_CONCURRENT_READS);
    const texts = await Promise.all(group.map(read));
    group.forEach((declaration, n) => {
      const source = texts[n];
      const stretch = source && findName(source, declaration, name);
      if (stretch) targets.push({ source, name: stretch });
    });
  }
  return targets.slice(0, MAX_TARGETS);
}

function findName(source: SourceText, { line, character }: WorkspaceDeclaration, name: string): Stretch | undefined {
  const from = offsetIn(source, { line, character });
  // In some languages a sigil precedes the name.
  for (const start of [from, from + 1]) {
    const to = start + name.length;
    if (source.document.slice(start, to) === name) return { from: start, to };
  }
  return undefined;
}
