/**
 * How the indentation of a line of source text may change: of code by levels; of a comment or
 * literal block together with the line that opens it; of a string not at all.
 */
export type LineKind = "code" | "block" | "string";
