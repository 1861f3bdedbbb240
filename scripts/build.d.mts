export function shippedGrammars(): readonly string[];
export function grammarLicences(names: readonly string[]): string;
