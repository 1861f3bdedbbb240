; Make: tree-sitter-make. What is made is an object; a variable is declared where it is set first. A conditional behind a recipe counts into its rule, as the
; grammar has it.

(comment) @comment
(export_directive) @wrapper
(override_directive) @wrapper
(private_directive) @wrapper

((variable_assignment name: (word) @name) @definition.variable (#set! once))
((shell_assignment name: (word) @name) @definition.variable (#set! once))
(VPATH_assignment name: "VPATH" @name) @definition.variable
(define_directive name: (word) @name) @definition.variable
; `.PHONY: …` and the like say something about others.
((rule (targets (word) @name)) @definition.object (#not-match? @name "^\\.[A-Z_]+$"))
(rule (targets (variable_reference) @name)) @definition.object
(rule (targets (concatenation) @name)) @definition.object
