/** What a parsing thread does: reads files, looks for words in them, parses them, and makes of each the record that is kept of it. */

import { readFileSync, statSync } from "node:fs";
import { OneShotParser } from "../../syntax/trees/oneShotParser.js";
import { decode } from "../../text/decode.js";
import { Document } from "../../text/document.js";
import type { Declaration } from "../declaration.js";
import { isSame, noStamp, stampOf, stampToRead } from "../disk/fileStamp.js";
import { isMinified } from "../minified.js";
import type { Stamp } from "../store/declarationStore.js";
import { encodeDeclarations } from "../store/fileRecord.js";
import { WordFilter } from "../store/wordFilter.js";
import type { Port } from "../threadPort.js";
import { declarationsOf } from "./extractDeclarations.js";
import type { DeclaringOptions, FileResult, FromDeclaring, SourceFile, ToDeclaring } from "./parseJobs.js";
import { wordFinder } from "./wordSearch.js";

/** So often, at most, what is done by then is handed over, for somebody may wait for it. */
const handOverMs = 40;

/** Does the jobs that come on a port, in turn. */
export function declareOn(port: Port<FromDeclaring, ToDeclaring>, options: DeclaringOptions): void {
  const declaring = new Declaring(options);
  let last: Promise<void> = declaring.ready.then(
    () => port.postMessage({ kind: "ready" }),
    (error) => port.postMessage({ kind: "broken", message: messageOf(error) }),
  );
  port.on("message", (job) => {
    last = last.then(() => doJob(job, declaring, port));
  });
}

async function doJob({ id, files, words }: ToDeclaring, declaring: Declaring, port: Port<FromDeclaring, ToDeclaring>) {
  let results: FileResult[] = [];
  let since = performance.now();
  const handOver = () => {
    // Records leave as they are; nobody here reads them again.
    const buffers = results.flatMap((result) => (result.kind === "indexed" ? [result.record.buffer] : []));
    port.postMessage({ kind: "results", id, results }, [...new Set(buffers)] as ArrayBuffer[]);
    results = [];
    since = performance.now();
  };
  const isWanted = words && anyWord(words);
  for (const file of files) {
    try {
      results.push(await declaring.declare(file, isWanted));
    } catch (error) {
      if (results.length > 0) handOver();
      return port.postMessage({ kind: "broken", message: messageOf(error) });
    }
    if (performance.now() - since > handOverMs) handOver();
  }
  if (results.length > 0) handOver();
}

function anyWord(words: readonly string[]): (bytes: Buffer) => boolean {
  const finders = words.map(wordFinder);
  return (bytes) => finders.some((isIn) => isIn(bytes));
}

class Declaring {
  readonly #options: DeclaringOptions;
  readonly #parser: OneShotParser;

  constructor(options: DeclaringOptions) {
    this.#options = options;
    const byName = new Map(Object.values(options.grammars).map((grammar) => [grammar.name, grammar]));
    this.#parser = new OneShotParser(readFileSync(options.engine), (name) => byName.get(name));
  }

  get ready(): Promise<void> {
    return this.#parser.ready;
  }

  /** Throws where the parser itself is broken from now on. */
  async declare(file: SourceFile, isWanted: ((bytes: Buffer) => boolean) | undefined): Promise<FileResult> {
    if (file.text !== undefined) return this.#record(file, file.text, noStamp);
    const read = readStamped(file.path, this.#options.fileBytes);
    if ("result" in read) return read.result;
    if (isWanted && !isWanted(read.bytes)) return { kind: "without" };
    const decoded = decode(read.bytes);
    if ("binary" in decoded) return nothingIn(read.stamp);
    return this.#record(file, decoded.text, read.stamp);
  }

  async #record({ languageId }: SourceFile, text: string, stamp: Stamp): Promise<FileResult> {
    const grammar = this.#options.grammars[languageId];
    if (grammar === undefined || text.length > this.#options.fileBytes || isMinified(text)) return nothingIn(stamp);
    let declarations: Declaration[];
    try {
      declarations = await this.#parser.withParsedText(Document.of(text), grammar, (parsed) =>
        declarationsOf(parsed, languageId),
      );
    } catch (error) {
      // A grammar that has written where it should not may have broken what other grammars read. By name: the error may come from another realm.
      if ((error as Error | undefined)?.name === "RuntimeError") throw error;
      return { ...nothingIn(stamp), trouble: messageOf(error) };
    }
    return { kind: "indexed", stamp, record: ownBytes(encodeDeclarations(declarations, WordFilter.ofText(text))) };
  }
}

type Read = { readonly bytes: Buffer; readonly stamp: Stamp } | { readonly result: FileResult };

/** The bytes of a file and how it was before they were read. */
function readStamped(path: string, most: number): Read {
  try {
    const before = statSync(path, { throwIfNoEntry: false });
    // A pipe would be waited for.
    if (!before?.isFile()) return { result: { kind: "gone" } };
    const stamp = stampToRead(before, Date.now());
    if (before.size > most) return { result: nothingIn(stamp) };
    const bytes = readFileSync(path);
    const after = statSync(path, { throwIfNoEntry: false });
    // Written while it was read: what was read may be half of it. It will be read again before anybody relies on it.
    return { bytes, stamp: after && isSame(stampOf(before), stampOf(after)) ? stamp : noStamp };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return { result: { kind: "gone" } };
    return { result: { ...nothingIn(noStamp), trouble: messageOf(error) } };
  }
}

/** What is kept of a file that is known and declares nothing that counts. */
export function nothingIn(stamp: Stamp): Extract<FileResult, { kind: "indexed" }> {
  return { kind: "indexed", stamp, record: ownBytes(encodeDeclarations([], [])) };
}

/** Bytes that may be handed to another thread: a small Uint8Array may be a part of somebody else's buffer. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
