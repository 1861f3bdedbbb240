; Lists of Zig (tree-sitter-zig).

(parameters "(" @open ")" @close) @list
(call_expression "(" @open ")" @close) @list
(initializer_list "{" @open "}" @close) @list
(switch_expression "{" @open "}" @close) @list
((enum_declaration "{" @open "}" @close) @list (#set! optional))
((struct_declaration "{" @open "}" @close) @list (#set! optional))
((union_declaration "{" @open "}" @close) @list (#set! optional))
