(comment) @comment
(type_declaration) @wrapper
(function_declaration name: (identifier) @name parameters: (parameter_list) @detail) @definition.function
(method_declaration receiver: (parameter_list (parameter_declaration type: (_) @receiver)) name: (field_identifier) @name
  (#set! name "({receiver}).{name}")) @definition.method
(type_spec name: (type_identifier) @name type: (struct_type)) @definition.struct
(field_declaration name: (field_identifier) @name) @definition.field
(var_spec name: (identifier) @name) @definition.variable
