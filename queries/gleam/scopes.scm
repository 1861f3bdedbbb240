; Scopes of Gleam (tree-sitter-gleam). Types and values have names of their own. A module is a value
; and, in the namespace of functions, a module alone: a variable may have its name, and in
; `list.map(list, f)` the first is the module.

(source_file) @module
(function (visibility_modifier) name: (_) @exported)
(constant (visibility_modifier) name: (_) @exported)
(type_alias (visibility_modifier) (type_name name: (_) @exported))
(external_type (visibility_modifier) (type_name name: (_) @exported))
(type_definition (visibility_modifier) (type_name name: (_) @exported))
(type_definition (visibility_modifier) . (type_name) (data_constructors (data_constructor name: (_) @exported)))

; Scopes. A type variable belongs to the whole function, also those in functions inside it.
((function) @scope (#set! kind "function"))
((type_definition) @scope (#set! kind "function"))
((type_alias) @scope (#set! kind "function"))
((external_type) @scope (#set! kind "function"))
(anonymous_function) @scope
(block) @scope
(case_clause) @scope

; Imports
(import module: (_) @source alias: (_) @definition.import (#set! whole) (#set! namespace "value function"))
(import module: (_) @definition.import @source !alias (#set! whole) (#set! trim "^.*/")
  (#set! namespace "value function") (#set! rewrite "{name} as {new}"))
(import module: (_) @source imports: (_ (_ name: (type_identifier) @original alias: (_) @definition.import (#set! namespace "type"))))
(import module: (_) @source imports: (_ (_ name: (type_identifier) @definition.import !alias (#set! namespace "type")))
  (#set! rewrite "{name} as {new}"))
(import module: (_) @source imports: (_ (_ name: (_) @original alias: (_) @definition.import (#set! namespace "value"))))
(import module: (_) @source imports: (_ (_ name: (_) @definition.import !alias (#set! namespace "value")))
  (#set! rewrite "{name} as {new}"))
(import module: (_) @source)

; Declarations
(function name: (_) @definition.function (#set! in "parent") (#set! namespace "value"))
(constant name: (_) @definition.constant (#set! namespace "value"))
(type_name name: (_) @definition.class (#set! in "parent") (#set! namespace "type"))
(data_constructor name: (_) @definition.constructor (#set! in "parent") (#set! namespace "value"))
((type_parameter) @definition.type_parameter (#set! namespace "type"))
((type_var) @definition.type_parameter (#set! in "seen") (#set! again "use") (#set! namespace "type"))

; Variables. The same name may be bound again, from there on.
(function_parameter name: (identifier) @definition.parameter (#set! namespace "value"))
((let pattern: (_) @definition.variable (#set! namespace "value") (#set! again "shadow")) @after (#set! except "^_")
  (#set! into "tuple_pattern list_pattern list_pattern_tail record_pattern.arguments record_pattern_arguments record_pattern_argument.pattern bit_array_pattern bit_array_segment.value binary_expression.right"))
((let_assert pattern: (_) @definition.variable (#set! namespace "value") (#set! again "shadow")) @after (#set! except "^_")
  (#set! into "tuple_pattern list_pattern list_pattern_tail record_pattern.arguments record_pattern_arguments record_pattern_argument.pattern bit_array_pattern bit_array_segment.value binary_expression.right"))
((let_assert "as" . (identifier) @definition.variable (#set! namespace "value") (#set! again "shadow")) @after)
((use (use_assignments (use_assignment (_) @definition.variable (#set! namespace "value") (#set! again "shadow")))) @after (#set! except "^_")
  (#set! into "tuple_pattern list_pattern list_pattern_tail record_pattern.arguments record_pattern_arguments record_pattern_argument.pattern bit_array_pattern bit_array_segment.value binary_expression.right"))
(case_clause_pattern assign: (_) @definition.variable (#set! namespace "value"))
((case_clause_pattern (_) @definition.variable (#set! namespace "value")) (#set! except "^_")
  (#set! into "tuple_pattern list_pattern list_pattern_tail record_pattern.arguments record_pattern_arguments record_pattern_argument.pattern bit_array_pattern bit_array_segment.value binary_expression.right"))
; `Pair(left:)` is short for `Pair(left: left)`.
(record_pattern_argument label: (label) @definition.variable @fixed !pattern (#set! namespace "value"))
(argument label: (label) @reference @fixed !value (#set! namespace "value"))
(attribute (identifier) @ignored)
(attribute_value (identifier) @ignored)

; Names with a receiver, and modules
(function_call function: (field_access record: (identifier) @unread))
(function_call function: (field_access record: (identifier) @reference @receiver field: (label) @member (#set! namespace "function")))
(field_access record: (_) @receiver field: (label) @member)
(remote_type_identifier module: (identifier) @reference @receiver name: (_) @member (#set! namespace "function"))
(remote_constructor_name module: (identifier) @reference @receiver name: (_) @member (#set! namespace "function"))
(label) @member

; Uses
((discard) @ignored)
((type_identifier) @reference (#set! namespace "type"))
((constructor_name) @reference (#set! namespace "value"))
((identifier) @reference (#set! namespace "value"))
