; Scopes of Go. Top-level names are visible in all files of the package, so nothing here says
; @module. Variables and functions are values; types and imports are both. Parameters are not visible
; in their own list (`url *url.URL`, `n [n]int`).

((identifier) @ignored (#eq? @ignored "_"))
((type_identifier) @ignored (#eq? @ignored "_"))
(package_clause (package_identifier) @ignored)

; Scopes. The body of a function has no names of its own besides the parameters: `:=` writes to
; those.
((function_declaration) @scope (#set! kind "function"))
((method_declaration) @scope (#set! kind "function"))
(method_declaration receiver: (_ (_ type: (type_identifier) @type))) @scope
(method_declaration receiver: (_ (_ type: (pointer_type (type_identifier) @type)))) @scope
(method_declaration receiver: (_ (_ type: (generic_type type: (type_identifier) @type)))) @scope
(method_declaration receiver: (_ (_ type: (pointer_type (generic_type type: (type_identifier) @type))))) @scope
((func_literal) @scope (#set! kind "function") (#set! hides "label"))
((function_type) @scope (#set! kind "function"))
((method_elem) @scope (#set! kind "function"))
((struct_type) @scope (#set! kind "class"))
((interface_type) @scope (#set! kind "class"))
((type_spec name: (_) @type) @scope (#set! kind "class"))
(type_alias) @scope
(if_statement) @scope
(for_statement) @scope
(expression_switch_statement) @scope
(type_switch_statement) @scope
(expression_case) @scope
(type_case) @scope
(default_case) @scope
(communication_case) @scope
(statement_list (block) @scope)
(if_statement consequence: (block) @scope)
(if_statement alternative: (block) @scope)
(for_statement body: (block) @scope)
(labeled_statement (block) @scope)

; Imports. A package without an explicit name has the name that Go's tools assume: the last part of
; its path that is not a version, up to a character that can't be in a name. It is written in a
; string, where no other name can be put.
(import_spec name: (package_identifier) @definition.import path: (_ (_) @source) (#set! whole))
((import_spec !name path: (_ (_) @definition.import @source)) (#set! whole) (#set! rename "no")
  (#set! trim "^.*/(?!v[0-9]+$)(?:go-(?=.))?|^go-(?=.)|[^\\p{L}\\p{N}_].*"))
(import_spec path: (_ (_) @source))

; Types
(type_spec name: (_) @definition.struct (#set! in "parent") (#set! after "inside") type: (struct_type))
(type_spec name: (_) @definition.interface (#set! in "parent") (#set! after "inside") type: (interface_type))
(type_spec name: (_) @definition.class (#set! in "parent") (#set! after "inside"))
(type_alias name: (_) @definition.class (#set! in "parent") (#set! after "inside"))
(type_parameter_declaration name: (_) @definition.type_parameter)
(method_declaration receiver: (_ (_ type: (generic_type type_arguments: (_ (type_elem (type_identifier) @definition.type_parameter))))))
(method_declaration receiver: (_ (_ type: (pointer_type (generic_type type_arguments: (_ (type_elem (type_identifier) @definition.type_parameter)))))))

; Members
(type_spec type: (struct_type (_ (field_declaration name: (field_identifier) @definition.field (#set! in "parent") (#set! alone) (#set! namespace "member")))))
(field_declaration name: (field_identifier) @definition.field (#set! namespace "member"))
(method_elem name: (_) @definition.method (#set! in "parent") (#set! namespace "member"))
(method_declaration name: (_) @definition.method (#set! namespace "member"))

; Functions. Of `init` there may be several.
((function_declaration name: (_) @definition.function (#set! in "parent") (#set! namespace "value") (#set! again "shadow"))
  (#eq? @definition.function "init"))
(function_declaration name: (_) @definition.function (#set! in "parent") (#set! namespace "value"))
(method_declaration receiver: (_ (parameter_declaration name: (_) @definition.parameter (#set! self) (#set! namespace "value"))))
((parameter_list (parameter_declaration name: (_) @definition.parameter (#set! namespace "value"))) @after)
((parameter_list (variadic_parameter_declaration name: (_) @definition.parameter (#set! namespace "value"))) @after)

; Variables
((const_spec (identifier) @definition.constant (#set! namespace "value") (#set! after "inside")) @after)
((var_spec (identifier) @definition.variable (#set! namespace "value") (#set! after "inside")) @after)
((short_var_declaration left: (_ (identifier) @definition.variable (#set! namespace "value") (#set! again "use"))) @after)
((range_clause left: (_ (identifier) @definition.variable (#set! namespace "value")) ":=") @after)
((receive_statement left: (_ (identifier) @definition.variable (#set! namespace "value")) ":=") @after)
(type_switch_statement alias: (_ (identifier) @definition.variable (#set! namespace "value")) value: (_) @after)

; Labels
(labeled_statement label: (_) @definition.label (#set! in "function") (#set! namespace "label"))
((label_name) @reference (#set! namespace "label"))

; Members with a receiver. A key is the name of a field, unless its literal can't have fields.
(selector_expression operand: (identifier) @receiver field: (_) @member (#set! of "receiver"))
(selector_expression operand: (_) @receiver field: (_) @member)
(qualified_type package: (_) @receiver name: (_) @member)
(composite_literal type: (map_type) body: (_ (keyed_element key: (_ (identifier) @reference (#set! namespace "value")))))
(composite_literal type: (slice_type) body: (_ (keyed_element key: (_ (identifier) @reference (#set! namespace "value")))))
(composite_literal type: (array_type) body: (_ (keyed_element key: (_ (identifier) @reference (#set! namespace "value")))))
(composite_literal type: (implicit_length_array_type) body: (_ (keyed_element key: (_ (identifier) @reference (#set! namespace "value")))))
(composite_literal type: (type_identifier) @receiver body: (_ (keyed_element key: (_ (identifier) @member (#set! of "type")))))
(composite_literal type: (generic_type type: (type_identifier) @receiver) body: (_ (keyed_element key: (_ (identifier) @member (#set! of "type")))))
(keyed_element key: (literal_element (identifier) @member))
(field_identifier) @member

; Uses
(assignment_statement left: (_ (identifier) @reference (#set! write)))
(range_clause left: (_ (identifier) @reference (#set! write)))
(receive_statement left: (_ (identifier) @reference (#set! write)))
(inc_statement (identifier) @reference (#set! write))
(dec_statement (identifier) @reference (#set! write))
; `handlers[name](w)` looks like `List[T](w)`, a conversion.
(type_conversion_expression type: (generic_type type: (type_identifier) @reference))
(type_conversion_expression type: (generic_type type: (qualified_type package: (_) @reference)))
(type_conversion_expression type: (generic_type type_arguments: (_ (type_elem (type_identifier) @reference))))
(type_conversion_expression type: (generic_type type_arguments: (_ (type_elem (qualified_type package: (_) @reference)))))
(type_instantiation_expression (type_identifier) @reference)
((type_identifier) @reference (#set! namespace "type"))
((package_identifier) @reference (#set! namespace "type"))
(identifier) @reference
