; Scopes of Swift (tree-sitter-swift). Names need no imports inside of a module, so nothing here says
; @module. Methods and properties share their names: a call, and the number and labels of its
; arguments, tell them apart.

((simple_identifier) @ignored (#any-of? @ignored "_" "self" "super"))

; Scopes. Extensions of a type share its members.
((class_declaration name: (type_identifier) @type) @scope (#set! kind "class") (#set! joined))
((class_declaration name: (user_type (type_identifier) @type .)) @scope (#set! kind "class") (#set! joined))
((protocol_declaration name: (_) @type) @scope (#set! kind "class"))
((function_declaration) @scope (#set! kind "function"))
((protocol_function_declaration) @scope (#set! kind "function"))
((init_declaration) @scope (#set! kind "function"))
((subscript_declaration) @scope (#set! kind "function"))
((computed_property) @scope (#set! kind "function"))
((computed_setter) @scope (#set! kind "function"))
((willset_clause) @scope (#set! kind "function"))
((didset_clause) @scope (#set! kind "function"))
((lambda_literal) @scope (#set! kind "function"))
(enum_entry) @scope
(statements) @scope
(if_statement) @scope
(while_statement) @scope
(for_statement) @scope
(switch_entry) @scope
(catch_block) @scope

; Imports name modules, whose declarations are not in the workspace, or need no names.
(import_declaration (identifier (simple_identifier) @ignored))

; Types
(class_declaration declaration_kind: ["class" "struct" "enum" "actor"] name: (type_identifier) @definition.class
  (#set! in "parent") (#set! namespace "type") (#set! rename "no"))
(class_declaration declaration_kind: "extension" name: (type_identifier) @reference (#set! namespace "type"))
(protocol_declaration name: (type_identifier) @definition.interface (#set! in "parent") (#set! namespace "type") (#set! rename "no"))
(typealias_declaration name: (type_identifier) @definition.class (#set! namespace "type") (#set! rename "no"))
(associatedtype_declaration name: (type_identifier) @definition.class (#set! in "class") (#set! namespace "type") (#set! rename "no"))
(type_parameter . (type_identifier) @definition.type_parameter (#set! namespace "type"))

; Members
(enum_entry name: (_) @definition.enum_member (#set! in "class") (#set! namespace "value member") (#set! rename "no") (#set! trim "`"))
(enum_type_parameters (simple_identifier) @definition.parameter . ":" (#set! namespace "label") (#set! rename "no"))
(class_body (_ name: (_ bound_identifier: (_) @definition.property))
  (#set! in "class") (#set! alone) (#set! namespace "value member") (#set! rename "no") (#set! trim "`"))
(class_body (property_declaration name: (pattern (pattern . (simple_identifier) @definition.property .)))
  (#set! in "class") (#set! alone) (#set! namespace "value member") (#set! rename "no") (#set! trim "`"))
(enum_class_body (_ name: (_ bound_identifier: (_) @definition.property))
  (#set! in "class") (#set! alone) (#set! namespace "value member") (#set! rename "no") (#set! trim "`"))
(protocol_property_declaration name: (_ bound_identifier: (_) @definition.property)
  (#set! in "class") (#set! alone) (#set! namespace "value member") (#set! rename "no") (#set! trim "`"))
(class_body (_ "func" . name: (_) @definition.method)
  (#set! in "class") (#set! alone) (#set! namespace "value member") (#set! rename "no") (#set! trim "`"))
(enum_class_body (_ "func" . name: (_) @definition.method)
  (#set! in "class") (#set! alone) (#set! namespace "value member") (#set! rename "no") (#set! trim "`"))
(protocol_body (_ "func" . name: (_) @definition.method)
  (#set! in "class") (#set! alone) (#set! namespace "value member") (#set! rename "no") (#set! trim "`"))
(init_declaration name: "init" @definition.constructor (#set! in "class") (#set! namespace "function") (#set! rename "no"))

; Functions, parameters and variables. A label is another name for callers: `with name: String`.
(function_declaration name: (simple_identifier) @definition.function
  (#set! in "parent") (#set! namespace "value") (#set! rename "inside") (#set! trim "`"))
(parameter external_name: (_) @definition.parameter (#set! namespace "label") (#set! rename "no") (#set! trim "`"))
(parameter external_name: (_) name: (simple_identifier) @definition.parameter (#set! namespace "value") (#set! trim "`"))
(subscript_declaration (parameter name: (simple_identifier) @definition.parameter (#set! namespace "value") (#set! trim "`")))
(parameter . name: (simple_identifier) @definition.parameter (#set! namespace "value") (#set! rename "no") (#set! trim "`"))
(lambda_parameter name: (simple_identifier) @definition.parameter (#set! namespace "value"))
(capture_list_item name: (simple_identifier) @definition.variable "=" (#set! namespace "value"))
(computed_setter "(" (simple_identifier) @definition.parameter ")" (#set! namespace "value"))
(computed_setter (setter_specifier) @definition.parameter . "{" (#set! name "newValue") (#set! namespace "value") (#set! rename "no"))
(willset_clause "(" (simple_identifier) @definition.parameter ")" (#set! namespace "value"))
(willset_clause "willSet" @definition.parameter . "{" (#set! name "newValue") (#set! namespace "value") (#set! rename "no"))
(didset_clause "(" (simple_identifier) @definition.parameter ")" (#set! namespace "value"))
(didset_clause "didSet" @definition.parameter . "{" (#set! name "oldValue") (#set! namespace "value") (#set! rename "no"))
(catch_block (catch_keyword) @definition.variable . "{" (#set! name "error") (#set! namespace "value") (#set! rename "no"))

; Variables are visible behind their value. `if let a` is also a use of the outer `a`.
(_ name: (_ bound_identifier: (_) @definition.variable) . "=" . value: (_) @after
  (#set! namespace "value") (#set! after "inside") (#set! rename "inside") (#set! trim "`"))
(_ name: (_ bound_identifier: (_) @definition.variable) . (type_annotation) . "=" . value: (_) @after
  (#set! namespace "value") (#set! after "inside") (#set! rename "inside") (#set! trim "`"))
(_ name: (_ bound_identifier: (_) @definition.variable)
  (#set! namespace "value") (#set! after "inside") (#set! rename "inside") (#set! trim "`"))
((property_declaration name: (pattern (pattern . (simple_identifier) @definition.variable .))) @after
  (#set! namespace "value") (#set! after "inside") (#set! rename "inside"))
(_ bound_identifier: (_) @definition.variable . condition: "=" . condition: (_) @after (#set! namespace "value") (#set! again "shadow"))
(_ condition: (_) . bound_identifier: (_) @definition.variable @outer
  (#set! namespace "value") (#set! after) (#set! again "shadow") (#set! rewrite "{new} = {name}") (#set! outer "{name} = {new}"))
(_ item: (_ bound_identifier: (_) @definition.variable) collection: (_) @after (#set! namespace "value"))
(_ item: (_ (pattern . (simple_identifier) @definition.variable .)) collection: (_) @after (#set! namespace "value"))
; An anchor skips tokens, so the name after a dot comes first.
(pattern "." . (simple_identifier) @member (#set! trim "`"))
(switch_pattern (pattern . (simple_identifier) @reference .) (#set! namespace "value type"))
(pattern bound_identifier: (_) @definition.variable (#set! namespace "value") (#set! after) (#set! again "shadow"))
(pattern . (simple_identifier) @definition.variable . (#set! namespace "value") (#set! after) (#set! again "shadow"))

; Labels of statements
(control_transfer_statement ["break" "continue"] result: (simple_identifier) @ignored)

; Names of arguments, and of elements of tuples
(call_expression . (_) @callee (call_suffix (_ (_ name: (value_argument_label (_) @member)))))
(constructor_expression . (_) @callee (constructor_suffix (_ (_ name: (value_argument_label (_) @member)))))
(value_argument_label (simple_identifier) @member)
(call_suffix (simple_identifier) @member . ":")
(tuple_expression name: (simple_identifier) @member)
(tuple_type_item name: (_) @ignored . ":")

; Members with a receiver, and of the type that is wanted: `.red`
(navigation_expression target: (self_expression) suffix: (_ suffix: (_) @reference (#set! of "self") (#set! namespace "member") (#set! trim "`")))
(navigation_expression target: (_) @receiver suffix: (_ suffix: (_) @member (#set! trim "`")))
(prefix_expression operation: "." target: (simple_identifier) @member (#set! trim "`"))
(_ condition: "." . condition: (simple_identifier) @member (#set! trim "`"))
(pattern "(" (simple_identifier) @member . ":")
(user_type (type_identifier) @receiver . "." . (type_identifier) @member)
(identifier (simple_identifier) @receiver . "." . (simple_identifier) @member)

; Words that are no names
(attribute "(" . (simple_identifier) @ignored)
(attribute (user_type (type_identifier) @ignored)
  (#any-of? @ignored "objc" "available" "escaping" "autoclosure" "discardableResult" "IBOutlet" "IBAction" "MainActor"
  "Sendable" "unknown" "inlinable" "usableFromInline" "frozen" "main" "NSManaged" "convention" "objcMembers" "testable"
  "propertyWrapper" "resultBuilder" "dynamicMemberLookup" "dynamicCallable" "preconcurrency" "nonobjc"))
(directive (simple_identifier) @ignored)
(availability_condition (identifier (simple_identifier) @ignored))
(macro_invocation (simple_identifier) @reference (#set! namespace "value"))

; Uses. `$a` is the projected value of the property `a`.
(directly_assignable_expression . (simple_identifier) @reference . (#set! namespace "value") (#set! write) (#set! trim "`"))
((simple_identifier) @reference (#match? @reference "^[$][^0-9]") (#set! namespace "value") (#set! trim "[$]"))
((simple_identifier) @ignored (#match? @ignored "^[$]"))
((type_identifier) @ignored (#eq? @ignored "Self"))
((type_identifier) @reference (#set! namespace "type") (#set! trim "`"))
((simple_identifier) @ignored (#eq? @ignored "Self"))
((simple_identifier) @reference (#set! namespace "value type") (#set! trim "`"))
