/**
 * Semantic tokens for a client without dynamic registration: it has to know one legend before any
 * server has started. The tokens of each backend are encoded anew to that legend.
 */

import type { ClientCapabilities, SemanticTokensLegend } from "vscode-languageserver-protocol";
import { findValue, splice } from "../../wire/json.js";
import { announcedLegend, hasAnnouncedLegend } from "../capabilities/initializeResult.js";

const tokenMethods: ReadonlySet<string> = new Set([
  "textDocument/semanticTokens/full",
  "textDocument/semanticTokens/range",
]);

/** Whether a response may have tokens that are encoded anew for this client. */
export function hasEncodedTokens(method: string, client: ClientCapabilities): boolean {
  return tokenMethods.has(method) && hasAnnouncedLegend(client);
}

/**
 * Returns a response with tokens as the client reads them; the same buffer where nothing has to
 * change.
 */
export function encodeTokens(
  method: string,
  body: Buffer,
  client: ClientCapabilities,
  legendOf: () => SemanticTokensLegend | undefined,
): Buffer {
  if (!hasEncodedTokens(method, client)) return body;
  const span = findValue(body, ["result", "data"]);
  const legend = legendOf();
  if (!span || !legend) return body;
  const data: unknown = JSON.parse(body.toString("utf8", span.from, span.to));
  if (!Array.isArray(data)) return body;
  const types = legend.tokenTypes.map(nearestType);
  const modifiers = legend.tokenModifiers.map((name) => announcedLegend.tokenModifiers.indexOf(name));
  const encoded = (data as number[]).map((value, n) => {
    if (n % TOKEN_LENGTH === TYPE) return types[value] ?? FALLBACK_TYPE;
    return n % TOKEN_LENGTH === MODIFIERS ? encodeModifiers(value, modifiers) : value;
  });
  return splice(body, [{ ...span, bytes: Buffer.from(JSON.stringify(encoded)) }]);
}

/** A token is five numbers; these are the places of its type and of its modifiers. */
const TOKEN_LENGTH = 5;
const TYPE = 3;
const MODIFIERS = 4;

function encodeModifiers(bits: number, modifiers: readonly number[]): number {
  return modifiers.reduce((sum, to, from) => ((bits & (1 << from)) !== 0 && to >= 0 ? sum | (1 << to) : sum), 0);
}

/** Types that servers add to LSP's, where the name does not show the nearest one. */
const nearestTypes: Readonly<Record<string, string>> = {
  attribute: "decorator",
  boolean: "keyword",
  bracket: "operator",
  builtinAttribute: "decorator",
  character: "string",
  concept: "type",
  constant: "variable",
  escapeSequence: "string",
  field: "property",
  formatSpecifier: "string",
  label: "keyword",
  lifetime: "typeParameter",
  member: "method",
  module: "namespace",
  primitive: "type",
  punctuation: "operator",
  union: "struct",
  unresolvedReference: "variable",
};

const FALLBACK_TYPE = announcedLegend.tokenTypes.indexOf("variable");

/** Returns the index of the announced type that is nearest to a server's. */
function nearestType(name: string): number {
  const { tokenTypes } = announcedLegend;
  const exact = tokenTypes.indexOf(nearestTypes[name] ?? name);
  if (exact >= 0) return exact;
  // `builtinType` and `selfKeyword` end with the type that they are a kind of.
  const kinds = tokenTypes.filter((type) => name.toLowerCase().endsWith(type.toLowerCase()));
  const longest = kinds.reduce((best, type) => (type.length > best.length ? type : best), "");
  return longest === "" ? FALLBACK_TYPE : tokenTypes.indexOf(longest);
}
