/** `lsp-locate help locate`: how a Locate is written, on half a screen. */

/** Each with where it leads; as they are typed in a project of Python. */
export const notationExamples: readonly (readonly [written: string, leads: string])[] = [
  ["store/items.py:Shelf.add", "the symbol"],
  [":Shelf.add", "the same, wherever it is declared"],
  ["'store/items.py:Shelf.add@raise <|>Shelf'", "in it, at the text behind <|>"],
  ["'store/items.py@class <|>Shelf'", "the text in the whole file"],
  ["store/items.py:12", "the line"],
  ["store/items.py:12:5", "line and character, from 1"],
  ["'store/items.py:57-62@<|>self'", "in these lines, the text"],
  ["'store/items.py:Shelf.find[1]@<|>key'", "the second of one path, from 0"],
  ["'store/shop.py:total@<|>shelf.items<|>'", "what is between two markers"],
];

export const notationRules: readonly string[] = [
  "Put it in single quotes: a shell takes <|>, spaces, brackets and $ for itself. Choose a text that stands once in its scope, and copy it as it is; one word is rarely enough. Of several matches the first is taken, and how many there are is said; what changes files wants just one. Where a method takes a range, the whole symbol, the lines or the text are meant.",
  "Names with dots or spaces stand in backticks: 'README.md:`Use it`'. What a text can't say, a syntax node does, as JSON; lsp-locate nodes lists what there is to choose from:",
];

export const NODE_EXAMPLE =
  '\'{"file_path":"store/items.py","anchor_text":"def add","ancestor_node_type":"decorated_definition"}\'';
