; Lists of Rholang.

((name_decls) @list)
(parameters "(" @open ")" @close) @list
(arguments "(" @open ")" @close) @list
((names) @list)
((receipts) @list (#set! separator ";"))
((cases "{" @open "}" @close) @list (#set! separator ""))
(tuple "(" @open ")" @close) @list
