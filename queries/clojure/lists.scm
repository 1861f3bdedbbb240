; Lists of Clojure (tree-sitter-clojure).

((list_lit "(" @open ")" @close) @list (#set! separator ""))
((vec_lit "[" @open "]" @close) @list (#set! separator ""))
((set_lit "{" @open "}" @close) @list (#set! separator ""))
