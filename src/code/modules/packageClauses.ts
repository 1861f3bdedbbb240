/** The clauses that name a package which all files of a folder share: Go's. */

import { dirname } from "node:path";
import { factsOf, familyOf } from "../../languages/languages.js";
import type { Stretch } from "../../text/stretch.js";
import type { CodeFiles } from "../entities/codeFiles.js";
import type { CodeFile } from "../entities/entity.js";

interface PackageClause {
  readonly file: CodeFile;
  /** The package's name in the clause. */
  readonly name: Stretch;
}

/** Returns the name of its package in a file's clause, if the offset is there. */
export async function packageNameAt(file: CodeFile, offset: number, files: CodeFiles): Promise<Stretch | undefined> {
  const name = await packageNameOf(file, files);
  return name && name.from <= offset && offset <= name.to ? name : undefined;
}

/**
 * Returns where a file's package is declared: the clause below the package's comment, or the
 * file's own.
 */
export async function packageDeclaration(file: CodeFile, files: CodeFiles): Promise<PackageClause | undefined> {
  for await (const clause of packageClauses(file, files)) {
    if (isBelowComment(clause)) return clause;
  }
  const name = await packageNameOf(file, files);
  return name && { file, name };
}

function isBelowComment({ file: { text }, name }: PackageClause): boolean {
  const lineFrom = text.lastIndexOf("\n", name.from);
  const lineBefore = text.slice(text.lastIndexOf("\n", lineFrom - 1) + 1, Math.max(0, lineFrom)).trim();
  return lineBefore.startsWith("//") || lineBefore.endsWith("*/");
}

/** Yields the clauses of a file's package, by the paths of their files. */
export async function* packageClauses(file: CodeFile, files: CodeFiles): AsyncGenerator<PackageClause> {
  const { package: word = "" } = await files.facts(file);
  const paths = await files.sources.filesWith(word, familyOf(file.languageId));
  for (const path of paths.filter((each) => dirname(each) === dirname(file.path)).toSorted()) {
    const other = await files.read(path);
    const name = other && (await files.facts(other)).package === word && (await packageNameOf(other, files));
    if (name) yield { file: other, name };
  }
}

async function packageNameOf(file: CodeFile, files: CodeFiles): Promise<Stretch | undefined> {
  if (!factsOf(file.languageId).hasFolderPackages) return undefined;
  const { clause, package: name } = await files.facts(file);
  return clause && name ? { from: clause.to - name.length, to: clause.to } : undefined;
}
