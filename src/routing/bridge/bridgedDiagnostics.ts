/**
 * The diagnostics of two servers for one document. Those of the bridged server are pulled after
 * each change and added to what the main server publishes, which waits for them.
 */

import { isObject } from "../../backend/json.js";
import { keyOfUri } from "../../uri.js";
import { frameOf } from "../../wire/frames.js";
import { buildNotification } from "../../wire/messages.js";

export interface BridgedDiagnosticsHost {
  /** The name of the bridged server, which its diagnostics have in `data.bridged`. */
  readonly name: string;
  /** Requests `textDocument/diagnostic` for a document. */
  request(uri: string): Promise<unknown>;
  /** Sends a frame to the client. */
  emit(frame: Buffer): void;
}

/** How long publications wait for the bridged server: before its first report, and later. */
const FIRST_PULL_TIMEOUT_MS = 60_000;
const PULL_TIMEOUT_MS = 10_000;

interface DocumentState {
  /** Those of the bridged server. */
  added: readonly unknown[];
  /** The params of the main server's last publication. */
  published: PublishParams | undefined;
  /** Counts the pulls, of which only the last one counts; 0 after its end. */
  pull: number;
  timer: NodeJS.Timeout | undefined;
}

interface PublishParams {
  readonly uri: string;
  readonly diagnostics: readonly unknown[];
}

export class BridgedDiagnostics {
  readonly #host: BridgedDiagnosticsHost;
  /** By key of the URI. */
  readonly #documents = new Map<string, DocumentState>();
  #pullCount = 0;
  #hasReported = false;
  /** Frames of the main server that must not come before the diagnostics that are being pulled. */
  #held: Buffer[] = [];

  constructor(host: BridgedDiagnosticsHost) {
    this.#host = host;
  }

  /** Pulls the diagnostics of a document that was opened or changed. */
  pull(uri: string): void {
    const state = this.#documents.get(keyOfUri(uri)) ?? newState();
    this.#documents.set(keyOfUri(uri), state);
    const pull = ++this.#pullCount;
    state.pull = pull;
    clearTimeout(state.timer);
    const timeoutMs = this.#hasReported ? PULL_TIMEOUT_MS : FIRST_PULL_TIMEOUT_MS;
    state.timer = setTimeout(() => this.#finish(state, pull, state.added), timeoutMs).unref();
    this.#host.request(uri).then(
      (report) => {
        this.#hasReported = true;
        this.#finish(state, pull, this.#itemsOf(report));
      },
      () => this.#finish(state, pull, []),
    );
  }

  /**
   * Handles what the main server publishes: returns the frame for the client, undefined if it
   * follows later or the document is not open in the bridged server.
   */
  handlePublication(body: Buffer): { readonly frame: Buffer | undefined } | undefined {
    const { params } = JSON.parse(body.toString("utf8")) as { readonly params?: PublishParams };
    const state = params && this.#documents.get(keyOfUri(params.uri));
    if (!state) return undefined;
    state.published = params;
    return { frame: state.pull === 0 ? mergedFrame(state) : undefined };
  }

  /** Keeps a frame of the main server until no diagnostics are being pulled. Returns whether. */
  hold(frame: Buffer): boolean {
    if (!this.#isPulling) return false;
    this.#held.push(frame);
    return true;
  }

  forget(uri: string): void {
    const state = this.#documents.get(keyOfUri(uri));
    if (!state) return;
    this.#documents.delete(keyOfUri(uri));
    clearTimeout(state.timer);
    this.#release();
  }

  /** Forgets all documents, as the bridged server is gone: its diagnostics are removed. */
  end(): void {
    for (const state of this.#documents.values()) {
      clearTimeout(state.timer);
      const isShown = state.pull !== 0 || state.added.length > 0;
      state.added = [];
      const frame = isShown ? mergedFrame(state) : undefined;
      if (frame) this.#host.emit(frame);
    }
    this.#documents.clear();
    this.#release();
  }

  #finish(state: DocumentState, pull: number, added: readonly unknown[]): void {
    if (state.pull !== pull) return;
    state.pull = 0;
    clearTimeout(state.timer);
    state.added = added;
    const frame = mergedFrame(state);
    if (frame) this.#host.emit(frame);
    this.#release();
  }

  get #isPulling(): boolean {
    return [...this.#documents.values()].some(({ pull }) => pull !== 0);
  }

  #release(): void {
    if (this.#isPulling) return;
    for (const frame of this.#held.splice(0)) this.#host.emit(frame);
  }

  #itemsOf(report: unknown): readonly unknown[] {
    const items = isObject(report) && Array.isArray(report["items"]) ? (report["items"] as unknown[]) : [];
    return items.filter(isObject).map((item) => ({ ...item, data: { bridged: this.#host.name } }));
  }
}

function newState(): DocumentState {
  return { added: [], published: undefined, pull: 0, timer: undefined };
}

/** Returns the publication with the diagnostics of both; undefined before the first one. */
function mergedFrame({ published, added }: DocumentState): Buffer | undefined {
  if (!published) return undefined;
  const params = { ...published, diagnostics: [...published.diagnostics, ...added] };
  return frameOf(buildNotification("textDocument/publishDiagnostics", params));
}
