/**
 * SCIP's symbols as strings: `<scheme> <manager> <package> <version> <descriptors>`, or
 * `local <id>`. A space in one of the first four is written twice, and the descriptors have the
 * form of scip.proto: `name/` namespace, `name#` type, `name.` term, `name(…).` method, `name:`
 * meta, `name!` macro, `[name]` type parameter, `(name)` parameter, with `` `…` `` around a name
 * that is no identifier.
 */

export interface Descriptor {
  readonly name: string;
  readonly kind: "namespace" | "type" | "term" | "method" | "meta" | "macro" | "type parameter" | "parameter";
  /** Where its text begins in the symbol. */
  readonly from: number;
}

const LOCAL = "local ";

/** Whether the symbol belongs to one document. */
export function isLocalSymbol(symbol: string): boolean {
  return symbol.startsWith(LOCAL);
}

export interface ParsedSymbol {
  /** The scheme, the package manager and the package's name, as they are written. */
  readonly packageName: string;
  /** `.` or empty if it is not known, as for the package that was indexed. */
  readonly version: string;
  readonly descriptors: readonly Descriptor[];
}

/** Returns undefined for a local symbol, and for text that is no symbol. */
export function parseSymbol(symbol: string): ParsedSymbol | undefined {
  if (isLocalSymbol(symbol)) return undefined;
  const fields: number[] = [];
  for (let at = 0; fields.length < 4; ) {
    const space = symbol.indexOf(" ", at);
    if (space === -1) return undefined;
    if (symbol[space + 1] === " ") {
      at = space + 2;
      continue;
    }
    fields.push(space);
    at = space + 1;
  }
  const [, , nameTo = 0, versionTo = 0] = fields;
  const descriptors = parseDescriptors(symbol, versionTo + 1);
  if (descriptors === undefined) return undefined;
  return { packageName: symbol.slice(0, nameTo), version: symbol.slice(nameTo + 1, versionTo), descriptors };
}

const suffixes: Readonly<Record<string, Descriptor["kind"]>> = {
  "/": "namespace",
  "#": "type",
  ".": "term",
  ":": "meta",
  "!": "macro",
};

function parseDescriptors(symbol: string, start: number): readonly Descriptor[] | undefined {
  const found: Descriptor[] = [];
  for (let at = start; at < symbol.length; ) {
    const from = at;
    const opening = symbol[at];
    const isBracketed = opening === "[" || opening === "(";
    const name = readName(symbol, isBracketed ? at + 1 : at);
    if (name === undefined) return undefined;
    at = name.to;
    if (isBracketed) {
      if (symbol[at] !== (opening === "[" ? "]" : ")")) return undefined;
      found.push({ name: name.text, kind: opening === "[" ? "type parameter" : "parameter", from });
      at++;
      continue;
    }
    const suffix = symbol[at];
    if (suffix === "(") {
      const close = symbol.indexOf(").", at);
      if (close === -1) return undefined;
      found.push({ name: name.text, kind: "method", from });
      at = close + 2;
      continue;
    }
    const kind = suffix === undefined ? undefined : suffixes[suffix];
    if (kind === undefined) return undefined;
    found.push({ name: name.text, kind, from });
    at++;
  }
  return found;
}

const simpleName = /[\w+\-$]*/y;

function readName(symbol: string, from: number): { readonly text: string; readonly to: number } | undefined {
  if (symbol[from] !== "`") {
    simpleName.lastIndex = from;
    const text = simpleName.exec(symbol)?.[0] ?? "";
    return text === "" ? undefined : { text, to: from + text.length };
  }
  for (let at = from + 1; ; at += 2) {
    const close = symbol.indexOf("`", at);
    if (close === -1) return undefined;
    at = close;
    if (symbol[close + 1] !== "`") return { text: symbol.slice(from + 1, close).replaceAll("``", "`"), to: close + 1 };
  }
}

/** Returns the name that a symbol's last descriptor has; undefined for local and other symbols. */
export function nameOfSymbol(symbol: string): Descriptor | undefined {
  return parseSymbol(symbol)?.descriptors.at(-1);
}

/** Returns the symbol around another one: all but its last descriptor. */
export function containerOf(symbol: string): string | undefined {
  const last = nameOfSymbol(symbol);
  return last && symbol.slice(0, last.from);
}

/**
 * Two hashes of a symbol without its package's version, 32 bits each. Different versions of a
 * package have equal keys: whoever finds a symbol by its key compares what it has found.
 */
export interface SymbolKey {
  readonly high: number;
  readonly low: number;
}

const SPACE = 0x20;

/**
 * Returns the key of a symbol given as UTF-8. Hash: FNV-1a with the upper bits folded down, twice,
 * with different primes and seeds.
 */
export function keyOfSymbol(bytes: Uint8Array): SymbolKey {
  let high = 0x811c9dc5;
  let low = 0x01000193;
  let field = 0;
  let at = 0;
  for (; at < bytes.length && field < 4; at++) {
    const byte = bytes[at] as number;
    if (byte === SPACE) {
      if (bytes[at + 1] === SPACE) at++;
      else field++;
    }
    // The fourth field is the version.
    if (field === 3) continue;
    high = Math.imul(high ^ byte, 0x01000193);
    low = Math.imul(low ^ byte, 0x5bd1e995);
    low ^= low >>> 15;
  }
  // The rest has most of the bytes of an index: four at a time.
  for (; at < bytes.length; at += 4) {
    const word =
      (bytes[at] as number) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
    high = Math.imul(high ^ word, 0x01000193);
    high ^= high >>> 13;
    low = Math.imul(low ^ word, 0x5bd1e995);
    low ^= low >>> 15;
  }
  return { high: high >>> 0, low: low >>> 0 };
}

export function keyOfSymbolText(symbol: string): SymbolKey {
  return keyOfSymbol(Buffer.from(symbol, "utf8"));
}

const LOCAL_BYTES = Buffer.from(LOCAL);

/** Whether a symbol given as UTF-8 belongs to one document. */
export function isLocalSymbolBytes(bytes: Uint8Array): boolean {
  // Called for each occurrence of an index.
  for (let at = 0; at < LOCAL_BYTES.length; at++) if (bytes[at] !== LOCAL_BYTES[at]) return false;
  return true;
}

/** Whether a symbol is named in its own declaration alone: a local one, mostly a parameter. */
export function isLocalName(symbol: string, hasNamedArguments: boolean): boolean {
  const { kind } = nameOfSymbol(symbol) ?? {};
  return isLocalSymbol(symbol) || kind === "type parameter" || (kind === "parameter" && !hasNamedArguments);
}

/**
 * Returns the symbol of the first names of a dotted module name: of `a` in `a.b`, whose symbol is
 * `` `a.b`/__init__: ``. Undefined where a symbol is not that of the module named `dotted`.
 */
export function moduleAround(symbol: string, dotted: string, first: string): string | undefined {
  const [module, init, ...rest] = parseSymbol(symbol)?.descriptors ?? [];
  if (module?.name !== dotted || init?.kind !== "meta" || rest.length > 0) return undefined;
  const written = first.includes(".") ? `\`${first}\`` : first;
  return `${symbol.slice(0, module.from)}${written}/${symbol.slice(init.from)}`;
}
