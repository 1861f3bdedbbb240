; Lists of Elixir (tree-sitter-elixir).

(arguments "(" @open ")" @close) @list
(list "[" @open "]" @close) @list
(tuple "{" @open "}" @close) @list
(keywords) @list
((source) @list (#set! separator ";") (#set! optional))
((do_block "do" @open "end" @close) @list (#set! separator ";") (#set! optional))
