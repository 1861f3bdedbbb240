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
; The arms of a case, before its else.
((case value: (_) @open (else)? @close) @list (#set! separator ""))
((case "case" @open (else)? @close) @list (#set! separator ""))
((case_match value: (_) @open (else)? @close) @list (#set! separator ""))

; Calls on one object. The first element is the object itself.
((call receiver: (_) @rest) @list (#set! separator ""))
