; Outlines of makefiles (tree-sitter-make). A target is an object; a variable is declared where it
; is first set. A conditional after a recipe belongs to its rule, as in the grammar.

(comment) @comment
(export_directive) @wrapper
(override_directive) @wrapper
(private_directive) @wrapper

((variable_assignment name: (word) @name) @definition.variable (#set! once))
((shell_assignment name: (word) @name) @definition.variable (#set! once))
(VPATH_assignment name: "VPATH" @name) @definition.variable
(define_directive name: (word) @name) @definition.variable
; `.PHONY: …` and the like describe other targets.
((rule (targets (word) @name)) @definition.object (#not-match? @name "^\\.[A-Z_]+$"))
(rule (targets (variable_reference) @name)) @definition.object
(rule (targets (concatenation) @name)) @definition.object
