; Scopes of Lua. The first pattern that matches a name wins, so general patterns come last. A
; `local` is visible after its statement and hides earlier ones of the same name. Names that no
; `local` declares are global.

; Scopes
((function_declaration) @scope (#set! kind "function"))
(function_declaration name: (dot_index_expression) @outside)
(function_declaration name: (method_index_expression) @outside)
((function_definition) @scope (#set! kind "function"))
(for_statement) @scope
(while_statement) @scope
(repeat_statement) @scope
(do_statement) @scope
(if_statement consequence: (_) @scope)
(elseif_statement) @scope
(else_statement) @scope

; Modules: the result of `require`, or one member of it
((variable_declaration (assignment_statement
  (variable_list . name: (identifier) @definition.import .)
  (expression_list . (function_call name: (_) @_require arguments: (arguments . (string content: (_) @source) .)) .))) @after
  (#eq? @_require "require") (#set! again "shadow") (#set! whole) (#set! private) (#set! alone))
((variable_declaration (assignment_statement
  (variable_list . name: (identifier) @definition.import .)
  (expression_list . (dot_index_expression
    table: (function_call name: (_) @_require arguments: (arguments . (string content: (_) @source) .))
    field: (_) @original) .))) @after
  (#eq? @_require "require") (#set! again "shadow") (#set! private) (#set! alone))
((function_call name: (_) @_require arguments: (arguments . (string content: (_) @source) .)) (#eq? @_require "require"))

; Locals
(attribute (identifier) @ignored)
((variable_declaration (variable_list name: (identifier) @definition.variable)) @after (#set! again "shadow") (#set! private))
((variable_declaration (assignment_statement (variable_list name: (identifier) @definition.variable))) @after
  (#set! again "shadow") (#set! private) (#set! alone))
(function_declaration "local" name: (identifier) @definition.function
  (#set! in "parent") (#set! after) (#set! again "shadow") (#set! private) (#set! alone))
(function_declaration name: (method_index_expression) parameters: (_ "(" @definition.parameter) (#set! name "self") (#set! rename "no"))
(parameters name: (identifier) @definition.parameter (#set! again "shadow"))
(for_numeric_clause name: (_) @definition.variable) @after
((for_generic_clause (variable_list name: (identifier) @definition.variable)) @after (#set! again "shadow"))

; If no local is visible, these declare a global
(function_declaration name: (identifier) @definition.function (#set! in "known"))
(assignment_statement (variable_list name: (identifier) @definition.variable) (#set! in "known") (#set! again "use"))

; Labels
(label_statement (identifier) @definition.label (#set! namespace "label") (#set! private))
(goto_statement (identifier) @reference (#set! namespace "label"))

; Members with a receiver
(dot_index_expression table: (_) @receiver field: (_) @member)
(method_index_expression table: (_) @receiver method: (_) @member)
(field "[" name: (identifier) @reference)
(field name: (identifier) @member)

; Uses
(identifier) @reference
