/** The last diagnostics of each document, for Locates; and those of files that only we opened, kept from the client. */

import type { Diagnostic } from "vscode-languageserver-protocol";
import { keyOfUri } from "../../uri.js";
import type { Envelope } from "../../wire/envelope.js";
import type { Frame, Verdict } from "../../wire/frames.js";
import { findValue, stringAt } from "../../wire/json.js";
import type { OpenDocument } from "./openDocument.js";

/** What a backend has said last of a document. */
interface Publication {
  /** The `diagnostics` as JSON bytes: parsed only when somebody asks. */
  readonly bytes: Buffer;
  /** As of `performance.now()`. */
  readonly receivedAt: number;
  /** Of the document, where the backend says it. */
  readonly version: number | undefined;
}

/** What the diagnostics need to know of documents. */
interface DiagnosticsHost {
  /** Whether the client has that document open. */
  isOpen(uri: string): boolean;
  /** Whether the backend knows that document, by its key, only from us. */
  isOnlyOurs(key: string): boolean;
}

export class PublishedDiagnostics {
  readonly #host: DiagnosticsHost;
  /** By document key. */
  readonly #latest = new Map<string, Publication>();
  readonly #waiters = new Map<string, Set<() => void>>();
  /** Documents the client was told some diagnostics of: it must also hear that they are gone. */
  readonly #forwarded = new Map<string, { readonly uri: string; readonly backend: object }>();
  /** Backends that publish for files that nobody has open. */
  readonly #publishesUnopened = new WeakSet<object>();

  constructor(host: DiagnosticsHost) {
    this.#host = host;
  }

  of(key: string): readonly Diagnostic[] | undefined {
    const told = this.#latest.get(key);
    return told && (JSON.parse(told.bytes.toString("utf8")) as Diagnostic[]);
  }

  /** The last word, if it is about the document as it is now. */
  current({
    key,
    version,
    changedAt,
  }: Pick<OpenDocument, "key" | "version" | "changedAt">): { readonly receivedAt: number } | undefined {
    const told = this.#latest.get(key);
    if (!told) return undefined;
    const isCurrent = told.version === undefined ? told.receivedAt >= changedAt : told.version === version;
    return isCurrent ? told : undefined;
  }

  /** Resolves when diagnostics of that document come, or after so many milliseconds. */
  next(key: string, timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiters.get(key) ?? new Set();
      this.#waiters.set(key, waiting);
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

  /** That backend says nothing more: what it has said last is gone. The URIs of documents of which the client must hear so. */
  forgetBackend(backend: object): readonly string[] {
    const told = [...this.#forwarded].filter(([, { backend: teller }]) => teller === backend);
    for (const [key] of told) {
      this.#forwarded.delete(key);
      this.#latest.delete(key);
    }
    return told.map(([, { uri }]) => uri);
  }

  /** Notes what a publishDiagnostics says; whether the client is to see it. */
  record(body: Buffer, backend: object): boolean {
    const uri = stringAt(body, findValue(body, ["params", "uri"]));
    const span = findValue(body, ["params", "diagnostics"]);
    if (uri === undefined || !span) return true;
    const key = keyOfUri(uri);
    const bytes = Buffer.from(body.subarray(span.from, span.to)); // a copy: the chunk it came in is larger
    const isEmpty = /^\[\s*\]$/.test(bytes.toString("latin1", 0, 32));
    this.#latest.set(key, {
      bytes,
      receivedAt: performance.now(),
      version: numberAt(body, ["params", "version"]),
    });
    for (const resume of [...(this.#waiters.get(key) ?? [])]) resume();
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

/** The backend's side. */
export function recordDiagnostics(
  { method }: Envelope,
  {
    backend,
    session: { diagnostics },
  }: { readonly backend: object; readonly session: { readonly diagnostics: PublishedDiagnostics } },
): Verdict | undefined {
  if (method !== "textDocument/publishDiagnostics") return undefined;
  return {
    kind: "take",
    take: ({ bytes, body }: Frame) => (diagnostics.record(body, backend) ? bytes : undefined),
  };
}
