/**
 * The diagnostics of each document: what its backend has published last, and what is settled of its
 * present text. Those of files that only we have opened are kept from the client.
 */

import type { Diagnostic } from "vscode-languageserver-protocol";
import { FIRST_VERSION, type OpenDocument } from "../../files/documents/openDocument.js";
import type { Document } from "../../text/document.js";
import { getOrInsert, setLatest } from "../../text/list.js";
import { keyOfUri } from "../../uri.js";
import type { Envelope } from "../../wire/envelope.js";
import type { Decision, Frame } from "../../wire/frames.js";
import { findValue, stringAt } from "../../wire/json.js";
import type { Backend } from "../backend/backend.js";
import { withoutAllowed } from "./kernelDiagnostics.js";

/** Diagnostics that a backend has published for a document. */
export interface Publication {
  /** The `diagnostics` as JSON bytes, parsed on demand. */
  readonly bytes: Buffer;
  /** As of `performance.now()`. */
  readonly receivedAt: number;
  /** The version of the document, where the backend gives it. */
  readonly version: number | undefined;
  readonly backend: object;
  /** Whether a server beside the backend has not checked the text yet: more follow. */
  readonly isPartial: boolean;
}

/** All diagnostics of one text of a document, however they were found out. */
export interface SettledDiagnostics {
  /** JSON text. */
  readonly items: string;
  readonly text: Document;
  readonly version: number;
}

/** What is known of the diagnostics of a document's present text. */
export type DiagnosticsState =
  | { readonly kind: "unknown" }
  /** Some were published, and more may follow. */
  | { readonly kind: "checking" }
  | ({ readonly kind: "settled" } & SettledDiagnostics);

/** What is known of a document whose diagnostics are not settled. */
export interface LastDiagnostics {
  readonly count: number;
  /** Which text they are of. */
  readonly text: "present" | "older";
}

/** What the diagnostics need to know about documents. */
interface DiagnosticsStoreHost {
  /** Whether the client has that document open. */
  isOpen(uri: string): boolean;
  /** Whether the backend knows the document with that key only from us. */
  isOnlyOurs(key: string): boolean;
  /** Whether a document is in another worktree than the backend serves. */
  isElsewhere(uri: string, backend: Publisher): boolean;
}

/** A backend. */
type Publisher = Pick<Backend, "link">;

/** The maximum number of documents with diagnostics; the oldest publications are forgotten. */
const MAX_DOCUMENTS = 100_000;

export class DiagnosticsStore {
  readonly #host: DiagnosticsStoreHost;
  /** By document key. */
  readonly #latest = new Map<string, Publication>();
  /** The last of each document, of its present text or an older one. */
  readonly #settled = new WeakMap<OpenDocument, SettledDiagnostics>();
  readonly #waiters = new Map<string, Set<() => void>>();
  /** Documents of which the client has got diagnostics: it must also get their removal. */
  readonly #forwarded = new Map<string, { readonly uri: string; readonly backend: object }>();
  /** Backends that have published diagnostics with a version: those of open files have one. */
  readonly #sendsVersions = new WeakSet<object>();
  /** Backends that publish for files that are not open. */
  readonly #publishesUnopened = new WeakSet<object>();

  constructor(host: DiagnosticsStoreHost) {
    this.#host = host;
  }

  /** Returns what is known of the diagnostics of the document's present text. */
  stateOf(document: OpenDocument): DiagnosticsState {
    const settled = this.#settled.get(document);
    if (settled && settled.text === document.text && settled.version === document.version)
      return { kind: "settled", ...settled };
    return { kind: this.current(document) ? "checking" : "unknown" };
  }

  /**
   * Notes that these (JSON text) are all diagnostics of the document's present text, or else those
   * published last. Returns them.
   */
  settle(document: OpenDocument, items?: string): readonly Diagnostic[] {
    const { key, text, version } = document;
    const all = items ?? this.#latest.get(key)?.bytes.toString("utf8") ?? "[]";
    const reported = JSON.parse(all) as readonly Diagnostic[];
    const kept = withoutAllowed(reported, document);
    this.#settled.set(document, { items: kept === reported ? all : JSON.stringify(kept), text, version });
    return kept;
  }

  /** Returns what was settled last of a document, of whichever text. */
  lastSettled(document: OpenDocument): SettledDiagnostics | undefined {
    return this.#settled.get(document);
  }

  /** Forgets what is settled of a document, as it is closed, or its backend gone. */
  forgetSettled(document: OpenDocument): void {
    this.#settled.delete(document);
  }

  /** Returns the last publication about a document, of whichever text. */
  latest(key: string): Publication | undefined {
    return this.#latest.get(key);
  }

  of(key: string): readonly Diagnostic[] | undefined {
    const latest = this.#latest.get(key);
    return latest && (JSON.parse(latest.bytes.toString("utf8")) as Diagnostic[]);
  }

  /**
   * Returns the last publication, if it is about the document's present text: it has come since,
   * and has its version. One without a version counts for backends that never give any, and for the
   * text with which the document was opened: oxlint gives none then, and some leave out a zero.
   */
  current({
    key,
    version,
    openedVersion,
    sentAt,
  }: Pick<OpenDocument, "key" | "version" | "openedVersion" | "sentAt">): Publication | undefined {
    const latest = this.#latest.get(key);
    if (!latest || latest.isPartial || latest.receivedAt < sentAt) return undefined;
    const isCurrent =
      latest.version === undefined
        ? version === openedVersion || !this.#sendsVersions.has(latest.backend)
        : latest.version === version;
    return isCurrent ? latest : undefined;
  }

  /** Returns what is known of a document from its last publication. */
  known(document: OpenDocument): LastDiagnostics | undefined {
    const items = this.of(document.key);
    return items && { count: items.length, text: this.current(document) ? "present" : "older" };
  }

  /**
   * Whether publications without a version may be about an older text of the document: the one
   * before it was replaced, or closed, before its diagnostics were settled.
   */
  mayBeOfOlderText(document: OpenDocument, backend: Publisher): boolean {
    const { version, owner } = document;
    if (owner !== "proxy" || version === FIRST_VERSION || this.#sendsVersions.has(backend)) return false;
    const settled = this.#settled.get(document)?.version;
    return settled === undefined || settled < version - 1;
  }

  /** Resolves when diagnostics of that document come, or after the timeout. */
  next(key: string, timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const waiting = getOrInsert(this.#waiters, key, () => new Set());
      const end = () => {
        clearTimeout(timer);
        waiting.delete(end);
        if (waiting.size === 0) this.#waiters.delete(key);
        resolve();
      };
      const timer = setTimeout(end, timeoutMs);
      waiting.add(end);
    });
  }

  /** Resolves when none have come for that document for this long. */
  async quiet(key: string, quietMs: number): Promise<void> {
    for (;;) {
      const startedAt = performance.now();
      await this.next(key, quietMs);
      if (performance.now() - startedAt >= quietMs - 1) return;
    }
  }

  /**
   * Forgets the diagnostics of a backend that is gone. Returns the URIs of documents whose
   * diagnostics the client has to remove.
   */
  forgetBackend(backend: object): readonly string[] {
    const forwarded = [...this.#forwarded].filter(([, entry]) => entry.backend === backend);
    for (const [key] of forwarded) {
      this.#forwarded.delete(key);
      this.#latest.delete(key);
    }
    return forwarded.map(([, { uri }]) => uri);
  }

  /** Records a publishDiagnostics; returns whether the client gets it. */
  record(body: Buffer, backend: Publisher): boolean {
    const uri = stringAt(body, findValue(body, ["params", "uri"]));
    const span = findValue(body, ["params", "diagnostics"]);
    if (uri === undefined || !span) return true;
    const key = keyOfUri(uri);
    // a copy: the chunk it came in is larger
    const bytes = Buffer.from(body.subarray(span.from, span.to));
    const isEmpty = /^\[\s*\]$/.test(bytes.toString("latin1", 0, 32));
    if (!this.#host.isElsewhere(uri, backend)) {
      const version = numberAt(body, ["params", "version"]);
      if (version !== undefined) this.#sendsVersions.add(backend);
      const isPartial = findValue(body, ["params", "pending"]) !== undefined;
      const publication = { bytes, receivedAt: performance.now(), version, backend, isPartial };
      for (const [oldest] of setLatest(this.#latest, key, publication, MAX_DOCUMENTS)) this.#forwarded.delete(oldest);
      for (const resume of [...(this.#waiters.get(key) ?? [])]) resume();
    }
    if (this.#host.isOnlyOurs(key)) {
      if (!this.#publishesUnopened.has(backend) && !this.#forwarded.has(key)) return false;
    } else if (!isEmpty && !this.#publishesUnopened.has(backend) && !this.#host.isOpen(uri)) {
      this.#publishesUnopened.add(backend);
    }
    if (isEmpty) this.#forwarded.delete(key);
    else this.#forwarded.set(key, { uri, backend });
    return true;
  }
}

function numberAt(body: Buffer, path: readonly string[]): number | undefined {
  const span = findValue(body, path);
  const number = span && Number(body.toString("latin1", span.from, span.to));
  return Number.isInteger(number) ? number : undefined;
}

/** Step for backend messages: records published diagnostics. */
export function recordDiagnostics(
  { method }: Envelope,
  {
    backend,
    session: { diagnostics },
  }: { readonly backend: Publisher; readonly session: { readonly diagnostics: DiagnosticsStore } },
): Decision | undefined {
  if (method !== "textDocument/publishDiagnostics") return undefined;
  return {
    kind: "take",
    take: ({ bytes, body }: Frame) => (diagnostics.record(body, backend) ? bytes : undefined),
  };
}
