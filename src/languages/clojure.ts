/** Clojure. */

import type { LanguageDefinition } from "./facts.js";
import { commonParameters } from "./parameters.js";

export const clojure: LanguageDefinition = {
  id: "clojure",
  nameCharacters: { first: "*+!?<>=&%-", inside: "*+!?<>=&%-/:", last: "*+!?<>=&%-" },
  aliases: ["clojurescript"],
  extensions: ["clj", "cljs", "cljc", "edn", "bb", "cljd"],
  grammar: { name: "clojure" },
  family: "clojure",
  identifier: {
    name: /^[^\s\d()[\]{}"';`,~@^\\:#][^\s()[\]{}"';`,~@^\\]*$/u,
    character: /[^\s()[\]{}"';`,~@^\\]/u,
  },
  comments: { line: [";"], block: [] },
  parameters: { ...commonParameters, form: "vector" },
};
