; Outlines of Gleam (tree-sitter-gleam). Kinds as in Gleam's language server; a variant with
; arguments is a constructor.

[(comment) (statement_comment)] @comment
(attribute) @attached

(constant name: (identifier) @name) @definition.constant
(type_definition (type_name name: (type_identifier) @name)) @definition.class
(type_alias (type_name name: (type_identifier) @name)) @definition.class
(external_type (type_name name: (type_identifier) @name)) @definition.class
(data_constructor name: (constructor_name) @name) @definition.enum_member
(data_constructor_argument label: (label) @name) @definition.field
(function name: (identifier) @name parameters: (function_parameters) @detail) @definition.function

((let pattern: (identifier) @name) @definition.variable (#set! once))
((let pattern: (tuple_pattern (identifier) @name)) @definition.variable (#set! once))
((let_assert pattern: (identifier) @name) @definition.variable (#set! once))
((record_pattern_argument pattern: (identifier) @name @definition.variable) (#set! once))
((case_clause_pattern assign: (identifier) @name @definition.variable) (#set! once))
((use_assignment (identifier) @name @definition.variable) (#set! once))
