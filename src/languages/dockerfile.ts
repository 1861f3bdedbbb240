/** Dockerfiles. */

import { hashComments, type LanguageDefinition } from "./facts.js";

export const dockerfile: LanguageDefinition = {
  id: "dockerfile",
  nameCharacters: { first: "", inside: "-.", last: "" },
  // In tree-sitter-dockerfile 0.2, a `RUN` of several lines with `\r\n` contains all after it.
  extensions: ["dockerfile", "containerfile"],
  grammar: { name: "dockerfile", continuesLinesOnlyAtLf: true },
  comments: hashComments,
};
