; Lists of Dart (tree-sitter-dart).

(formal_parameter_list "(" @open ")" @close) @list
(optional_formal_parameters "{" @open "}" @close) @list
(optional_formal_parameters "[" @open "]" @close) @list
(arguments "(" @open ")" @close) @list
(list_literal "[" @open "]" @close) @list
(set_or_map_literal "{" @open "}" @close) @list
((type_parameters "<" @open ">" @close) @list (#set! empty))
((type_arguments "<" @open ">" @close) @list (#set! empty))
; The constants end with a semicolon if members follow.
(enum_body "{" @open ";" @close) @list
(enum_body "{" @open "}" @close) @list

((block "{" @open "}" @close) @list (#set! separator ""))
(switch_expression "{" @open "}" @close) @list
((switch_block "{" @open "}" @close) @list (#set! separator ""))
