; Outlines of TypeScript and TSX (tree-sitter-typescript). The grammar is so large that compiling
; has its own rules: a child with a named type costs up to 5 ms, `(_ …)` and an alternation below
; the root nothing, a `(_ …)` as root 2 ms. So inner nodes are identified by a field or a token in
; them.

(comment) @comment
(decorator) @attached
(decorator) @ignored
(formal_parameters (_ type: (_) @ignored))
(formal_parameters (_ value: (_) @ignored))
(arrow_function) @callable
(function_expression) @callable
(generator_function) @callable
(export_statement) @wrapper
(ambient_declaration) @wrapper
(lexical_declaration) @wrapper
(variable_declaration) @wrapper
(expression_statement (internal_module)) @wrapper

; Namespaces and types
(internal_module name: (_) @name) @definition.module
(module name: (_) @name) @definition.module
(ambient_declaration "global" @name) @definition.module
(class_declaration name: (_) @name) @definition.class
(abstract_class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(type_alias_declaration name: (_) @name) @definition.variable
(enum_declaration name: (_) @name) @definition.enum
(enum_body name: (_) @name @definition.enum_member)
(enum_assignment name: (_) @name) @definition.enum_member

; Functions; then those elsewhere, after `case 1:` or in a file with errors
(program [
  (_ name: (identifier) @name parameters: (_) @detail) @definition.function
  (_ declaration: (_ name: (identifier) @name parameters: (_) @detail) @definition.function)
  (_ declaration: (_ (_ name: (identifier) @name parameters: (_) @detail) @definition.function))
  (_ "declare" (_ name: (identifier) @name parameters: (_) @detail) @definition.function)
])
(statement_block [
  (_ name: (identifier) @name parameters: (_) @detail) @definition.function
  (_ declaration: (_ name: (identifier) @name parameters: (_) @detail) @definition.function)
])
(function_declaration name: (_) @name) @definition.function
(generator_function_declaration name: (_) @name) @definition.function
(function_signature name: (_) @name) @definition.function

; export default
(program [
  (_ "default" @name value: (class)) @definition.class
  (_ "default" @name value: (_ parameters: (_) @detail)) @definition.function
])
(program (_ !declaration "default" @name) @definition.constant)
(statement_block (_ !declaration "default" @name) @definition.constant)

; Members of classes and interfaces. An index signature has a name but declares none; a construct
; signature is called `new`, and a call signature has no name.
(class_body (_ name: (property_identifier) @name parameters: (_) @detail (#eq? @name "constructor")) @definition.constructor)
(class_body [
  (_ name: (_) @name parameters: (_) @detail)
  (_ name: (_) @name value: (_ parameters: (_) @detail))
  (_ name: (_) @name value: (_ parameter: (_) @detail))
] @definition.method)
(class_body (_ !index_type name: (_) @name) @definition.property)
(interface_body [
  (_ "new" @name parameters: (_) @detail) @definition.constructor
  (_ name: (_) @name parameters: (_) @detail) @definition.method
  (_ !index_type !parameters name: (_) @name) @definition.property
])

; Members of an object type that is the type of a declaration, not of a parameter
(type_alias_declaration value: [
  (_ "{" [
    (_ "new" @name parameters: (_) @detail) @definition.constructor
    (_ name: (_) @name parameters: (_) @detail) @definition.method
    (_ !index_type !parameters name: (_) @name) @definition.property
  ])
  (_ (_ "{" [
    (_ name: (_) @name parameters: (_) @detail) @definition.method
    (_ !index_type !parameters name: (_) @name) @definition.property
  ]))
  (_ (_ (_ "{" [
    (_ name: (_) @name parameters: (_) @detail) @definition.method
    (_ !index_type !parameters name: (_) @name) @definition.property
  ])))
])
(union_type (_ "{" [
  (_ name: (_) @name parameters: (_) @detail) @definition.method
  (_ !index_type !parameters name: (_) @name) @definition.property
]))
(property_signature type: (_ [
  (_ "{" [
    (_ name: (_) @name parameters: (_) @detail) @definition.method
    (_ !index_type !parameters name: (_) @name) @definition.property
  ])
  (_ (_ "{" [
    (_ name: (_) @name parameters: (_) @detail) @definition.method
    (_ !index_type !parameters name: (_) @name) @definition.property
  ]))
]))
(class_body (_ type: (_ (_ "{" [
  (_ name: (_) @name parameters: (_) @detail) @definition.method
  (_ !index_type !parameters name: (_) @name) @definition.property
]))))

; Parameters that are properties
(formal_parameters (_ [(accessibility_modifier) "readonly"] pattern: (identifier) @name) @definition.property (#set! hoist "class"))

; Members of objects
(object (_ name: (_) @name parameters: (_) @detail) @definition.method)
(pair key: (_) @name value: [(_ parameters: (_) @detail) (_ parameter: (_) @detail)]) @definition.method
(pair key: (_) @name) @definition.property
(shorthand_property_identifier) @name @definition.property

; Variables
(variable_declarator name: (identifier) @name value: [(_ parameters: (_) @detail) (_ parameter: (_) @detail)]) @definition.function
(variable_declarator name: (identifier) @name value: (class)) @definition.class
(lexical_declaration kind: "const" (_ name: (identifier) @name) @definition.constant)
(variable_declarator name: (identifier) @name) @definition.variable
(for_in_statement left: (identifier) @name @definition.variable)
(catch_clause parameter: (identifier) @name @definition.variable)

; Svelte: `$: name = …`
(labeled_statement label: (_) @_label body: (_ (_ left: (identifier) @name "=")) @definition.variable (#eq? @_label "$"))

; Variables destructured from an object or array, to some depth. Names in default values (`right`)
; are not declared.
(lexical_declaration kind: "const" (_ name: (_ . ["{" "["] [
  (identifier) @name @definition.constant
  (shorthand_property_identifier_pattern) @name @definition.constant
  (_ (shorthand_property_identifier_pattern) @name @definition.constant)
  (_ (_ (shorthand_property_identifier_pattern) @name @definition.constant))
  (_ (_ (_ (shorthand_property_identifier_pattern) @name @definition.constant)))
  (_ (_ (_ (_ (shorthand_property_identifier_pattern) @name @definition.constant))))
  (_ !right (identifier) @name @definition.constant)
  (_ left: (identifier) @name @definition.constant)
  (_ value: (_ !right (identifier) @name @definition.constant))
  (_ value: (_ left: (identifier) @name @definition.constant))
  (_ value: (_ (_ value: (identifier) @name @definition.constant)))
  (_ value: (_ (_ value: (_ !right (identifier) @name @definition.constant))))
])))
(variable_declarator name: (_ . ["{" "["] [
  (identifier) @name @definition.variable
  (shorthand_property_identifier_pattern) @name @definition.variable
  (_ (shorthand_property_identifier_pattern) @name @definition.variable)
  (_ (_ (shorthand_property_identifier_pattern) @name @definition.variable))
  (_ (_ (_ (shorthand_property_identifier_pattern) @name @definition.variable)))
  (_ (_ (_ (_ (shorthand_property_identifier_pattern) @name @definition.variable))))
  (_ !right (identifier) @name @definition.variable)
  (_ left: (identifier) @name @definition.variable)
  (_ value: (_ !right (identifier) @name @definition.variable))
  (_ value: (_ left: (identifier) @name @definition.variable))
  (_ value: (_ (_ value: (identifier) @name @definition.variable)))
  (_ value: (_ (_ value: (_ !right (identifier) @name @definition.variable))))
]))
(for_in_statement left: (_ . ["{" "["] [
  (identifier) @name @definition.variable
  (shorthand_property_identifier_pattern) @name @definition.variable
  (_ (shorthand_property_identifier_pattern) @name @definition.variable)
  (_ (_ (shorthand_property_identifier_pattern) @name @definition.variable))
  (_ (_ (_ (shorthand_property_identifier_pattern) @name @definition.variable)))
  (_ (_ (_ (_ (shorthand_property_identifier_pattern) @name @definition.variable))))
  (_ !right (identifier) @name @definition.variable)
  (_ left: (identifier) @name @definition.variable)
  (_ value: (_ !right (identifier) @name @definition.variable))
  (_ value: (_ left: (identifier) @name @definition.variable))
  (_ value: (_ (_ value: (identifier) @name @definition.variable)))
  (_ value: (_ (_ value: (_ !right (identifier) @name @definition.variable))))
]))

; Assignments: functions and objects, and fields that a method assigns. TypeScript requires
; declarations for fields of other values.
(expression_statement [
  (_ left: (_ object: (this) property: (_) @name) "=" right: (_ parameters: (_) @detail)) @definition.method
  (_ left: (_ object: (this) property: (_) @name) "=" right: (object)) @definition.property
] (#set! hoist "class") (#set! once)) @wrapper
(expression_statement [
  (_ left: (_ object: (_) @object property: (_) @name) "=" right: (_ parameters: (_) @detail)) @definition.function
  (_ left: (_ object: (_) @object property: (_) @name) "=" right: (object)) @definition.property
] (#set! name "{object}.{name}")) @wrapper
; A function with a name of its own has that name.
(expression_statement (_ left: (identifier) "=" right: (_ name: (_) @name parameters: (_) @detail)) @definition.function) @wrapper
(expression_statement (_ left: (identifier) @name "=" right: (_ !name parameters: (_) @detail)) @definition.function) @wrapper

; Named functions and classes in an expression
(arguments (_ name: (_) @name parameters: (_) @detail) @definition.function)
(parenthesized_expression (_ name: (_) @name parameters: (_) @detail) @definition.function)
(return_statement [
  (_ name: (_) @name parameters: (_) @detail) @definition.function
  (_ "class" name: (_) @name) @definition.class
])

; describe("…", () => …)
(expression_statement [
  (_ function: (identifier) @function arguments: (_ . (string) @name (_ parameters: (_))))
  (_ function: (identifier) @function arguments: (_ . (template_string) @name (_ parameters: (_))))
  (_ function: (_ object: (identifier)) @function arguments: (_ . (string) @name (_ parameters: (_))))
] @definition.function (#set! name "{function}({name}) callback")) @wrapper
