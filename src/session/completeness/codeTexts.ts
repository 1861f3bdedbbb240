/** The texts of a request as `code/` resolves names in them. */

import type { CodeFiles } from "../../code/entities/codeFiles.js";
import type { CodeFile } from "../../code/entities/entity.js";
import { ResolverTurns } from "../../code/resolve/resolverTurns.js";
import { languageOfFile } from "../../files/languageOfFile.js";
import { getOrInsert } from "../../text/list.js";
import { pathOfUri } from "../../uri.js";
import type { RequestContext } from "../client/requestContext.js";
import { foldersOf } from "../documents/filePaths.js";
import { queryDeclarations, queryFilesWith } from "../place/declarationQueries.js";
import { type DocumentVersion, toSyntaxText } from "../place/syntaxView.js";
import type { FileTexts } from "./fileTexts.js";

const made = new WeakMap<FileTexts, Promise<ResolverTurns>>();

/**
 * Returns the resolver of names in the files of a reader of texts: each is parsed once for it. It
 * searches the worktree of the file that is asked about first; `path` is absolute.
 */
export function resolverOf(path: string, texts: FileTexts, context: RequestContext): Promise<ResolverTurns> {
  return getOrInsert(made, texts, () => createResolver(path, texts, context));
}

/** Returns the files of a reader of texts. */
export async function codeFilesOf(path: string, texts: FileTexts, context: RequestContext): Promise<CodeFiles> {
  return (await resolverOf(path, texts, context)).files;
}

/** Returns a document as the resolver takes it; undefined if it is in no file. */
export async function codeFileOf(document: DocumentVersion, context: RequestContext): Promise<CodeFile | undefined> {
  const path = pathOfUri(document.uri);
  return path === undefined ? undefined : { ...toSyntaxText(document, await context.syntax(), context.servers), path };
}

async function createResolver(path: string, texts: FileTexts, context: RequestContext): Promise<ResolverTurns> {
  const { client, servers } = context;
  const syntax = await context.syntax();
  return new ResolverTurns({
    syntax,
    roots: foldersOf(client.roots),
    async read(path) {
      const document = await texts.readPath(path);
      return document && { ...toSyntaxText(document, syntax, servers), path };
    },
    languageOf: (path) => languageOfFile(path, servers),
    declarations: async (name) => (await queryDeclarations([name], undefined, context, path)).declarations,
    filesWith: async (word, languageIds) => (await queryFilesWith(word, languageIds, context, path))?.paths ?? [],
  });
}
