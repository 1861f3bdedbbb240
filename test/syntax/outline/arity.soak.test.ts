/** Long texts that are not parameter lists. A quadratic reading exceeds the timeout. */

import { createInProcessSyntax } from "../inProcessSyntax.js";

test("Functions with long texts for parameters are outlined quickly", async () => {
  const syntax = createInProcessSyntax();
  const long = `(${"a<b,[({".repeat(1_000)}`;
  for (const languageId of ["typescript", "cpp", "python", "clojure", "ruby"])
    for (const list of [long, long.repeat(10), `(${"a < ".repeat(2_000)}b)`, `(${"/".repeat(5_000)})`]) {
      const text =
        languageId === "clojure" ? `(defn f ${list} 1)` : `${languageId === "cpp" ? "void" : "def"} f${list}`;
      await expect(syntax.outline({ uri: "file:///w/f", languageId, text })).resolves.toBeDefined();
    }
});
