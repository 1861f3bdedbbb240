; Lists of TOML (tree-sitter-toml).

(array "[" @open "]" @close) @list
(inline_table "{" @open "}" @close) @list
