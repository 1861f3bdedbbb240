; Lists of Kotlin (tree-sitter-kotlin).

(function_value_parameters "(" @open ")" @close) @list
(primary_constructor "(" @open ")" @close) @list
(value_arguments "(" @open ")" @close) @list
(lambda_parameters) @list
(multi_variable_declaration "(" @open ")" @close) @list
((type_parameters "<" @open ">" @close) @list (#set! empty))
((type_arguments "<" @open ">" @close) @list (#set! empty))
(collection_literal "[" @open "]" @close) @list
; The constants end with a semicolon if members follow.
(enum_class_body "{" @open ";" @close) @list
(enum_class_body "{" @open "}" @close) @list
; The types that a class extends.
((class_declaration ":" @open (class_body)? @close) @list (#set! empty "@open"))

((source_file) @list (#set! separator ";") (#set! optional))
((statements) @list (#set! separator ";") (#set! optional))
((class_body "{" @open "}" @close) @list (#set! separator ";") (#set! optional))
((when_expression "{" @open "}" @close) @list (#set! separator ";") (#set! optional) (#set! within))

; Calls on one object. The first element is the object itself.
((call_expression (navigation_expression . (_) @rest)) @list (#set! separator ""))
