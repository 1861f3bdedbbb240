; Dart: tree-sitter-dart. A body stands beside its signature; what a top-level variable is declared with, before it. Kinds and names are those of the
; analysis server. The variable of a `for … in` is not here: that pattern alone would take 100 ms to compile.

(comment) @comment
(documentation_comment) @comment
(annotation) @attached
(const_builtin) @attached
(final_builtin) @attached
(inferred_type) @attached
(program [(type_identifier) (type_arguments) (nullable_type)] @attached)
"late" @attached
"external" @attached
(function_body) @trailing
(initializers) @trailing
(redirection) @trailing
(function_body) @scope
(function_expression) @scope

(declaration) @wrapper
(method_signature) @wrapper
(initialized_identifier_list) @wrapper
(static_final_declaration_list) @wrapper
(local_variable_declaration) @wrapper

(class_definition name: (identifier) @name) @definition.class
(class_definition (mixin_application_class (identifier) @name)) @definition.class
(mixin_declaration (identifier) @name) @definition.class
(extension_type_declaration name: (identifier) @name) @definition.class
(representation_declaration name: (identifier) @name) @definition.field
(extension_declaration name: (identifier) @name) @definition.namespace
(extension_declaration !name class: (_) @name (#set! name "extension on {name}")) @definition.namespace
(enum_declaration name: (identifier) @name) @definition.enum
(enum_constant name: (identifier) @name) @definition.enum_member
(type_alias . (type_identifier) @name "=") @definition.class
(type_alias (type_identifier) @name . (formal_parameter_list)) @definition.class

(constructor_signature (identifier) @_class . (identifier) @name . (formal_parameter_list) @detail
  (#set! name "{_class}.{name}")) @definition.constructor
(constructor_signature (identifier) @name . (formal_parameter_list) @detail) @definition.constructor
(constant_constructor_signature (identifier) @_class . (identifier) @name . (formal_parameter_list) @detail
  (#set! name "{_class}.{name}")) @definition.constructor
(constant_constructor_signature (identifier) @name . (formal_parameter_list) @detail) @definition.constructor
(factory_constructor_signature (identifier) @_class . (identifier) @name . (formal_parameter_list) @detail
  (#set! name "{_class}.{name}")) @definition.constructor
(factory_constructor_signature (identifier) @name . (formal_parameter_list) @detail) @definition.constructor
(redirecting_factory_constructor_signature (identifier) @_class . (identifier) @name . (formal_parameter_list) @detail
  (#set! name "{_class}.{name}")) @definition.constructor
(redirecting_factory_constructor_signature (identifier) @name . (formal_parameter_list) @detail) @definition.constructor

(method_signature (function_signature name: (identifier) @name (formal_parameter_list) @detail) @definition.method)
(declaration (function_signature name: (identifier) @name (formal_parameter_list) @detail) @definition.method)
(function_signature name: (identifier) @name (formal_parameter_list) @detail) @definition.function
(getter_signature name: (identifier) @name) @definition.property
(setter_signature name: (identifier) @name (formal_parameter_list) @detail) @definition.property
(operator_signature "operator" . _ @name (formal_parameter_list) @detail) @definition.method

(declaration (initialized_identifier_list (initialized_identifier . (identifier) @name) @definition.field))
(declaration (static_final_declaration_list (static_final_declaration . (identifier) @name) @definition.field))
(declaration (identifier) @name) @definition.field
(initialized_identifier_list (initialized_identifier . (identifier) @name) @definition.variable)
(static_final_declaration . (identifier) @name) @definition.variable
(initialized_variable_definition name: (identifier) @name) @definition.variable
(initialized_variable_definition (initialized_identifier (identifier) @name)) @definition.variable
(variable_pattern (identifier) @name) @definition.variable
