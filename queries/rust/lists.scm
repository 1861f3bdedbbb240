; Lists of Rust (tree-sitter-rust).

(parameters "(" @open ")" @close) @list
(closure_parameters . "|" @open "|" @close .) @list
(arguments "(" @open ")" @close) @list
(array_expression "[" @open "]" @close) @list
(slice_pattern "[" @open "]" @close) @list
(struct_pattern "{" @open "}" @close) @list
(tuple_struct_pattern "(" @open ")" @close) @list
((match_block "{" @open "}" @close) @list (#set! within))
((or_pattern . (_) @rest "|") @list (#set! separator "|"))
(tuple_expression "(" @open ")" @close) @list
(tuple_pattern "(" @open ")" @close) @list
(tuple_type "(" @open ")" @close) @list
(field_declaration_list "{" @open "}" @close) @list
(ordered_field_declaration_list "(" @open ")" @close) @list
(field_initializer_list "{" @open "}" @close) @list
(enum_variant_list "{" @open "}" @close) @list
((type_parameters "<" @open ">" @close) @list (#set! empty))
((type_arguments "<" @open ">" @close) @list (#set! empty))
((trait_bounds ":" @open) @list (#set! separator "+") (#set! empty))
((where_clause "where" @open) @list (#set! empty))
((use_list "{" @open "}" @close) @list (#set! empty "scoped_use_list use_declaration"))
; The arguments of a macro and of an attribute, which the parser does not read further.
(token_tree "(" @open ")" @close) @list
(token_tree "[" @open "]" @close) @list

((source_file) @list (#set! separator "") (#set! attached "attribute_item inner_attribute_item"))
((block "{" @open "}" @close) @list (#set! separator "") (#set! attached "attribute_item"))
((declaration_list "{" @open "}" @close) @list (#set! separator "") (#set! attached "attribute_item"))

; Calls on one object. The first element is the object itself.
((call_expression function: (field_expression value: (_) @rest)) @list (#set! separator ""))
