; Scopes of Rholang. Channels and pattern variables are visible in the body after them. A contract
; listens on a visible channel, or else on a global one, whose name other files can use. A quoted
; string (`@"foo"`) is always a global name, never one that `new` declares.

; Scopes
(new) @scope
((contract) @scope (#set! kind "function"))
(contract name: (_) @outside)
(receive) @scope
(branch) @scope
(case) @scope
(let) @scope

; Contracts
((contract name: (quote (string_literal) @definition.function)) (#set! in "file") (#set! namespace "constant")
  (#set! trim "\""))
(contract name: (var) @definition.function (#set! in "known") (#set! namespace "value constant"))

; Channels
(name_decl name: (var) @definition.variable (#set! namespace "value"))

; Patterns. In sequence (`;`), later channels and values may use earlier names; beside each other
; (`&`), they may not.
((contract parameters: (_) @definition.parameter @after) (#set! namespace "value") (#set! except "^_$")
  (#set! into "parameters quote block par parenthesized list tuple set map pair remainder conjunction disjunction negation send arguments evaluation bundle binary_expression"))
; A contract that is not finished has no scope.
((ERROR (parameters) @definition.variable @after) (#set! namespace "value") (#set! except "^_$")
  (#set! into "parameters quote block par parenthesized list tuple set map pair remainder conjunction disjunction negation send arguments evaluation bundle binary_expression"))
((receipt (_ names: (_) @definition.variable)) @after (#set! namespace "value") (#set! again "shadow") (#set! except "^_$")
  (#set! into "names quote block par parenthesized list tuple set map pair remainder conjunction disjunction negation send arguments evaluation bundle binary_expression"))
((branch (linear_bind names: (_) @definition.variable) "=>" @after) (#set! namespace "value") (#set! except "^_$")
  (#set! into "names quote block par parenthesized list tuple set map pair remainder conjunction disjunction negation send arguments evaluation bundle binary_expression"))
((case pattern: (_) @definition.variable "=>" @after) (#set! namespace "value") (#set! except "^_$")
  (#set! into "quote block par parenthesized list tuple set map pair remainder conjunction disjunction negation send arguments evaluation bundle binary_expression"))
((sequential_decls (let_decl names: (_) @definition.variable) @after) (#set! namespace "value") (#set! again "shadow") (#set! except "^_$")
  (#set! into "names quote block par parenthesized list tuple set map pair remainder conjunction disjunction negation send arguments evaluation bundle binary_expression"))
((concurrent_decls (let_decl names: (_) @definition.variable)) @after (#set! namespace "value") (#set! except "^_$")
  (#set! into "names quote block par parenthesized list tuple set map pair remainder conjunction disjunction negation send arguments evaluation bundle binary_expression"))

; Uses
((quote (string_literal) @reference) (#set! namespace "constant") (#set! trim "\""))
((var) @reference (#set! namespace "value"))
