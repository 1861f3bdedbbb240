; Outlines of Bash (tree-sitter-bash). Kinds as in bash-language-server, which lists every
; assignment.

((comment) @comment (#not-match? @comment "^#!"))
(declaration_command) @wrapper

(function_definition name: (word) @name) @definition.function

((variable_assignment name: (variable_name) @name) @definition.variable (#set! once))
((declaration_command ["declare" "local" "readonly" "typeset"] (variable_name) @name @definition.variable) (#set! once))
((for_statement variable: (variable_name) @name @definition.variable) (#set! once))
((_ name: (_) @_read argument: (word) @name @definition.variable) (#any-of? @_read "read" "mapfile" "readarray") (#match? @name "^[A-Za-z_]\\w*$") (#set! once))
