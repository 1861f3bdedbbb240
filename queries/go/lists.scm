; Lists of Go (tree-sitter-go).

(parameter_list "(" @open ")" @close) @list
; Names that share a type.
(parameter_declaration name: (_) "," type: (_) @close) @list
(field_declaration name: (_) "," type: (_) @close) @list
(var_spec name: (_) "," type: (_) @close !value) @list
(argument_list "(" @open ")" @close) @list
(literal_value "{" @open "}" @close) @list
((type_parameter_list "[" @open "]" @close) @list (#set! empty))
((type_arguments "[" @open "]" @close) @list (#set! empty))
(type_parameter_declaration name: (_) "," type: (_) @close) @list

((source_file) @list (#set! separator ";") (#set! optional))
((statement_list) @list (#set! separator ";") (#set! optional))
((field_declaration_list "{" @open "}" @close) @list (#set! separator ";") (#set! optional))
((interface_type "{" @open "}" @close) @list (#set! separator ";") (#set! optional))
((import_spec_list "(" @open ")" @close) @list (#set! separator ";") (#set! optional) (#set! empty "import_declaration"))
((const_declaration "(" @open ")" @close) @list (#set! separator ";") (#set! optional) (#set! empty))
((var_spec_list "(" @open ")" @close) @list (#set! separator ";") (#set! optional) (#set! empty "var_declaration"))
((type_declaration "(" @open ")" @close) @list (#set! separator ";") (#set! optional) (#set! empty))
((const_declaration "const" @open) @list (#set! separator ";") (#set! optional) (#set! empty))
((var_declaration "var" @open) @list (#set! separator ";") (#set! optional) (#set! empty))
((type_declaration "type" @open) @list (#set! separator ";") (#set! optional) (#set! empty))
((expression_switch_statement "{" @open "}" @close) @list (#set! separator ""))
((type_switch_statement "{" @open "}" @close) @list (#set! separator ""))
((select_statement "{" @open "}" @close) @list (#set! separator ""))
