; C: what names mean. Tags (`struct s`) have a namespace of their own, here `type`; all other names share one, those of types too. What is declared at the top of
; a file is called so in all of it: what stands before its declaration there means the same by another one, in a header.
; What is cheap to compile: a wildcard with fields and keywords; a named child of a declaration is dear.

; What a macro's text holds is no name yet. What headers declare is never a file's own.
(preproc_arg) @unread
((preproc_def name: (_) @shared !value) (#match? @shared "_[Hh](PP|XX|pp|xx)?_*$"))
((preproc_call directive: (_) @_pragma argument: (_) @shared) (#eq? @_pragma "#pragma") (#match? @shared "^once"))

; Scopes. Parameters are seen in the declaration they stand in, or in the function that it defines.
((function_definition) @scope (#set! kind "function"))
((declaration) @scope (#set! only "parameter"))
((field_declaration) @scope (#set! only "parameter"))
((type_definition) @scope (#set! only "parameter"))
((type_descriptor) @scope (#set! only "parameter"))
(parameter_declaration declarator: (_ parameters: (_) @scope))
(parameter_declaration declarator: (_ declarator: (_ parameters: (_) @scope)))
(ERROR (_ parameters: (_) @scope))
(ERROR (_ (_ parameters: (_) @scope)))
(field_declaration_list) @scope
(compound_statement) @scope
(for_statement) @scope

; What is taken for something else, because of what only a preprocessor makes of it
; `struct PACKED s {`: a function whose body declares variables; with `typedef`, a block
((_ type: (_ "struct") declarator: (identifier) @definition.struct body: (_) @scope)
  (#set! in "parent") (#set! namespace "type") (#set! alone) (#set! kind "class"))
((translation_unit (_ (MISSING ";")) . (_ "{") @scope) (#set! kind "class"))
((preproc_ifdef (_ (MISSING ";")) . (_ "{") @scope) (#set! kind "class"))
; `EXPORT type_t name(int)`: a function called `type_t`
(function_declarator declarator: (identifier) @reference . (ERROR (identifier) @definition.function .) (#set! in "file") (#set! namespace "value macro"))
; `EXTERN type_t name;`: a variable called `type_t`, and an expression
((_ type: (_) @_type declarator: (identifier) @reference (MISSING ";")) (#match? @_type "^[A-Z_]+$") (#set! namespace "value macro"))
; `int name UNUSED` as a parameter: one called `UNUSED`
((parameter_declaration (ERROR (identifier) @definition.parameter) declarator: (identifier) @reference) (#set! namespace "value macro")
  (#match? @reference "^(__\\w+|[A-Z][A-Z0-9_]*)$"))
; Behind an `#if`, `else if (a == b) {` is a function and `else` a type
((_ declarator: (identifier) @ignored parameters: (_ (parameter_declaration declarator: (identifier) @reference)))
  (#match? @ignored "^(if|while|for|switch)$") (#set! namespace "value macro"))
((_ declarator: (identifier) @ignored parameters: (_)) (#match? @ignored "^(if|while|for|switch)$"))
((_ type: (_) @ignored declarator: (identifier) @reference) (#match? @ignored "^(else|return|goto|case)$")
  (#set! namespace "value macro"))
; `LIST(, type) name = …`, and what is called with a type: no functions, no variables
(init_declarator declarator: (_ declarator: (identifier) @reference parameters: (_)) (#set! namespace "value macro"))
((_ type: (_) @_called declarator: (parenthesized_declarator (identifier) @reference) ";") (#set! namespace "value macro") (#match? @_called "^\\w+$"))
((_ (ERROR (identifier) @ignored) . (identifier) @reference) (#match? @ignored "^(struct|union|enum)$") (#set! namespace "type"))
((_ (identifier) @ignored . (ERROR (identifier) @reference)) (#match? @ignored "^(struct|union|enum)$") (#set! namespace "type"))

; Preprocessing
(preproc_def name: (_) @definition.constant (#set! in "file") (#set! namespace "value macro"))
(preproc_function_def name: (_) @definition.function (#set! in "file") (#set! namespace "value macro"))
(preproc_params (_) @ignored)
(preproc_ifdef name: (_) @reference (#set! namespace "macro"))
(preproc_defined (_) @reference (#set! namespace "macro"))
((preproc_call directive: (_) @_undef argument: (_) @reference) (#eq? @_undef "#undef") (#set! namespace "macro"))

; Attributes: what they are called, and what they are given, is the compiler's.
(attribute_specifier (_ (identifier) @ignored))
(attribute_specifier (_ (call_expression (identifier) @ignored)))
(attribute_specifier (_ (call_expression (_ (identifier) @ignored))))
(attribute (identifier) @ignored)
(gnu_asm_output_operand symbol: (_) @ignored)
(gnu_asm_input_operand symbol: (_) @ignored)

; Tags and what stands in them. Those of a structure within another are known around both.
((struct_specifier name: (_) @definition.struct body: (_)) (#set! in "function") (#set! namespace "type"))
((union_specifier name: (_) @definition.class body: (_)) (#set! in "function") (#set! namespace "type"))
((enum_specifier name: (_) @definition.enum body: (_)) (#set! in "function") (#set! namespace "type"))
(translation_unit (_ "struct" name: (_) @definition.struct !body) (#set! namespace "type"))
(translation_unit (_ "union" name: (_) @definition.class !body) (#set! namespace "type"))
(preproc_ifdef (_ "struct" name: (_) @definition.struct !body) (#set! namespace "type"))
(declaration_list (_ "struct" name: (_) @definition.struct !body) (#set! namespace "type"))
(struct_specifier name: (_) @reference (#set! namespace "type"))
(union_specifier name: (_) @reference (#set! namespace "type"))
(enum_specifier name: (_) @reference (#set! namespace "type"))
(enumerator name: (_) @definition.enum_member (#set! in "function") (#set! namespace "value"))
(field_declaration declarator: (_) @definition.field (#set! namespace "member")
  (#set! into "pointer_declarator.declarator array_declarator.declarator function_declarator.declarator parenthesized_declarator attributed_declarator"))
(field_identifier) @member

; Labels
(labeled_statement label: (_) @definition.label (#set! in "function") (#set! namespace "label"))
(goto_statement label: (_) @reference (#set! namespace "label"))
(pointer_expression "&" argument: (pointer_expression "&" argument: (identifier) @reference (#set! namespace "label")))

; Functions. `MACRO(name) {` is taken for one without parameters. The types of parameters may stand between them and the body.
(function_definition declarator: (parenthesized_declarator (_) @member))
((_ (_ "static") declarator: (_) @definition.function body: (_)) (#set! in "parent") (#set! namespace "value") (#set! private)
  (#set! into "pointer_declarator.declarator array_declarator.declarator function_declarator.declarator parenthesized_declarator attributed_declarator"))
((_ declarator: (_) @definition.function body: (_)) (#set! in "parent") (#set! namespace "value")
  (#set! into "pointer_declarator.declarator array_declarator.declarator function_declarator.declarator parenthesized_declarator attributed_declarator"))
(function_definition declarator: (_ parameters: (_ (identifier) @definition.parameter)))
(function_definition declarator: (_ declarator: (_ parameters: (_ (identifier) @definition.parameter))))
((_ (declaration declarator: (_) @definition.variable) body: (_ "{")) (#set! namespace "value")
  (#set! into "pointer_declarator.declarator array_declarator.declarator function_declarator.declarator parenthesized_declarator attributed_declarator"))
(parameter_declaration declarator: (_) @definition.parameter (#set! namespace "value")
  (#set! into "pointer_declarator.declarator array_declarator.declarator function_declarator.declarator parenthesized_declarator attributed_declarator"))

; What is declared without a body: functions, and what is `extern`, are the file's wherever they are declared.
((_ (_ "static") declarator: (_ declarator: (identifier) @definition.function parameters: (_)) ";")
  (#set! in "file") (#set! namespace "value") (#set! private) (#set! alone))
((_ (_ "static") declarator: (_ declarator: (_ declarator: (identifier) @definition.function parameters: (_))) ";")
  (#set! in "file") (#set! namespace "value") (#set! private) (#set! alone))
((_ declarator: (_ declarator: (identifier) @definition.function parameters: (_)) ";")
  (#set! in "file") (#set! namespace "value") (#set! alone))
((_ declarator: (_ declarator: (_ declarator: (identifier) @definition.function parameters: (_))) ";")
  (#set! in "file") (#set! namespace "value") (#set! alone))
((_ (_ "extern") declarator: (_) @definition.variable ";") (#set! in "file") (#set! namespace "value") (#set! alone)
  (#set! into "pointer_declarator.declarator array_declarator.declarator function_declarator.declarator parenthesized_declarator attributed_declarator init_declarator.declarator"))
((declaration (_ "static") declarator: (_) @definition.variable) (#set! behind "inside") (#set! namespace "value") (#set! private)
  (#set! into "pointer_declarator.declarator array_declarator.declarator function_declarator.declarator parenthesized_declarator attributed_declarator init_declarator.declarator"))
(declaration declarator: (_) @definition.variable (#set! behind "inside") (#set! namespace "value")
  (#set! into "pointer_declarator.declarator array_declarator.declarator function_declarator.declarator parenthesized_declarator attributed_declarator init_declarator.declarator"))
(type_definition declarator: (_) @definition.class (#set! behind "inside") (#set! namespace "value")
  (#set! into "pointer_declarator.declarator array_declarator.declarator function_declarator.declarator parenthesized_declarator attributed_declarator"))

; Uses
(assignment_expression left: (identifier) @reference (#set! namespace "value macro") (#set! write))
(update_expression argument: (identifier) @reference (#set! namespace "value macro") (#set! write))
((type_identifier) @reference (#set! namespace "value macro") (#set! type))
((identifier) @reference (#set! namespace "value macro"))
