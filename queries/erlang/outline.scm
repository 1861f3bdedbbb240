; Outlines of Erlang (tree-sitter-erlang). Kinds as in erlang_ls, and every clause of a function;
; names also contain the arity.

((comment) @comment (#not-match? @comment "^#!"))
(spec) @attached

(module_attribute name: (atom) @name) @definition.module
(pp_define lhs: (macro_lhs name: (_) @name args: (_)? @detail)) @definition.constant
(record_decl name: (atom) @name) @definition.struct
(record_field name: (atom) @name) @definition.field
(type_alias name: (type_name name: (atom) @name)) @definition.type_parameter
(opaque name: (type_name name: (atom) @name)) @definition.type_parameter
(callback fun: (atom) @name) @definition.event
(fun_decl clause: (function_clause name: (atom) @name args: (_) @detail)) @definition.function

; A match in a head binds parameters.
((clause_body exprs: (match_expr lhs: [(var) @name (tuple (var) @name)]) @definition.variable) (#not-match? @name "^_") (#set! once))
