/**
 * The diagnostics of two servers for one document. Those of the bridged server are pulled after
 * each change and added to what the main server publishes, which waits for them. A response by
 * which the main server proves that its diagnostics are complete waits, too: where the bridged
 * server has not checked the text, it becomes an error.
 */

import { isObject } from "../../backend/isObject.js";
import { codes } from "../../error.js";
import { getOrInsert } from "../../text/list.js";
import { keyOfUri } from "../../uri.js";
import { frameOf } from "../../wire/frames.js";
import { buildError, buildNotification } from "../../wire/messages.js";
import { BridgedServerError } from "./companionServer.js";

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
/** How long a proof waits for it. The client's own wait for an answer must be longer. */
const PROOF_TIMEOUT_MS = 10_000;

/**
 * What the bridged server has said of a document's present text. `late` and `failed`: nothing, and
 * publications do not wait for it (any more).
 */
type PullState = "pulling" | "late" | "failed" | "checked";

interface DocumentState {
  /** Those of the bridged server, of an older text unless the state is `checked`. */
  added: readonly unknown[];
  /** The params of the main server's last publication. */
  published: PublishParams | undefined;
  pullState: PullState;
  /** Counts the pulls, of which only the last one counts. */
  pull: number;
  timer: NodeJS.Timeout | undefined;
  /** The main server's proofs that wait. */
  readonly proofs: Set<HeldProof>;
}

/** A response to the client. */
interface HeldProof {
  readonly frame: Buffer;
  /** JSON text. */
  readonly id: string;
  readonly timer: NodeJS.Timeout;
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

  constructor(host: BridgedDiagnosticsHost) {
    this.#host = host;
  }

  /** Pulls the diagnostics of a document that was opened or changed. */
  pull(uri: string): void {
    const state = getOrInsert(this.#documents, keyOfUri(uri), () => newState());
    const pull = ++this.#pullCount;
    state.pull = pull;
    state.pullState = "pulling";
    clearTimeout(state.timer);
    const finish = (pullState: PullState, added = state.added) => {
      if (state.pull === pull) this.#finish(state, pullState, added);
    };
    const timeoutMs = this.#hasReported ? PULL_TIMEOUT_MS : FIRST_PULL_TIMEOUT_MS;
    state.timer = setTimeout(() => finish("late"), timeoutMs).unref();
    this.#host.request(uri).then(
      (report) => {
        this.#hasReported = true;
        finish("checked", this.#itemsOf(report));
      },
      (error: unknown) => finish(hasNoDiagnostics(error) ? "checked" : "failed", []),
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
    return { frame: state.pullState === "pulling" ? undefined : mergedFrame(state) };
  }

  /**
   * Keeps a proof about a document, the response with that id (JSON text), until the bridged server
   * has checked the document, too. Returns whether it does. After a failure it is asked again.
   */
  hold(frame: Buffer, { id, uri }: { readonly id: string; readonly uri: string }): boolean {
    const state = this.#documents.get(keyOfUri(uri));
    if (!state || state.pullState === "checked") return false;
    const timer = setTimeout(() => {
      state.proofs.delete(proof);
      this.#refuse(proof);
    }, PROOF_TIMEOUT_MS).unref();
    const proof = { frame, id, timer };
    state.proofs.add(proof);
    if (state.pullState === "failed") this.pull(uri);
    return true;
  }

  forget(uri: string): void {
    const state = this.#documents.get(keyOfUri(uri));
    if (!state) return;
    this.#documents.delete(keyOfUri(uri));
    clearTimeout(state.timer);
    state.pull = 0;
    this.#release(state);
  }

  /** The server is gone: removes its diagnostics, and refuses all proofs until it is back. */
  fail(): void {
    for (const state of this.#documents.values()) {
      const isShown = state.pullState !== "checked" || state.added.length > 0;
      state.pull = 0;
      if (isShown) this.#finish(state, "failed", []);
      else state.pullState = "failed";
    }
  }

  #finish(state: DocumentState, pullState: PullState, added: readonly unknown[]): void {
    clearTimeout(state.timer);
    state.pullState = pullState;
    state.added = added;
    const frame = mergedFrame(state);
    if (frame) this.#host.emit(frame);
    if (pullState === "checked") this.#release(state);
    else if (pullState === "failed") for (const proof of takeProofs(state)) this.#refuse(proof);
  }

  #release(state: DocumentState): void {
    for (const { frame } of takeProofs(state)) this.#host.emit(frame);
  }

  #refuse({ id }: HeldProof): void {
    const message = `${this.#host.name} has not checked the document yet.`;
    this.#host.emit(frameOf(buildError(id, { code: codes.serverCancelled, message })));
  }

  #itemsOf(report: unknown): readonly unknown[] {
    const items = isObject(report) && Array.isArray(report["items"]) ? (report["items"] as unknown[]) : [];
    return items.filter(isObject).map((item) => ({ ...item, data: { bridged: this.#host.name } }));
  }
}

/** Takes the proofs that wait out of a state, and stops their timers. */
function takeProofs({ proofs }: DocumentState): readonly HeldProof[] {
  const taken = [...proofs];
  proofs.clear();
  for (const { timer } of taken) clearTimeout(timer);
  return taken;
}

/** Whether a server has answered that it has no diagnostics to pull. */
function hasNoDiagnostics(error: unknown): boolean {
  return error instanceof BridgedServerError && error.code === codes.methodNotFound;
}

function newState(): DocumentState {
  return {
    added: [],
    published: undefined,
    pullState: "checked",
    pull: 0,
    timer: undefined,
    proofs: new Set(),
  };
}

/** Returns the publication with the diagnostics of both; undefined before the first one. */
function mergedFrame({ published, added }: Pick<DocumentState, "published" | "added">): Buffer | undefined {
  if (!published) return undefined;
  const params = { ...published, diagnostics: [...published.diagnostics, ...added] };
  return frameOf(buildNotification("textDocument/publishDiagnostics", params));
}
