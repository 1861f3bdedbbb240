/** What an index holds, and how the files of its project differ from what was indexed. */

import type { SourceTexts } from "../embedded/session/documents.js";
import { CodeBase } from "./codeBase.js";
import type { ScipIndex } from "./file/scipIndex.js";
import type { DocumentState } from "./placeOccurrences.js";

export interface IndexDescription {
  /** Absolute. */
  readonly path: string;
  readonly tool: string;
  readonly tool_version: string;
  /** The commit that was indexed; null if nobody says it. */
  readonly commit: string | null;
  /** Why the commit doesn't help. */
  readonly problem?: string;
  /** The folder of its documents, absolute. */
  readonly root: string;
  /** When the file was written, in milliseconds since 1970. */
  readonly written: number;
  /** By language, as the index names it, else by the names of the files. */
  readonly languages: Readonly<Record<string, number>>;
  readonly documents: number;
  /** Without those that are local to a document. */
  readonly symbols: number;
  readonly occurrences: number;
  /** Documents whose paths lead out of the project. */
  readonly left_out: number;
  /** The number of files by state. */
  readonly files: Readonly<Record<DocumentState | "missing", number>>;
}

export async function describeIndex(index: ScipIndex, texts: SourceTexts): Promise<IndexDescription> {
  const { metadata, strayDocuments, languages, documents, keys, occurrenceCount } = index.tables;
  const base = new CodeBase([index], texts);
  const files: Record<DocumentState | "missing", number> = { unchanged: 0, assumed: 0, changed: 0, missing: 0 };
  const count = documents.length.length;
  // Many indexers name no language.
  const isUnnamed = Object.keys(languages).every((name) => name === "");
  const byName: Record<string, number> = {};
  for (let number = 0; number < count; number++) {
    const path = index.pathOf(number);
    if (path === undefined) continue;
    files[await base.stateOf(index, number)] += 1;
    const language = texts.languageOf(path) ?? "";
    byName[language] = (byName[language] ?? 0) + 1;
  }
  return {
    path: index.path,
    tool: metadata.tool,
    tool_version: metadata.toolVersion,
    commit: index.baseline.commit ?? null,
    ...(index.baseline.problem === undefined ? {} : { problem: index.baseline.problem }),
    root: index.root,
    written: index.modifiedMs,
    languages: isUnnamed ? byName : languages,
    documents: count - strayDocuments,
    symbols: keys.length / 2,
    occurrences: occurrenceCount,
    left_out: strayDocuments,
    files,
  };
}
