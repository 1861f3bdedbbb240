; Outlines of JavaScript with JSX (tree-sitter-javascript). Inner nodes are identified by a field or
; a token in them, as in typescript/outline.scm.

(comment) @comment
(html_comment) @comment
(decorator) @attached
(decorator) @ignored
(formal_parameters) @ignored
(arrow_function) @callable
(function_expression) @callable
(generator_function) @callable
(export_statement) @wrapper
(lexical_declaration) @wrapper
(variable_declaration) @wrapper
(using_declaration) @wrapper

; Functions and classes
(class_declaration name: (_) @name) @definition.class
(function_declaration name: (_) @name parameters: (_) @detail) @definition.function
(generator_function_declaration name: (_) @name parameters: (_) @detail) @definition.function

; export default
(export_statement "default" @name value: (class)) @definition.class
(export_statement "default" @name value: (_ parameters: (_) @detail)) @definition.function
(export_statement !declaration "default" @name) @definition.constant

; Members of classes and objects
(class_body (_ name: (property_identifier) @name parameters: (_) @detail (#eq? @name "constructor")) @definition.constructor)
(method_definition name: (_) @name parameters: (_) @detail) @definition.method
(field_definition property: (_) @name value: [(_ parameters: (_) @detail) (_ parameter: (_) @detail)]) @definition.method
(field_definition property: (_) @name) @definition.property
(pair key: (_) @name value: [(_ parameters: (_) @detail) (_ parameter: (_) @detail)]) @definition.method
(pair key: (_) @name) @definition.property
(shorthand_property_identifier) @name @definition.property

; Variables
(variable_declarator name: (identifier) @name value: [
  (_ parameters: (_) @detail)
  (_ parameter: (_) @detail)
  (_ right: (_ parameters: (_) @detail))
]) @definition.function
(variable_declarator name: (identifier) @name value: (class)) @definition.class
(lexical_declaration kind: "const" (_ name: (identifier) @name) @definition.constant)
(variable_declarator name: (identifier) @name) @definition.variable
(for_in_statement kind: ["const" "let" "var"] left: (identifier) @name @definition.variable)
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

; Exports of a file
(program (_ . [
  (_ left: (member_expression) @_left "=" right: (_ "class" name: (_) @name)) @definition.class
  (_ left: (member_expression) @_left @name "=" right: (_ "class" !name)) @definition.class
  (_ left: (member_expression) @_left "=" right: (_ name: (_) @name parameters: (_) @detail)) @definition.function
  (_ left: (member_expression) @_left @name "=" right: (_ !name parameters: (_) @detail)) @definition.function
  (_ left: (member_expression) @_left @name "=" right: (_ !parameters !body)) @definition.constant
]) @wrapper (#eq? @_left "module.exports"))
(expression_statement [
  (_ left: (_ object: (_) @_object property: (_) @name) "=" right: [(_ parameters: (_) @detail) (_ parameter: (_) @detail)]) @definition.function
  (_ left: (_ object: (_) @_object property: (_) @name) "=" right: (_ "class")) @definition.class
  (_ left: (_ object: (_) @_object property: (_) @name) "=" right: (_ !parameters !body)) @definition.constant
  (_ left: (_ object: (_) @_object index: (string) @name) "=" right: [(_ parameters: (_) @detail) (_ parameter: (_) @detail)]) @definition.function
  (_ left: (_ object: (_) @_object index: (string) @name) "=" right: (_ !parameters !body)) @definition.constant
] @wrapper (#any-of? @_object "exports" "module.exports") (#set! once))

; Fields that a method assigns
(expression_statement [
  (_ left: (_ object: (this) property: (_) @name) "=" right: (_ parameters: (_) @detail)) @definition.method
  (_ left: (_ object: (this) property: (_) @name) "=" right: (_ !parameters)) @definition.property
] (#set! hoist "class") (#set! once)) @wrapper

; Prototypes; functions, classes and objects that are assigned
(expression_statement (_ left: (_ object: (_ object: (_) @object property: (_) @_prototype) property: (_) @name) "=" right: (_ parameters: (_) @detail))
  @definition.method (#eq? @_prototype "prototype") (#set! name "{object}.{name}")) @wrapper
(expression_statement (_ left: (_ object: (_) @name property: (_) @_prototype) "=" right: (object)) @definition.class
  (#eq? @_prototype "prototype")) @wrapper
(expression_statement (assignment_expression left: (_ object: (_) @object property: (_) @name) right: [
  (_ parameters: (_) @detail)
  (_ right: (_ parameters: (_) @detail))
]) @definition.function (#not-eq? @object "module") (#not-eq? @name "prototype") (#set! name "{object}.{name}")) @wrapper
(expression_statement (assignment_expression left: (_ object: (_) @object property: (_) @name) right: [(object) (class)]) @definition.property
  (#not-eq? @object "module") (#not-eq? @name "prototype") (#set! name "{object}.{name}")) @wrapper
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
(expression_statement (call_expression
  function: [(identifier) (_ object: (identifier))] @function
  arguments: (_ . [(string) (template_string)] @name (_ parameters: (_)))
) @definition.function (#set! name "{function}({name}) callback")) @wrapper
