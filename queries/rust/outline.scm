; Outlines of Rust (tree-sitter-rust). Names and kinds as in rust-analyzer: a type alias is a
; type_parameter, an `impl` an object, a macro a function.

; `//!` belongs to the item around it, not to the next one.
(line_comment !inner) @comment
(block_comment !inner) @comment
(attribute_item) @attached
(closure_expression) @callable
(const_item value: (block) @callable)
(static_item value: (block) @callable)

(mod_item name: (identifier) @name) @definition.module
(foreign_mod_item (extern_modifier) @name) @definition.namespace
(struct_item name: (type_identifier) @name) @definition.struct
(union_item name: (type_identifier) @name) @definition.struct
(enum_item name: (type_identifier) @name) @definition.enum
(enum_variant name: (identifier) @name) @definition.enum_member
(field_declaration name: (field_identifier) @name) @definition.field
(trait_item name: (type_identifier) @name) @definition.interface
(type_item name: (type_identifier) @name) @definition.type_parameter
(associated_type name: (type_identifier) @name) @definition.type_parameter
(macro_definition name: (identifier) @name) @definition.function
((const_item name: (identifier) @name) @definition.constant (#not-eq? @name "_"))
(static_item name: (identifier) @name) @definition.constant

((impl_item "!" trait: (_) @trait type: (_) @name) @definition.object (#set! name "impl !{trait} for {name}"))
((impl_item trait: (_) @trait type: (_) @name) @definition.object (#set! name "impl {trait} for {name}"))
((impl_item !trait type: (_) @name) @definition.object (#set! name "impl {name}"))

(function_item name: (identifier) @name parameters: (parameters (self_parameter)) @detail) @definition.method
(function_item name: (identifier) @name parameters: (parameters . (parameter pattern: (self))) @detail) @definition.method
(function_item name: (identifier) @name parameters: (parameters) @detail) @definition.function
(function_signature_item name: (identifier) @name parameters: (parameters (self_parameter)) @detail) @definition.method
(function_signature_item name: (identifier) @name parameters: (parameters . (parameter pattern: (self))) @detail) @definition.method
(function_signature_item name: (identifier) @name parameters: (parameters) @detail) @definition.function

; The usual patterns; deeper ones cost more than they are worth.
(let_declaration pattern: (identifier) @name) @definition.variable
(let_declaration pattern: (tuple_pattern (identifier) @name)) @definition.variable
(let_declaration pattern: (tuple_pattern (mut_pattern (identifier) @name))) @definition.variable
(let_declaration pattern: (struct_pattern (field_pattern name: (shorthand_field_identifier) @name))) @definition.variable
(let_declaration pattern: (struct_pattern (field_pattern pattern: (identifier) @name))) @definition.variable
(let_declaration pattern: (tuple_struct_pattern type: (identifier) (identifier) @name)) @definition.variable
(let_condition pattern: (tuple_struct_pattern type: (identifier) (identifier) @name)) @definition.variable
; The body of a loop is not part of its variable.
(for_expression pattern: (identifier) @name @definition.variable)
(for_expression pattern: (tuple_pattern (identifier) @name @definition.variable))
