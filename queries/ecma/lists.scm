; Lists of what JavaScript and TypeScript share (tree-sitter-javascript, tree-sitter-typescript).

(formal_parameters "(" @open ")" @close) @list
(arguments "(" @open ")" @close) @list
(array "[" @open "]" @close) @list
(array_pattern "[" @open "]" @close) @list
(object "{" @open "}" @close) @list
(object_pattern "{" @open "}" @close) @list

; Without names an import would only be run, so it goes along.
((import_clause) @list (#set! empty "import_statement"))
((named_imports "{" @open "}" @close) @list (#set! empty))
((export_clause "{" @open "}" @close) @list (#set! empty "export_statement"))

((lexical_declaration kind: _ @open ";"? @close) @list (#set! empty "export_statement"))
((variable_declaration "var" @open ";"? @close) @list (#set! empty "export_statement"))

((program) @list (#set! separator ";") (#set! optional))
((statement_block "{" @open "}" @close) @list (#set! separator ";") (#set! optional))
((class_body "{" @open "}" @close) @list (#set! separator ";") (#set! optional) (#set! attached "decorator"))
((switch_body "{" @open "}" @close) @list (#set! separator ""))

; Calls on one object. The first element is the object itself.
((call_expression function: (member_expression object: (_) @rest)) @list (#set! separator ""))
