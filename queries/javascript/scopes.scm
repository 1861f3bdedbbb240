; Scopes of JavaScript only. These patterns come before those shared with TypeScript (ecma).

; Scopes
((with_statement) @scope (#set! opaque))

; Classes
(class_declaration name: (_) @definition.class (#set! in "parent"))
(class name: (_) @definition.class)

; Members
(class_body (method_definition name: (private_property_identifier) @definition.method (#set! in "class") (#set! namespace "member") (#set! private)))
(class_body (field_definition property: (private_property_identifier) @definition.property (#set! in "class") (#set! namespace "member") (#set! private)))
(class_body (field_definition property: (property_identifier) @definition.property (#set! in "class") (#set! namespace "member")))

; Parameters that take what a module exports, when that is imported: `import("./a").then(({ x }) => …)`
((call_expression
  function: (member_expression object: (call_expression function: (import) arguments: (arguments . (string) @source)) property: (_) @_then)
  arguments: (arguments . (arrow_function parameters: (formal_parameters . (object_pattern (shorthand_property_identifier_pattern) @definition.import)))))
  (#eq? @_then "then") (#set! namespace "value") (#set! rewrite "{name}: {new}"))
((call_expression
  function: (member_expression object: (call_expression function: (import) arguments: (arguments . (string) @source)) property: (_) @_then)
  arguments: (arguments . (arrow_function parameters: (formal_parameters . (object_pattern (pair_pattern key: (_) @original value: (identifier) @definition.import))))))
  (#eq? @_then "then") (#set! namespace "value"))

; Parameters
(formal_parameters (_) @definition.parameter (#set! namespace "value")
  (#set! into "object_pattern array_pattern rest_pattern pair_pattern.value assignment_pattern.left object_assignment_pattern.left")
  (#set! rewrite.shorthand_property_identifier_pattern "{name}: {new}"))

; Variables; the result of `require` is an import
(variable_declarator name: (identifier) @definition.import value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @source))
  (#eq? @_require "require") (#set! require) (#set! whole) (#set! namespace "value"))
(variable_declarator name: (identifier) @definition.import value: (member_expression object: (call_expression function: (identifier) @_require arguments: (arguments . (string) @source)) property: (_) @original)
  (#eq? @_require "require") (#set! require) (#set! namespace "value"))
(variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @definition.import) value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @source))
  (#eq? @_require "require") (#set! require) (#set! namespace "value") (#set! rewrite "{name}: {new}"))
(variable_declarator name: (object_pattern (pair_pattern key: (_) @original value: (identifier) @definition.import)) value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @source))
  (#eq? @_require "require") (#set! require) (#set! namespace "value"))
