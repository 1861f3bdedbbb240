/** Requests to the proxy and the shapes of their results: docs/protocol/ as types. */

/** As in LSP: 0-based, in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** Result of `locate/resolve`. `target` is in LSP's coordinates, `position` is 1-based. */
export interface ResolveResult {
  readonly file_path: string;
  readonly position: Position;
  readonly markdown: string;
  readonly target: { readonly textDocument: { readonly uri: string }; readonly position: Position };
  readonly match?: { readonly reading: string; readonly count: number; readonly index: number };
}

/** Result of `locate/resolveRange`. */
export interface ResolveRangeResult {
  readonly target: { readonly textDocument: { readonly uri: string }; readonly range: Range };
}

/** Result of `locate/describe`. `notation` is the Locate as a string. */
export interface DescribeResult {
  readonly notation: string;
}

/** Result of `locate/status`. */
export interface StatusResult {
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
