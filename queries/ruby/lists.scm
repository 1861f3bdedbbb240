; Lists of Ruby (tree-sitter-ruby).

(method_parameters "(" @open ")" @close) @list
(method_parameters) @list
(lambda_parameters "(" @open ")" @close) @list
(block_parameters "|" @open "|" @close) @list
(argument_list "(" @open ")" @close) @list
(argument_list) @list
(array "[" @open "]" @close) @list
(hash "{" @open "}" @close) @list
((string_array) @list (#set! separator ""))
((symbol_array) @list (#set! separator ""))

((program) @list (#set! separator ";") (#set! optional))
((body_statement) @list (#set! separator ";") (#set! optional))
((block_body) @list (#set! separator ";") (#set! optional))

; Calls on one object. The first element is the object itself.
((call receiver: (_) @rest) @list (#set! separator ""))
