/** JSON and its dialects. */

import type { LanguageDefinition } from "./facts.js";

export const json: LanguageDefinition = {
  id: "json",
  nameCharacters: { first: "-", inside: "-", last: "" },
  aliases: ["json5", "jsonl"],
  extensions: ["json", "webmanifest", "geojson", "har", "jsonld", "avsc", "gltf", "topojson"],
  grammar: { name: "json", isComplete: true },
  family: "json",
  nameRule: "data",
  blankLines: { inside: 0, top: 0 },
};

export const jsonc: LanguageDefinition = {
  ...json,
  id: "jsonc",
  aliases: [],
  extensions: ["jsonc", "code-workspace", "code-snippets"],
};
