; Lists of Java (tree-sitter-java).

(formal_parameters "(" @open ")" @close) @list
(inferred_parameters "(" @open ")" @close) @list
(argument_list "(" @open ")" @close) @list
(annotation_argument_list "(" @open ")" @close) @list
(array_initializer "{" @open "}" @close) @list
(element_value_array_initializer "{" @open "}" @close) @list
((type_parameters "<" @open ">" @close) @list (#set! empty))
((type_arguments "<" @open ">" @close) @list (#set! empty))
((catch_type) @list (#set! separator "|"))
((type_list) @list (#set! empty "super_interfaces extends_interfaces permits"))
((throws "throws" @open) @list (#set! empty))

; The constants end with a semicolon if members follow.
(enum_body "{" @open (enum_body_declarations) @close) @list
(enum_body "{" @open "}" @close) @list

; Names that share a type.
((field_declaration type: (_) @open ";" @close) @list (#set! empty))
((local_variable_declaration type: (_) @open ";" @close) @list (#set! empty))

((program) @list (#set! separator ""))
((class_body "{" @open "}" @close) @list (#set! separator ""))
((interface_body "{" @open "}" @close) @list (#set! separator ""))
((block "{" @open "}" @close) @list (#set! separator ""))
((switch_block "{" @open "}" @close) @list (#set! separator ""))

; Calls on one object. The first element is the object itself.
((method_invocation object: (_) @rest) @list (#set! separator ""))
