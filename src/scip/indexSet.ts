/** The indexes of a server: opened with the first request, and again when a file was replaced. */

import type { SourceTexts } from "../embedded/session/documents.js";
import { errorMessage, LocateError, type Logger } from "../error.js";
import { keyOfUri } from "../uri.js";
import { CodeBase, type PlacedFile } from "./codeBase.js";
import { ScipIndex } from "./file/scipIndex.js";
import type { ScipOccurrence } from "./file/scipMessages.js";

export interface IndexSetOptions {
  /** Absolute paths of the files. */
  readonly indexPaths: readonly string[];
  /** The commit that was indexed, if the user says it. */
  readonly commit?: string | undefined;
  readonly cacheFolder: string | undefined;
  readonly texts: SourceTexts;
  readonly folders: () => readonly string[];
  readonly log: Logger;
  /** Called as an index is opened, and with undefined when all are. */
  readonly onOpening?: ((opening: OpeningIndex | undefined) => void) | undefined;
}

/** What a request is about: a position of a document, a whole one, or the workspace. */
export interface RequestPlace {
  readonly textDocument?: { readonly uri: string } | undefined;
  readonly position?: { readonly line: number; readonly character: number } | undefined;
}

interface Looked {
  readonly files: Iterable<PlacedFile>;
  readonly dropped: Iterable<ScipOccurrence>;
  readonly unsearched?: number | undefined;
}

/** As many places are remembered for `state`. */
const MAX_NOTED = 20;

function idOf({ textDocument, position }: RequestPlace): string {
  return `${textDocument ? keyOfUri(textDocument.uri) : ""}:${position?.line}:${position?.character}`;
}

/** How the files of the last answer differ from the indexed ones, and what the indexes say. */
export interface ScipState {
  readonly indexes: readonly IndexSummary[];
  /** What answers wait for; absent if that is nothing. */
  readonly opening?: OpeningIndex | undefined;
  /** The files that were looked at for the last answers. */
  readonly files: number;
  /** Those of them whose text is another one than the index has. */
  readonly changed: number;
  /** Those of them of which that is not known, and whose definitions are where the index says. */
  readonly assumed: number;
  /** Occurrences that would have been in the answers, and are not where the index says. */
  readonly dropped: number;
  /** Files as indexed, whose text was not searched for what the answers may leave out. */
  readonly unsearched: number;
  /** Why some indexes are not used, a sentence for each. */
  readonly unusable: readonly string[];
}

/** An index that is being read. */
export interface OpeningIndex {
  readonly path: string;
  /** Of the file that has been read, from 0 to 1. */
  readonly fraction: number;
}

export interface IndexSummary {
  readonly path: string;
  readonly root: string;
  readonly tool: string;
  /** The commit that was indexed; null if nobody says it. */
  readonly commit: string | null;
  readonly problem?: string | undefined;
}

export class IndexSet {
  readonly #options: IndexSetOptions;
  #opened: Promise<CodeBase> | undefined;
  #indexes: readonly ScipIndex[] = [];
  #unusable: readonly string[] = [];
  #opening: OpeningIndex | undefined;
  /** What was looked at for the last answers, the oldest first. */
  readonly #looked = new Map<string, Looked>();

  constructor(options: IndexSetOptions) {
    this.#options = options;
  }

  /** Opens the indexes, so that the first request finds them open. */
  start(): void {
    this.codeBase().catch((error: unknown) => this.#options.log(errorMessage(error)));
  }

  /** Returns the folders of the indexes that are open. */
  roots(): readonly string[] {
    return this.#indexes.map(({ root }) => root);
  }

  /**
   * Returns the indexes as one code base. One that can't be read is left out and logged; if that is
   * all of them, rejects with the reason.
   */
  async codeBase(): Promise<CodeBase> {
    if (this.#indexes.some((index) => !index.isCurrent())) this.reopen();
    this.#opened ??= this.#open();
    return this.#opened;
  }

  /** Has the indexes opened again with the next request. */
  reopen(): void {
    this.close();
    this.#opened = undefined;
    // What was looked at was of the indexes before.
    this.#looked.clear();
  }

  /** Records what was looked at for the answer about a place. */
  note(place: RequestPlace, { files, dropped, unsearched }: Looked): void {
    const id = idOf(place);
    const known = this.#looked.get(id);
    this.#looked.delete(id);
    this.#looked.set(id, {
      files: new Set([...(known?.files ?? []), ...files]),
      dropped: new Set([...(known?.dropped ?? []), ...dropped]),
      unsearched: unsearched ?? known?.unsearched,
    });
    for (const oldest of this.#looked.keys()) {
      if (this.#looked.size <= MAX_NOTED) break;
      this.#looked.delete(oldest);
    }
  }

  /** Returns the state of the indexes, and of the files of the last answers about a place. */
  state(place: RequestPlace): ScipState {
    const { files: looked = [], dropped = [], unsearched = 0 } = this.#looked.get(idOf(place)) ?? {};
    // A document was placed again where its file has been read again.
    const distinct = new Map([...looked].map((file) => [`${file.index.path}:${file.number}`, file]));
    const files = [...distinct.values()].map(({ placed }) => placed);
    return {
      indexes: this.#indexes.map(({ path, root, tables, baseline }) => ({
        path,
        root,
        tool: `${tables.metadata.tool} ${tables.metadata.toolVersion}`.trim(),
        commit: baseline.commit ?? null,
        problem: baseline.problem,
      })),
      ...(this.#opening && { opening: this.#opening }),
      files: files.length,
      changed: files.filter(({ state }) => state === "changed").length,
      assumed: files.filter(({ state }) => state === "assumed").length,
      dropped: [...dropped].length,
      unsearched,
      unusable: this.#unusable,
    };
  }

  close(): void {
    for (const index of this.#indexes) index.close();
    this.#indexes = [];
  }

  #noteOpening(opening: OpeningIndex | undefined): void {
    this.#opening = opening;
    this.#options.onOpening?.(opening);
  }

  async #open(): Promise<CodeBase> {
    const { indexPaths, commit, cacheFolder, log, folders, texts } = this.#options;
    const indexes: ScipIndex[] = [];
    const failures: unknown[] = [];
    for (const path of indexPaths) {
      const report = (fraction: number) => this.#noteOpening({ path, fraction });
      report(0);
      try {
        indexes.push(await ScipIndex.open(path, { commit, cacheFolder, log, folders: folders(), report }));
      } catch (error) {
        const failure = isMissing(error) ? missingIndexError(path) : error;
        failures.push(failure);
        log(errorMessage(failure));
      }
    }
    this.#noteOpening(undefined);
    this.#unusable = failures.map(errorMessage);
    if (indexes.length === 0) {
      // The next request may find the file.
      this.#opened = undefined;
      throw failures.at(-1);
    }
    this.#indexes = indexes;
    return new CodeBase(indexes, texts);
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}

function missingIndexError(path: string): LocateError {
  return new LocateError("file_not_found", `There is no index ${path}.`, { path });
}
