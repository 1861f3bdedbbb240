; Lists of Scala (tree-sitter-scala).

(class_parameters "(" @open ")" @close) @list
(parameters "(" @open ")" @close) @list
(arguments "(" @open ")" @close) @list
(tuple_pattern "(" @open ")" @close) @list
(tuple_expression "(" @open ")" @close) @list
((type_parameters "[" @open "]" @close) @list (#set! empty))
((type_arguments "[" @open "]" @close) @list (#set! empty))
((namespace_selectors "{" @open "}" @close) @list (#set! empty "import_declaration"))
((enum_case_definitions "case" @open) @list (#set! empty))

((compilation_unit) @list (#set! separator ";") (#set! optional))
((block "{" @open "}" @close) @list (#set! separator ";") (#set! optional))
((template_body "{" @open "}" @close) @list (#set! separator ";") (#set! optional))
((case_block "{" @open "}" @close) @list (#set! separator ""))
((indented_cases) @list (#set! separator ""))

; Calls on one object. The first element is the object itself.
((call_expression function: (field_expression value: (_) @rest)) @list (#set! separator ""))
