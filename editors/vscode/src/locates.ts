/** What the extension asks the proxy, with the shapes of the answers: docs/protocol.md, as types. */

import type { Locate } from "../../../src/index.js";

/** LSP's: 0-based, in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** `locate/resolve`: where a Locate lands. `target` is in LSP's coordinates, `position` is 1-based. */
export interface Resolved {
  readonly file_path: string;
  readonly position: Position;
  readonly markdown: string;
  readonly target: { readonly textDocument: { readonly uri: string }; readonly position: Position };
  readonly match?: { readonly reading: string; readonly count: number; readonly index: number };
}

/** `locate/resolveRange`. */
export interface ResolvedRange {
  readonly target: { readonly textDocument: { readonly uri: string }; readonly range: Range };
}

/** `locate/describe`. `notation` is null where only the object can say it. */
export interface Described {
  readonly locate: Locate;
  readonly notation: string | null;
}

/** `locate/status`. */
export interface Status {
  readonly backends: readonly BackendStatus[];
  readonly markdown: string;
}

export interface BackendStatus {
  readonly name: string;
  readonly root?: string;
  readonly state: "idle" | "starting" | "loading" | "ready" | "failed" | "restarting" | "stopped";
  readonly waiting_for?: string;
  readonly percentage?: number;
  readonly why?: string;
}
