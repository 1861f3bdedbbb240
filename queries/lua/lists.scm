; Lists of Lua (tree-sitter-lua).

(parameters "(" @open ")" @close) @list
(arguments "(" @open ")" @close) @list
((table_constructor "{" @open "}" @close) @list (#set! separator ", ;"))

((chunk) @list (#set! separator ";") (#set! optional))
((block) @list (#set! separator ";") (#set! optional))
