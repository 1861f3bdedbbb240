/** JSON and its dialects. */

import type { LanguageDefinition } from "./facts.js";

export const json: LanguageDefinition = {
  id: "json",
  aliases: ["json5", "jsonl"],
  extensions: ["json", "webmanifest", "geojson", "har", "jsonld", "avsc", "gltf", "topojson"],
  grammar: { name: "json" },
  family: "json",
  nameRule: "data",
  wordEnds: { before: "-", after: "-" },
  blankLines: { inside: 0, top: 0 },
};

export const jsonc: LanguageDefinition = {
  ...json,
  id: "jsonc",
  aliases: [],
  extensions: ["jsonc", "code-workspace", "code-snippets"],
};
