; Lists of C# (tree-sitter-c-sharp).

(parameter_list "(" @open ")" @close) @list
(argument_list "(" @open ")" @close) @list
(bracketed_argument_list "[" @open "]" @close) @list
(attribute_argument_list "(" @open ")" @close) @list
((attribute_list "[" @open "]" @close) @list (#set! empty))
(initializer_expression "{" @open "}" @close) @list
(enum_member_declaration_list "{" @open "}" @close) @list
((type_parameter_list "<" @open ">" @close) @list (#set! empty))
((type_argument_list "<" @open ">" @close) @list (#set! empty))
((base_list ":" @open) @list (#set! empty))

; Names that share a type.
((variable_declaration type: (_) @open) @list (#set! empty "field_declaration local_declaration_statement"))

((compilation_unit) @list (#set! separator ""))
((declaration_list "{" @open "}" @close) @list (#set! separator ""))
((block "{" @open "}" @close) @list (#set! separator ""))
((accessor_list "{" @open "}" @close) @list (#set! separator ""))

; The arms of a switch.
(switch_expression "{" @open "}" @close) @list
((switch_body "{" @open "}" @close) @list (#set! separator ""))
