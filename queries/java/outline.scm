; Outlines of Java (tree-sitter-java). Kinds, and names of anonymous classes and initializers, as in
; jdtls.

(line_comment) @comment
(block_comment) @comment
(field_declaration) @wrapper
(constant_declaration) @wrapper
(local_variable_declaration) @wrapper
(lambda_expression) @callable

(package_declaration [(identifier) (scoped_identifier)] @name) @definition.package
(module_declaration name: (_) @name) @definition.module

(class_declaration name: (identifier) @name) @definition.class
(record_declaration name: (identifier) @name) @definition.class
(record_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @name) @definition.field))
(record_declaration parameters: (formal_parameters (spread_parameter (variable_declarator name: (identifier) @name)) @definition.field))
(interface_declaration name: (identifier) @name) @definition.interface
(annotation_type_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(enum_constant name: (identifier) @name) @definition.enum_member

(object_creation_expression type: (_) @name (class_body)
  (#set! name "new {name}() {...}")) @definition.class
(static_initializer "static" @name (#set! name "{...}")) @definition.constructor
(class_body (block "{" @name (#set! name "{...}")) @definition.constructor)

(method_declaration name: (identifier) @name parameters: (formal_parameters) @detail) @definition.method
(annotation_type_element_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name parameters: (formal_parameters) @detail) @definition.constructor
(compact_constructor_declaration name: (identifier) @name) @definition.constructor

(field_declaration (modifiers "static" "final") declarator: (variable_declarator name: (identifier) @name) @definition.constant)
(field_declaration (modifiers "final" "static") declarator: (variable_declarator name: (identifier) @name) @definition.constant)
(field_declaration declarator: (variable_declarator name: (identifier) @name) @definition.field)
(constant_declaration declarator: (variable_declarator name: (identifier) @name) @definition.constant)

(local_variable_declaration declarator: (variable_declarator name: (identifier) @name) @definition.variable)
(enhanced_for_statement name: (identifier) @name @definition.variable)
(resource name: (identifier) @name) @definition.variable
(instanceof_expression name: (identifier) @name @definition.variable)
(type_pattern (identifier) @name) @definition.variable
(record_pattern_component (identifier) @name) @definition.variable
