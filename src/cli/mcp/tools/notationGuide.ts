/**
 * The texts for models that explain how to write a Locate. They are short, since they are read with
 * every task.
 */

/**
 * The notation in ten lines: the description of one parameter, since not every client shows the
 * server's instructions.
 */
export const NOTATION_GUIDE = `A Locate, a place in code: <file>:<symbol path>@<text>
src/shop.py:Cart.total — a symbol
src/shop.py:Cart.total@self.<|>price — in it, the text \`self.price\`, at the place after <|>
src/shop.py@import <|>json — a text in the file
src/shop.py:10-20@return — in these lines; src/shop.py:42 — a line
:Cart.total — a symbol of an unknown file
doc.md:\`1. Intro\`.Setup — names with dots or spaces
The text must occur ONCE in its symbol, lines or file: include code around it, verbatim, with real line breaks. Of several matches, questions take the first; changes fail.
As a range (edit, resolve): the whole symbol, lines or text, or what two markers enclose: return <|>a + b<|>
Or an object: {file_path, scope, find, find_index} (from 0); {file_path, anchor_text, ancestor_node_type, sibling}: the syntax node of that type around a text.`;

export const SERVER_INSTRUCTIONS = `Language servers for code: find the meaning and the uses of a name, rename it and edit code, without counting lines. Files are read from disk.
Places are written as Locates, such as src/shop.py:Cart.total@self.<|>price: the locate parameter of ask explains them.
Begin with outline (a file) or search (the workspace). Every answer begins with the place of your Locate and its number of matches: check that this is the place you meant. An error says what to write instead.`;

/** For the other parameters, which refer to the one that explains the notation. */
export const SHORT_NOTATION_GUIDE = "A Locate (see ask).";
