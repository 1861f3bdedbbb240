; Outlines of Go (tree-sitter-go). Names and kinds as in gopls; also `type`, `var` and locals, which
; gopls leaves out.

(comment) @comment
(func_literal) @callable
(type_declaration) @wrapper
(const_declaration) @wrapper
(var_declaration) @wrapper

(function_declaration name: (identifier) @name parameters: (parameter_list) @detail) @definition.function

((method_declaration receiver: (parameter_list (parameter_declaration type: (pointer_type) @receiver)) name: (field_identifier) @name parameters: (parameter_list) @detail) @definition.method
  (#set! name "({receiver}).{name}"))
((method_declaration receiver: (parameter_list (parameter_declaration type: (type_identifier) @receiver)) name: (field_identifier) @name parameters: (parameter_list) @detail) @definition.method
  (#set! name "({receiver}).{name}"))
((method_declaration receiver: (parameter_list (parameter_declaration type: (generic_type) @receiver)) name: (field_identifier) @name parameters: (parameter_list) @detail) @definition.method
  (#set! name "({receiver}).{name}"))

; gopls says class for a type whose own kind is not visible.
(type_spec name: (type_identifier) @name type: (struct_type)) @definition.struct
(type_spec name: (type_identifier) @name type: (interface_type)) @definition.interface
(type_spec name: (type_identifier) @name type: (function_type)) @definition.function
(type_spec name: (type_identifier) @name) @definition.class
(type_alias name: (type_identifier) @name type: (struct_type)) @definition.struct
(type_alias name: (type_identifier) @name type: (interface_type)) @definition.interface
(type_alias name: (type_identifier) @name type: (function_type)) @definition.function
(type_alias name: (type_identifier) @name) @definition.class

(field_declaration name: (field_identifier) @name) @definition.field
; Embedded types have the name of the type, without package and arguments.
(field_declaration !name type: (type_identifier) @name) @definition.field
(field_declaration !name type: (qualified_type name: (type_identifier) @name)) @definition.field
(field_declaration !name type: (generic_type type: (type_identifier) @name)) @definition.field
(field_declaration !name type: (generic_type type: (qualified_type name: (type_identifier) @name))) @definition.field
(interface_type (type_elem . (type_identifier) @name .) @definition.field)
(interface_type (type_elem . (qualified_type name: (type_identifier) @name) .) @definition.field)
(interface_type (type_elem . (generic_type type: (type_identifier) @name) .) @definition.field)
(interface_type (type_elem . (generic_type type: (qualified_type name: (type_identifier) @name)) .) @definition.field)
(interface_type (type_elem "|") @name @definition.field)
(interface_type (type_elem (negated_type)) @name @definition.field)
(method_elem name: (field_identifier) @name parameters: (parameter_list) @detail) @definition.method

; Several names in one specification share its range and all leading nodes, unless it is in a group.
; (The commas have the field `name` too, and only the first identifier is found by it.)
((const_declaration . (const_spec (identifier) @name) .) @definition.constant (#not-eq? @name "_") (#not-match? @definition.constant "^const\\s*\\("))
(const_declaration "(" (const_spec (identifier) @name) @definition.constant (#not-eq? @name "_"))
((var_declaration (var_spec name: (identifier) @name)) @definition.variable (#not-eq? @name "_"))
(var_spec_list (var_spec name: (identifier) @name) @definition.variable (#not-eq? @name "_"))

((short_var_declaration left: (expression_list (identifier) @name)) @definition.variable (#not-eq? @name "_"))
((range_clause left: (expression_list (identifier) @name) ":=") @definition.variable (#not-eq? @name "_"))
((receive_statement left: (expression_list (identifier) @name) ":=") @definition.variable (#not-eq? @name "_"))
(type_switch_statement alias: (expression_list (identifier) @name @definition.variable))
