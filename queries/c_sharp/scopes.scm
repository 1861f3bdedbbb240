; Scopes of C#. The namespace `constant` is for properties with the name of their type.

; Scopes
((class_declaration name: (_) @type) @scope (#set! kind "class"))
((struct_declaration name: (_) @type) @scope (#set! kind "class"))
((record_declaration name: (_) @type) @scope (#set! kind "class"))
((interface_declaration name: (_) @type) @scope (#set! kind "class"))
((enum_declaration name: (_) @type) @scope (#set! kind "class"))
((method_declaration) @scope (#set! kind "function"))
((constructor_declaration) @scope (#set! kind "function"))
((operator_declaration) @scope (#set! kind "function"))
((conversion_operator_declaration) @scope (#set! kind "function"))
((indexer_declaration) @scope (#set! kind "function"))
((property_declaration) @scope (#set! kind "function"))
((accessor_declaration) @scope (#set! kind "function"))
((delegate_declaration) @scope (#set! kind "function"))
((local_function_statement) @scope (#set! kind "function"))
((lambda_expression) @scope (#set! kind "function"))
((anonymous_method_expression) @scope (#set! kind "function"))
(field_declaration (variable_declaration) @scope)
(block) @scope
(switch_body) @scope
(switch_expression_arm) @scope
(for_statement) @scope
(foreach_statement) @scope
(while_statement) @scope
(using_statement) @scope
(fixed_statement) @scope
(catch_clause) @scope
(query_expression) @scope

; Usings. One without an alias imports names that are not in the text.
(using_directive "global" name: (_) @definition.import (_) @source (#set! whole) (#set! rename "no"))
(using_directive name: (identifier) @definition.import (qualified_name qualifier: (_) @source name: (identifier) @original))
(using_directive name: (identifier) @definition.import (qualified_name qualifier: (_) @source name: (generic_name (identifier) @original)))
(using_directive name: (identifier) @definition.import (_) @source (#set! whole))
(using_directive !name (_) @source)

; After an `#if` the grammar takes a `case` or an `else if` for a declaration, mostly one with an
; error.
(variable_declarator name: (_) @reference . (ERROR) (#set! namespace "value type constant"))
(parameter name: (_) @reference . (ERROR) (#set! namespace "value type constant"))
(local_function_statement name: (_) @reference . (ERROR) (#set! namespace "value type constant"))
((local_function_statement type: (_) @_type name: (_) @ignored) (#eq? @_type "else"))
((variable_declaration type: (_) @_type (variable_declarator name: (_) @reference) (#set! namespace "value type constant")) (#any-of? @_type "case" "else"))
; It also takes a product for a pointer, as in `f(a * b, c)`.
(declaration_expression type: (pointer_type type: (identifier) @reference) (#set! namespace "value type constant"))
(declaration_expression type: (pointer_type) name: (_) @reference (#set! namespace "value type constant"))

; Types
(class_declaration name: (_) @definition.class (#set! in "parent") (#set! namespace "type"))
(struct_declaration name: (_) @definition.struct (#set! in "parent") (#set! namespace "type"))
(record_declaration name: (_) @definition.class (#set! in "parent") (#set! namespace "type"))
(interface_declaration name: (_) @definition.interface (#set! in "parent") (#set! namespace "type"))
(enum_declaration name: (_) @definition.enum (#set! in "parent") (#set! namespace "type"))
(delegate_declaration name: (_) @definition.class (#set! in "parent") (#set! namespace "type"))
(type_parameter name: (_) @definition.type_parameter (#set! namespace "type"))
(constructor_declaration name: (_) @definition.constructor (#set! in "class") (#set! namespace "function"))
(namespace_declaration name: (identifier) @definition.namespace (#set! namespace "type"))
(file_scoped_namespace_declaration name: (identifier) @definition.namespace (#set! namespace "type"))

; Members. An explicit interface implementation is accessed only through the interface.
(method_declaration (explicit_interface_specifier) name: (_) @member)
(property_declaration (explicit_interface_specifier) name: (_) @member)
(event_declaration (explicit_interface_specifier) name: (_) @member)
(method_declaration name: (_) @definition.method (#set! in "class") (#set! namespace "value member"))
; `Color Color`: in `Color.Red` it is the type, for which no property is looked up.
((property_declaration type: (_) @_type name: (_) @definition.property @_name (#set! in "class") (#set! namespace "constant member") (#set! alone)) (#eq? @_type @_name))
(property_declaration name: (_) @definition.property (#set! in "class") (#set! namespace "value member"))
(event_declaration name: (_) @definition.event (#set! in "class") (#set! namespace "value member"))
(event_field_declaration (_ (variable_declarator name: (_) @definition.event)) (#set! in "class") (#set! namespace "value member") (#set! alone))
(field_declaration (_ (variable_declarator name: (_) @definition.field)) (#set! in "class") (#set! namespace "value member") (#set! alone))
(enum_member_declaration name: (_) @definition.enum_member (#set! in "class") (#set! namespace "value member"))
(record_declaration (_ (parameter name: (_) @definition.property)) (#set! namespace "value member") (#set! alone))

; Parameters. Callers may name them, but not those of a lambda.
(lambda_expression parameters: (_ (parameter name: (_) @definition.parameter)) (#set! namespace "value"))
(_ parameters: (implicit_parameter) @definition.parameter body: (_) (#set! namespace "value"))
(local_function_statement parameters: (_ (parameter name: (_) @definition.parameter)) (#set! namespace "value"))
(parameter name: (_) @definition.parameter (#set! namespace "value") (#set! rename "no"))
; `params int[] rest` has no node of its own.
(parameter_list name: (_) @definition.parameter (#set! namespace "value") (#set! rename "no"))
(accessor_declaration name: ["set" "init" "add" "remove"] @definition.parameter (#set! name "value") (#set! namespace "value") (#set! rename "no"))

; Variables are visible in their whole block, which may not use the name for anything else.
(variable_declarator name: (_) @definition.variable (#set! namespace "value"))
(tuple_pattern name: (_) @definition.variable (#set! namespace "value"))
(parenthesized_variable_designation (identifier) @definition.variable (#set! namespace "value"))
(foreach_statement left: (identifier) @definition.variable (#set! namespace "value"))
(catch_declaration name: (_) @definition.variable (#set! namespace "value"))
(declaration_expression name: (_) @definition.variable (#set! namespace "value"))
(local_function_statement name: (_) @definition.function (#set! in "parent") (#set! namespace "value"))
; Each section of a switch has its own patterns, though it is not a block.
(declaration_pattern name: (_) @definition.variable (#set! after) (#set! again "shadow") (#set! namespace "value"))
(recursive_pattern name: (_) @definition.variable (#set! after) (#set! again "shadow") (#set! namespace "value"))

; Queries
((from_clause name: (_) @definition.variable) @after (#set! again "shadow") (#set! namespace "value"))
(join_clause . "join" (identifier) @definition.variable . "in" (#set! after) (#set! again "shadow") (#set! namespace "value"))
(join_into_clause (identifier) @definition.variable (#set! after) (#set! again "shadow") (#set! namespace "value"))
((let_clause . "let" . (identifier) @definition.variable) @after (#set! again "shadow") (#set! namespace "value"))
(query_expression "into" . (identifier) @definition.variable (#set! after) (#set! again "shadow") (#set! namespace "value"))

; Labels
(labeled_statement . (identifier) @definition.label (#set! namespace "label"))
(goto_statement . "goto" . (identifier) @reference (#set! namespace "label"))

; Members; a type argument list `<…>` after one is not part of it
(member_access_expression expression: "this" name: (_) @reference (#set! of "self") (#set! namespace "member") (#set! trim "<[\\s\\S]*"))
(member_access_expression expression: (identifier) @reference)
(member_access_expression expression: (_) @receiver name: (_) @member (#set! of "type") (#set! trim "<[\\s\\S]*"))
(member_access_expression name: (_) @member (#set! trim "<[\\s\\S]*"))
(member_binding_expression name: (_) @member (#set! trim "<[\\s\\S]*"))
(qualified_name qualifier: (_) @receiver name: (_) @member (#set! trim "<[\\s\\S]*"))
(alias_qualified_name alias: (_) @receiver name: (_) @member)

; Names of arguments, tuple elements, and properties of attributes and objects
(invocation_expression function: (_) @callee arguments: (argument_list (argument name: (_) @member)))
(object_creation_expression type: (_) @callee arguments: (argument_list (argument name: (_) @member)))
(argument name: (_) @member)
(tuple_element name: (_) @member)
(attribute_argument name: (_) @member)
(attribute_target_specifier (_) @ignored)
(initializer_expression (assignment_expression left: (identifier) @member))
(with_initializer . (identifier) @member)
(subpattern . (identifier) @member)
(anonymous_object_creation_expression (identifier) @member . "=")
(anonymous_object_creation_expression "=" . (identifier) @reference)
(anonymous_object_creation_expression (identifier) @reference (#set! rewrite "{name} = {new}"))

; Uses
(_ type: (identifier) @reference (#set! namespace "type"))
(method_declaration returns: (identifier) @reference (#set! namespace "type"))
(base_list (identifier) @reference (#set! namespace "type"))
(type_argument_list (identifier) @reference (#set! namespace "type"))
(type_parameter_constraints_clause . "where" . (identifier) @reference (#set! namespace "type"))
(attribute name: (identifier) @reference (#set! namespace "type"))
(assignment_expression left: (identifier) @reference (#set! namespace "value type constant") (#set! write))
(prefix_unary_expression ["++" "--"] (identifier) @reference (#set! namespace "value type constant") (#set! write))
(postfix_unary_expression (identifier) @reference ["++" "--"] (#set! namespace "value type constant") (#set! write))
((identifier) @ignored (#eq? @ignored "_"))
((identifier) @reference (#set! namespace "value type constant"))
