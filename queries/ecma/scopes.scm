; Scopes that JavaScript and TypeScript share. These patterns come after those of either.

; Scopes
((function_declaration) @scope (#set! kind "function") (#set! self))
((function_expression) @scope (#set! kind "function") (#set! self))
((generator_function_declaration) @scope (#set! kind "function") (#set! self))
((generator_function) @scope (#set! kind "function") (#set! self))
((arrow_function) @scope (#set! kind "function"))
((method_definition) @scope (#set! kind "function"))
(object (method_definition) @scope (#set! self))
((class_static_block) @scope (#set! kind "function"))
((class_declaration) @scope (#set! kind "class"))
((class) @scope (#set! kind "class"))
(statement_block) @scope
(switch_body) @scope
(for_statement) @scope
(for_in_statement) @scope
(catch_clause) @scope

; Modules: names that are not exported can't be used elsewhere
(program (import_statement)) @module
(program (export_statement)) @module
(export_statement declaration: (_ name: (_) @exported))
(export_statement declaration: (_ (variable_declarator name: (_) @exported)))
(export_statement value: (identifier) @exported)
(export_statement (export_clause (export_specifier name: (_) @original)) source: (_) @source)
(export_statement source: (_) @source)
(export_statement !source (export_clause (export_specifier name: (identifier) @exported)))
(export_specifier !alias name: (identifier) @reference (#set! rewrite "{new} as {name}"))
(export_specifier alias: (_) @ignored)

; Imports
(import_statement (import_clause (named_imports (import_specifier !alias name: (identifier) @definition.import))) source: (_) @source
  (#set! rewrite "{name} as {new}"))
(import_statement (import_clause (named_imports (import_specifier name: (_) @original alias: (identifier) @definition.import))) source: (_) @source)
(import_statement (import_clause (identifier) @definition.import) source: (_) @source (#set! original "default"))
(import_statement (import_clause (namespace_import (identifier) @definition.import)) source: (_) @source (#set! whole))
(import_statement source: (_) @source)

; Functions
(function_declaration name: (_) @definition.function (#set! in "parent") (#set! namespace "value"))
(generator_function_declaration name: (_) @definition.function (#set! in "parent") (#set! namespace "value"))
(function_expression name: (_) @definition.function (#set! namespace "value"))
(generator_function name: (_) @definition.function (#set! namespace "value"))

; Members; a parameter with a modifier is a property too
(class_body (method_definition name: (property_identifier) @definition.method (#set! in "class") (#set! namespace "member")))
(member_expression object: (this) property: (property_identifier) @reference (#set! of "self") (#set! namespace "member"))
(member_expression property: (private_property_identifier) @reference (#set! of "self") (#set! namespace "member"))

; Parameters
(arrow_function parameter: (identifier) @definition.parameter (#set! namespace "value"))
((catch_clause parameter: (_) @definition.variable (#set! namespace "value"))
  (#set! into "object_pattern array_pattern rest_pattern pair_pattern.value assignment_pattern.left object_assignment_pattern.left")
  (#set! rewrite.shorthand_property_identifier_pattern "{name}: {new}"))

; Variables
(lexical_declaration (variable_declarator name: (_) @definition.variable) (#set! namespace "value")
  (#set! into "object_pattern array_pattern rest_pattern pair_pattern.value assignment_pattern.left object_assignment_pattern.left")
  (#set! rewrite.shorthand_property_identifier_pattern "{name}: {new}"))
(variable_declaration (variable_declarator name: (_) @definition.variable) (#set! in "function") (#set! namespace "value")
  (#set! into "object_pattern array_pattern rest_pattern pair_pattern.value assignment_pattern.left object_assignment_pattern.left")
  (#set! rewrite.shorthand_property_identifier_pattern "{name}: {new}"))
((for_in_statement kind: "var" left: (_) @definition.variable (#set! in "function") (#set! namespace "value"))
  (#set! into "object_pattern array_pattern rest_pattern pair_pattern.value assignment_pattern.left object_assignment_pattern.left")
  (#set! rewrite.shorthand_property_identifier_pattern "{name}: {new}"))
((for_in_statement kind: _ left: (_) @definition.variable (#set! namespace "value"))
  (#set! into "object_pattern array_pattern rest_pattern pair_pattern.value assignment_pattern.left object_assignment_pattern.left")
  (#set! rewrite.shorthand_property_identifier_pattern "{name}: {new}"))

; Members with a receiver
(member_expression object: (_) @receiver property: (property_identifier) @member)
(subscript_expression object: (_) @receiver index: (string (string_fragment) @member))
(property_identifier) @member

; Uses
(assignment_expression left: (identifier) @reference (#set! namespace "value") (#set! write))
(augmented_assignment_expression left: (identifier) @reference (#set! namespace "value") (#set! write))
(update_expression argument: (identifier) @reference (#set! namespace "value") (#set! write))
((shorthand_property_identifier) @reference (#set! namespace "value") (#set! rewrite "{name}: {new}"))
((shorthand_property_identifier_pattern) @reference (#set! namespace "value") (#set! write) (#set! rewrite "{name}: {new}"))
(private_property_identifier) @member
((identifier) @ignored (#eq? @ignored "undefined"))
((identifier) @reference (#set! namespace "value"))
