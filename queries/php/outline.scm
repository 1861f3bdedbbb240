; Outlines of PHP (tree-sitter-php). Names and kinds as in intelephense: variables with `$`, a trait
; is a module.

(comment) @comment
(expression_statement) @wrapper
(arrow_function) @callable

(namespace_definition name: (namespace_name) @name) @definition.namespace
(class_declaration name: (name) @name) @definition.class
(interface_declaration name: (name) @name) @definition.interface
(trait_declaration name: (name) @name) @definition.module
(enum_declaration name: (name) @name) @definition.enum
(enum_case name: (name) @name) @definition.enum_member
(anonymous_class "class" @name (#set! name "(anonymous class)")) @definition.class

((method_declaration name: (name) @name parameters: (_) @detail) @definition.constructor (#eq? @name "__construct"))
(method_declaration name: (name) @name parameters: (_) @detail) @definition.method
(function_definition name: (name) @name parameters: (_) @detail) @definition.function
; A level without a name, which paths skip: variables in it are local.
(anonymous_function "function" @name parameters: (_) @detail (#set! name "(closure)")) @definition.function

; If a statement declares several names, each has the statement's range.
(const_declaration (const_element . (name) @name)) @definition.constant
((_ function: (_) @_define arguments: (_ . (argument [(string . (_) @name .) (encapsed_string . (_) @name .)]))) @definition.constant (#eq? @_define "define"))
(property_declaration (property_element name: (variable_name) @name)) @definition.property
(property_hook (name) @name) @definition.method
((property_promotion_parameter name: (variable_name) @name) @definition.property (#set! hoist "class"))

; By field and operator, because patterns anchored at the types of assignments take long to compile.
((_ left: (_) @name ["=" "??="]) @definition.variable (#match? @name "^\\$[\\w\\u0080-\\uffff]+$") (#set! once))
((list_literal (variable_name) @name @definition.variable) (#set! once))
((static_variable_declaration name: (variable_name) @name) @definition.variable (#set! once))
((global_declaration (variable_name) @name @definition.variable) (#set! once))
((foreach_statement "as" . [
  (variable_name) @name @definition.variable
  (by_ref (variable_name) @name @definition.variable)
  (pair [(variable_name) @name @definition.variable (by_ref (variable_name) @name @definition.variable)])
]) (#set! once))
((catch_clause name: (variable_name) @name @definition.variable) (#set! once))
