; Outlines of Julia (tree-sitter-julia). Methods of other modules have the module in front of their
; name. The grammar is large: nodes below a declaration are identified by position and leaves, which
; costs nothing to compile.

(line_comment) @comment
(block_comment) @comment
; A string that documents no declaration leads none.
(string_literal) @comment
[(const_statement) (global_statement) (local_statement) (macrocall_expression)] @wrapper

(module_definition name: (identifier) @name) @definition.module
(abstract_definition (_ [(identifier) @name (_ . (identifier) @name) (_ . (_ . (identifier) @name))])) @definition.interface
(primitive_definition (_ [(identifier) @name (_ . (identifier) @name)])) @definition.struct
(struct_definition . (_ [(identifier) @name (_ . (identifier) @name) (_ . (_ . (identifier) @name))])) @definition.struct
(struct_definition . (_) . (_ [
  (identifier) @name @definition.field
  (_ . (identifier) @name) @definition.field
  (_ . (_ . (identifier) @name . "::")) @definition.field
]))

(function_definition . (_ . [
  (identifier) @name
  (_ . [(identifier) (operator) (parametrized_type_expression)] @name . (argument_list) @detail)
  (_ . (_ . [(identifier) (operator) (parametrized_type_expression)] @name . (argument_list) @detail))
  (_ . (_ . (_ . [(identifier) (operator) (parametrized_type_expression)] @name . (argument_list) @detail)))
])) @definition.function
(function_definition . (_ . [
  (_ . (_ value: (_) @_module (_) @name) . (argument_list) @detail)
  (_ . (_ . (_ value: (_) @_module (_) @name) . (argument_list) @detail))
]) (#set! name "{_module}.{name}")) @definition.function
(macro_definition . (_ . (_ . (identifier) @name . (argument_list) @detail))) @definition.function
((_ . [
  (_ . [(identifier) (operator) (parametrized_type_expression)] @name . (argument_list) @detail)
  (_ . (_ . [(identifier) (operator) (parametrized_type_expression)] @name . (argument_list) @detail))
] . (operator) @_is) @definition.function (#eq? @_is "="))
((_ . (_ . (_ value: (_) @_module (_) @name) . (argument_list) @detail) . (operator) @_is) @definition.function
  (#eq? @_is "=") (#set! name "{_module}.{name}"))

((macrocall_expression . (_) @_enum . (_ . (identifier) @name)) @definition.enum (#eq? @_enum "@enum"))
((macrocall_expression . (_) @_enum . (_ (identifier) [(identifier) @name @definition.enum_member (_ . (identifier) @name) @definition.enum_member]))
  (#eq? @_enum "@enum"))

((const_statement (_ . [(identifier) @name (_ . (identifier) @name . "::") (open_tuple (identifier) @name)] . (operator)) @definition.constant))
; Statements only: a keyword argument is an assignment too.
((source_file (_ . [(identifier) @name (_ . (identifier) @name . "::")] . (operator) @_is) @definition.variable) (#eq? @_is "=") (#set! once))
((block (_ . [(identifier) @name (_ . (identifier) @name . "::") (open_tuple (identifier) @name)] . (operator) @_is) @definition.variable)
  (#eq? @_is "=") (#set! once))
([(local_statement (_ . (identifier) @name) @definition.variable) (global_statement (_ . (identifier) @name) @definition.variable)] (#set! once))
((let_statement (_ . (identifier) @name . (operator)) @definition.variable) (#set! once))
((for_binding . (identifier) @name @definition.variable) (#set! once))
