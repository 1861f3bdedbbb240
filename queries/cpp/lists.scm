; Lists of C++ (tree-sitter-cpp).

(parameter_list "(" @open ")" @close) @list
(preproc_params "(" @open ")" @close) @list
(argument_list "(" @open ")" @close) @list
(initializer_list "{" @open "}" @close) @list
(enumerator_list "{" @open "}" @close) @list
((template_parameter_list "<" @open ">" @close) @list (#set! empty "template"))
((template_argument_list "<" @open ">" @close) @list (#set! empty))
(lambda_capture_specifier "[" @open "]" @close) @list
((base_class_clause ":" @open) @list (#set! empty))
((field_initializer_list ":" @open) @list (#set! empty))

; Names that share a type.
((declaration type: (_) @open ";" @close) @list (#set! empty))
((field_declaration type: (_) @open ";" @close) @list (#set! empty))

((translation_unit) @list (#set! separator ""))
((compound_statement "{" @open "}" @close) @list (#set! separator ""))
((field_declaration_list "{" @open "}" @close) @list (#set! separator ""))
((declaration_list "{" @open "}" @close) @list (#set! separator ""))
