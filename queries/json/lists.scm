; Lists of JSON and JSONC (tree-sitter-json).

(object "{" @open "}" @close) @list
(array "[" @open "]" @close) @list
