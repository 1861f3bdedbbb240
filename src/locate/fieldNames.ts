/** The names of a Locate's fields, and of its scope's: all there are, since both are closed. */

export const locateFields = [
  "file_path",
  "scope",
  "find",
  "find_index",
  "fuzzy",
  "anchor_text",
  "ancestor_node_type",
  "handle",
] as const;

export const scopeFields = ["line", "character", "symbol_path"] as const;
