; Lists of Erlang (tree-sitter-erlang).

(expr_args "(" @open ")" @close) @list
(list "[" @open "]" @close) @list
(tuple "{" @open "}" @close) @list
(map_expr "{" @open "}" @close) @list
(export_attribute "[" @open "]" @close) @list
((case_expr "of" @open "end" @close) @list (#set! separator ";"))
