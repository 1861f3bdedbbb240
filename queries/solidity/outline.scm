; Outlines of Solidity (tree-sitter-solidity).

(comment) @comment

(contract_declaration name: (identifier) @name) @definition.class
(library_declaration name: (identifier) @name) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(struct_declaration name: (identifier) @name) @definition.struct
(struct_member name: (identifier) @name) @definition.field
(enum_declaration name: (identifier) @name) @definition.enum
(enum_value) @name @definition.enum_member
(event_definition name: (identifier) @name) @definition.event
(error_declaration name: (identifier) @name) @definition.event
(user_defined_type_definition name: (identifier) @name) @definition.class

(contract_body (function_definition name: (identifier) @name [(parameter) @detail ","]*) @definition.method)
(function_definition name: (identifier) @name [(parameter) @detail ","]*) @definition.function
(modifier_definition name: (identifier) @name [(parameter) @detail ","]*) @definition.method
(constructor_definition "constructor" @name [(parameter) @detail ","]*) @definition.constructor
(fallback_receive_definition "receive" @name) @definition.method
(fallback_receive_definition "fallback" @name) @definition.method
(fallback_receive_definition "function" @name) @definition.method
(yul_function_definition . (yul_identifier) @name) @definition.function

(state_variable_declaration name: (identifier) @name) @definition.property
(constant_variable_declaration name: (identifier) @name) @definition.constant
(variable_declaration_statement (variable_declaration name: (identifier) @name)) @definition.variable
(variable_declaration_statement (variable_declaration_tuple (variable_declaration name: (identifier) @name))) @definition.variable
(variable_declaration_statement (variable_declaration_tuple (identifier) @name)) @definition.variable
(yul_variable_declaration left: (yul_identifier) @name) @definition.variable
