; Lists of C (tree-sitter-c).

(parameter_list "(" @open ")" @close) @list
(preproc_params "(" @open ")" @close) @list
(argument_list "(" @open ")" @close) @list
(initializer_list "{" @open "}" @close) @list
((enumerator_list "{" @open "}" @close) @list (#set! empty "enum_specifier"))

; Names that share a type.
((declaration type: (_) @open ";" @close) @list (#set! empty))
((field_declaration type: (_) @open ";" @close) @list (#set! empty))

((translation_unit) @list (#set! separator ""))
((compound_statement "{" @open "}" @close) @list (#set! separator ""))
((field_declaration_list "{" @open "}" @close) @list (#set! separator ""))
