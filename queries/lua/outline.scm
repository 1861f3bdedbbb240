; Outlines of Lua (tree-sitter-lua). Names as in lua-language-server: `M.foo`, `M:bar`; the last
; word is what is declared.

(comment) @comment
(variable_declaration) @wrapper

(function_declaration name: (identifier) @name parameters: (_) @detail) @definition.function
(function_declaration name: (dot_index_expression table: (_) @_table field: (identifier) @name) parameters: (_) @detail (#set! name "{_table}.{name}")) @definition.function
(function_declaration name: (method_index_expression table: (_) @_table method: (identifier) @name) parameters: (_) @detail (#set! name "{_table}:{name}")) @definition.method
; A level without a name, which paths skip: variables in it are local.
(arguments (function_definition "function" @name parameters: (_) @detail) @definition.function (#set! name "(function)"))

; A function as the only value has that name.
(assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition parameters: (_) @detail) .)) @definition.function
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @_table field: (identifier) @name) .)
  (expression_list . value: (function_definition parameters: (_) @detail) .) (#set! name "{_table}.{name}")) @definition.function
(field name: (identifier) @name value: (function_definition parameters: (_) @detail)) @definition.method
(field name: [(identifier) @name (string content: (_) @name)]) @definition.field

((assignment_statement (variable_list name: (identifier) @name)) @definition.variable (#set! once))
((assignment_statement (variable_list name: (dot_index_expression table: (_) @_table field: (identifier) @name))) @definition.field
  (#set! name "{_table}.{name}") (#set! once))
(variable_declaration (variable_list name: (identifier) @name)) @definition.variable
(for_numeric_clause name: (identifier) @name @definition.variable)
(for_generic_clause (variable_list name: (identifier) @name @definition.variable))
