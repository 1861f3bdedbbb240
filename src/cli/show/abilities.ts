/** What a server can do, in a few words: one line of as many columns for every server, so that what one lacks shows. */

const columns = {
  hover: "textDocument/hover",
  def: "textDocument/definition",
  refs: "textDocument/references",
  impl: "textDocument/implementation",
  calls: "textDocument/prepareCallHierarchy",
  types: "textDocument/prepareTypeHierarchy",
  outline: "textDocument/documentSymbol",
  search: "workspace/symbol",
  rename: "textDocument/rename",
  format: "textDocument/formatting",
  fix: "textDocument/codeAction",
  complete: "textDocument/completion",
} as const;

/** `hover def refs ·    calls …`: at most 73 columns, to stand indented in a terminal of 80. */
export function renderCapabilityLine(methods: readonly string[]): string {
  const can = new Set(methods);
  const words = Object.entries(columns).map(([word, method]) => (can.has(method) ? word : "·").padEnd(word.length));
  return words.join(" ").trimEnd();
}

/** All of them, without what goes without saying. */
export function shortMethodNames(methods: readonly string[]): readonly string[] {
  return methods.map((method) => method.replace("textDocument/", ""));
}
