/**
 * The legend of semantic tokens that is announced where none can be registered: LSP's names. They
 * are written out, as the package that lists them would be loaded at each start.
 */

import type { ClientCapabilities, SemanticTokensLegend } from "vscode-languageserver-protocol";
import { canRegister } from "./serverCapabilities.js";

export const announcedLegend: SemanticTokensLegend = {
  tokenTypes: [
    ...["namespace", "type", "class", "enum", "interface", "struct", "typeParameter", "parameter", "variable"],
    ...["property", "enumMember", "event", "function", "method", "macro", "keyword", "modifier", "comment", "string"],
    ...["number", "regexp", "operator", "decorator", "label"],
  ],
  tokenModifiers: [
    ...["declaration", "definition", "readonly", "static", "deprecated", "abstract", "async", "modification"],
    ...["documentation", "defaultLibrary"],
  ],
};

/** Whether this client gets that legend: it takes tokens, and no registration for them. */
export function hasAnnouncedLegend(client: ClientCapabilities): boolean {
  return client.textDocument?.semanticTokens !== undefined && !canRegister(client, "textDocument/semanticTokens");
}
