/**
 * Holds back published diagnostics until they are settled: complete, and about the last text.
 *
 * Servers publish diagnostics in several steps, some of them for texts that have changed since. A
 * client that passes each publication to a model needs only the last one. How to recognise that one
 * is in servers.json: by the version in it, by a proof of the server, or else by a quiet period.
 */

import type { Document } from "../../text/document.js";
import type { PositionEncoding } from "../../text/position.js";
import { keyOfUri } from "../../uri.js";
import { findValue, stringAt } from "../../wire/json.js";
import { type Backend, notificationFrame } from "../backend/backend.js";
import { type CompletenessProof, requestProof } from "./completenessProof.js";
import { type DocumentDiagnostics, newDocument } from "./documentDiagnostics.js";
import { moveDiagnostics } from "./moveDiagnostics.js";
import { pullDiagnostics } from "./pullDiagnostics.js";
import { type DiagnosticsStrategy, quietMsOf, strategyOf } from "./strategy.js";

/** After this long, the pending diagnostics are sent even if the server is still busy. */
const MAX_WAIT_MS = 10_000;

export interface SettledDiagnosticsHost {
  /** Sends a frame to the client. */
  send(frame: Buffer): void;
  isOpen(uri: string): boolean;
  clientVersion(uri: string): number | undefined;
  sentVersion(uri: string): number | undefined;
  backendOf(uri: string): Backend | undefined;
  /** Returns the text of a document that the backend has. */
  textOf(uri: string): Document | undefined;
  encoding(): PositionEncoding;
  /** Whether the client pulls diagnostics itself. */
  clientPulls(): boolean;
  /** Applies pending document changes, before a request is sent. */
  applyPending(): void;
  /** Called when the diagnostics of a document's last text are settled. */
  onSettled(uri: string): void;
}

/** The activity of a backend. */
interface BackendActivity {
  /** When it last published diagnostics or reported progress, as of `performance.now()`. */
  lastMessageAt: number;
  /** The tokens (JSON text) of progress that has begun and not ended. */
  readonly openProgress: Set<string>;
  /** Whether it has ever published diagnostics by itself. */
  hasPublished: boolean;
  timer: NodeJS.Timeout | undefined;
}

export class SettledDiagnostics {
  readonly #host: SettledDiagnosticsHost;
  readonly #documents = new Map<string, DocumentDiagnostics>();
  readonly #activities = new Map<Backend, BackendActivity>();
  #isEnded = false;

  constructor(host: SettledDiagnosticsHost) {
    this.#host = host;
  }

  /** Handles a backend's `textDocument/publishDiagnostics`. */
  publish(frame: { readonly bytes: Buffer; readonly body: Buffer }, backend: Backend): void {
    const { body } = frame;
    const activity = this.#activityOf(backend);
    activity.hasPublished = true;
    activity.lastMessageAt = performance.now();
    const uri = stringAt(body, findValue(body, ["params", "uri"]));
    const state = uri === undefined ? undefined : this.#documents.get(keyOfUri(uri));
    const diagnostics = findValue(body, ["params", "diagnostics"]);
    if (!state || !diagnostics) {
      this.#host.send(frame.bytes); // a file that is not open: its only text is on disk
      return;
    }
    // Diagnostics without a version count as those of the last text sent.
    const version = findValue(body, ["params", "version"]);
    const number = version ? Number.parseInt(body.toString("latin1", version.from, version.to), 10) : Number.NaN;
    if (number < (this.#host.sentVersion(state.uri) ?? 0)) return;
    if (state.pending === undefined) state.pendingSince = performance.now();
    state.pending = body.toString("utf8", diagnostics.from, diagnostics.to);
    state.published = state.pending;
    state.publicationCount++;
    const strategy = this.#strategyOf(state, backend);
    if (strategy === "version" && !Number.isNaN(number)) this.#finish(state, state.pending);
    else if (strategy === "proof") void this.#prove(state, backend);
    this.#schedule(backend, activity);
  }

  /** Handles a backend's `$/progress`. */
  noteProgress(body: Buffer, backend: Backend): void {
    const span = findValue(body, ["params", "token"]);
    const kind = stringAt(body, findValue(body, ["params", "value", "kind"]));
    if (!span || kind === undefined) return; // a partial result
    const token = body.toString("latin1", span.from, span.to);
    const activity = this.#activityOf(backend);
    activity.lastMessageAt = performance.now();
    if (kind === "begin") activity.openProgress.add(token);
    else if (kind === "end") activity.openProgress.delete(token);
    if (this.#hasUnsettled(backend)) this.#schedule(backend, activity);
  }

  /**
   * Discards the pending diagnostics of a document, because the backend was sent a new text or its
   * `didClose`.
   */
  noteTextSent(uri: string): void {
    const key = keyOfUri(uri);
    const state = this.#documents.get(key) ?? newDocument(uri);
    this.#documents.set(key, state);
    state.sentAt = performance.now();
    state.pending = undefined;
    state.isSettled = false;
    state.textCount++;
    state.proof.last = undefined;
    state.proof.hasFailed = false;
    const backend = this.#host.backendOf(uri);
    if (backend) this.#schedule(backend, this.#activityOf(backend));
  }

  /** Sends settled diagnostics again, because the client's text has become the backend's. */
  noteTextConfirmed(uri: string): void {
    const state = this.#documents.get(keyOfUri(uri));
    if (state?.isSettled && state.settled) this.#send(state, state.settled.diagnostics);
  }

  /** Returns the settled diagnostics (JSON text) of the document's last text, if there are any. */
  settledOf(uri: string): string | undefined {
    const state = this.#documents.get(keyOfUri(uri));
    return state?.settled?.textCount === state?.textCount ? state?.settled?.diagnostics : undefined;
  }

  /** Forgets a document that the client has closed, or whose backend is gone. */
  forget(uri: string): void {
    this.#documents.delete(keyOfUri(uri));
  }

  end(): void {
    this.#isEnded = true;
    for (const { timer } of this.#activities.values()) clearTimeout(timer);
  }

  #activityOf(backend: Backend): BackendActivity {
    const activity = this.#activities.get(backend) ?? {
      lastMessageAt: 0,
      openProgress: new Set<string>(),
      hasPublished: false,
      timer: undefined,
    };
    this.#activities.set(backend, activity);
    return activity;
  }

  #strategyOf({ uri, proof }: DocumentDiagnostics, backend: Backend): DiagnosticsStrategy {
    const { hasPublished } = this.#activityOf(backend);
    return strategyOf(backend, uri, { hasPublished, hasProofFailed: proof.hasFailed });
  }

  #hasUnsettled(backend: Backend): boolean {
    for (const state of this.#documents.values())
      if (!state.isSettled && this.#host.backendOf(state.uri) === backend) return true;
    return false;
  }

  /** Restarts the timer of a backend: its diagnostics are reviewed after a quiet period. */
  #schedule(backend: Backend, activity: BackendActivity): void {
    if (this.#isEnded) return;
    clearTimeout(activity.timer);
    activity.timer = setTimeout(() => this.#review(backend, activity), quietMsOf(backend)).unref();
  }

  /** Sends the diagnostics that are settled or overdue, and sets the timer while others remain. */
  #review(backend: Backend, activity: BackendActivity): void {
    const now = performance.now();
    const quietMs = quietMsOf(backend);
    const isBusy = activity.openProgress.size > 0 || backend.readiness?.state().kind === "loading";
    let isWaiting = false;
    for (const state of this.#documents.values()) {
      if (this.#host.backendOf(state.uri) !== backend) continue;
      if (state.isSettled && state.pending === undefined) continue;
      const since = Math.max(activity.lastMessageAt, state.sentAt);
      const isQuiet = !isBusy && now - since >= quietMs - 1;
      const isOverdue =
        now - Math.max(state.sentAt, state.pending === undefined ? 0 : state.pendingSince) >= MAX_WAIT_MS;
      const canBeProved = this.#strategyOf(state, backend) === "proof";
      if (isOverdue && (state.pending !== undefined || !canBeProved)) {
        this.#settle(state, backend);
      } else if (!isQuiet) {
        isWaiting ||= !isOverdue; // the end of its progress is noticed
      } else if (canBeProved) {
        isWaiting ||= state.pending !== undefined;
        void this.#prove(state, backend);
      } else {
        this.#settle(state, backend);
      }
    }
    if (isWaiting) activity.timer = setTimeout(() => this.#review(backend, activity), quietMs).unref();
  }

  /**
   * Settles a document: sends the pending diagnostics; pulls them from a server that does not
   * publish; or sends the last ones again, for a server that omits unchanged ones.
   */
  #settle(state: DocumentDiagnostics, backend: Backend): void {
    const { pending, proof } = state;
    if (pending !== undefined) {
      proof.last?.noteAll(JSON.parse(pending));
      this.#finish(state, pending);
    } else if (this.#strategyOf(state, backend) === "pull" && !this.#host.clientPulls()) {
      state.isSettled = true;
      void this.#pull(state, backend);
    } else if (backend.serverEntry?.diagnostics?.omitsUnchanged && state.settled) {
      const { diagnostics, text } = state.settled;
      this.#finish(state, moveDiagnostics(diagnostics, text, this.#host.textOf(state.uri), this.#host.encoding()));
    }
  }

  #finish(state: DocumentDiagnostics, diagnostics: string): void {
    state.pending = undefined;
    state.isSettled = true;
    state.settled = { diagnostics, text: this.#host.textOf(state.uri), textCount: state.textCount };
    this.#send(state, diagnostics);
    this.#host.onSettled(state.uri);
  }

  #send({ uri }: DocumentDiagnostics, diagnostics: string): void {
    const version = this.#host.clientVersion(uri);
    const head = { uri, ...(version === undefined ? {} : { version }) };
    const parsed = JSON.parse(diagnostics) as unknown;
    this.#host.send(notificationFrame("textDocument/publishDiagnostics", { ...head, diagnostics: parsed }));
  }

  /** Requests diagnostics from a server that does not publish them. */
  async #pull(state: DocumentDiagnostics, backend: Backend): Promise<void> {
    const { textCount } = state;
    const diagnostics = await pullDiagnostics(state.uri, backend, this.#host);
    if (diagnostics !== undefined && this.#isCurrent(state, textCount)) this.#finish(state, diagnostics);
  }

  /**
   * Compares the last publication with the proof that the server has given for the text, or
   * requests one: at most one at a time, and one for each publication.
   */
  async #prove(state: DocumentDiagnostics, backend: Backend): Promise<void> {
    const { proof, published } = state;
    if (published !== undefined && proof.last?.isComplete(JSON.parse(published))) {
      this.#finishProved(state, published);
      return;
    }
    const { textCount, publicationCount } = state;
    const isRequested = proof.textCount === textCount && proof.publicationCount === publicationCount;
    if (proof.isPending || isRequested) return;
    Object.assign(proof, { isPending: true, textCount, publicationCount });
    let given: CompletenessProof | undefined;
    try {
      given = await requestProof(state.uri, backend, this.#host);
    } catch {
      // An error of the server, or its end.
    }
    proof.isPending = false;
    if (!this.#isCurrent(state, textCount)) {
      this.#schedule(backend, this.#activityOf(backend));
      return;
    }
    proof.last = given;
    proof.hasFailed = given === undefined;
    if (given) void this.#prove(state, backend);
    else this.#schedule(backend, this.#activityOf(backend));
  }

  /** Settles a document, unless the same has been sent for the same text. */
  #finishProved(state: DocumentDiagnostics, diagnostics: string): void {
    const isRepeated = state.isSettled && state.settled?.diagnostics === diagnostics;
    if (isRepeated) state.pending = undefined;
    else this.#finish(state, diagnostics);
  }

  #isCurrent(state: DocumentDiagnostics, textCount: number): boolean {
    return !this.#isEnded && this.#documents.get(keyOfUri(state.uri)) === state && state.textCount === textCount;
  }
}
