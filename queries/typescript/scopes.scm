; Scopes of TypeScript and TSX only. These patterns come before those shared with JavaScript (ecma).

; Scopes
((function_signature) @scope (#set! kind "function"))
((method_signature) @scope (#set! kind "function"))
((abstract_method_signature) @scope (#set! kind "function"))
((call_signature) @scope (#set! kind "function"))
((construct_signature) @scope (#set! kind "function"))
((function_type) @scope (#set! kind "function"))
((constructor_type) @scope (#set! kind "function"))
(internal_module body: (_) @scope (#set! kind "function") (#set! open))
(module body: (_) @scope (#set! kind "function") (#set! open))
(ambient_declaration "global" (_) @scope (#set! kind "function") (#set! open))
((abstract_class_declaration) @scope (#set! kind "class"))
((interface_declaration) @scope (#set! kind "class"))
((enum_body) @scope (#set! kind "class"))
(type_alias_declaration) @scope
(conditional_type) @scope
(index_signature) @scope

; Modules: names that are not exported can't be used elsewhere
(export_statement declaration: (ambient_declaration (_ name: (_) @exported)))
(namespace_export (_) @ignored)

; Imports
(import_require_clause (identifier) @definition.import source: (_) @source (#set! whole))
(import_alias . (identifier) @definition.variable)

; Types
(class_declaration name: (_) @definition.class (#set! in "parent"))
(abstract_class_declaration name: (_) @definition.class (#set! in "parent"))
(class name: (_) @definition.class)
(interface_declaration name: (_) @definition.interface (#set! in "parent") (#set! namespace "type"))
(type_alias_declaration name: (_) @definition.class (#set! in "parent") (#set! namespace "type"))
(enum_declaration name: (_) @definition.enum)
(enum_body name: (_) @definition.enum_member (#set! namespace "value member"))
(enum_assignment name: (_) @definition.enum_member (#set! namespace "value member"))
(internal_module name: (identifier) @definition.module)
(module name: (identifier) @definition.module)
(type_parameter name: (_) @definition.type_parameter (#set! namespace "type"))
(infer_type . (type_identifier) @definition.type_parameter (#set! namespace "type"))
(mapped_type_clause name: (_) @definition.type_parameter (#set! namespace "type"))
(index_signature name: (_) @definition.parameter)

; Functions
(function_signature name: (_) @definition.function (#set! in "parent") (#set! namespace "value"))

; Parameters that take what a module exports, when that is imported: `import("./a").then(({ x }) => …)`
((call_expression
  function: (member_expression object: (call_expression function: (import) arguments: (arguments . (string) @source)) property: (_) @_then)
  arguments: (arguments . (arrow_function parameters: (formal_parameters . (required_parameter pattern: (object_pattern (shorthand_property_identifier_pattern) @definition.import))))))
  (#eq? @_then "then") (#set! namespace "value") (#set! rewrite "{name}: {new}"))
((call_expression
  function: (member_expression object: (call_expression function: (import) arguments: (arguments . (string) @source)) property: (_) @_then)
  arguments: (arguments . (arrow_function parameters: (formal_parameters . (required_parameter pattern: (object_pattern (pair_pattern key: (_) @original value: (identifier) @definition.import)))))))
  (#eq? @_then "then") (#set! namespace "value"))

; Members; a parameter with a modifier is a property too
(formal_parameters (_ [(accessibility_modifier) "readonly" (override_modifier)] pattern: (identifier) @definition.property (#set! in "class") (#set! namespace "member") (#set! rename "no")))
(class_body (_ name: (private_property_identifier) @definition.property (#set! in "class") (#set! namespace "member") (#set! private)))
(class_body (method_signature name: (property_identifier) @definition.method (#set! in "class") (#set! namespace "member")))
(class_body (abstract_method_signature name: (property_identifier) @definition.method (#set! in "class") (#set! namespace "member")))
(class_body (public_field_definition name: (property_identifier) @definition.property (#set! in "class") (#set! namespace "member")))
(interface_body (_ name: (property_identifier) @definition.property (#set! in "class") (#set! namespace "member")))

; Parameters
(formal_parameters (_ [(accessibility_modifier) "readonly" (override_modifier)] pattern: (identifier) @definition.parameter (#set! namespace "value") (#set! rename "no")))
((required_parameter pattern: (_) @definition.parameter (#set! namespace "value"))
  (#set! into "object_pattern array_pattern rest_pattern pair_pattern.value assignment_pattern.left object_assignment_pattern.left")
  (#set! rewrite.shorthand_property_identifier_pattern "{name}: {new}"))
((optional_parameter pattern: (_) @definition.parameter (#set! namespace "value"))
  (#set! into "object_pattern array_pattern rest_pattern pair_pattern.value assignment_pattern.left object_assignment_pattern.left")
  (#set! rewrite.shorthand_property_identifier_pattern "{name}: {new}"))

; Members with a receiver
(nested_type_identifier module: (_) @receiver name: (_) @member)
(lookup_type . (_) @receiver (literal_type (string (string_fragment) @member)))
(nested_identifier object: (_) @receiver property: (_) @member)

; Uses
((type_identifier) @reference (#set! namespace "type"))
(nested_type_identifier module: (identifier) @reference (#set! namespace "type"))
(export_statement value: (identifier) @reference)
