; Lists of Lua (tree-sitter-lua).

(parameters "(" @open ")" @close) @list
(arguments "(" @open ")" @close) @list
((variable_list) @list (#set! empty "variable_declaration"))
((table_constructor "{" @open "}" @close) @list (#set! separator ", ;"))

((chunk) @list (#set! separator ";") (#set! optional))
((block) @list (#set! separator ";") (#set! optional))
