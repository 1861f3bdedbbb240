; Scopes of Java. Methods, types and everything else have separate namespaces: a field and a method
; may have the same name.

; Scopes
((class_declaration name: (_) @type) @scope (#set! kind "class"))
((record_declaration name: (_) @type) @scope (#set! kind "class"))
((interface_declaration name: (_) @type) @scope (#set! kind "class"))
((enum_declaration name: (_) @type) @scope (#set! kind "class"))
((annotation_type_declaration name: (_) @type) @scope (#set! kind "class"))
(object_creation_expression (class_body) @scope (#set! kind "class"))
(enum_constant body: (class_body) @scope (#set! kind "class"))
((method_declaration) @scope (#set! kind "function"))
((constructor_declaration) @scope (#set! kind "function"))
((compact_constructor_declaration) @scope (#set! kind "function"))
((lambda_expression) @scope (#set! kind "function"))
(block) @scope
(constructor_body) @scope
(switch_block) @scope
(switch_rule) @scope
(for_statement) @scope
(enhanced_for_statement) @scope
(try_with_resources_statement) @scope
(catch_clause) @scope
(labeled_statement) @scope
; A name that a pattern binds in a field's value is not a field.
(field_declaration declarator: (variable_declarator value: (_) @scope))

; Packages and imports. Nothing can be imported under another name.
(package_declaration (_) @ignored)
(import_declaration (scoped_identifier name: (_) @ignored) @source (asterisk))
(import_declaration "static" (scoped_identifier scope: (_) @source name: (_) @definition.import)
  (#set! namespace "value type function") (#set! rename "no"))
(import_declaration (scoped_identifier scope: (_) @source name: (_) @definition.import)
  (#set! namespace "type") (#set! rename "no"))
(import_declaration (_) @source)
(scoped_identifier scope: (identifier) @ignored)

; Types. A type with a constructor is not renamed, because the constructor is another symbol of the
; same name.
(class_declaration name: (_) @definition.class body: (_ (constructor_declaration)) (#set! in "parent") (#set! namespace "type") (#set! rename "no"))
(class_declaration name: (_) @definition.class (#set! in "parent") (#set! namespace "type"))
(record_declaration name: (_) @definition.class (#set! in "parent") (#set! namespace "type") (#set! rename "no"))
(interface_declaration name: (_) @definition.interface (#set! in "parent") (#set! namespace "type"))
(enum_declaration name: (_) @definition.enum (#set! in "parent") (#set! namespace "type") (#set! rename "no"))
(annotation_type_declaration name: (_) @definition.interface (#set! in "parent") (#set! namespace "type"))
(type_parameter (type_identifier) @definition.type_parameter (#set! namespace "type"))

; Members
(constructor_declaration name: (_) @definition.constructor (#set! in "class") (#set! namespace "function"))
(compact_constructor_declaration name: (_) @definition.constructor (#set! in "class") (#set! namespace "function"))
(method_declaration name: (_) @definition.method (#set! in "class") (#set! namespace "function"))
(annotation_type_element_declaration name: (_) @definition.method (#set! in "class") (#set! namespace "function"))
(field_declaration declarator: (_ name: (_) @definition.field) (#set! in "class") (#set! namespace "value member"))
(constant_declaration declarator: (_ name: (_) @definition.constant) (#set! in "class") (#set! namespace "value member"))
(enum_constant name: (_) @definition.enum_member (#set! in "class") (#set! namespace "value member"))
; A component is a field, a method, and a parameter of the compact constructor.
(record_declaration parameters: (_ (formal_parameter name: (_) @definition.field)) (#set! namespace "value member function"))
(record_declaration parameters: (_ (spread_parameter (_ name: (_) @definition.field))) (#set! namespace "value member function"))

; Parameters and variables
(method_declaration parameters: (_ (formal_parameter name: (_) @definition.parameter)) (#set! namespace "value"))
(method_declaration parameters: (_ (spread_parameter (_ name: (_) @definition.parameter))) (#set! namespace "value"))
(constructor_declaration parameters: (_ (formal_parameter name: (_) @definition.parameter)) (#set! namespace "value"))
(constructor_declaration parameters: (_ (spread_parameter (_ name: (_) @definition.parameter))) (#set! namespace "value"))
(lambda_expression parameters: (_ (formal_parameter name: (_) @definition.parameter)) (#set! namespace "value"))
(lambda_expression parameters: (_ (spread_parameter (_ name: (_) @definition.parameter))) (#set! namespace "value"))
(lambda_expression parameters: (identifier) @definition.parameter (#set! namespace "value"))
(inferred_parameters (identifier) @definition.parameter (#set! namespace "value"))
(catch_formal_parameter name: (_) @definition.variable (#set! namespace "value"))
(local_variable_declaration declarator: (_ name: (_) @definition.variable) (#set! after) (#set! namespace "value"))
(enhanced_for_statement name: (_) @definition.variable (#set! after) (#set! namespace "value"))
(resource name: (_) @definition.variable (#set! after) (#set! namespace "value"))
; The reach of a pattern's names depends on the condition's result. The next pattern with the name
; begins another.
(instanceof_expression name: (_) @definition.variable (#set! after) (#set! again "shadow") (#set! namespace "value"))
(type_pattern (identifier) @definition.variable (#set! after) (#set! again "shadow") (#set! namespace "value"))
(record_pattern_component (identifier) @definition.variable (#set! after) (#set! again "shadow") (#set! namespace "value"))
(record_pattern . (identifier) @reference (#set! namespace "type"))

; Labels
(labeled_statement . (identifier) @definition.label (#set! namespace "label"))
(break_statement (identifier) @reference (#set! namespace "label"))
(continue_statement (identifier) @reference (#set! namespace "label"))

; Members with a receiver
(method_invocation object: (this) name: (_) @reference (#set! of "self") (#set! namespace "function"))
(method_invocation object: (identifier) @receiver name: (_) @member (#set! of "type") (#set! namespace "function"))
(method_invocation object: (field_access object: (identifier) @receiver field: (this)) name: (_) @member (#set! of "type") (#set! namespace "function"))
(method_invocation object: (_) @receiver name: (_) @member)
(method_invocation name: (_) @reference (#set! namespace "function"))
(field_access object: (this) field: (identifier) @reference (#set! of "self") (#set! namespace "member"))
(field_access object: (identifier) @receiver field: (identifier) @member (#set! of "type"))
(field_access object: (field_access object: (identifier) @receiver field: (this)) field: (identifier) @member (#set! of "type"))
(field_access object: (_) @receiver field: (identifier) @member)
(method_reference . (this) (identifier) @reference (#set! of "self") (#set! namespace "function"))
(method_reference . (_) @receiver (identifier) @member .)
(scoped_type_identifier . (_) @receiver (type_identifier) @member .)
(scoped_identifier scope: (_) @receiver name: (_) @member)
(element_value_pair key: (_) @member)

; Uses
(annotation name: (identifier) @reference (#set! namespace "type"))
(marker_annotation name: (identifier) @reference (#set! namespace "type"))
(assignment_expression left: (identifier) @reference (#set! namespace "value") (#set! write))
(update_expression (identifier) @reference (#set! namespace "value") (#set! write))
((type_identifier) @ignored (#eq? @ignored "var"))
((type_identifier) @reference (#set! namespace "type"))
(identifier) @reference
