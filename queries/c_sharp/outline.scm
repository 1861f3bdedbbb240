; Outlines of C# (tree-sitter-c-sharp). Kinds, and names of operators and explicit interface
; implementations, as in Roslyn.

(comment) @comment
(field_declaration) @wrapper
(event_field_declaration) @wrapper
(local_declaration_statement) @wrapper
(variable_declaration) @wrapper
(lambda_expression) @callable
(anonymous_method_expression) @callable
(accessor_declaration) @callable
(arrow_expression_clause) @callable

(namespace_declaration name: (_) @name) @definition.namespace
; As a statement it extends to the end of the file.
(file_scoped_namespace_declaration name: (_) @name (#set! level 1)) @definition.namespace

(class_declaration name: (identifier) @name) @definition.class
(struct_declaration name: (identifier) @name) @definition.struct
(record_declaration "struct" name: (identifier) @name) @definition.struct
(record_declaration name: (identifier) @name) @definition.class
(record_declaration (_ (parameter name: (identifier) @name) @definition.property))
(interface_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(enum_member_declaration name: (identifier) @name) @definition.enum_member
(delegate_declaration name: (identifier) @name parameters: (parameter_list) @detail) @definition.class

(constructor_declaration name: (identifier) @name parameters: (parameter_list) @detail) @definition.constructor
(destructor_declaration "~" @name name: (identifier) @name @_type (#set! name "~{_type}")) @definition.method
(method_declaration (explicit_interface_specifier (_) @_interface) name: (identifier) @name parameters: (parameter_list) @detail
  (#set! name "{_interface}.{name}")) @definition.method
(method_declaration name: (identifier) @name parameters: (parameter_list) @detail) @definition.method
(operator_declaration "operator" @name operator: _ @name parameters: (parameter_list) @detail) @definition.operator
(conversion_operator_declaration "implicit" @name "operator" @name type: (_) @name parameters: (parameter_list) @detail) @definition.operator
(conversion_operator_declaration "explicit" @name "operator" @name type: (_) @name parameters: (parameter_list) @detail) @definition.operator
(local_function_statement name: (identifier) @name parameters: (parameter_list) @detail) @definition.function

(property_declaration (explicit_interface_specifier (_) @_interface) name: (identifier) @name
  (#set! name "{_interface}.{name}")) @definition.property
(property_declaration name: (identifier) @name) @definition.property
(indexer_declaration (explicit_interface_specifier (_) @_interface) "this" @name parameters: (bracketed_parameter_list) @detail
  (#set! name "{_interface}.{name}")) @definition.property
(indexer_declaration "this" @name parameters: (bracketed_parameter_list) @detail) @definition.property
(event_declaration (explicit_interface_specifier (_) @_interface) name: (identifier) @name
  (#set! name "{_interface}.{name}")) @definition.event
(event_declaration name: (identifier) @name) @definition.event
(event_field_declaration (_ (variable_declarator name: (identifier) @name) @definition.event))

(field_declaration (modifier "const") (_ (variable_declarator name: (identifier) @name) @definition.constant))

; Variables of an accessor are in an event, which is not a function.
(local_declaration_statement (_ (_ name: (_) @name) @definition.variable))
(variable_declarator name: (identifier) @name (#set! member "field")) @definition.variable
(foreach_statement left: (identifier) @name @definition.variable)
(tuple_pattern name: (identifier) @name @definition.variable)
(declaration_expression name: (identifier) @name) @definition.variable
(declaration_pattern name: (identifier) @name) @definition.variable
