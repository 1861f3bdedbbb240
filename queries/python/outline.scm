; Outlines of Python (tree-sitter-python). Kinds as in pyright: a property is a method, an attribute
; a variable, a name in capitals a constant. The targets of one statement are in one pattern,
; because an alternation costs less here than a pattern for each.

((comment) @comment (#not-match? @comment "^#!"))
(decorated_definition) @wrapper
(expression_statement) @wrapper

(class_definition name: (identifier) @name) @definition.class
(type_alias_statement left: (type [(identifier) @name (generic_type . (identifier) @name)])) @definition.variable

(function_definition name: (identifier) @name parameters: (parameters) @detail (#set! member "method")) @definition.function

; Only the name is the declaration; its statement wraps it if it has no other name. A later
; assignment is to the same variable.
((assignment left: [
  (identifier) @name @definition.constant
  (pattern_list (identifier) @name @definition.constant)
]) (#match? @name "^_*[A-Z0-9][A-Z0-9_]*$") (#set! once))
((assignment left: [
  (identifier) @name @definition.variable
  (pattern_list [
    (identifier) @name @definition.variable
    (list_splat_pattern (identifier) @name @definition.variable)
    (tuple_pattern (identifier) @name @definition.variable)
  ])
  (tuple_pattern (identifier) @name @definition.variable)
  (list_pattern (identifier) @name @definition.variable)
]) (#not-eq? @name "_") (#set! once))
; Attributes that methods assign to their object or class.
((_ left: (_ object: (_) @_self attribute: (_) @name) @definition.variable) (#any-of? @_self "self" "cls") (#set! hoist "class") (#set! once))
((assignment left: (pattern_list (_ object: (_) @_self attribute: (_) @name) @definition.variable)) (#any-of? @_self "self" "cls") (#set! hoist "class") (#set! once))

; Names that other statements bind.
((for_statement left: [
  (identifier) @name @definition.variable
  (pattern_list [
    (identifier) @name @definition.variable
    (tuple_pattern (identifier) @name @definition.variable)
  ])
  (tuple_pattern (identifier) @name @definition.variable)
]) (#not-eq? @name "_") (#set! once))
((_ alias: (_ (identifier) @name @definition.variable)) (#set! once))
((as_pattern_target (tuple (identifier) @name @definition.variable)) (#set! once))
((named_expression name: (identifier) @name @definition.variable) (#set! once))
((case_pattern (dotted_name . (identifier) @name @definition.variable .)) (#set! once))
((as_pattern (case_pattern) (identifier) @name @definition.variable) (#set! once))
((keyword_pattern (identifier) (dotted_name . (identifier) @name @definition.variable .)) (#set! once))
((splat_pattern (identifier) @name @definition.variable) (#not-eq? @name "_") (#set! once))
