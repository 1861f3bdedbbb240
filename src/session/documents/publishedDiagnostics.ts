/** The last diagnostics of each document, for Locates; and those of files that only we opened, kept from the client. */

import type { Diagnostic } from "vscode-languageserver-protocol";
import { keyOfUri } from "../../uri.js";
import type { Envelope } from "../../wire/envelope.js";
import type { Frame, Verdict } from "../../wire/frames.js";
import { findValue, stringAt } from "../../wire/json.js";
import type { Backend } from "../backend/backend.js";
import type { OpenDocument } from "./openDocuments.js";

/** What a backend has said last of a document. */
interface Told {
  /** The `diagnostics` as JSON bytes: parsed only when somebody asks. */
  readonly bytes: Buffer;
  /** As of `performance.now()`. */
  readonly at: number;
  /** Of the document, where the backend says it. */
  readonly version: number | undefined;
}

export class Diagnostics {
  /** By document key. */
  readonly #last = new Map<string, Told>();
  readonly #waiting = new Map<string, Set<() => void>>();
  /** Documents the client was told some diagnostics of: it must also hear that they are gone. */
  readonly #told = new Map<string, { readonly uri: string; readonly backend: Backend }>();
  /** Backends that publish for files that nobody has open. */
  readonly #eager = new WeakSet<Backend>();

  of(key: string): readonly Diagnostic[] | undefined {
    const told = this.#last.get(key);
    return told && (JSON.parse(told.bytes.toString("utf8")) as Diagnostic[]);
  }

  /** The last word, if it is about the document as it is now. */
  told({ key, version, changedAt }: OpenDocument): { readonly at: number } | undefined {
    const told = this.#last.get(key);
    if (!told) return undefined;
    const isCurrent = told.version === undefined ? told.at >= changedAt : told.version === version;
    return isCurrent ? told : undefined;
  }

  /** Resolves when diagnostics of that document come, or after so many milliseconds. */
  next(key: string, milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(key) ?? new Set();
      this.#waiting.set(key, waiting);
      const end = () => {
        clearTimeout(timer);
        waiting.delete(end);
        if (waiting.size === 0) this.#waiting.delete(key);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      waiting.add(end);
    });
  }

  /** That backend says nothing more: what it has said last is gone. The URIs of documents of which the client must hear so. */
  forget(backend: Backend): readonly string[] {
    const told = [...this.#told].filter(([, { backend: teller }]) => teller === backend);
    for (const [key] of told) {
      this.#told.delete(key);
      this.#last.delete(key);
    }
    return told.map(([, { uri }]) => uri);
  }

  /** Notes what a publishDiagnostics says; whether the client is to see it. */
  note(body: Buffer, backend: Backend): boolean {
    const { session } = backend;
    const uri = stringAt(body, findValue(body, ["params", "uri"]));
    const span = findValue(body, ["params", "diagnostics"]);
    if (uri === undefined || !span) return true;
    const key = keyOfUri(uri);
    const bytes = Buffer.from(body.subarray(span.from, span.to)); // a copy: the chunk it came in is larger
    const isEmpty = /^\[\s*\]$/.test(bytes.toString("latin1", 0, 32));
    this.#last.set(key, {
      bytes,
      at: performance.now(),
      version: numberAt(body, ["params", "version"]),
    });
    for (const resume of [...(this.#waiting.get(key) ?? [])]) resume();
    if (session.unopened.isOnlyOurs(key)) {
      if (!this.#eager.has(backend) && !this.#told.has(key)) return false;
    } else if (!isEmpty && !this.#eager.has(backend) && !session.documents.get(uri)) {
      this.#eager.add(backend);
    }
    if (isEmpty) this.#told.delete(key);
    else this.#told.set(key, { uri, backend });
    return true;
  }
}

function numberAt(body: Buffer, path: readonly string[]): number | undefined {
  const span = findValue(body, path);
  const number = span && Number(body.toString("latin1", span.from, span.to));
  return Number.isInteger(number) ? number : undefined;
}

/** The backend's side. */
export function diagnosing({ method }: Envelope, backend: Backend): Verdict | undefined {
  if (method !== "textDocument/publishDiagnostics") return undefined;
  return {
    kind: "take",
    take: ({ bytes, body }: Frame) => (backend.session.diagnostics.note(body, backend) ? bytes : undefined),
  };
}
