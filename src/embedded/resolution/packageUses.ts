/** The name of a package that all files of a folder share, and the imports of it: Go's. */

import { dirname } from "node:path";
import type { CodeFiles } from "../../code/entities/codeFiles.js";
import type { CodeFile } from "../../code/entities/entity.js";
import { factsOf, familyOf } from "../../languages/languages.js";
import type { Stretch } from "../../text/stretch.js";
import type { SourceText } from "../session/documents.js";
import type { FileOccurrences } from "./sameReference.js";

/** Returns the name of its package in a file's clause, if the offset is there. */
export async function packageNameAt(file: CodeFile, offset: number, files: CodeFiles): Promise<Stretch | undefined> {
  const name = await packageNameOf(file, files);
  return name && name.from <= offset && offset <= name.to ? name : undefined;
}

/** Yields the clauses of a file's package, and the imports of it, file by file. */
export async function* findPackageUses(
  file: CodeFile,
  files: CodeFiles,
  documents: { read(path: string): Promise<SourceText | undefined> },
): AsyncGenerator<FileOccurrences> {
  const { package: name = "" } = await files.facts(file);
  const pathsWith = (word: string) => files.sources.filesWith(word, familyOf(file.languageId));
  for (const path of await pathsWith(name)) {
    const other = dirname(path) === dirname(file.path) ? await files.read(path) : undefined;
    const own = other && (await files.facts(other)).package === name && (await packageNameOf(other, files));
    const source = own && (await documents.read(path));
    if (source) yield { source, occurrences: [{ ...own, role: "definition", isWrite: false }] };
  }
  const importPath = await files.importPath(file);
  // Nothing imports a package of tests.
  if (importPath === undefined || name.endsWith("_test")) return;
  for (const path of await pathsWith(importPath.match(/\w+/g)?.at(-1) ?? "")) {
    const other = await files.read(path);
    const sources = other ? (await files.facts(other)).sources.filter((each) => each.source === importPath) : [];
    const source = sources.length > 0 ? await documents.read(path) : undefined;
    if (source)
      yield { source, occurrences: sources.map(({ from, to }) => ({ from, to, role: "reference", isWrite: false })) };
  }
}

async function packageNameOf(file: CodeFile, files: CodeFiles): Promise<Stretch | undefined> {
  if (!factsOf(file.languageId).hasFolderPackages) return undefined;
  const { clause, package: name } = await files.facts(file);
  return clause && name ? { from: clause.to - name.length, to: clause.to } : undefined;
}
