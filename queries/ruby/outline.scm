; Ruby: tree-sitter-ruby. Names and kinds as ruby-lsp has them; it lists no local variables, and every write of an instance variable.
; The grammar is a large one: what is anchored at its assignments and calls by type takes long to compile. Fields and operators say it as well.

((comment) @comment (#not-match? @comment "^#!"))
; What a block or a lambda assigns is local, but for those that are the body of something.
(lambda) @callable
((_ method: (_) @_method block: (_) @callable)
  (#not-any-of? @_method "new" "define" "included" "prepended" "extended" "class_methods" "concerning" "class_eval" "module_eval" "class_exec" "module_exec" "refine"))
; `private def …`, `memoize def …`
(_ method: (_) arguments: (_ [(method) (singleton_method)])) @wrapper

(module name: [(constant) (scope_resolution)] @name) @definition.module
(class name: [(constant) (scope_resolution)] @name) @definition.class
(singleton_class value: [(self) (constant) (identifier)] @name (#set! name "<< {name}")) @definition.namespace

((method name: (_) @name parameters: (_)? @detail) @definition.constructor (#eq? @name "initialize"))
(method name: (_) @name parameters: (_)? @detail) @definition.method
(_ object: (_) @_object name: (_) @name parameters: (_)? @detail (#set! name "{_object}.{name}")) @definition.function
(alias name: [(identifier) (constant) (operator) (setter) (simple_symbol)] @name (#set! trim ":")) @definition.method
(alias name: (global_variable) @name) @definition.variable

; What calls in a class body declare.
((_ !receiver method: (_) @_method arguments: (_ [(simple_symbol) @name @definition.field (string (_) @name) @definition.field]))
  (#any-of? @_method "attr_accessor" "attr_reader" "attr_writer" "attr") (#set! trim ":"))
((_ !receiver method: (_) @_method arguments: (_ . [(simple_symbol) @name (string (_) @name)])) @definition.method
  (#any-of? @_method "define_method" "alias_method" "define_singleton_method") (#set! trim ":"))

((_ left: (_) @name ["=" "||="]) @definition.constant (#match? @name "^(::)?([A-Z]\\w*::)*[A-Z]\\w*$"))
((_ left: (_) @name ["=" "||="]) @definition.field (#match? @name "^@[^@\\s,]+$") (#set! hoist "class module") (#set! once))
((_ left: (_) @name ["=" "||="]) @definition.variable (#match? @name "^@@[^\\s,]+$") (#set! hoist "class module") (#set! once))
((_ left: (_) @name ["=" "||="]) @definition.variable (#match? @name "^[^\\s@A-Z.,:(*&\\[][^\\s.,:(*&\\[]*$") (#set! once))
; Several at once: what else holds names on the left has fields.
((_ left: (_ !object !receiver !scope (constant) @name) "=") @definition.constant (#set! once))
((_ left: (_ !object !receiver !scope (instance_variable) @name) "=") @definition.field (#set! hoist "class module") (#set! once))
((_ left: (_ !object !receiver !scope [(identifier) @name (global_variable) @name (_ [(identifier) @name (_ (identifier) @name)])]) "=") @definition.variable (#set! once))

; What other statements bind.
((for pattern: [(identifier) @name @definition.variable (left_assignment_list (identifier) @name @definition.variable)]) (#set! once))
((exception_variable (identifier) @name @definition.variable) (#set! once))
((in_clause pattern: (identifier) @name @definition.variable) (#set! once))
((as_pattern name: (identifier) @name @definition.variable) (#set! once))
((keyword_pattern key: (hash_key_symbol) @name @definition.variable !value) (#set! once))
