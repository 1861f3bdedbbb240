/** Long texts that are not parameter lists. A quadratic parse exceeds the timeout. */

import { arityOf } from "../../../src/workspace/parse/arity.js";

test("A long text that is not a parameter list is rejected quickly", () => {
  const long = `(${"a<b,[({".repeat(1_000)}`;
  for (const languageId of ["typescript", "cpp", "python", "clojure", "ruby"])
    for (const list of [long, long.repeat(50), `(${"a < ".repeat(2_000)}b)`, `(${"/".repeat(5_000)})`])
      expect(() => arityOf(list, languageId)).not.toThrow();
});
