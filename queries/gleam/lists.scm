; Lists of Gleam (tree-sitter-gleam).

(function_parameters "(" @open ")" @close) @list
(arguments "(" @open ")" @close) @list
(function_parameter_types "(" @open ")" @close) @list
(data_constructor_arguments "(" @open ")" @close) @list
(record_pattern_arguments "(" @open ")" @close) @list
(record_update_arguments) @list
(list "[" @open "]" @close) @list
(list_pattern "[" @open "]" @close) @list
(tuple "(" @open ")" @close) @list
(tuple_pattern "(" @open ")" @close) @list
(tuple_type "(" @open ")" @close) @list
(bit_array "<<" @open ">>" @close) @list
(bit_array_pattern "<<" @open ">>" @close) @list
((type_parameters "(" @open ")" @close) @list (#set! empty))
((type_arguments "(" @open ")" @close) @list (#set! empty))
((unqualified_imports "{" @open "}" @close) @list (#set! empty "."))
(use_assignments) @list
(case_subjects) @list
((case_clause_patterns) @list (#set! separator "|"))
(case_clause_pattern ",") @list

((source_file) @list (#set! separator "") (#set! attached "attribute"))
((data_constructors) @list (#set! separator "") (#set! attached "attribute"))
((block "{" @open "}" @close) @list (#set! separator ""))
((case_clauses) @list (#set! separator ""))

; Calls that take the result of the one before.
((binary_expression left: (_) @rest "|>") @list (#set! separator "|>"))
