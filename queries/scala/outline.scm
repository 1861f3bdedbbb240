; Outlines of Scala 2 and 3 (tree-sitter-scala). Kinds, and names of what has none, as in Metals.

(comment) @comment
(block_comment) @comment
(lambda_expression) @callable
(block) @callable
(indented_block) @callable
(case_block) @callable
(indented_cases) @callable
(for_expression) @callable

(package_clause name: (package_identifier) @name body: (template_body)) @definition.package
; Without a body, as a statement, it extends to the end of the file.
(package_clause name: (package_identifier) @name !body (#set! level 1)) @definition.package
(package_object name: (_) @name) @definition.module

(object_definition name: (_) @name) @definition.module
(class_definition name: (_) @name) @definition.class
(trait_definition name: (_) @name) @definition.interface
(enum_definition name: (_) @name) @definition.enum
(simple_enum_case name: (_) @name) @definition.enum_member
(full_enum_case name: (_) @name) @definition.enum_member
(class_parameter "val" name: (_) @name) @definition.constant
(class_parameter "var" name: (_) @name) @definition.variable
(class_definition "case" class_parameters: (class_parameters (class_parameter name: (_) @name) @definition.constant))
(full_enum_case class_parameters: (class_parameters (class_parameter name: (_) @name) @definition.constant))
(type_definition name: (_) @name) @definition.type_parameter

(given_definition name: (_) @name) @definition.class
(given_definition !name return_type: (_) @name (#set! name "given {name}")) @definition.class
(extension_definition (_ (_ type: (_) @name)) (#set! name "extension {name}")) @definition.module
((instance_expression . (_) @name (template_body)) @definition.interface (#set! name "new {name}"))

((function_definition name: (_) @name (parameters) @detail) @definition.constructor (#eq? @name "this"))
(function_definition name: (_) @name (parameters)+ @detail) @definition.method
(function_definition name: (_) @name) @definition.method
(function_declaration name: (_) @name (parameters)+ @detail) @definition.method
(function_declaration name: (_) @name) @definition.method

((val_definition pattern: (_) @name) @definition.constant
  (#match? @name "^(`[^`]+`|[^\\s,(@]+)$"))
(val_definition pattern: (_ (identifier) @name)) @definition.constant
(val_declaration name: (_) @name) @definition.constant
((var_definition pattern: (_) @name) @definition.variable
  (#match? @name "^(`[^`]+`|[^\\s,(@]+)$"))
(var_definition pattern: (_ (identifier) @name)) @definition.variable
(var_declaration name: (_) @name) @definition.variable
(enumerator . (identifier) @name) @definition.variable
(enumerator . (tuple_pattern (identifier) @name)) @definition.variable
