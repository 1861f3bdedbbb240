/** Errors of the proxy: the message, and its data for machines. */

/** The `data` of an error: its `kind`, and the facts that docs/protocol/errors.md lists. */
export interface ProxyError {
  /** `undefined` if the error is not the proxy's. */
  readonly kind: string | undefined;
  readonly message: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

export function toProxyError(error: unknown): ProxyError {
  const message = error instanceof Error ? error.message : String(error);
  const data: unknown = isObject(error) ? error["data"] : undefined;
  if (!isObject(data)) return { kind: undefined, message, facts: {} };
  const { kind, ...facts } = data;
  return { kind: typeof kind === "string" ? kind : undefined, message, facts };
}

/**
 * Splits a message into its first sentence and the rest. A full stop within a name or a path does
 * not end a sentence.
 */
export function splitSentences(message: string): { readonly first: string; readonly rest: string } {
  const [, first = message, rest = ""] = /^(.*?[.?!:])\s+(?=[A-Z"`])(.*)$/s.exec(message) ?? [];
  return { first, rest };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
