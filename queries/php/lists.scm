; Lists of PHP (tree-sitter-php).

(formal_parameters "(" @open ")" @close) @list
(arguments "(" @open ")" @close) @list
(array_creation_expression "[" @open "]" @close) @list
(array_creation_expression "(" @open ")" @close) @list
((anonymous_function_use_clause "(" @open ")" @close) @list (#set! empty))
((attribute_group "#[" @open "]" @close) @list (#set! empty "attribute_list"))
((class_interface_clause "implements" @open) @list (#set! empty))
((namespace_use_group "{" @open "}" @close) @list (#set! empty "namespace_use_declaration"))
((namespace_use_declaration "use" @open (namespace_use_clause) ";" @close) @list (#set! empty))
((global_declaration "global" @open ";" @close) @list (#set! empty))
((const_declaration "const" @open ";" @close) @list (#set! empty))

((declaration_list "{" @open "}" @close) @list (#set! separator ""))
((enum_declaration_list "{" @open "}" @close) @list (#set! separator ""))
((compound_statement "{" @open "}" @close) @list (#set! separator ""))
(match_block "{" @open "}" @close) @list
((switch_block "{" @open "}" @close) @list (#set! separator ""))

; Calls on one object. The first element is the object itself.
((member_call_expression object: (_) @rest) @list (#set! separator ""))
