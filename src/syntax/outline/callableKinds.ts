/** Kinds of symbols that take arguments and hold local variables. */
export const callableKinds: ReadonlySet<string> = new Set(["function", "method", "constructor", "operator"]);
