/**
 * Creates folders of files, and indexes of them without threads: the same messages pass through
 * channels in this thread.
 */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { MessageChannel } from "node:worker_threads";
import { shippedServers } from "../../src/backend/config/loadServers.js";
import type { WorkspaceDeclaration } from "../../src/workspace/declaration.js";
import { indexedGrammars } from "../../src/workspace/parse/indexedGrammars.js";
import type { FromParseWorker, ParseWorkerOptions, ToParseWorker } from "../../src/workspace/parse/parseJobs.js";
import { runParseWorker } from "../../src/workspace/parse/parseWorker.js";
import type { FromIndex, IndexOptions, ToIndex } from "../../src/workspace/thread/indexMessages.js";
import { serveIndex } from "../../src/workspace/thread/serveIndex.js";
import { type IndexThread, type StartIndexOptions, startIndex } from "../../src/workspace/thread/startIndex.js";
import type { ThreadHandle, ThreadPort } from "../../src/workspace/threadPort.js";
import type { WorkspaceIndex } from "../../src/workspace/workspaceIndex.js";
import { afterTest } from "../jest.js";
import { engineWasm, PackagedGrammars } from "../syntax/packagedGrammars.js";

const servers = shippedServers();

export const languages = { byFilename: servers.byFilename, byExtension: servers.byExtension };
export const grammars = indexedGrammars(new PackagedGrammars());

/** Long ago, so that the stamps of files are trusted. */
const oldTime = new Date("2020-02-02T02:02:02Z");

/**
 * Creates a folder with these files, all with an old modification time. It is removed after the
 * test.
 */
export function folderOf(files: Readonly<Record<string, string>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "lsp-locate-index-")));
  afterTest(() => rmSync(folder, { recursive: true, force: true }));
  writeOld(folder, files);
  return folder;
}

export function writeOld(folder: string, files: Readonly<Record<string, string>>): void {
  write(folder, files);
  for (const name of Object.keys(files)) utimesSync(join(folder, name), oldTime, oldTime);
}

/** Writes files with the current time. */
export function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** Creates a channel that does not keep the process alive. One end looks like a thread. */
export function channel<Sent, Received>(): { thread: ThreadHandle<Sent, Received>; port: ThreadPort<Received, Sent> } {
  const { port1, port2 } = new MessageChannel();
  const on = (port: typeof port1) => (event: string, listener: (value: never) => void) => {
    if (event === "message") port.on("message", listener as (message: unknown) => void);
    // A listener alone would keep the process alive.
    port.unref();
  };
  const thread: ThreadHandle<Sent, Received> = {
    postMessage: (message) => port1.postMessage(message),
    on: on(port1),
    terminate: () => (port1.close(), port2.close()),
    ref: () => port1.ref(),
    unref: () => port1.unref(),
  };
  const port: ThreadPort<Received, Sent> = {
    postMessage: (message, transfer) => port2.postMessage(message, transfer as ArrayBuffer[] | undefined),
    on: on(port2),
  };
  return { thread, port };
}

/** Starts a parse worker in this thread. Calls `onParsed` for each file that it parsed. */
export function parseHere(
  options: ParseWorkerOptions,
  onParsed: (path: string) => void = () => {},
): ThreadHandle<ToParseWorker, FromParseWorker> {
  const { thread, port } = channel<ToParseWorker, FromParseWorker>();
  const jobs = new Map<number, { readonly files: string[]; done: number }>();
  const recordingPort: ThreadPort<FromParseWorker, ToParseWorker> = {
    postMessage(message, transfer) {
      if (message.kind === "results") {
        const job = jobs.get(message.id);
        for (const result of message.results) {
          const path = job?.files[job.done++];
          if (path !== undefined && result.kind === "indexed") onParsed(path);
        }
      }
      port.postMessage(message, transfer);
    },
    on: (event, listener) =>
      port.on(event, (job) => {
        jobs.set(job.id, { files: job.files.map(({ path }) => path), done: 0 });
        listener(job);
      }),
  };
  runParseWorker(recordingPort, options);
  return thread;
}

export interface TestIndex {
  readonly index: WorkspaceIndex;
  /** Paths in the order in which they were parsed, repeated if parsed again. */
  readonly parsed: string[];
  readonly logged: string[];
  /** The declarations of a name, as `a/b.ts:3 Outer.name` with 1-based line numbers. */
  declared(name: string, arity?: number): Promise<string[]>;
}

export interface TestIndexOptions extends Partial<Omit<StartIndexOptions, "startThread" | "log">> {
  readonly startParseThread?: (
    options: ParseWorkerOptions,
    onParsed: (path: string) => void,
  ) => ReturnType<typeof parseHere>;
}

/** Creates an index of folders. It is ended after the test. */
export function indexOf(
  roots: string | readonly string[],
  { startParseThread, ...options }: TestIndexOptions = {},
): TestIndex {
  const parsed: string[] = [];
  const logged: string[] = [];
  const startThread = (indexOptions: IndexOptions): IndexThread => {
    const { thread, port } = channel<ToIndex, FromIndex>();
    serveIndex(port, indexOptions, (workerOptions) =>
      (startParseThread ?? parseHere)(workerOptions, (path) => parsed.push(path)),
    );
    return thread;
  };
  const list = typeof roots === "string" ? [roots] : roots;
  const index = startIndex({
    roots: list,
    languages,
    grammars,
    treeSitterWasm: engineWasm,
    workers: 1,
    ...options,
    startThread,
    log: (line) => logged.push(line),
  });
  afterTest(() => index.end());
  const declared = async (name: string, arity?: number) => {
    const { answer } = await index.findByName({ name, ...(arity === undefined ? {} : { arity }) });
    return answer.map((each) => describeDeclaration(each, list));
  };
  return { index, parsed, logged, declared };
}

export function describeDeclaration(
  { path, line, container, name }: WorkspaceDeclaration,
  roots: readonly string[],
): string {
  const root = roots.find((each) => path.startsWith(`${each}/`));
  const file = root === undefined ? path : path.slice(root.length + 1);
  return `${file}:${line + 1} ${[...container, name].join(".")}`;
}

/** Returns paths relative to a folder, sorted. */
export function relativePaths(folder: string, paths: readonly string[]): string[] {
  return paths.map((path) => path.slice(folder.length + 1)).sort();
}
