; Lists of Swift (tree-sitter-swift).

; Parameters have no node of their own.
(function_declaration "(" @open ")" @close) @list
(init_declaration "(" @open ")" @close) @list
(value_arguments "(" @open ")" @close) @list
(array_literal "[" @open "]" @close) @list
(dictionary_literal "[" @open "]" @close) @list
(tuple_expression "(" @open ")" @close) @list
((type_parameters "<" @open ">" @close) @list (#set! empty))
((type_arguments "<" @open ">" @close) @list (#set! empty))
((enum_entry "case" @open ";"? @close) @list (#set! empty))
((property_declaration (value_binding_pattern) @open) @list (#set! empty))
; The types that a class extends.
((class_declaration ":" @open body: (_) @close) @list (#set! empty "@open"))

((source_file) @list (#set! separator ";") (#set! optional))
((statements) @list (#set! separator ";") (#set! optional))
((class_body "{" @open "}" @close) @list (#set! separator ";") (#set! optional))
((enum_class_body "{" @open "}" @close) @list (#set! separator ";") (#set! optional))
((switch_statement "{" @open "}" @close) @list (#set! separator ""))

; Calls on one object. The first element is the object itself.
((call_expression (navigation_expression target: (_) @rest)) @list (#set! separator ""))
