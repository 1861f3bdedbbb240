; TypeScript and TSX: what names mean. Where a name fits several patterns, the first decides; the general ones stand last.

; Scopes
((function_declaration) @scope (#set! kind "function") (#set! self))
((function_expression) @scope (#set! kind "function") (#set! self))
((generator_function_declaration) @scope (#set! kind "function") (#set! self))
((generator_function) @scope (#set! kind "function") (#set! self))
((arrow_function) @scope (#set! kind "function"))
((method_definition) @scope (#set! kind "function"))
(object (method_definition) @scope (#set! self))
((function_signature) @scope (#set! kind "function"))
((method_signature) @scope (#set! kind "function"))
((abstract_method_signature) @scope (#set! kind "function"))
((call_signature) @scope (#set! kind "function"))
((construct_signature) @scope (#set! kind "function"))
((function_type) @scope (#set! kind "function"))
((constructor_type) @scope (#set! kind "function"))
((class_static_block) @scope (#set! kind "function"))
(internal_module body: (_) @scope (#set! kind "function") (#set! open))
(module body: (_) @scope (#set! kind "function") (#set! open))
(ambient_declaration "global" (_) @scope (#set! kind "function") (#set! open))
((class_declaration) @scope (#set! kind "class"))
((abstract_class_declaration) @scope (#set! kind "class"))
((class) @scope (#set! kind "class"))
((interface_declaration) @scope (#set! kind "class"))
((enum_body) @scope (#set! kind "class"))
(type_alias_declaration) @scope
(conditional_type) @scope
(index_signature) @scope
(statement_block) @scope
(switch_body) @scope
(for_statement) @scope
(for_in_statement) @scope
(catch_clause) @scope

; Modules: what is not exported can't be named elsewhere
(program (import_statement)) @module
(program (export_statement)) @module
(export_statement declaration: (_ name: (_) @exported))
(export_statement declaration: (_ (variable_declarator name: (_) @exported)))
(export_statement declaration: (ambient_declaration (_ name: (_) @exported)))
(export_statement value: (identifier) @exported)
(export_statement (export_clause (export_specifier name: (_) @original)) source: (_) @source)
(export_statement source: (_) @source)
(export_statement !source (export_clause (export_specifier name: (identifier) @exported)))
(export_specifier !alias name: (identifier) @reference (#set! rewrite "{new} as {name}"))
(export_specifier alias: (_) @ignored)
(namespace_export (_) @ignored)

; Imports
(import_statement (import_clause (named_imports (import_specifier !alias name: (identifier) @definition.import))) source: (_) @source
  (#set! rewrite "{name} as {new}"))
(import_statement (import_clause (named_imports (import_specifier name: (_) @original alias: (identifier) @definition.import))) source: (_) @source)
(import_statement (import_clause (identifier) @definition.import) source: (_) @source (#set! original "default"))
(import_statement (import_clause (namespace_import (identifier) @definition.import)) source: (_) @source (#set! whole))
(import_require_clause (identifier) @definition.import source: (_) @source (#set! whole))
(import_alias . (identifier) @definition.variable)
(import_statement source: (_) @source)

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
(function_declaration name: (_) @definition.function (#set! in "parent") (#set! namespace "value"))
(generator_function_declaration name: (_) @definition.function (#set! in "parent") (#set! namespace "value"))
(function_signature name: (_) @definition.function (#set! in "parent") (#set! namespace "value"))
(function_expression name: (_) @definition.function (#set! namespace "value"))
(generator_function name: (_) @definition.function (#set! namespace "value"))

; Members; a parameter with a modifier is a property too
(formal_parameters (_ [(accessibility_modifier) "readonly" (override_modifier)] pattern: (identifier) @definition.property (#set! in "class") (#set! namespace "member") (#set! rename "no")))
(class_body (_ name: (private_property_identifier) @definition.property (#set! in "class") (#set! namespace "member") (#set! private)))
(class_body (method_definition name: (property_identifier) @definition.method (#set! in "class") (#set! namespace "member")))
(class_body (method_signature name: (property_identifier) @definition.method (#set! in "class") (#set! namespace "member")))
(class_body (abstract_method_signature name: (property_identifier) @definition.method (#set! in "class") (#set! namespace "member")))
(class_body (public_field_definition name: (property_identifier) @definition.property (#set! in "class") (#set! namespace "member")))
(interface_body (_ name: (property_identifier) @definition.property (#set! in "class") (#set! namespace "member")))
(member_expression object: (this) property: (property_identifier) @reference (#set! of "self") (#set! namespace "member"))
(member_expression property: (private_property_identifier) @reference (#set! of "self") (#set! namespace "member"))

; Parameters
(formal_parameters (_ [(accessibility_modifier) "readonly" (override_modifier)] pattern: (identifier) @definition.parameter (#set! namespace "value") (#set! rename "no")))
((required_parameter pattern: (_) @definition.parameter (#set! namespace "value"))
  (#set! into "object_pattern array_pattern rest_pattern pair_pattern.value assignment_pattern.left object_assignment_pattern.left")
  (#set! rewrite.shorthand_property_identifier_pattern "{name}: {new}"))
((optional_parameter pattern: (_) @definition.parameter (#set! namespace "value"))
  (#set! into "object_pattern array_pattern rest_pattern pair_pattern.value assignment_pattern.left object_assignment_pattern.left")
  (#set! rewrite.shorthand_property_identifier_pattern "{name}: {new}"))
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

; Names asked of something
(member_expression object: (_) @receiver property: (property_identifier) @member)
(nested_type_identifier module: (_) @receiver name: (_) @member)
(nested_identifier object: (_) @receiver property: (_) @member)
(property_identifier) @member

; Uses
(assignment_expression left: (identifier) @reference (#set! namespace "value") (#set! write))
(augmented_assignment_expression left: (identifier) @reference (#set! namespace "value") (#set! write))
(update_expression argument: (identifier) @reference (#set! namespace "value") (#set! write))
((shorthand_property_identifier) @reference (#set! namespace "value") (#set! rewrite "{name}: {new}"))
((shorthand_property_identifier_pattern) @reference (#set! namespace "value") (#set! write) (#set! rewrite "{name}: {new}"))
((type_identifier) @reference (#set! namespace "type"))
(private_property_identifier) @member
((identifier) @ignored (#eq? @ignored "undefined"))
(export_statement value: (identifier) @reference)
((identifier) @reference (#set! namespace "value"))
