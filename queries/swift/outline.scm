; Outlines of Swift (tree-sitter-swift). Kinds as in sourcekit-lsp: an extension is a namespace, a
; type alias a type_parameter. The detail contains a function's parameters. To be cheap to compile
; with a grammar of this size, patterns use wildcards and alternations below a named node (plain
; patterns took 0.3 s).

(comment) @comment
(multiline_comment) @comment
(lambda_literal) @callable
(computed_property) @callable
(willset_didset_block) @callable

((class_declaration declaration_kind: _ @_kind name: (_) @name) @definition.class (#any-of? @_kind "class" "actor"))
((class_declaration declaration_kind: _ @_kind name: (_) @name) @definition.struct (#eq? @_kind "struct"))
((class_declaration declaration_kind: _ @_kind name: (_) @name) @definition.enum (#eq? @_kind "enum"))
((class_declaration declaration_kind: _ @_kind name: (_) @name) @definition.namespace (#eq? @_kind "extension"))
(protocol_declaration name: (type_identifier) @name) @definition.interface
(typealias_declaration name: (type_identifier) @name) @definition.type_parameter
(associatedtype_declaration name: (type_identifier) @name) @definition.type_parameter
(enum_entry name: (simple_identifier) @name) @definition.enum_member
(operator_declaration . (custom_operator) @name) @definition.operator
(precedence_group_declaration . (simple_identifier) @name) @definition.operator
(macro_declaration (simple_identifier) @name) @definition.function

; An operator's name is an anonymous node, which patterns may skip, so the node before it is
; matched.
((class_body (_ "func" . _ @name [(parameter) @detail "," "=" "..." default_value: _]*) @definition.method) (#match? @name "^[^\\s(:<]+$|^<=?$"))
((enum_class_body (_ "func" . _ @name [(parameter) @detail "," "=" "..." default_value: _]*) @definition.method) (#match? @name "^[^\\s(:<]+$|^<=?$"))
((protocol_body (_ "func" . _ @name [(parameter) @detail "," "=" "..." default_value: _]*) @definition.method) (#match? @name "^[^\\s(:<]+$|^<=?$"))
((source_file (_ "func" . _ @name [(parameter) @detail "," "=" "..." default_value: _]*) @definition.function) (#match? @name "^[^\\s(:<]+$|^<=?$"))
((statements (_ "func" . _ @name [(parameter) @detail "," "=" "..." default_value: _]*) @definition.function) (#match? @name "^[^\\s(:<]+$|^<=?$"))
((ERROR (_ "func" . _ @name [(parameter) @detail "," "=" "..." default_value: _]*) @definition.function) (#match? @name "^[^\\s(:<]+$|^<=?$"))
(class_body (_ "init" @name [(parameter) @detail "," "=" "..." default_value: _]*) @definition.constructor)
(class_body (_ "subscript" @name [(parameter) @detail "," "=" "..." default_value: _]*) @definition.method)
(enum_class_body (_ "init" @name [(parameter) @detail "," "=" "..." default_value: _]*) @definition.constructor)
(enum_class_body (_ "subscript" @name [(parameter) @detail "," "=" "..." default_value: _]*) @definition.method)
(protocol_body (_ "init" @name [(parameter) @detail "," "=" "..." default_value: _]*) @definition.constructor)
(protocol_body (_ "subscript" @name [(parameter) @detail "," "=" "..." default_value: _]*) @definition.method)
(deinit_declaration "deinit" @name) @definition.method

(class_body (_ name: (_ bound_identifier: (_) @name)) @definition.property)
(enum_class_body (_ name: (_ bound_identifier: (_) @name)) @definition.property)
(protocol_body (_ name: (_ bound_identifier: (_) @name)) @definition.property)
(source_file (_ name: (_ bound_identifier: (_) @name)) @definition.variable)
(ERROR (_ name: (_ bound_identifier: (_) @name)) @definition.property)
; For statements other than declarations only the name: their bodies are not part of their variable.
(statements [
  (_ name: (_ bound_identifier: (_) @name)) @definition.variable
  (_ name: (_ (_ . (simple_identifier) @name .))) @definition.variable
  (_ bound_identifier: (_) @name @definition.variable)
  (_ item: (_ bound_identifier: (_) @name @definition.variable))
  (_ item: (_ (_ . (simple_identifier) @name @definition.variable .)))
])
