/** GraphQL. */

import { hashComments, type LanguageDefinition } from "./facts.js";
import { commonParameters } from "./parameters.js";

export const graphql: LanguageDefinition = {
  id: "graphql",
  extensions: ["graphql", "gql", "graphqls"],
  grammar: { name: "graphql" },
  comments: hashComments,
  parameters: { ...commonParameters, form: "none" },
};
