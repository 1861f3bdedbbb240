/**
 * The diagnostics of several servers for one document. Those of companions are pulled after each
 * change, or come when they are published, and are added to what the main server publishes, which
 * waits for them, at most a second: then it names those that are missing. A response by which the
 * main server proves that its diagnostics are complete waits, too: where a companion has not
 * checked the text, it becomes an error.
 */

import { markWithOrigin } from "../../ask/backend/companionDocuments.js";
import { isObject } from "../../backend/isObject.js";
import { codes, type Logger } from "../../error.js";
import { getOrInsert } from "../../text/list.js";
import { keyOfUri } from "../../uri.js";
import { frameOf } from "../../wire/frames.js";
import { buildError, buildNotification } from "../../wire/messages.js";
import { CompanionError, type CompanionServer, START_MS } from "./companionServer.js";

/** How long the others' answers wait for a companion that runs. */
export const LATE_MS = 1_000;
/** How long one that hangs is waited for at all; what it says later counts all the same. */
const GIVE_UP_MS = 30_000;
/** How long one is waited for that has published nothing yet, or that publishes versions. */
const PUBLICATION_MS = 10_000;
/** How long a proof waits for them. The client's own wait for an answer must be longer. */
const PROOF_TIMEOUT_MS = 10_000;

const PULL_METHOD = "textDocument/diagnostic";

/** What one companion says of a document. */
interface Part {
  /** Those of an older text, unless the state is `checked`. */
  items: readonly unknown[];
  state: "checking" | "checked" | "failed";
  /** Whether publications do not wait for it (any more). */
  isLate: boolean;
  /** Counts the checks, of which only the last one counts. */
  check: number;
  timer: NodeJS.Timeout | undefined;
}

interface DocumentState {
  /** The params of the main server's last publication. */
  published: PublishParams | undefined;
  readonly parts: Map<CompanionServer, Part>;
  /** What is to be called when no part is being checked. */
  readonly waiting: Set<() => void>;
}

interface PublishParams {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: readonly unknown[];
}

export class CompanionDiagnostics {
  /** Sends a frame to the client. */
  readonly #emit: (frame: Buffer) => void;
  readonly #log: Logger;
  /** By key of the URI. */
  readonly #documents = new Map<string, DocumentState>();
  /** Those that have reported any, or that a first report was waited for in vain. */
  readonly #reported = new WeakSet<CompanionServer>();
  /** Those whose publications have the version of the text. */
  readonly #versioned = new WeakSet<CompanionServer>();
  #checkCount = 0;

  constructor(emit: (frame: Buffer) => void, log: Logger) {
    this.#emit = emit;
    this.#log = log;
  }

  /** Has a companion check a document that was opened or changed. */
  check(uri: string, server: CompanionServer): void {
    const state = getOrInsert(this.#documents, keyOfUri(uri), () => newState());
    const part = getOrInsert(state.parts, server, () => newPart());
    const check = ++this.#checkCount;
    part.check = check;
    part.state = "checking";
    part.isLate = false;
    clearTimeout(part.timer);
    const pulls = server.state === "running" && server.canPull;
    const timeoutMs = this.#reported.has(server) || server.state === "running" ? LATE_MS : START_MS;
    part.timer = setTimeout(() => {
      const publishes = !pulls && server.state === "running";
      // It has said all that it will, as far as can be known.
      const finish = () => this.#finish(state, part, "checked", part.items);
      if (publishes && this.#reported.has(server) && !this.#versioned.has(server)) return finish();
      part.isLate = true;
      this.#publish(state);
      const end = () => {
        if (!publishes) return this.#giveUp(uri, server, part);
        // It may publish no empty lists.
        this.#reported.add(server);
        finish();
      };
      part.timer = setTimeout(end, (publishes ? PUBLICATION_MS : GIVE_UP_MS) - timeoutMs).unref();
    }, timeoutMs).unref();
    if (!pulls) return;
    server.request(PULL_METHOD, { textDocument: { uri } }).then(
      (report) => {
        this.#reported.add(server);
        if (part.check === check) this.#finish(state, part, "checked", markWithOrigin(server.name, itemsOf(report)));
      },
      (error: unknown) => {
        if (part.check === check) this.#finish(state, part, isNeeded(server, error) ? "failed" : "checked", []);
      },
    );
  }

  /**
   * Handles what the main server publishes: returns the frame for the client, undefined if it
   * follows later or no companion has the document.
   */
  handleMain(body: Buffer): { readonly frame: Buffer | undefined } | undefined {
    const { params } = JSON.parse(body.toString("utf8")) as { readonly params?: PublishParams };
    const state = params && this.#documents.get(keyOfUri(params.uri));
    if (!state) return undefined;
    state.published = params;
    const waits = [...state.parts.values()].some((part) => part.state === "checking" && !part.isLate);
    return { frame: waits ? undefined : mergedFrame(state) };
  }

  /**
   * Handles what a companion publishes. `version` is that of the document's present text; undefined
   * where those of publications are of something else.
   */
  handlePublication(server: CompanionServer, body: Buffer, version: number | undefined): void {
    const { params } = JSON.parse(body.toString("utf8")) as { readonly params?: PublishParams };
    const state = params && this.#documents.get(keyOfUri(params.uri));
    const part = state?.parts.get(server);
    if (!params || !state || !part || server.canPull) return;
    this.#reported.add(server);
    if (version !== undefined && typeof params.version === "number") {
      this.#versioned.add(server);
      if (params.version !== version) return;
    }
    this.#finish(state, part, "checked", markWithOrigin(server.name, params.diagnostics));
  }

  /**
   * Keeps a proof about a document, the response with that id (JSON text), until its companions
   * have checked the document, too. Returns whether it does. After a failure they are asked again.
   */
  holdProof(frame: Buffer, { id, uri }: { readonly id: string; readonly uri: string }): boolean {
    const state = this.#documents.get(keyOfUri(uri));
    if (!state || unchecked(state).length === 0) return false;
    for (const [server, { state: was }] of state.parts) {
      if (was !== "failed") continue;
      server.restart();
      if (server.state !== "stopped") this.check(uri, server);
    }
    const respond = (isOver: boolean) => {
      const missing = unchecked(state);
      if (missing.length === 0) this.#emit(frame);
      else if (isOver || missing.every(({ part }) => part.state === "failed")) this.#emit(refusal(id, missing));
      else return false;
      return true;
    };
    this.#wait(state, PROOF_TIMEOUT_MS, respond);
    return true;
  }

  /**
   * Resolves with the diagnostics of a document's companions, or of one of them, and the names of
   * those that are missing. One that is late is waited for only if `untilChecked`.
   */
  async reportOf(
    uri: string,
    { server, untilChecked = false }: { readonly server?: CompanionServer; readonly untilChecked?: boolean } = {},
  ): Promise<{ readonly items: readonly unknown[]; readonly missing: readonly string[] }> {
    const state = this.#documents.get(keyOfUri(uri));
    if (!state) return { items: [], missing: [] };
    const partsOf = () => [...state.parts].flatMap(([each, part]) => (!server || each === server ? [part] : []));
    const isAwaited = ({ state: partState, isLate }: Part) => partState === "checking" && (untilChecked || !isLate);
    await new Promise<void>((resolve) => {
      const isDone = (isOver: boolean) => {
        if (!isOver && partsOf().some(isAwaited)) return false;
        resolve();
        return true;
      };
      this.#wait(state, START_MS, isDone);
    });
    const missing = untilChecked ? unchecked(state).map((each) => each.server.name) : pending(state);
    return { items: partsOf().flatMap((part) => part.items), missing };
  }

  /** A companion does not take a document. */
  release(uri: string, server: CompanionServer): void {
    const state = this.#documents.get(keyOfUri(uri));
    const part = state?.parts.get(server);
    if (!state || !part) return;
    part.check = 0;
    this.#finish(state, part, "checked", []);
    state.parts.delete(server);
  }

  /** The document was closed. */
  forget(uri: string): void {
    const state = this.#documents.get(keyOfUri(uri));
    if (!state) return;
    this.#documents.delete(keyOfUri(uri));
    for (const part of state.parts.values()) {
      clearTimeout(part.timer);
      part.check = 0;
      part.state = "checked";
    }
    for (const each of [...state.waiting]) each();
  }

  /** A companion is gone: removes its diagnostics, and refuses all proofs until it is back. */
  fail(server: CompanionServer): void {
    for (const state of this.#documents.values()) {
      const part = state.parts.get(server);
      if (!part) continue;
      const isShown = part.state === "checking" || part.items.length > 0;
      const result = isNeeded(server) ? "failed" : "checked";
      part.check = 0;
      if (isShown) this.#finish(state, part, result, []);
      else part.state = result;
    }
  }

  #giveUp(uri: string, server: CompanionServer, part: Part): void {
    const state = this.#documents.get(keyOfUri(uri));
    if (!state || isNeeded(server)) return;
    this.#log(`${server.name} has not checked ${uri} within ${GIVE_UP_MS / 1000} s; its diagnostics are left out`);
    this.#finish(state, part, "checked", []);
  }

  #finish(state: DocumentState, part: Part, result: "checked" | "failed", items: readonly unknown[]): void {
    clearTimeout(part.timer);
    part.state = result;
    part.items = items;
    this.#publish(state);
  }

  #publish(state: DocumentState): void {
    const waits = [...state.parts.values()].some((part) => part.state === "checking" && !part.isLate);
    const frame = waits ? undefined : mergedFrame(state);
    if (frame) this.#emit(frame);
    for (const each of [...state.waiting]) each();
  }

  /** Calls `isDone` now, after each report and at the timeout, until it returns true. */
  #wait({ waiting }: DocumentState, timeoutMs: number, isDone: (isOver: boolean) => boolean): void {
    const attempt = (isOver: boolean) => {
      if (!isDone(isOver)) return;
      clearTimeout(timer);
      waiting.delete(review);
    };
    const review = () => attempt(false);
    const timer = setTimeout(() => attempt(true), timeoutMs).unref();
    waiting.add(review);
    review();
  }
}

function itemsOf(report: unknown): readonly unknown[] {
  return isObject(report) && Array.isArray(report["items"]) ? (report["items"] as unknown[]) : [];
}

/**
 * Whether a document is unchecked without a companion's diagnostics: where the main server leaves
 * a part of it to that one. Any other costs no more than its own part.
 */
function isNeeded({ companion }: CompanionServer, error?: unknown): boolean {
  const hasNone = error instanceof CompanionError && error.code === codes.methodNotFound;
  return companion.channel !== undefined && !hasNone;
}

function newState(): DocumentState {
  return { published: undefined, parts: new Map(), waiting: new Set() };
}

function newPart(): Part {
  return { items: [], state: "checked", isLate: false, check: 0, timer: undefined };
}

/** Returns the companions that have not checked the present text. */
function unchecked({ parts }: DocumentState): readonly { readonly server: CompanionServer; readonly part: Part }[] {
  return [...parts].flatMap(([server, part]) => (part.state === "checked" ? [] : [{ server, part }]));
}

/** Returns the names of those that still check it. */
function pending(state: DocumentState): readonly string[] {
  return unchecked(state).flatMap(({ server, part }) => (part.state === "checking" ? [server.name] : []));
}

function refusal(id: string, missing: readonly { readonly server: CompanionServer }[]): Buffer {
  const message = describeUnchecked(missing.map(({ server }) => server.name));
  return frameOf(buildError(id, { code: codes.serverCancelled, message }));
}

/** A sentence on companions whose diagnostics of the present text are not known. */
export function describeUnchecked(names: readonly string[]): string {
  return `${names.join(" and ")} ${names.length === 1 ? "has" : "have"} not checked the document yet.`;
}

/** Returns a publication with the diagnostics of all; undefined before the main server's first. */
function mergedFrame(state: DocumentState): Buffer | undefined {
  const { published, parts } = state;
  if (!published) return undefined;
  const added = [...parts.values()].flatMap((part) => part.items);
  const missing = pending(state);
  const params = {
    ...published,
    diagnostics: [...published.diagnostics, ...added],
    ...(missing.length > 0 ? { pending: missing } : {}),
  };
  return frameOf(buildNotification("textDocument/publishDiagnostics", params));
}
