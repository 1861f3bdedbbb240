; Lists that TypeScript adds (tree-sitter-typescript); the others are in ecma.

((type_parameters "<" @open ">" @close) @list (#set! empty))
((type_arguments "<" @open ">" @close) @list (#set! empty))
(tuple_type "[" @open "]" @close) @list
(enum_body "{" @open "}" @close) @list
((interface_body "{" @open "}" @close) @list (#set! separator "; ,") (#set! optional))
((object_type "{" @open "}" @close) @list (#set! separator "; ,") (#set! optional))
((implements_clause "implements" @open) @list (#set! empty))
((extends_type_clause "extends" @open) @list (#set! empty))
((union_type . (_) @rest "|") @list (#set! separator "|"))
((intersection_type . (_) @rest "&") @list (#set! separator "&"))
