/**
 * Files that the check of one answer opens at the backend, because it may not have loaded them.
 * They are closed at the end of the check, as servers check each open file in the background, and
 * answer nothing meanwhile. They stay open if the backend's answer depends on them.
 */

import { dirname } from "node:path";
import type { CancellationToken } from "vscode-jsonrpc/node";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import type { ReadPermission } from "../../files/readPermission.js";
import { pathOfUri } from "../../uri.js";
import { ancestorFolders } from "../../workspace/disk/folderEntries.js";
import { hasRootMarker } from "../../workspace/roots/rootMarkers.js";
import type { Backend, Backends } from "../backend/backend.js";
import type { Deadline } from "../deadline.js";
import type { UnopenedFiles } from "./unopenedFiles.js";

/** The parts of a RequestContext that opening files needs. */
interface OpenContext {
  readonly backends: Pick<Backends, "of">;
  readonly unopenedFiles: UnopenedFiles;
  /** The client's documents. */
  readonly documents: { ofPath(path: string): object | undefined };
  readonly token: CancellationToken;
  /** Which files may be read. */
  readonly permission: ReadPermission;
}

/** The maximum number of files that `open` opens. */
const MAX_OPENED_FILES = 50;
/**
 * The maximum length of a file that is opened, in UTF-16 units: servers check what is open, which
 * takes pyright minutes for a literal of a megabyte.
 */
export const MAX_OPENED_LENGTH = 1_000_000;

export class FilesOpenedForCheck {
  readonly #backend: Backend;
  readonly #context: OpenContext;
  readonly #uses: Promise<unknown>[] = [];
  #keepsAll = false;

  constructor(backend: Backend, context: OpenContext) {
    this.#backend = backend;
    this.#context = context;
  }

  /**
   * Opens the first `MAX_OPENED_FILES` files, until the deadline. Returns those
   * that were not open before. Unreadable and large files are skipped.
   */
  async open(paths: readonly string[], deadline: Deadline): Promise<readonly string[]> {
    const { unopenedFiles, documents, token, permission } = this.#context;
    const open = new Set(unopenedFiles.openDocuments());
    const opened: string[] = [];
    for (const path of paths.slice(0, MAX_OPENED_FILES)) {
      if (deadline.isOver || token.isCancellationRequested) break;
      if (documents.ofPath(path)) continue;
      try {
        const document = await unopenedFiles.read(path, permission);
        if (open.has(document) || document.text.length > MAX_OPENED_LENGTH) continue;
        await deadline.before(this.#takeRootOf(document));
        this.#backend.link.between(() => unopenedFiles.openAtBackend(document, this));
        opened.push(path);
      } catch {
        // The file has been deleted meanwhile, or can't be read.
      }
    }
    return opened;
  }

  /** Has the backend take a file that has another root, where it serves several roots. */
  async #takeRootOf(document: OpenDocument): Promise<void> {
    const own = this.#context.backends.of(document);
    const { workspaceFolders } = this.#backend.capabilities.workspace ?? {};
    if (own === this.#backend || own.serverEntry?.name !== this.#backend.serverEntry?.name) return;
    if (workspaceFolders?.changeNotifications) await own.link.ensureRunning();
  }

  /** Leaves the files open until a request is answered, though the check may end before. */
  use<Result>(request: Promise<Result>): Promise<Result> {
    this.#uses.push(request);
    return request;
  }

  /** Leaves the files open, for later requests. */
  keep(): void {
    this.#keepsAll = true;
  }

  /**
   * Ends the check, once what needs the files is answered. One file of each other project than that
   * of the request's document stays open: a server may unload a project whose last file is closed.
   */
  async close({ uri }: Pick<OpenDocument, "uri">): Promise<void> {
    await Promise.allSettled(this.#uses);
    const { unopenedFiles } = this.#context;
    const own = new Set(unopenedFiles.documentsOf(this));
    if (own.size === 0) return;
    const projectOf = this.#projectFinder();
    const others = unopenedFiles.openDocuments().filter((document) => !own.has(document));
    const projects = new Set([uri, ...others.map((document) => document.uri)].map(projectOf));
    const isFirstOfProject = (document: OpenDocument) => {
      const project = projectOf(document.uri);
      if (projects.has(project)) return false;
      projects.add(project);
      return true;
    };
    try {
      unopenedFiles.endUse(this, (document) => this.#keepsAll || isFirstOfProject(document));
    } catch {
      // The backend has been removed meanwhile.
    }
  }

  /** Returns a function that finds the nearest folder with a root marker of the server. */
  #projectFinder(): (uri: string) => string | undefined {
    const { configFiles = [], rootMarkers = [] } = this.#backend.serverEntry ?? {};
    const markers = [...configFiles, ...rootMarkers];
    const isRoot = memoize((folder) => hasRootMarker(folder, markers));
    return (uri) => {
      const path = pathOfUri(uri);
      return path === undefined ? undefined : [...ancestorFolders(dirname(path))].find(isRoot);
    };
  }
}

function memoize<Result>(find: (key: string) => Result): (key: string) => Result {
  const found = new Map<string, Result>();
  return (key) => {
    if (!found.has(key)) found.set(key, find(key));
    return found.get(key) as Result;
  };
}
