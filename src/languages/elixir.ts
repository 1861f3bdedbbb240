/** Elixir and its templates. */

import { hashComments, type LanguageDefinition, NOTHING } from "./facts.js";

export const elixir: LanguageDefinition = {
  id: "elixir",
  nameCharacters: { first: "", inside: "", last: "?!" },
  // https://hexdocs.pm/ex_unit/ExUnit.DocTest.html
  docTests: { line: /^\s*(?:iex|\.\.\.)(?:\(\d+\))?>\s/, prompt: "iex" },
  extensions: ["ex", "exs"],
  interpreters: ["elixir"],
  grammar: { name: "elixir" },
  family: "elixir",
  nameRule: "code with marks",
  comments: hashComments,
  parameters: {
    form: "list",
    default: "\\\\",
    receiver: NOTHING,
    bare: "list",
  },
  hasExplicitReceivers: true,
  hasClauses: true,
  docstring: "above",
};

export const eex: LanguageDefinition = { id: "eex", extensions: ["eex", "leex"], family: "elixir" };
