; Scopes of Rust. Modules in other files can name all names of a file, even private ones, so nothing
; here says @module. Values, types, macros, and lifetimes with labels have separate namespaces.
; Macros contain only tokens: the tokens before and after a word decide what it is.

((type_identifier) @ignored (#any-of? @ignored "Self" "_"))
((identifier) @ignored (#any-of? @ignored "Self" "_" "static"))
((lifetime) @ignored (#eq? @ignored "'_"))
((token_tree (identifier) @ignored) (#any-of? @ignored "in" "move" "ref"))

; Scopes. Items in a block see the items around them, and no variables of the enclosing function.
((function_item) @scope (#set! kind "function"))
(block (function_item) @scope (#set! hides "variable parameter type_parameter label"))
((function_signature_item) @scope (#set! kind "function"))
((closure_expression) @scope (#set! kind "function") (#set! hides "label"))
((struct_item name: (_) @type) @scope (#set! kind "class") (#set! hides "variable parameter type_parameter label"))
((union_item name: (_) @type) @scope (#set! kind "class") (#set! hides "variable parameter type_parameter label"))
((enum_item name: (_) @type) @scope (#set! kind "class") (#set! hides "variable parameter type_parameter label"))
((trait_item name: (_) @type) @scope (#set! kind "class") (#set! hides "variable parameter type_parameter label"))
((impl_item) @scope (#set! kind "class") (#set! hides "variable parameter type_parameter label"))
(impl_item type: (type_identifier) @type) @scope
(impl_item type: (generic_type type: (type_identifier) @type)) @scope
((type_item) @scope (#set! hides "variable parameter label"))
((associated_type) @scope (#set! hides "variable parameter label"))
((const_item) @scope (#set! hides "variable parameter label"))
((static_item) @scope (#set! hides "variable parameter label"))
((macro_definition) @scope (#set! opaque))
(macro_rule) @scope
; A macro written in a function may mean its variables.
(block (macro_definition) @unread)
; A module sees no names around it, unless it imports all of them.
(mod_item name: (_) @type body: (_) @scope (#set! kind "function") (#set! open))
((mod_item body: (_) @scope) (#not-match? @scope "\\buse\\s+super::(\\*|\\{[^}]*\\*)")
  (#set! hides "variable parameter type_parameter label function struct enum interface class module constant import"))
(function_type) @scope
(higher_ranked_trait_bound) @scope
(where_predicate) @scope
(block) @scope
(if_expression) @scope
(if_expression alternative: (_) @outside)
(while_expression) @scope
(loop_expression) @scope
(for_expression) @scope
(match_arm) @scope
(token_tree) @scope

; Imports
((use_declaration argument: (identifier) @definition.import) (#set! around "scoped_identifier.path scoped_use_list.path use_as_clause use_list") (#set! joint "::") (#set! namespace "value type macro") (#set! rename "no"))
((use_declaration argument: (scoped_identifier name: (_) @definition.import)) (#set! around "scoped_identifier.path scoped_use_list.path use_as_clause use_list") (#set! joint "::") (#set! namespace "value type macro") (#set! rename "no"))
((use_list (identifier) @definition.import) (#set! around "scoped_identifier.path scoped_use_list.path use_as_clause use_list") (#set! joint "::") (#set! namespace "value type macro") (#set! rename "no"))
((use_list (scoped_identifier name: (_) @definition.import)) (#set! around "scoped_identifier.path scoped_use_list.path use_as_clause use_list") (#set! joint "::") (#set! namespace "value type macro") (#set! rename "no"))
((use_as_clause path: (identifier) @original alias: (_) @definition.import) (#set! around "scoped_identifier.path scoped_use_list.path use_as_clause use_list") (#set! joint "::") (#set! namespace "value type macro") (#set! rename "no"))
((use_as_clause path: (scoped_identifier name: (_) @original) alias: (_) @definition.import) (#set! around "scoped_identifier.path scoped_use_list.path use_as_clause use_list") (#set! joint "::") (#set! namespace "value type macro") (#set! rename "no"))
((use_as_clause path: (self) alias: (_) @definition.import) (#set! around "scoped_identifier.path scoped_use_list.path use_as_clause use_list") (#set! joint "::") (#set! whole) (#set! namespace "value type macro") (#set! rename "no"))
((scoped_use_list path: (identifier) @definition.import list: (use_list (self))) (#set! around "scoped_identifier.path scoped_use_list.path use_as_clause use_list") (#set! joint "::") (#set! namespace "type") (#set! rename "no"))
((scoped_use_list path: (scoped_identifier name: (_) @definition.import) list: (use_list (self))) (#set! around "scoped_identifier.path scoped_use_list.path use_as_clause use_list") (#set! joint "::") (#set! namespace "type") (#set! rename "no"))
(extern_crate_declaration name: (_) @source alias: (_) @definition.import (#set! whole) (#set! namespace "type") (#set! rename "no"))
(extern_crate_declaration name: (_) @definition.import (#set! source "{name}") (#set! whole) (#set! namespace "type") (#set! rename "no"))
((attribute_item (attribute (identifier) @_use arguments: (token_tree (identifier) @definition.import))) . (extern_crate_declaration name: (_) @source)
  (#eq? @_use "macro_use") (#set! namespace "macro") (#set! rename "no"))
(mod_item !body name: (_) @definition.import (#set! source "self::{name}") (#set! whole) (#set! namespace "type") (#set! rename "no"))

; Members: fields, and separately methods and associated items. An item of a trait's implementation
; may have the same name as one of the type itself, which `self` means first.
(impl_item trait: (_) body: (_ (function_item name: (_) @definition.method (#set! in "class") (#set! alone) (#set! namespace "constant"))))
(impl_item trait: (_) body: (_ (const_item name: (_) @member)))
(impl_item trait: (_) body: (_ (type_item name: (_) @member)))
(impl_item body: (_ (function_item name: (_) @definition.method (#set! in "class") (#set! alone) (#set! namespace "function"))))
(impl_item body: (_ (const_item name: (_) @definition.constant (#set! in "class") (#set! alone) (#set! namespace "function"))))
(impl_item body: (_ (type_item name: (_) @definition.class (#set! in "class") (#set! alone) (#set! namespace "function"))))
(trait_item body: (_ (function_item name: (_) @definition.method (#set! in "class") (#set! alone) (#set! namespace "function"))))
(trait_item body: (_ (function_signature_item name: (_) @definition.method (#set! in "class") (#set! alone) (#set! namespace "function"))))
(trait_item body: (_ (const_item name: (_) @definition.constant (#set! in "class") (#set! alone) (#set! namespace "function"))))
(associated_type name: (_) @definition.class (#set! in "class") (#set! alone) (#set! namespace "function"))
(enum_variant name: (_) @definition.enum_member (#set! namespace "function"))
(field_declaration name: (_) @definition.field (#set! namespace "member") (#set! again "shadow"))
((scoped_identifier path: (identifier) @_self name: (_) @reference) (#eq? @_self "Self") (#set! of "self") (#set! namespace "function"))
((scoped_type_identifier path: (identifier) @_self name: (_) @reference) (#eq? @_self "Self") (#set! of "self") (#set! namespace "function"))
(call_expression function: (field_expression value: (self) field: (field_identifier) @reference (#set! of "self") (#set! namespace "function")))

; Items
(function_item name: (_) @definition.function (#set! in "parent") (#set! namespace "value"))
(function_signature_item name: (_) @definition.function (#set! in "parent") (#set! namespace "value"))
(struct_item name: (_) @definition.struct (#set! in "parent"))
(union_item name: (_) @definition.struct (#set! in "parent") (#set! namespace "type"))
(enum_item name: (_) @definition.enum (#set! in "parent") (#set! namespace "type"))
(trait_item name: (_) @definition.interface (#set! in "parent") (#set! namespace "type"))
(type_item name: (_) @definition.class (#set! in "parent") (#set! namespace "type"))
(const_item name: (_) @definition.constant (#set! in "parent") (#set! namespace "value"))
(static_item name: (_) @definition.constant (#set! in "parent") (#set! namespace "value"))
(mod_item name: (_) @definition.module (#set! namespace "type"))
(macro_definition name: (_) @definition.function (#set! in "parent") (#set! namespace "macro"))
(type_parameter name: (_) @definition.type_parameter (#set! namespace "type"))
(const_parameter name: (_) @definition.type_parameter)

; Lifetimes and labels. Their names begin with a tick.
(where_predicate left: (higher_ranked_trait_bound type_parameters: (_ (lifetime_parameter name: (lifetime) @definition.type_parameter (#set! in "parent") (#set! alone) (#set! namespace "label")))))
(lifetime_parameter name: (lifetime) @definition.type_parameter (#set! namespace "label"))
(for_lifetimes (lifetime) @definition.type_parameter (#set! namespace "label"))
((lifetime) @reference (#set! namespace "label"))
(break_expression (label) @reference (#set! namespace "label"))
(continue_expression (label) @reference (#set! namespace "label"))
((label) @definition.label (#set! namespace "label"))
(lifetime (identifier) @ignored)
(label (identifier) @ignored)

; Patterns: nodes in them that bind no name
(tuple_struct_pattern type: (identifier) @reference (#set! namespace "value"))
(struct_pattern type: (type_identifier) @reference (#set! namespace "type"))
(struct_pattern type: (type_identifier) @receiver (field_pattern name: (field_identifier) @member (#set! of "type")))
(field_pattern name: (field_identifier) @member)
(match_pattern condition: (identifier) @reference (#set! namespace "value"))
(field_pattern ["ref" (mutable_specifier)] name: (shorthand_field_identifier) @fixed)

; Names that a macro in the place of a pattern may bind.
((match_pattern . (macro_invocation (token_tree (identifier) @definition.variable @unread (#set! in "parent") (#set! namespace "value")))) (#not-match? @definition.variable "^[A-Z]"))

; The object of a method. Its name is a word of the language; in a path, the same word is a module.
((self_parameter (self) @definition.parameter) (#set! rename "no") (#set! namespace "value"))
((parameter pattern: (self) @definition.parameter) (#set! rename "no") (#set! namespace "value"))
(scoped_identifier path: (self) @ignored)
(use_list (self) @ignored)
(use_declaration (self) @ignored)
(scoped_use_list path: (self) @ignored)
(use_as_clause path: (self) @ignored)
(use_wildcard (self) @ignored)
(visibility_modifier (self) @ignored)
((self) @reference (#set! namespace "value"))

; Parameters and variables. Where a pattern can fail, a name in capitals is a constant or a variant.
((parameter pattern: (_) @definition.parameter (#set! namespace "value"))
  (#set! into "tuple_pattern tuple_struct_pattern struct_pattern field_pattern slice_pattern captured_pattern mut_pattern ref_pattern reference_pattern or_pattern")
  (#set! rewrite.shorthand_field_identifier "{name}: {new}"))
((closure_parameters (_) @definition.parameter (#set! namespace "value"))
  (#set! into "tuple_pattern tuple_struct_pattern struct_pattern field_pattern slice_pattern captured_pattern mut_pattern ref_pattern reference_pattern or_pattern")
  (#set! rewrite.shorthand_field_identifier "{name}: {new}"))
; Of two items compiled for different systems, either may be meant.
(block (attribute_item) @_attribute . (let_declaration pattern: (identifier) @definition.variable (#set! namespace "value")) @after
  (#match? @_attribute "^#\\[cfg\\b"))
((let_declaration !alternative pattern: (_) @definition.variable (#set! namespace "value") (#set! again "shadow")) @after
  (#set! into "tuple_pattern tuple_struct_pattern struct_pattern field_pattern slice_pattern captured_pattern mut_pattern ref_pattern reference_pattern or_pattern")
  (#set! rewrite.shorthand_field_identifier "{name}: {new}"))
((let_declaration pattern: (_) @definition.variable alternative: (_) (#set! namespace "value") (#set! again "shadow")) @after (#set! except "^[A-Z]")
  (#set! into "tuple_pattern tuple_struct_pattern struct_pattern field_pattern slice_pattern captured_pattern mut_pattern ref_pattern reference_pattern or_pattern")
  (#set! rewrite.shorthand_field_identifier "{name}: {new}"))
((let_condition pattern: (_) @definition.variable (#set! namespace "value") (#set! again "shadow")) @after (#set! except "^[A-Z]")
  (#set! into "tuple_pattern tuple_struct_pattern struct_pattern field_pattern slice_pattern captured_pattern mut_pattern ref_pattern reference_pattern or_pattern")
  (#set! rewrite.shorthand_field_identifier "{name}: {new}"))
((for_expression pattern: (_) @definition.variable value: (_) @after (#set! namespace "value"))
  (#set! into "tuple_pattern tuple_struct_pattern struct_pattern field_pattern slice_pattern captured_pattern mut_pattern ref_pattern reference_pattern or_pattern")
  (#set! rewrite.shorthand_field_identifier "{name}: {new}"))
((match_pattern . (_) @definition.variable (#set! namespace "value")) (#set! except "^[A-Z]")
  (#set! into "tuple_pattern tuple_struct_pattern struct_pattern field_pattern slice_pattern captured_pattern mut_pattern ref_pattern reference_pattern or_pattern")
  (#set! rewrite.shorthand_field_identifier "{name}: {new}"))

; Macros. An anchor before a named node skips punctuation: `"::" . (identifier)` matches `::<T>`
; too.
((attribute (identifier) @_derive arguments: (token_tree (identifier) @reference (#set! namespace "type macro"))) (#eq? @_derive "derive"))
(attribute arguments: (token_tree (identifier) @ignored))
(attribute arguments: (token_tree (token_tree (identifier) @ignored)))
(attribute . (identifier) @reference (#set! namespace "macro"))
(macro_invocation macro: (identifier) @reference (#set! namespace "macro"))
((metavariable) @ignored (#eq? @ignored "$crate"))
(token_binding_pattern name: (metavariable) @definition.parameter (#set! namespace "label") (#set! trim "\\$"))
((metavariable) @reference (#set! namespace "label") (#set! trim "\\$"))
(macro_invocation (token_tree ["struct" "enum" "union" "trait" "type"] . (identifier) @definition.class (#set! in "parent") (#set! rename "no")))
(macro_invocation (token_tree ["const" "static"] . (identifier) @definition.constant (#set! in "parent") (#set! namespace "value") (#set! rename "no")))
(macro_invocation (token_tree "fn" . (identifier) @definition.function (#set! in "parent") (#set! namespace "value") (#set! rename "no")))
(token_tree (self) . "." . (identifier) @reference . (token_tree "(") (#set! of "self") (#set! namespace "function"))
(token_tree (self) . "." . (identifier) @reference (#set! of "self") (#set! namespace "member"))
(token_tree "'" . (identifier) @reference (#set! namespace "label") (#set! prefix "'"))
(token_tree ["<" "#"] . (identifier) @reference (#set! namespace "value type"))
(token_tree (identifier) @receiver . "::" . (identifier) @member (#set! of "type") (#set! namespace "function value type"))
(token_tree ["." "::"] . (identifier) @member)
(token_tree (identifier) @reference . "::" (#set! namespace "type"))
(token_tree (identifier) @reference . "!" (#set! namespace "macro"))
(token_tree ["(" ","] . "|" . (identifier) @definition.variable @unread (#set! after) (#set! again "shadow") (#set! namespace "value"))
(token_tree "let" . (identifier) @definition.variable @unread (#set! after) (#set! again "shadow") (#set! namespace "value"))
(token_tree "let" . (mutable_specifier) . (identifier) @definition.variable @unread (#set! after) (#set! again "shadow") (#set! namespace "value"))
; Names bound here are not known well enough to rename them, or names like them.
(token_tree "|" . (identifier) @unread)
(token_tree (token_tree (identifier) @definition.variable @unread (#set! in "parent") (#set! after) (#set! again "shadow") (#set! namespace "value")) . "if")
(token_tree (token_tree (identifier) @unread) . "=>")
(macro_invocation (token_tree (identifier) @member @unread . "="))
(token_tree (identifier) @member . ":")
; Variables captured by a format string: `{name}`, `{name:?}`, `{:>name$}`; a doubled brace is one
; brace.
((token_tree (_ (string_content) @reference)) (#set! namespace "value") (#set! tentative)
  (#set! each "(?<!\\{)(?:\\{\\{)*\\{([\\p{L}_][\\p{L}\\p{N}_]*)(?=[:}])|(?<![\\p{L}\\p{N}_])([\\p{L}_][\\p{L}\\p{N}_]*)(?=\\$)(?<=\\{[^{}]{0,60}:[^{}]{0,60})"))

; Members with a receiver
(scoped_identifier path: (identifier) @receiver name: (_) @member (#set! of "type") (#set! namespace "function value type"))
(scoped_identifier path: (_) @receiver name: (_) @member)
(scoped_type_identifier path: (identifier) @receiver name: (_) @member (#set! of "type") (#set! namespace "function type"))
(scoped_type_identifier path: (_) @receiver name: (_) @member)
(scoped_identifier name: (_) @member)
(scoped_type_identifier name: (_) @member)
(field_expression value: (self) field: (field_identifier) @reference (#set! of "self") (#set! namespace "member"))
(field_expression value: (_) @receiver field: (field_identifier) @member)
(struct_expression name: (type_identifier) @receiver body: (_ (field_initializer field: (field_identifier) @member (#set! of "type"))))
(field_initializer field: (field_identifier) @member)
(type_binding name: (_) @member)

; Uses
(scoped_identifier path: (identifier) @reference (#set! namespace "type"))
(scoped_type_identifier path: (identifier) @reference (#set! namespace "type"))
(scoped_use_list path: (identifier) @reference (#set! namespace "type"))
(use_wildcard (identifier) @reference (#set! namespace "type"))
(assignment_expression left: (identifier) @reference (#set! namespace "value") (#set! write))
(compound_assignment_expr left: (identifier) @reference (#set! namespace "value") (#set! write))
(shorthand_field_initializer (identifier) @reference (#set! namespace "value") (#set! rewrite "{name}: {new}"))
(token_tree (identifier) @reference)
((type_identifier) @reference (#set! namespace "type"))
; `u8` is a name only where something of that name is declared.
((primitive_type) @reference (#set! namespace "type") (#set! tentative))
((identifier) @reference (#set! namespace "value"))
