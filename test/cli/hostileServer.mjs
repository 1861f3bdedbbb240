/**
 * A language server for tests: it has every capability, and each text that it sends is full of
 * control characters, line ends and bidirectional controls. With the argument `refuse` it refuses
 * every request about a document, with `die` it ends at the first of them.
 */

import { receiveMessages, send } from "../serverStdio.mjs";

const mode = process.argv[2];
const text = "t\x1b]0;owned\x07\x1b[45m\x9b45m\x85\x7f\u202e\u2066\u200b\u2028\r\nl\rx\x08\x00\u{e0041}";

const at = { line: 0, character: 4 };
const range = { start: at, end: { line: 0, character: 9 } };
/** Text with a NUL is not written. */
const writable = text.replace("\0", "");
const edits = [{ range, newText: writable }];
/** A rename that breaks the syntax of Python is refused. */
const end = { start: { line: 2, character: 0 }, end: { line: 2, character: 0 } };
const comment = `"""${writable}"""\n`;
let opened = 0;

const items = (uri) => [{ name: text, detail: text, kind: 12, uri, range, selectionRange: range, tags: [] }];
const locations = (uri) => [
  { uri, range },
  { uri: `file:///gone/${encodeURIComponent(text)}.py`, range },
];
const symbols = [
  { name: text, detail: text, kind: 12, range, selectionRange: range, children: [] },
  { name: "total", detail: text, kind: 12, range, selectionRange: range },
];
const diagnostics = [{ range, message: text, source: text, code: text, severity: 2 }];

/** Answers by method; `uri` is that of the request's document. */
const answers = {
  initialize: () => ({
    serverInfo: { name: text, version: text },
    capabilities: {
      textDocumentSync: 1,
      hoverProvider: true,
      signatureHelpProvider: {},
      completionProvider: {},
      inlineCompletionProvider: true,
      declarationProvider: true,
      definitionProvider: true,
      typeDefinitionProvider: true,
      implementationProvider: true,
      referencesProvider: true,
      documentHighlightProvider: true,
      monikerProvider: true,
      linkedEditingRangeProvider: true,
      renameProvider: { prepareProvider: true },
      callHierarchyProvider: true,
      typeHierarchyProvider: true,
      documentOnTypeFormattingProvider: { firstTriggerCharacter: "}" },
      selectionRangeProvider: true,
      codeActionProvider: true,
      documentRangeFormattingProvider: { rangesSupport: true },
      inlayHintProvider: true,
      inlineValueProvider: true,
      colorProvider: true,
      semanticTokensProvider: {
        legend: { tokenTypes: [text], tokenModifiers: [text] },
        range: true,
        full: { delta: true },
      },
      documentSymbolProvider: true,
      codeLensProvider: {},
      documentLinkProvider: {},
      foldingRangeProvider: true,
      documentFormattingProvider: true,
      diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false },
      workspaceSymbolProvider: true,
    },
  }),
  shutdown: () => null,
  hover: () => ({ contents: { kind: "markdown", value: `${text}\n\`\`\`\n${text}\n\`\`\`` } }),
  signatureHelp: () => ({
    signatures: [{ label: `f(${text})`, documentation: text, parameters: [{ label: text, documentation: text }] }],
  }),
  completion: () => [{ label: text, detail: text, kind: 3, labelDetails: { detail: text, description: text } }],
  inlineCompletion: () => [{ insertText: text }],
  declaration: locations,
  definition: locations,
  typeDefinition: locations,
  implementation: locations,
  references: locations,
  documentHighlight: () => [{ range, kind: 2 }],
  moniker: () => [{ scheme: text, identifier: text, unique: text, kind: text }],
  linkedEditingRange: () => ({ ranges: [range], wordPattern: text }),
  prepareRename: () => ({ range, placeholder: text }),
  rename: (uri) => ({ changes: { [uri]: [{ range: end, newText: comment }] } }),
  prepareCallHierarchy: items,
  prepareTypeHierarchy: items,
  "callHierarchy/incomingCalls": (uri) => [{ from: items(uri)[0], fromRanges: [range] }],
  "callHierarchy/outgoingCalls": (uri) => [{ to: items(uri)[0], fromRanges: [range] }],
  "typeHierarchy/supertypes": items,
  "typeHierarchy/subtypes": items,
  onTypeFormatting: () => edits,
  selectionRange: () => [{ range }],
  codeAction: () => [
    { title: text, kind: text, disabled: { reason: text } },
    { title: text, command: text },
  ],
  rangeFormatting: () => edits,
  rangesFormatting: () => edits,
  formatting: () => edits,
  inlayHint: () => [{ position: at, label: [{ value: text }] }],
  inlineValue: () => [{ range, text }],
  colorPresentation: () => [{ label: text }],
  documentSymbol: () => symbols,
  codeLens: () => [{ range, command: { title: text, command: text } }],
  documentLink: () => [{ range, target: text, tooltip: text }],
  documentColor: () => [{ range, color: { red: 1, green: 0, blue: 0, alpha: 1 } }],
  foldingRange: () => [{ startLine: 0, endLine: 1, kind: text, collapsedText: text }],
  diagnostic: () => ({ kind: "full", items: diagnostics }),
  "semanticTokens/full": () => ({ resultId: text, data: [0, 4, 5, 0, 0] }),
  "semanticTokens/range": () => ({ resultId: text, data: [0, 4, 5, 0, 0] }),
  "semanticTokens/full/delta": () => ({ resultId: text, edits: [] }),
  "workspace/symbol": () => [{ name: "total", kind: 12, containerName: text, location: locations("")[1] }],
};

receiveMessages(receive);
process.stdin.on("end", () => process.exit(0));

function receive({ id, method = "", params }) {
  if (method === "exit") process.exit(0);
  if (method === "textDocument/didOpen" && opened++ === 0) greet();
  if (id === undefined || method === "") return;
  const isDocumentRequest = !["initialize", "shutdown"].includes(method);
  if (isDocumentRequest && mode === "die") {
    process.stderr.write(`error: ${text}\n`, () => process.exit(3));
    return;
  }
  if (isDocumentRequest && mode === "refuse") return send({ id, error: { code: -32803, message: text, data: text } });
  const token = params?.workDoneToken;
  if (token !== undefined)
    send({ method: "$/progress", params: { token, value: { kind: "begin", title: text, message: text } } });
  const uri = params?.textDocument?.uri ?? params?.item?.uri ?? "";
  const answer = answers[method] ?? answers[method.replace("textDocument/", "")];
  send({ id, result: answer ? answer(uri) : null });
}

/** Sends the messages that a server may send at any time. */
function greet() {
  process.stderr.write(`${text}\n`);
  for (const method of ["window/showMessage", "window/logMessage"])
    send({ method, params: { type: 1, message: text } });
}
