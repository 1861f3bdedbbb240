; Outlines of GraphQL (tree-sitter-graphql). Kinds as in its language service; the selections of a
; query are not declarations.

(comment) @comment

(schema_definition "schema" @name) @definition.class
(schema_extension "schema" @name) @definition.class
(root_operation_type_definition (operation_type) @name) @definition.field

(scalar_type_definition (name) @name) @definition.class
(scalar_type_extension (name) @name) @definition.class
(object_type_definition (name) @name) @definition.class
(object_type_extension (name) @name) @definition.class
(interface_type_definition (name) @name) @definition.interface
(interface_type_extension (name) @name) @definition.interface
(union_type_definition (name) @name) @definition.class
(union_type_extension (name) @name) @definition.class
(enum_type_definition (name) @name) @definition.enum
(enum_type_extension (name) @name) @definition.enum
(input_object_type_definition (name) @name) @definition.class
(input_object_type_extension (name) @name) @definition.class
(directive_definition (name) @name (arguments_definition) @detail) @definition.function
(directive_definition (name) @name) @definition.function

(field_definition (name) @name (arguments_definition) @detail) @definition.field
(field_definition (name) @name) @definition.field
(input_fields_definition (input_value_definition (name) @name) @definition.field)
(enum_value_definition (enum_value (name) @name)) @definition.enum_member

(operation_definition (name) @name (variable_definitions) @detail) @definition.class
(operation_definition (name) @name) @definition.class
(fragment_definition (fragment_name) @name) @definition.class
