; Outlines of Zig (tree-sitter-zig). Names and kinds as in zls: a type is a constant, a test a
; method.

; `//!` belongs to the declaration around it, not to the next one.
((comment) @comment (#not-match? @comment "^//!"))

(function_declaration name: (identifier) @name (parameters) @detail) @definition.function
(test_declaration (string (string_content) @name)) @definition.method
(test_declaration (identifier) @name) @definition.method

(enum_declaration (container_field name: (identifier) @name) @definition.enum_member (#not-eq? @name "_"))
((container_field name: (identifier) @name) @definition.field (#not-eq? @name "_"))
(error_set_declaration (identifier) @name @definition.enum_member)

((variable_declaration "const" @_binding . (identifier) @name) @definition.constant (#not-eq? @name "_"))
((variable_declaration "var" @_binding . (identifier) @name) @definition.variable (#not-eq? @name "_"))
((payload (identifier) @name @definition.variable) (#not-eq? @name "_"))
