/** What a model is told: how to write a Locate, and what each tool is for. Short, as it is read with every task. */

/** The notation on ten lines: in the description of the one parameter that the others refer to, as not every harness shows instructions. */
export const NOTATION_GUIDE = `A Locate says where in code: <file>:<symbol path>@<text>
src/shop.py:Cart.total — a symbol (search and outline list them)
src/shop.py:Cart.total@self.<|>price — in it, the text \`self.price\`, at what stands behind <|>
src/shop.py@import <|>json — a text anywhere in the file
src/shop.py:10-20@return — in these lines; src/shop.py:42 — a line
:Cart.total — a symbol whose file you don't know
doc.md:\`1. Intro\`.Setup — names with dots or spaces in backticks
The text must occur ONCE in its symbol, lines or file: one word is rarely enough, so write the code around it too. Of several matches ask and resolve take the first and say so; edit and rename refuse them. Copy it verbatim, with real line breaks; no "..." for gaps, no line numbers that you have counted yourself.
As a range (edit, resolve as range) the whole symbol, lines or text is meant, or what stands between two markers: return <|>a + b<|>
As an object: {file_path, scope, find, find_index} (scope is the symbol path, find_index counts matches from 0), or {file_path, anchor_text, ancestor_node_type}: the syntax node of that type around a text.`;

export const SERVER_INSTRUCTIONS = `Language servers for code: ask what a name means, who uses it, rename and edit it, without counting lines. Files are read as they are on disk.
Places are written as Locates, such as src/shop.py:Cart.total@self.<|>price: the locate of ask explains them.
Begin with outline (a file) or search (the workspace). Every answer begins with where your Locate landed and how many matches there were: look whether that is the place you meant. An error says what to write instead.`;

/** For the parameters beside the one that explains it. */
export const SHORT_NOTATION_GUIDE =
  "A Locate, as ask explains it: src/shop.py:Cart.total@self.<|>price. The text must occur once there.";

export const toolDescriptions = {
  outline: "The symbols of a file with the symbol paths to write in a Locate, and their lines.",
  search:
    "Where in the workspace symbols of just that name are declared, each with a ready Locate; where there is none, similar names.",
  resolve:
    'Where a Locate lands, to try one. as "point" (default): the line with <|> at the place; "range": the text that an edit would replace, also to read a symbol; "nodes": the syntax nodes there, to write as ancestor_node_type.',
  ask: "Asks the language server about a place in code: its type and documentation (hover), where it is defined, who uses or calls it. Files need not be open.",
  rename:
    "Renames a symbol wherever it is used, as the language server says. Answers with a diff; only apply: true writes the files.",
  edit: "Replaces, deletes, or inserts beside, what a Locate says. Without a marker that is all of the symbol, the lines or the text; two markers select what is between them; one marker is a place to insert at, and is refused for replace and delete. What is inserted at a symbol or at lines stands on lines of its own, with the indentation it is written with. delete leaves the comment above and separators. Answers with a diff; only apply: true writes the file. An edit that would break the syntax is refused where the parser sees it.",
  diagnostics: "Errors and warnings of a file, from its language server.",
} as const;
