/**
 * The work of a parse thread: reads files, searches them for words, parses them, and encodes their
 * records.
 */

import { errorMessage } from "../../error.js";
import { codeBytes } from "../../files/documents/notebook/decodeFile.js";
import { isMissing } from "../../files/readErrors.js";
import { maxBytesOf, readWholeFileSync } from "../../files/readFileSync.js";
import { MAX_WASM_BYTES } from "../../syntax/grammars/grammars.js";
import { assertInstalled } from "../../syntax/grammars/installedFiles.js";
import { codeTexts, outlineOf } from "../../syntax/outline/outlineSymbols.js";
import { OneShotParser } from "../../syntax/trees/oneShotParser.js";
import { decode } from "../../text/decode.js";
import { Document } from "../../text/document.js";
import { type FileStamp, isSameStamp, stampBeforeReading, stampOf, unknownStamp } from "../disk/fileStamp.js";
import { statIfExists } from "../disk/folderEntries.js";
import { encodeDeclarations } from "../store/fileRecord.js";
import type { ThreadPort } from "../threadPort.js";
import { createDeclarationFinder } from "./declarationSearch.js";
import {
  detachedBytes,
  emptyFileResult,
  failedFileResult,
  isIndexable,
  resultOfOutline,
  unparsedRecordOf,
} from "./fileResults.js";
import type {
  FileResult,
  FromParseWorker,
  ParseWorkerOptions,
  SearchedWord,
  SourceFile,
  ToParseWorker,
} from "./parseJobs.js";
import { createWordFinder } from "./wordSearch.js";

/** Results are sent at this interval, since a query may need them. */
const FLUSH_INTERVAL_MS = 40;

/** Runs the jobs that arrive on a port, one after the other. */
export function runParseWorker(port: ThreadPort<FromParseWorker, ToParseWorker>, options: ParseWorkerOptions): void {
  const parser = new FileParser(options);
  let last: Promise<void> = parser.ready.then(
    () => port.postMessage({ kind: "ready" }),
    (error) => port.postMessage({ kind: "crashed", message: errorMessage(error) }),
  );
  port.on("message", (job) => {
    last = last.then(() => runJob(job, parser, port));
  });
}

async function runJob(
  { id, files, words }: ToParseWorker,
  parser: FileParser,
  port: ThreadPort<FromParseWorker, ToParseWorker>,
) {
  let results: FileResult[] = [];
  let flushedAt = performance.now();
  const flush = () => {
    // Records are transferred, since this thread does not need them any more.
    const buffers = results.flatMap((result) =>
      result.kind !== "gone" && result.record ? [result.record.buffer] : [],
    );
    port.postMessage({ kind: "results", id, results }, [...new Set(buffers)] as ArrayBuffer[]);
    results = [];
    flushedAt = performance.now();
  };
  const hasWord = words && createAnyWordFinder(words);
  for (const file of files) {
    try {
      results.push(await parser.parseFile(file, hasWord));
    } catch (error) {
      if (results.length > 0) flush();
      return port.postMessage({ kind: "crashed", message: errorMessage(error) });
    }
    if (performance.now() - flushedAt > FLUSH_INTERVAL_MS) flush();
  }
  if (results.length > 0) flush();
}

type HasWord = (bytes: Buffer, languageId: string) => boolean;

function createAnyWordFinder(words: readonly SearchedWord[]): HasWord {
  const finders = words.map(({ word, isDeclared }) =>
    isDeclared ? createDeclarationFinder(word) : createWordFinder(word),
  );
  return (bytes, languageId) => finders.some((find) => find(bytes, languageId));
}

/**
 * The sum of the lengths of the files whose filters one thread makes at most, so that no search
 * takes much longer for them: a workspace that is searched again and again gets all in the end.
 */
const MAX_FILTERED_BYTES = 16_000_000;

class FileParser {
  #filterBytesLeft = MAX_FILTERED_BYTES;
  readonly #options: ParseWorkerOptions;
  readonly #parser: OneShotParser;

  constructor(options: ParseWorkerOptions) {
    this.#options = options;
    const byName = new Map(Object.values(options.grammars).map((grammar) => [grammar.name, grammar]));
    assertInstalled([options.treeSitterWasm]);
    this.#parser = new OneShotParser(
      readWholeFileSync(options.treeSitterWasm, { maxBytes: MAX_WASM_BYTES }).bytes,
      (name) => byName.get(name),
    );
  }

  get ready(): Promise<void> {
    return this.#parser.ready;
  }

  /** Throws if the parser can no longer be used. */
  async parseFile(file: SourceFile, hasWord: HasWord | undefined): Promise<FileResult> {
    if (file.text !== undefined) return this.#parseText(file, file.text, unknownStamp);
    const read = readWithStamp(file.path, this.#options);
    if ("result" in read) return read.result;
    const bytes = this.#options.readsNotebooks ? codeBytes(file.path, read.bytes) : read.bytes;
    if (bytes === undefined) return emptyFileResult(read.stamp);
    if (hasWord && !hasWord(bytes, file.languageId)) {
      const isKept = this.#options.keepsFilters && bytes.length <= this.#filterBytesLeft;
      if (isKept) this.#filterBytesLeft -= bytes.length;
      return { kind: "noMatch", stamp: read.stamp, record: isKept ? unparsedRecordOf(bytes) : undefined };
    }
    const decoded = decode(bytes);
    if ("binary" in decoded) return emptyFileResult(read.stamp);
    return this.#parseText(file, decoded.text, read.stamp);
  }

  async #parseText({ languageId }: SourceFile, text: string, stamp: FileStamp): Promise<FileResult> {
    const grammar = this.#options.grammars[languageId];
    if (grammar === undefined || !isIndexable(text, this.#options.fileBytes)) return emptyFileResult(stamp);
    const document = Document.of(text);
    try {
      const outline = await this.#parser.withParsedText(document, grammar, (parsed) =>
        codeTexts(parsed).flatMap(outlineOf),
      );
      return resultOfOutline(outline, { document, languageId, stamp });
    } catch (error) {
      // The grammar may have corrupted memory that other grammars use. Compared by name: the error
      // may come from another realm.
      if ((error as Error | undefined)?.name === "RuntimeError") throw error;
      return { ...emptyFileResult(stamp), problem: errorMessage(error) };
    }
  }
}

type ReadOutcome = { readonly bytes: Buffer; readonly stamp: FileStamp } | { readonly result: FileResult };

/**
 * Reads a file and its stamp. The stamp is the one before reading, or unknown if the file changed
 * meanwhile.
 */
function readWithStamp(
  path: string,
  { fileBytes, readsNotebooks, permission }: Pick<ParseWorkerOptions, "fileBytes" | "readsNotebooks" | "permission">,
): ReadOutcome {
  const maxBytes = readsNotebooks ? maxBytesOf(path, fileBytes) : fileBytes;
  try {
    const { bytes, statsBefore, statsAfter } = readWholeFileSync(path, { maxBytes, permission });
    // If the file was written meanwhile, the bytes may be incomplete. The unknown stamp has it read
    // again before it is used.
    const isSame = isSameStamp(stampOf(statsBefore), stampOf(statsAfter));
    return { bytes, stamp: isSame ? stampBeforeReading(statsBefore, Date.now()) : unknownStamp };
  } catch (error) {
    return { result: resultOfFailure(path, error, maxBytes) };
  }
}
function resultOfFailure(path: string, error: unknown, maxBytes: number): FileResult {
  const stats = statIfExists(path);
  if (isMissing(error) || !stats?.isFile()) return { kind: "gone" };
  if (stats.size > maxBytes) {
    // Without a word filter it counts as a file that may contain any word.
    const record = detachedBytes(encodeDeclarations([], undefined));
    return { kind: "indexed", stamp: stampBeforeReading(stats, Date.now()), record };
  }
  return failedFileResult(error);
}
