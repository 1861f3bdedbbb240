/** The legend of semantic tokens that is announced where none can be registered: LSP's names. */

import {
  type ClientCapabilities,
  SemanticTokenModifiers,
  type SemanticTokensLegend,
  SemanticTokenTypes,
} from "vscode-languageserver-protocol";
import { canRegister } from "./serverCapabilities.js";

export const announcedLegend: SemanticTokensLegend = {
  tokenTypes: Object.values(SemanticTokenTypes),
  tokenModifiers: Object.values(SemanticTokenModifiers),
};

/** Whether this client gets that legend: it takes tokens, and no registration for them. */
export function hasAnnouncedLegend(client: ClientCapabilities): boolean {
  return client.textDocument?.semanticTokens !== undefined && !canRegister(client, "textDocument/semanticTokens");
}
