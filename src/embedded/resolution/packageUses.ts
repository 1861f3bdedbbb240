/** The uses of a package that all files of a folder share: their clauses, and the imports of it. */

import type { CodeFiles } from "../../code/entities/codeFiles.js";
import type { CodeFile } from "../../code/entities/entity.js";
import { packageClauses } from "../../code/modules/packageClauses.js";
import { familyOf } from "../../languages/languages.js";
import type { SourceText } from "../session/documents.js";
import type { FileOccurrences } from "./searchUses.js";

/** Yields the clauses of a file's package, and the imports of it, file by file. */
export async function* findPackageUses(
  file: CodeFile,
  files: CodeFiles,
  documents: { read(path: string): Promise<SourceText | undefined> },
): AsyncGenerator<FileOccurrences> {
  for await (const { file: other, name } of packageClauses(file, files)) {
    const source = await documents.read(other.path);
    if (source) yield { source, occurrences: [{ ...name, role: "definition", isWrite: false }] };
  }
  const importPath = await files.importPath(file);
  const { package: packageName = "" } = await files.facts(file);
  // Nothing imports a package of tests.
  if (importPath === undefined || packageName.endsWith("_test")) return;
  const word = importPath.match(/\w+/g)?.at(-1) ?? "";
  for (const path of await files.sources.filesWith(word, familyOf(file.languageId))) {
    const other = await files.read(path);
    const sources = other ? (await files.facts(other)).sources.filter((each) => each.source === importPath) : [];
    const source = sources.length > 0 ? await documents.read(path) : undefined;
    if (source)
      yield { source, occurrences: sources.map(({ from, to }) => ({ from, to, role: "reference", isWrite: false })) };
  }
}
