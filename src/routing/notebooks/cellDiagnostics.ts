/** What a server reports on the cells of notebooks, as publications on their scripts. */

import { isObject } from "../../backend/isObject.js";
import { frameOf } from "../../wire/frames.js";
import { buildNotification } from "../../wire/messages.js";
import { toScript } from "./cellMessages.js";
import type { SyncedCell, SyncedNotebook, SyncedNotebooks } from "./syncedNotebooks.js";

export const PUBLISH_METHOD = "textDocument/publishDiagnostics";

/** Servers report on all cells in turn; on those that haven't changed, one may not report again. */
const QUIET_MS = 300;

export class CellDiagnostics {
  readonly #notebooks: SyncedNotebooks;
  readonly #toClient: (frame: Buffer) => void;
  /** What was reported on each cell last, by its URI. */
  readonly #reported = new Map<string, readonly unknown[]>();
  /** Those on which nothing was reported since their notebook changed last. */
  readonly #missing = new WeakMap<SyncedNotebook, Set<string>>();
  readonly #timers = new Map<SyncedNotebook, NodeJS.Timeout>();

  constructor(notebooks: SyncedNotebooks, toClient: (frame: Buffer) => void) {
    this.#notebooks = notebooks;
    this.#toClient = toClient;
  }

  /** A notebook was opened or changed. */
  noteChange(notebook: SyncedNotebook): void {
    this.#stopTimer(notebook);
    this.#missing.set(notebook, new Set(notebook.cells.map(({ uri }) => uri)));
  }

  /** The script of a notebook has changed, and its cells have not. */
  noteMoved(notebook: SyncedNotebook): void {
    if (this.#missing.get(notebook)?.size === 0) this.#publish(notebook);
  }

  noteClose(notebook: SyncedNotebook): void {
    this.#stopTimer(notebook);
    for (const { uri } of notebook.cells) this.#reported.delete(uri);
    this.#send(notebook, []);
  }

  /** Takes a publication; one on an earlier text of a cell, or on one that is gone, is dropped. */
  take(uri: string, { diagnostics, version }: { readonly diagnostics?: unknown; readonly version?: unknown }): void {
    const cell = this.#notebooks.cellOf(uri);
    if (cell === undefined || (typeof version === "number" && version < cell.version)) return;
    const { notebook } = cell;
    this.#reported.set(cell.uri, Array.isArray(diagnostics) ? diagnostics : []);
    const missing = this.#missing.get(notebook);
    missing?.delete(cell.uri);
    this.#stopTimer(notebook);
    if (missing === undefined || missing.size === 0) this.#publish(notebook);
    else
      this.#timers.set(
        notebook,
        setTimeout(() => this.#publish(notebook), QUIET_MS),
      );
  }

  #publish(notebook: SyncedNotebook): void {
    const itemsOf = (cell: SyncedCell) =>
      (this.#reported.get(cell.uri) ?? []).map((each) => toScript(each, cell, this.#notebooks));
    this.#send(notebook, notebook.cells.flatMap(itemsOf));
  }

  #send({ document: { uri, version } }: SyncedNotebook, diagnostics: readonly unknown[]): void {
    const params = { uri, version, diagnostics: diagnostics.filter(isObject) };
    this.#toClient(frameOf(buildNotification(PUBLISH_METHOD, params)));
  }

  #stopTimer(notebook: SyncedNotebook): void {
    clearTimeout(this.#timers.get(notebook));
    this.#timers.delete(notebook);
  }
}
