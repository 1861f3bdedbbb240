; Outlines of Ruby (tree-sitter-ruby). Names and kinds as in ruby-lsp, which lists no local
; variables, and every write of an instance variable. The grammar is large: patterns anchored at the
; types of assignments and calls take long to compile. Fields and operators identify them as well.

((comment) @comment (#not-match? @comment "^#!"))
; Variables that a block or lambda assigns are local, unless it is the body of a declaration.
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

; Declarations by calls in a class body.
((_ !receiver method: (_) @_method arguments: (_ [(simple_symbol) @name @definition.field (string (_) @name) @definition.field]))
  (#any-of? @_method "attr_accessor" "attr_reader" "attr_writer" "attr") (#set! trim ":"))
((_ !receiver method: (_) @_method arguments: (_ . [(simple_symbol) @name (string (_) @name)])) @definition.method
  (#any-of? @_method "define_method" "alias_method" "define_singleton_method") (#set! trim ":"))

((_ left: (_) @name ["=" "||="]) @definition.constant (#match? @name "^(::)?([A-Z]\\w*::)*[A-Z]\\w*$"))
((_ left: (_) @name ["=" "||="]) @definition.field (#match? @name "^@[^@\\s,]+$") (#set! hoist "class module") (#set! once))
((_ left: (_) @name ["=" "||="]) @definition.variable (#match? @name "^@@[^\\s,]+$") (#set! hoist "class module") (#set! once))
((_ left: (_) @name ["=" "||="]) @definition.variable (#match? @name "^[^\\s@A-Z.,:(*&\\[][^\\s.,:(*&\\[]*$") (#set! once))
; Several at once: other nodes with names on the left have fields.
((_ left: (_ !object !receiver !scope (constant) @name) "=") @definition.constant (#set! once))
((_ left: (_ !object !receiver !scope (instance_variable) @name) "=") @definition.field (#set! hoist "class module") (#set! once))
((_ left: (_ !object !receiver !scope [(identifier) @name (global_variable) @name (_ [(identifier) @name (_ (identifier) @name)])]) "=") @definition.variable (#set! once))

; Names that other statements bind.
((for pattern: [(identifier) @name @definition.variable (left_assignment_list (identifier) @name @definition.variable)]) (#set! once))
((exception_variable (identifier) @name @definition.variable) (#set! once))
((in_clause pattern: (identifier) @name @definition.variable) (#set! once))
((as_pattern name: (identifier) @name @definition.variable) (#set! once))
((keyword_pattern key: (hash_key_symbol) @name @definition.variable !value) (#set! once))
