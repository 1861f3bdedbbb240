/** What a parsing thread does: reads files, looks for words in them, parses them, and makes of each the record that is kept of it. */

import { readFileSync, statSync } from "node:fs";
import { errorMessage } from "../../error.js";
import { OneShotParser } from "../../syntax/trees/oneShotParser.js";
import { decode } from "../../text/decode.js";
import { Document } from "../../text/document.js";
import type { IndexedDeclaration } from "../declaration.js";
import { type FileStamp, isSameStamp, stampBeforeReading, stampOf, unknownStamp } from "../disk/fileStamp.js";
import { isMinified } from "../minified.js";
import { encodeDeclarations } from "../store/fileRecord.js";
import { WordFilter } from "../store/wordFilter.js";
import type { ThreadPort } from "../threadPort.js";
import { extractDeclarations } from "./extractDeclarations.js";
import type { FileResult, FromParseWorker, ParseWorkerOptions, SourceFile, ToParseWorker } from "./parseJobs.js";
import { createWordFinder } from "./wordSearch.js";

/** So often, at most, what is done by then is handed over, for somebody may wait for it. */
const FLUSH_INTERVAL_MS = 40;

/** Does the jobs that come on a port, in turn. */
export function runParseWorker(port: ThreadPort<FromParseWorker, ToParseWorker>, options: ParseWorkerOptions): void {
  const parser = new FileParser(options);
  let last: Promise<void> = parser.ready.then(
    () => port.postMessage({ kind: "ready" }),
    (error) => port.postMessage({ kind: "broken", message: errorMessage(error) }),
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
    // Records leave as they are; nobody here reads them again.
    const buffers = results.flatMap((result) => (result.kind === "indexed" ? [result.record.buffer] : []));
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
      return port.postMessage({ kind: "broken", message: errorMessage(error) });
    }
    if (performance.now() - flushedAt > FLUSH_INTERVAL_MS) flush();
  }
  if (results.length > 0) flush();
}

function createAnyWordFinder(words: readonly string[]): (bytes: Buffer) => boolean {
  const finders = words.map(createWordFinder);
  return (bytes) => finders.some((find) => find(bytes));
}

class FileParser {
  readonly #options: ParseWorkerOptions;
  readonly #parser: OneShotParser;

  constructor(options: ParseWorkerOptions) {
    this.#options = options;
    const byName = new Map(Object.values(options.grammars).map((grammar) => [grammar.name, grammar]));
    this.#parser = new OneShotParser(readFileSync(options.engine), (name) => byName.get(name));
  }

  get ready(): Promise<void> {
    return this.#parser.ready;
  }

  /** Throws where the parser itself is broken from now on. */
  async parseFile(file: SourceFile, hasWord: ((bytes: Buffer) => boolean) | undefined): Promise<FileResult> {
    if (file.text !== undefined) return this.#parseText(file, file.text, unknownStamp);
    const read = readWithStamp(file.path, this.#options.fileBytes);
    if ("result" in read) return read.result;
    if (hasWord && !hasWord(read.bytes)) return { kind: "without" };
    const decoded = decode(read.bytes);
    if ("binary" in decoded) return emptyFileResult(read.stamp);
    return this.#parseText(file, decoded.text, read.stamp);
  }

  async #parseText({ languageId }: SourceFile, text: string, stamp: FileStamp): Promise<FileResult> {
    const grammar = this.#options.grammars[languageId];
    if (grammar === undefined || text.length > this.#options.fileBytes || isMinified(text))
      return emptyFileResult(stamp);
    let declarations: IndexedDeclaration[];
    try {
      declarations = await this.#parser.withParsedText(Document.of(text), grammar, (parsed) =>
        extractDeclarations(parsed, languageId),
      );
    } catch (error) {
      // A grammar that has written where it should not may have broken what other grammars read. By name: the error may come from another realm.
      if ((error as Error | undefined)?.name === "RuntimeError") throw error;
      return { ...emptyFileResult(stamp), problem: errorMessage(error) };
    }
    return { kind: "indexed", stamp, record: detachedBytes(encodeDeclarations(declarations, WordFilter.ofText(text))) };
  }
}

type ReadOutcome = { readonly bytes: Buffer; readonly stamp: FileStamp } | { readonly result: FileResult };

/** The bytes of a file and how it was before they were read. */
function readWithStamp(path: string, maxBytes: number): ReadOutcome {
  try {
    const before = statSync(path, { throwIfNoEntry: false });
    // A pipe would be waited for.
    if (!before?.isFile()) return { result: { kind: "gone" } };
    const stamp = stampBeforeReading(before, Date.now());
    if (before.size > maxBytes) return { result: emptyFileResult(stamp) };
    const bytes = readFileSync(path);
    const after = statSync(path, { throwIfNoEntry: false });
    // Written while it was read: what was read may be half of it. It will be read again before anybody relies on it.
    return { bytes, stamp: after && isSameStamp(stampOf(before), stampOf(after)) ? stamp : unknownStamp };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return { result: { kind: "gone" } };
    return { result: { ...emptyFileResult(unknownStamp), problem: errorMessage(error) } };
  }
}

/** What is kept of a file that is known and declares nothing that counts. */
export function emptyFileResult(stamp: FileStamp): Extract<FileResult, { kind: "indexed" }> {
  return { kind: "indexed", stamp, record: detachedBytes(encodeDeclarations([], [])) };
}

/** Bytes that may be handed to another thread: a small Uint8Array may be a part of somebody else's buffer. */
function detachedBytes(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
}
