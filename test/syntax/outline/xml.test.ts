/** What XML declares. */

import { LoadedGrammar } from "../../../src/syntax/loadedGrammar.js";
import { outlineOf, PackagedGrammars } from "../grammar.js";

// The grammar in tree-sitter-wasm 2.0.2 writes outside its memory at the first tag (tree-sitter-grammars/tree-sitter-xml#34): only the query is looked at.
test("the query fits the grammar", async () => {
  await outlineOf("json", "{}"); // the engine is ready
  const grammar = new PackagedGrammars().named("xml");
  expect((await LoadedGrammar.load(grammar!)).query("outline")).toBeDefined();
});
