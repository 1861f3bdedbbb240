/**
 * Holds back published diagnostics until they are settled: complete, and about the last text.
 *
 * Servers publish diagnostics in several steps, some of them for texts that have changed since. A
 * client that passes each publication to a model needs only the last one. How to recognise that one
 * is in servers.json: by the version in it, by a proof of the server, or else by a quiet period.
 */

import type { Diagnostic } from "vscode-languageserver-protocol";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import { mapThrough } from "../../text/change.js";
import { diffTexts } from "../../text/diff/difference.js";
import type { Document } from "../../text/document.js";
import { getOrInsert } from "../../text/list.js";
import { offsetsToRange, type PositionEncoding, rangeToOffsets } from "../../text/position.js";
import { keyOfUri } from "../../uri.js";
import { findValue, stringAt } from "../../wire/json.js";
import { analysisProgressOf } from "../backend/analysisProgress.js";
import { type Backend, notificationFrame } from "../backend/backend.js";
import { sendUncancelled } from "../backend/sendRepeatable.js";
import { isTransientError } from "../outcome.js";
import { type AnswerNote, AnswerNotes } from "./answerNotes.js";
import { type CompletenessProof, requestProof } from "./completenessProof.js";
import type { DiagnosticsStore, Publication } from "./diagnosticsStore.js";
import { type DiagnosticsStrategy, quietMsOf, strategyOf } from "./strategy.js";

/** After this long, the pending diagnostics are sent even if the server is still busy. */
const MAX_WAIT_MS = 10_000;

export interface HeldDiagnosticsHost {
  readonly store: DiagnosticsStore;
  /** Sends a frame to the client. */
  send(frame: Buffer): void;
  /** Returns a document that the client has open, with the text that the backend has. */
  documentOf(uri: string): OpenDocument | undefined;
  clientVersion(uri: string): number | undefined;
  backendOf(uri: string): Backend | undefined;
  encoding(): PositionEncoding;
  /** Whether the client pulls diagnostics itself. */
  clientPulls(): boolean;
  /** Applies pending document changes, before a request is sent. */
  applyPending(): void;
  /** Returns a note on what settled diagnostics (JSON) say of the environment, for the client. */
  environmentNote?(uri: string, items: string): AnswerNote | undefined;
  /** Called when the diagnostics of a document's last text are settled. */
  onSettled(uri: string): void;
}

/** A document that the client has open. Times are those of `performance.now()`, in ms. */
interface HeldDocument {
  readonly uri: string;
  /** When the backend was sent the last text. */
  sentAt: number;
  /** What was published of the last text, until it is settled. */
  pending: Publication | undefined;
  /** When `pending` was set after it had been undefined. */
  pendingSince: number;
  /** Whether the diagnostics of the last text are settled, or have been requested. */
  isSettled: boolean;
  /** The number of texts sent. */
  textCount: number;
  /** What was published last, of whichever text. */
  published: Publication | undefined;
  /** Whether notes on answers have changed since something was sent to the client. */
  hasUnsentNotes: boolean;
  readonly proof: ProofState;
}

/** What a server has proved about the diagnostics of a document's last text. */
interface ProofState {
  isPending: boolean;
  /** Whether the server could not give one for the last text, so that a quiet period decides. */
  hasFailed: boolean;
  last: CompletenessProof | undefined;
  /** The text and the publication that a proof was last requested for. */
  textCount: number;
  publication: Publication | undefined;
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

export class HeldDiagnostics {
  readonly #host: HeldDiagnosticsHost;
  readonly #documents = new Map<string, HeldDocument>();
  readonly #activities = new Map<Backend, BackendActivity>();
  readonly #notes = new AnswerNotes();
  #isEnded = false;

  constructor(host: HeldDiagnosticsHost) {
    this.#host = host;
  }

  /** Handles a backend's `textDocument/publishDiagnostics`, which the store has recorded. */
  publish(frame: { readonly bytes: Buffer; readonly body: Buffer }, backend: Backend): void {
    const { body } = frame;
    const activity = this.#activityOf(backend);
    activity.hasPublished = true;
    activity.lastMessageAt = performance.now();
    const uri = stringAt(body, findValue(body, ["params", "uri"]));
    const key = uri === undefined ? "" : keyOfUri(uri);
    const state = this.#documents.get(key);
    const publication = this.#host.store.latest(key);
    if (!state || !publication || !findValue(body, ["params", "diagnostics"])) {
      this.#host.send(frame.bytes); // a file that is not open: its only text is on disk
      return;
    }
    if (publication.isPartial) return;
    // Diagnostics without a version count as those of the last text sent.
    const { version } = publication;
    if (version !== undefined && version < (this.#host.documentOf(state.uri)?.version ?? 0)) return;
    if (state.pending === undefined) state.pendingSince = performance.now();
    state.pending = publication;
    state.published = publication;
    const strategy = this.#strategyOf(state, backend);
    // What it publishes while it analyses may be what it knew before, under the new version.
    const isAnalysing = analysisProgressOf(backend)?.isRunning === true;
    if (strategy === "version" && version !== undefined && !isAnalysing) this.#finish(state, textOf(publication));
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
    const state = getOrInsert(this.#documents, key, () => newDocument(uri));
    this.#notes.forget(uri);
    state.hasUnsentNotes = false;
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
    const document = this.#host.documentOf(uri);
    const settled = document && this.#host.store.lastSettled(document);
    if (state?.isSettled && settled) this.#send(state, settled.items);
  }

  /**
   * Publishes a note on the answer to a request, or takes the last one on it away: at once if the
   * document's diagnostics are settled, else with them, or alone if they take too long.
   */
  setNote(uri: string, request: string, note: AnswerNote | undefined): void {
    if (!this.#notes.set(uri, request, note)) return;
    const state = this.#documents.get(keyOfUri(uri)) ?? newDocument(uri);
    state.hasUnsentNotes = true;
    const send = () => {
      if (this.#isEnded || !state.hasUnsentNotes) return;
      const document = this.#host.documentOf(uri);
      const settled = state.isSettled && document ? this.#host.store.lastSettled(document) : undefined;
      this.#send(state, settled?.items ?? "[]");
    };
    if (state.isSettled || !this.#documents.has(keyOfUri(uri))) send();
    else setTimeout(send, MAX_WAIT_MS).unref();
  }

  /** Forgets a document that the client has closed, or whose backend is gone. */
  forget(uri: string): void {
    this.#notes.forget(uri);
    this.#documents.delete(keyOfUri(uri));
    const document = this.#host.documentOf(uri);
    if (document) this.#host.store.forgetSettled(document);
  }

  end(): void {
    this.#isEnded = true;
    for (const { timer } of this.#activities.values()) clearTimeout(timer);
  }

  #activityOf(backend: Backend): BackendActivity {
    return getOrInsert(this.#activities, backend, () => ({
      lastMessageAt: 0,
      openProgress: new Set<string>(),
      hasPublished: false,
      timer: undefined,
    }));
  }

  #strategyOf({ uri, proof }: HeldDocument, backend: Backend): DiagnosticsStrategy {
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
      if (isOverdue && this.#isRefuted(state)) isWaiting = true;
      else if (isOverdue && (state.pending !== undefined || !canBeProved)) {
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
  #settle(state: HeldDocument, backend: Backend): void {
    const { pending } = state;
    if (pending !== undefined) {
      this.#finish(state, textOf(pending));
    } else if (this.#strategyOf(state, backend) === "pull" && !this.#host.clientPulls()) {
      state.isSettled = true;
      void this.#pull(state, backend);
    } else if (backend.serverEntry?.diagnostics?.omitsUnchanged) {
      const document = this.#host.documentOf(state.uri);
      const last = document && this.#host.store.lastSettled(document);
      if (last) this.#finish(state, moveDiagnostics(last.items, last.text, document.text, this.#host.encoding()));
    }
  }

  /** Whether the server has proved that what it has published is not all, and may publish more. */
  #isRefuted({ pending, proof }: HeldDocument): boolean {
    if (!pending || !proof.last) return false;
    return !proof.last.isAllPublished(JSON.parse(textOf(pending)), performance.now() - pending.receivedAt);
  }

  #finish(state: HeldDocument, items: string): void {
    state.pending = undefined;
    state.isSettled = true;
    const document = this.#host.documentOf(state.uri);
    if (document) this.#host.store.settle(document, items);
    this.#notes.set(state.uri, "environment", this.#host.environmentNote?.(state.uri, items));
    this.#send(state, items);
    this.#host.onSettled(state.uri);
  }

  #send(state: HeldDocument, items: string): void {
    const { uri } = state;
    const version = this.#host.clientVersion(uri);
    const head = { uri, ...(version === undefined ? {} : { version }) };
    const diagnostics = [...(JSON.parse(items) as readonly unknown[]), ...this.#notes.diagnosticsOf(uri)];
    state.hasUnsentNotes = false;
    this.#host.send(notificationFrame("textDocument/publishDiagnostics", { ...head, diagnostics }));
  }

  /** Requests diagnostics from a server that does not publish them. */
  async #pull(state: HeldDocument, backend: Backend): Promise<void> {
    const { textCount, uri } = state;
    const params = { textDocument: { uri } };
    // After an error there are none, nor if the answer is not a full one.
    const answer = await sendUncancelled("textDocument/diagnostic", params, backend, this.#host).catch(() => undefined);
    const { kind, items } = (answer ?? {}) as { kind?: unknown; items?: unknown };
    const isFull = kind === "full" && Array.isArray(items);
    if (isFull && this.#isCurrent(state, textCount)) this.#finish(state, JSON.stringify(items));
  }

  /**
   * Compares the last publication with the proof that the server has given for the text, or
   * requests one: at most one at a time, and one for each publication.
   */
  async #prove(state: HeldDocument, backend: Backend): Promise<void> {
    const { proof, published, textCount } = state;
    if (published !== undefined && proof.last?.isComplete(JSON.parse(textOf(published)))) {
      this.#finishProved(state, textOf(published));
      return;
    }
    const isRequested = proof.textCount === textCount && proof.publication === published;
    if (proof.isPending || isRequested) return;
    Object.assign(proof, { isPending: true, textCount, publication: published });
    let given: CompletenessProof | undefined;
    let isLate = false;
    try {
      given = await requestProof(state.uri, backend, this.#host);
    } catch (error) {
      isLate = isTransientError(error, backend); // else it is an error of the server, or its end
    }
    proof.isPending = false;
    if (!this.#isCurrent(state, textCount)) {
      this.#schedule(backend, this.#activityOf(backend));
      return;
    }
    proof.last = given;
    proof.hasFailed = given === undefined && !isLate;
    if (isLate) proof.textCount = -1; // to be requested again
    if (given) void this.#prove(state, backend);
    else this.#schedule(backend, this.#activityOf(backend));
  }

  /** Settles a document, unless the same has been sent for the same text. */
  #finishProved(state: HeldDocument, diagnostics: string): void {
    const document = this.#host.documentOf(state.uri);
    const isRepeated = state.isSettled && document && this.#host.store.lastSettled(document)?.items === diagnostics;
    if (isRepeated) state.pending = undefined;
    else this.#finish(state, diagnostics);
  }

  #isCurrent(state: HeldDocument, textCount: number): boolean {
    return !this.#isEnded && this.#documents.get(keyOfUri(state.uri)) === state && state.textCount === textCount;
  }
}

function newDocument(uri: string): HeldDocument {
  const proof = { isPending: false, hasFailed: false, last: undefined, textCount: 0, publication: undefined };
  const nothing = { pending: undefined, published: undefined, proof };
  return { uri, sentAt: 0, pendingSince: 0, isSettled: false, textCount: 0, hasUnsentNotes: false, ...nothing };
}

/** Returns the diagnostics of a publication as JSON text. */
function textOf({ bytes }: Publication): string {
  return bytes.toString("utf8");
}

/**
 * Maps diagnostics (JSON text) of the text `before` to the text `now`. Drops those whose range is
 * gone.
 */
function moveDiagnostics(
  diagnostics: string,
  before: Document | undefined,
  now: Document | undefined,
  encoding: PositionEncoding,
): string {
  if (!before || !now || before === now) return diagnostics;
  const changes = diffTexts(before, now.text);
  const moved = (JSON.parse(diagnostics) as Diagnostic[]).flatMap((diagnostic) => {
    const { from, to } = rangeToOffsets(before, diagnostic.range, encoding);
    const start = mapThrough(changes, from, "after");
    const end = from === to ? start : mapThrough(changes, to, "before");
    if (start === null || end === null || end < start) return [];
    return [{ ...diagnostic, range: offsetsToRange(now, { from: start, to: end }, encoding) }];
  });
  return JSON.stringify(moved);
}
