/** Kinds of symbols that take arguments, and hold variables of their own. */
export const callableKinds: ReadonlySet<string> = new Set(["function", "method", "constructor", "operator"]);
