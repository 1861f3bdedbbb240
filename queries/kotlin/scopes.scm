; Scopes of Kotlin (tree-sitter-kotlin by fwcd, which has no fields). Top-level names are visible in
; all files of the package, so nothing here says @module. A property and a function may have the
; same name.

((simple_identifier) @ignored (#eq? @ignored "_"))
(label) @ignored
(package_header (identifier (simple_identifier) @ignored))

; Scopes
((class_declaration (type_identifier) @type) @scope (#set! kind "class"))
((object_declaration (type_identifier) @type) @scope (#set! kind "class"))
((companion_object) @scope (#set! kind "class"))
((object_literal) @scope (#set! kind "class"))
(enum_entry (class_body) @scope (#set! kind "class"))
((function_declaration) @scope (#set! kind "function"))
((secondary_constructor) @scope (#set! kind "function"))
((anonymous_function) @scope (#set! kind "function"))
((anonymous_initializer) @scope (#set! kind "function"))
((getter) @scope (#set! kind "function"))
((setter) @scope (#set! kind "function"))
((lambda_literal) @scope (#set! kind "function"))
(control_structure_body) @scope
(for_statement) @scope
(when_expression) @scope
(when_entry) @scope
(try_expression) @scope
(catch_block) @scope

; Imports. The source ends with the name of what is imported.
(import_header (identifier (simple_identifier) @ignored) (wildcard_import))
(import_header (identifier (simple_identifier) @original .) @source (import_alias (type_identifier) @definition.import)
  (#set! namespace "value type function") (#set! rename "no"))
(import_header (identifier (simple_identifier) @definition.import .) @source
  (#set! namespace "value type function") (#set! rename "no"))
(import_header (identifier (simple_identifier) @ignored))

; Types
(class_declaration (type_identifier) @definition.class (#set! in "parent") (#set! namespace "type function") (#set! rename "no"))
(object_declaration (type_identifier) @definition.class (#set! in "parent") (#set! namespace "type value") (#set! rename "no"))
(companion_object (type_identifier) @definition.class (#set! in "parent") (#set! namespace "type value") (#set! rename "no"))
(type_alias (type_identifier) @definition.class (#set! namespace "type function") (#set! rename "no"))
(type_parameter (type_identifier) @definition.type_parameter (#set! namespace "type"))

; Members
(enum_entry (simple_identifier) @definition.enum_member (#set! namespace "value member") (#set! rename "no"))
(class_parameter (binding_pattern_kind) (simple_identifier) @definition.property (#set! in "class") (#set! alone) (#set! namespace "value member") (#set! rename "no"))
(class_parameter (simple_identifier) @definition.parameter (#set! namespace "value") (#set! rename "no"))
(class_body (function_declaration (simple_identifier) @definition.method (#set! in "class") (#set! alone) (#set! namespace "function") (#set! rename "no")))
(enum_class_body (function_declaration (simple_identifier) @definition.method (#set! in "class") (#set! alone) (#set! namespace "function") (#set! rename "no")))
(class_body (property_declaration (variable_declaration (simple_identifier) @definition.property) (#set! in "class") (#set! alone) (#set! namespace "value member") (#set! rename "no")))
(enum_class_body (property_declaration (variable_declaration (simple_identifier) @definition.property) (#set! in "class") (#set! alone) (#set! namespace "value member") (#set! rename "no")))

; Functions, parameters and variables
(function_declaration (simple_identifier) @definition.function (#set! in "parent") (#set! namespace "function") (#set! rename "inside"))
(parameter (simple_identifier) @definition.parameter (#set! namespace "value") (#set! rename "no"))
(parameter_with_optional_type (simple_identifier) @definition.parameter (#set! namespace "value"))
(lambda_parameters (variable_declaration (simple_identifier) @definition.parameter (#set! namespace "value")))
(lambda_parameters (multi_variable_declaration (variable_declaration (simple_identifier) @definition.parameter (#set! namespace "value"))))
(catch_block (simple_identifier) @definition.variable (#set! namespace "value"))
(for_statement (variable_declaration (simple_identifier) @definition.variable (#set! namespace "value")))
(for_statement (multi_variable_declaration (variable_declaration (simple_identifier) @definition.variable (#set! namespace "value"))))
(when_subject (variable_declaration (simple_identifier) @definition.variable (#set! namespace "value")))
((property_declaration (variable_declaration (simple_identifier) @definition.variable) (#set! namespace "value") (#set! after "inside") (#set! rename "inside")) @after)
((property_declaration (multi_variable_declaration (variable_declaration (simple_identifier) @definition.variable)) (#set! namespace "value") (#set! after "inside") (#set! rename "inside")) @after)

; Members with a receiver
(call_expression . (simple_identifier) @callee (call_suffix (value_arguments (value_argument . (simple_identifier) @member . "="))))
(value_argument . (simple_identifier) @member . "=")
(call_expression . (navigation_expression (this_expression) (navigation_suffix (simple_identifier) @reference (#set! of "self") (#set! namespace "function"))))
(navigation_expression (this_expression) (navigation_suffix (simple_identifier) @reference (#set! of "self") (#set! namespace "member")))
(navigation_expression (_) @receiver (navigation_suffix (simple_identifier) @member))
(user_type (type_identifier) @receiver . (type_identifier) @member)
(callable_reference (type_identifier) @receiver (simple_identifier) @member)

; Uses
(call_expression . (simple_identifier) @reference (#set! namespace "function value"))
(callable_reference (simple_identifier) @reference (#set! namespace "function value"))
(assignment (directly_assignable_expression (simple_identifier) @reference (#set! namespace "value") (#set! write)))
((type_identifier) @reference (#set! namespace "type"))
((simple_identifier) @reference (#set! namespace "value type"))

; `"a $x"`
(interpolated_identifier) @reference
