; Outlines of PowerShell (tree-sitter-powershell). Kinds as in PowerShell Editor Services, whose
; names begin with the keyword, and which leaves out variables.

((comment) @comment (#not-match? @comment "^#(!|[Rr]equires)"))

(function_statement (function_name) @name (function_parameter_declaration)? @detail) @definition.function
(class_statement . (simple_name) @name) @definition.class
(enum_statement . (simple_name) @name) @definition.enum
(enum_member . (simple_name) @name) @definition.enum_member
(class_property_definition (variable) @name) @definition.property
((class_statement . (simple_name) @_class (class_method_definition (simple_name) @name (class_method_parameter_list)? @detail) @definition.constructor) (#eq? @_class @name))
(class_method_definition (simple_name) @name (class_method_parameter_list)? @detail) @definition.method
(data_statement (data_name (simple_name) @name)) @definition.variable

; An expression contains a node for each level of precedence.
((assignment_expression
  (left_assignment_expression (_ (_ (_ (_ (_ (_ (_ (array_literal_expression (unary_expression (variable) @name))))))))))
  (assignement_operator) @_is) @definition.variable (#eq? @_is "=") (#not-any-of? @name "$null" "$_") (#set! once))
((assignment_expression
  (left_assignment_expression (_ (_ (_ (_ (_ (_ (_ (array_literal_expression (unary_expression (expression_with_unary_operator (cast_expression (unary_expression (variable) @name)))))))))))))
  (assignement_operator) @_is) @definition.variable (#eq? @_is "=") (#set! once))
((foreach_statement . (variable) @name @definition.variable) (#set! once))
(hash_entry (key_expression (simple_name) @name)) @definition.property
(hash_entry (key_expression (unary_expression (string_literal (_) @name)))) @definition.property
