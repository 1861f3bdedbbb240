; Lists of CSS (tree-sitter-css).

(selectors) @list
(arguments "(" @open ")" @close) @list

((stylesheet) @list (#set! separator ""))
((block "{" @open "}" @close) @list (#set! separator ";") (#set! optional))
