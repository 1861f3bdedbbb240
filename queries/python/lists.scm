; Lists of Python (tree-sitter-python).

(parameters "(" @open ")" @close) @list
(lambda_parameters) @list
(argument_list "(" @open ")" @close) @list
(list "[" @open "]" @close) @list
(set "{" @open "}" @close) @list
(dictionary "{" @open "}" @close) @list
(tuple "(" @open ")" @close) @list
(list_pattern "[" @open "]" @close) @list
((type_parameter "[" @open "]" @close) @list (#set! empty))

((import_from_statement "import" "(" @open ")" @close) @list (#set! empty))
((import_from_statement "import" @open) @list (#set! empty))
((import_statement "import" @open) @list (#set! empty))
((future_import_statement "import" "(" @open ")" @close) @list (#set! empty))
((future_import_statement "import" @open) @list (#set! empty))
((global_statement "global" @open) @list (#set! empty))
((nonlocal_statement "nonlocal" @open) @list (#set! empty))
((expression_list) @list (#set! empty "delete_statement"))
(pattern_list) @list
(with_clause "(" @open ")" @close) @list
(with_clause) @list

((module) @list (#set! separator ";") (#set! optional))
((block) @list (#set! separator ";") (#set! optional))
