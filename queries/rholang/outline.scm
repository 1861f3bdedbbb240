; Outlines of Rholang (grammars/rholang): contracts, and the channels that `new` declares outside of
; them. What a pattern or `let` binds is local.

[(line_comment) (block_comment)] @comment

(contract name: (var) @name parameters: (_) @detail) @definition.function
((contract name: (quote (string_literal) @name) parameters: (_) @detail) @definition.function (#set! trim "\""))
((contract name: (quote [(block) (list) (map) (parenthesized) (set) (tuple) (uri_literal) (evaluation) (var)]) @name
  parameters: (_) @detail) @definition.function)

; A contract that is not finished: its name is all that is certain.
(ERROR (var) @name @definition.function . (parameters) @detail)
((ERROR (quote (string_literal) @name @definition.function) . (parameters) @detail) (#set! trim "\""))

(name_decl name: (var) @name uri: (_)? @detail) @definition.variable
(let_decl names: (names (var) @name @definition.variable))

(receive) @callable
(branch) @callable
(case) @callable
(let) @callable
