/** What the proxy answers where it can't answer: the message, and its facts for machines. */

/** `data` of an error of the proxy: its `kind`, and what docs/protocol.md says it carries. */
export interface Failure {
  /** Undefined for an error that is not the proxy's. */
  readonly kind: string | undefined;
  readonly message: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

export function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  const data: unknown = isObject(error) ? error["data"] : undefined;
  if (!isObject(data)) return { kind: undefined, message, facts: {} };
  const { kind, ...facts } = data;
  return { kind: typeof kind === "string" ? kind : undefined, message, facts };
}

/** The first sentence of a message, and the rest of it. A full stop within a name or a path ends no sentence. */
export function sentences(message: string): { readonly first: string; readonly rest: string } {
  const [, first = message, rest = ""] = /^(.*?[.?!:])\s+(?=[A-Z"`])(.*)$/s.exec(message) ?? [];
  return { first, rest };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
