; Outlines of Kotlin (tree-sitter-kotlin by fwcd, which has no fields). Kinds as in JetBrains'
; kotlin-lsp.

(line_comment) @comment
(multiline_comment) @comment
(lambda_literal) @callable
(anonymous_function) @callable
; An accessor on a line of its own is a sibling after its property.
(getter) @trailing
(setter) @trailing

(package_header (identifier) @name) @definition.package

(class_declaration "interface" (type_identifier) @name) @definition.interface
(class_declaration "enum" (type_identifier) @name) @definition.enum
(class_declaration (type_identifier) @name) @definition.class
; The grammar does not support `fun interface`.
((ERROR (user_type (type_identifier) @_keyword) . (simple_identifier) @name) @definition.interface
  (#eq? @_keyword "interface"))
(object_declaration (type_identifier) @name) @definition.object
(companion_object (type_identifier) @name) @definition.object
((companion_object "object" @name . (class_body)) @definition.object (#set! name "Companion"))
((companion_object "object" @name . (delegation_specifier)) @definition.object (#set! name "Companion"))
((companion_object "object" @name .) @definition.object (#set! name "Companion"))
(type_alias (type_identifier) @name) @definition.class
(enum_entry (simple_identifier) @name) @definition.enum_member

(secondary_constructor "constructor" @name (function_value_parameters) @detail) @definition.constructor
((anonymous_initializer "init" @name) @definition.constructor (#set! name "<class initializer>"))
(class_body (function_declaration (simple_identifier) @name (function_value_parameters) @detail) @definition.method)
(function_declaration (simple_identifier) @name (function_value_parameters) @detail (#set! member "method")) @definition.function

(class_parameter (binding_pattern_kind) (simple_identifier) @name) @definition.property
; With `_` for the nodes between, it compiles in a tenth of the time.
((property_declaration (_ (property_modifier) @_modifier) . (_) . (_ . (simple_identifier) @name)) @definition.constant
  (#eq? @_modifier "const"))
(statements (property_declaration (binding_pattern_kind) . (_ . (simple_identifier) @name)) @definition.variable)
(property_declaration (binding_pattern_kind) . (_ . (simple_identifier) @name)) @definition.property
(property_declaration "." . (_ . (simple_identifier) @name)) @definition.property
(getter "get" @name) @definition.method
(setter "set" @name) @definition.method

(multi_variable_declaration (variable_declaration (simple_identifier) @name) @definition.variable)
(for_statement (_ . (simple_identifier) @name) @definition.variable)
(when_subject (variable_declaration (simple_identifier) @name)) @definition.variable
