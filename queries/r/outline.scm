; Outlines of R (tree-sitter-r). Kinds as in the languageserver package: functions and variables;
; also classes and methods that calls declare. By field and operator, because patterns anchored at
; `binary_operator` take long to compile.

((comment) @comment (#not-match? @comment "^#!"))

((_ lhs: (_) @name rhs: (_ function: (_) @_class)) @definition.class
  (#match? @name "^[^$@(\\[]+$") (#any-of? @_class "R6Class" "R6::R6Class" "setClass" "setRefClass" "new_class"))
((_ lhs: (_) @name operator: ["<-" "=" "<<-"] rhs: (_ parameters: (_) @detail)) @definition.function (#match? @name "^[^$@(\\[]+$"))
((_ lhs: (_ lhs: (_) @_object rhs: (_) @name) operator: ["<-" "="] rhs: (_ parameters: (_) @detail)) @definition.function (#set! name "{_object}${name}"))
((_ lhs: (_) @name operator: ["<-" "=" "<<-"]) @definition.variable (#match? @name "^[^$@(\\[]+$") (#set! once))
((_ operator: ["->" "->>"] rhs: (_) @name) @definition.variable (#match? @name "^[^$@(\\[]+$") (#set! once))
((for_statement variable: (identifier) @name @definition.variable) (#set! once))

((_ function: (_) @_class arguments: (_ . (_ value: (string content: (_) @name)))) @definition.class (#any-of? @_class "setClass" "setRefClass" "setClassUnion"))
((_ function: (_) @_method arguments: (_ . (_ value: (string content: (_) @name)))) @definition.method (#any-of? @_method "setGeneric" "setMethod"))
((_ function: (_) @_list arguments: (_ (_ name: (_) @name value: (_ parameters: (_) @detail)) @definition.method)) (#eq? @_list "list"))
