; What Rust's modules take from others, and their files.

((macro_invocation macro: (identifier) @_include (token_tree . (string_literal) @wildcard .)) (#eq? @_include "include") (#set! file) (#set! exported))
((use_wildcard (_) @wildcard) (#set! around "use_wildcard scoped_use_list.path use_list") (#set! joint "::") (#set! exported))
((use_wildcard) @wildcard (#eq? @wildcard "*") (#set! around "scoped_use_list.path use_list") (#set! joint "::") (#set! exported))
((attribute_item (attribute (identifier) @_path value: (_) @path)) . (mod_item name: (_) @module) (#eq? @_path "path"))
; Macros where items can be: they may declare some.
(source_file (macro_invocation macro: [(identifier) @macro (scoped_identifier name: (_) @macro)] (token_tree) @arguments))
(source_file (expression_statement (macro_invocation macro: [(identifier) @macro (scoped_identifier name: (_) @macro)] (token_tree) @arguments)))
(declaration_list (macro_invocation macro: [(identifier) @macro (scoped_identifier name: (_) @macro)] (token_tree) @arguments))
(block (expression_statement (macro_invocation macro: [(identifier) @macro (scoped_identifier name: (_) @macro)] (token_tree) @arguments)))
