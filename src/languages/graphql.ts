/** GraphQL. */

import type { LanguageDefinition } from "./facts.js";
import { commonParameters } from "./parameters.js";

export const graphql: LanguageDefinition = {
  id: "graphql",
  grammar: { name: "graphql" },
  parameters: { ...commonParameters, form: "none" },
};
