/** The text of `lsp-locate help locate`: how to write a Locate. */

/**
 * Locates for the Python project in test/projects/python, each with the place that it refers to.
 */
export const notationExamples: readonly (readonly [locate: string, meaning: string])[] = [
  ["store/items.py:Shelf.add", "the symbol"],
  [":Shelf.add", "the same, in any file"],
  ["'store/items.py:Shelf.add@raise <|>Shelf'", "in it, at the text after <|>"],
  ["'store/items.py@class <|>Shelf'", "the text, anywhere in the file"],
  ["store/items.py:12", "the line"],
  ["store/items.py:12:5", "line and character, counted from 1"],
  ["'store/items.py:57-62@<|>self'", "the text, in these lines"],
  ["'store/items.py:Shelf.find[1]@<|>key'", "in the second symbol of that path, counted from 0"],
  ["'store/shop.py:total@<|>shelf.items<|>'", "the text between two markers"],
];

export const notationRules: readonly string[] = [
  "Put it in single quotes: a shell interprets <|>, spaces, brackets and $. Choose a text that occurs once in its scope, and copy it verbatim; one word is rarely enough. If a text has several matches, the first is used and their number is shown; methods that change files require a single match. For a method that takes a range, a Locate means the whole symbol, lines or text.",
  "Write names with dots or spaces in backticks: 'README.md:`Use it`'. To select a syntax node, write the Locate as JSON; lsp-locate nodes lists the nodes around a place:",
];

export const NODE_EXAMPLE =
  '\'{"file_path":"store/items.py","anchor_text":"def add","ancestor_node_type":"decorated_definition"}\'';
