; Scopes of C. Tags (`struct s`) have a namespace of their own, here `type`; all other names share
; one, including type names. A top-level name has one meaning in the whole file: a use before its
; declaration has the same meaning through another declaration, in a header. Patterns that are cheap
; to compile have a wildcard as root and as first child; fields and text identify the nodes. An
; `into` type that does not exist matches only names, and nothing that has parts.

; The text of a macro contains no names yet. Names that headers declare are never the file's own.
(preproc_arg) @unread
((preproc_def name: (_) @shared !value) (#match? @shared "_[Hh](PP|XX|pp|xx)?_*$"))
((_ name: (_) @_guard . (preproc_def name: (_) @shared !value) (_)) (#eq? @_guard @shared))
((preproc_call directive: (_) @_pragma argument: (_) @shared) (#eq? @_pragma "#pragma") (#match? @shared "^once"))

; Scopes. Parameters are visible in their declaration, or in the function that it defines.
((function_definition) @scope (#set! kind "function") (#set! only "parameter label"))
([(declaration) (field_declaration) (type_definition) (type_descriptor)] @scope (#set! only "parameter"))
(parameter_declaration declarator: (_ parameters: (_) @scope))
(parameter_declaration declarator: (_ declarator: (_ parameters: (_) @scope)))
(ERROR (_ parameters: (_) @scope))
(ERROR (_ !body (_ parameters: (_) @scope)))
(field_declaration_list) @scope
((compound_statement) @scope (#set! open "outside"))
(for_statement) @scope

; Text that is parsed wrongly because of macros. `struct PACKED s {`: a function whose body declares
; variables; with `typedef`, a block
((_ type: (_) @_struct declarator: (_) @definition.struct body: (_) @scope) (#match? @_struct "^(struct|union)\\s") (#match? @definition.struct "^\\w+$")
  (#set! namespace "type") (#set! alone) (#set! kind "class"))
((_ (_ type: (_) (MISSING ";")) . (_ "{") @scope) (#set! kind "class"))
; `TEST(a, b) {`: a call and a block
((_ (_ (call_expression) (MISSING ";")) . (_ "{") @scope) (#set! kind "function"))
; `BEGIN(a) {`: a function called `a`; `MACRO name {`: no function
(function_definition declarator: (parenthesized_declarator (_) @member))
((_ declarator: (_) @ignored body: (_) @scope) (#not-match? @ignored "[(]") (#set! open))
; `EXPORT type_t name(int)`: a function called `type_t`; `INLINE type_t x = y`: a variable called
; `type_t`, and so `EXTERN type_t x;`; `EXTERN type_t f ARGS((int));`: likewise, and a function
; called `ARGS`
(_ declarator: (_) @reference . (ERROR . (identifier) @definition.function .) parameters: (_) (#set! in "file") (#set! namespace "value macro"))
(init_declarator declarator: (_) @reference . (ERROR . (identifier) @definition.variable .) (#set! after "inside") (#set! namespace "value macro"))
((_ type: (_) @_type declarator: (identifier) @reference (MISSING ";")) (#not-match? @_type "^(auto|bool|char|double|float|int|long|short|void)$|\\s")
  (#set! namespace "value macro"))
((declaration (MISSING ";")) . (_ declarator: (_ declarator: (_) @reference parameters: (_))) (#set! namespace "value macro"))
; `int name UNUSED` as a parameter: one called `UNUSED`; `UNUSED int name`: one called `int`. If
; there is more in it than an unparsed name, it is not a name.
(parameter_list (parameter_declaration type: (_) declarator: (identifier) @reference) . (ERROR . (identifier) @definition.parameter .) (#set! namespace "value macro"))
((parameter_declaration (ERROR (identifier) @definition.parameter) declarator: (identifier) @reference) (#set! namespace "value macro")
  (#match? @reference "^(__\\w+|[A-Z][A-Z0-9_]*)$"))
((_ type: (_) (ERROR (_ (_))) declarator: (identifier) @reference) (#set! namespace "value macro"))
; `int f(int) MACRO;`: nothing
((ERROR (_) (_ declarator: (_) @definition.function parameters: (_))) (#not-match? @definition.function "^[A-Z][A-Z0-9_]*$") (#set! into "-") (#set! in "file") (#set! namespace "value"))
((ERROR (_) (_ declarator: (_ declarator: (_) @definition.function parameters: (_)))) (#not-match? @definition.function "^[A-Z][A-Z0-9_]*$") (#set! into "-") (#set! in "file") (#set! namespace "value"))
; After an `#if`, `else if (a == b) {` is a function and `else` a type
((_ declarator: (_) @ignored parameters: (_ (_ declarator: (identifier) @reference))) (#match? @ignored "^(if|while|for|switch)$") (#set! namespace "value macro"))
((_ type: (_) @ignored declarator: (identifier) @reference) (#match? @ignored "^(else|return|goto|case)$") (#set! namespace "value macro"))
; `LIST(, type) name = …`, and calls with a type: neither functions nor variables
(init_declarator declarator: (_ declarator: (_) @reference parameters: (_)) (#set! namespace "value macro"))
((_ type: (_) @_called declarator: (parenthesized_declarator (identifier) @reference) ";") (#match? @_called "^\\w+$") (#set! namespace "value macro"))
((_ (ERROR (identifier) @ignored) . (identifier) @reference) (#match? @ignored "^(struct|union|enum)$") (#set! namespace "type"))
((argument_list (identifier) @ignored . (ERROR (identifier) @reference)) (#match? @ignored "^(struct|union|enum)$") (#set! namespace "type"))

; Preprocessing
(preproc_def name: (_) @definition.constant (#set! in "file") (#set! namespace "value macro"))
(preproc_function_def name: (_) @definition.function (#set! in "file") (#set! namespace "value macro"))
(preproc_params (_) @ignored)
(preproc_ifdef name: (_) @reference (#set! namespace "macro"))
(preproc_defined (_) @reference (#set! namespace "macro"))
((preproc_call directive: (_) @_undef argument: (_) @reference) (#eq? @_undef "#undef") (#set! namespace "macro"))

; Attributes: their names and arguments belong to the compiler.
(attribute_specifier (_ (identifier) @ignored))
(attribute_specifier (_ (_ (identifier) @ignored)))
(attribute_specifier (_ (_ (_ (identifier) @ignored))))
(attribute name: (_) @ignored)
[(gnu_asm_output_operand symbol: (_) @ignored) (gnu_asm_input_operand symbol: (_) @ignored)]

; Tags and their members. Tags nested in another are visible around both; forward declarations do
; not declare them.
((struct_specifier name: (_) @definition.struct body: (_)) (#set! in "function") (#set! namespace "type"))
((union_specifier name: (_) @definition.class body: (_)) (#set! in "function") (#set! namespace "type"))
((enum_specifier name: (_) @definition.enum body: (_)) (#set! in "function") (#set! namespace "type"))
([(struct_specifier name: (_) @reference) (union_specifier name: (_) @reference) (enum_specifier name: (_) @reference)] (#set! namespace "type"))
(enumerator name: (_) @definition.enum_member (#set! in "function") (#set! namespace "value"))
(field_declaration declarator: (_) @definition.field (#set! namespace "member") (#set! alone) (#set! into "pointer_declarator.declarator array_declarator.declarator function_declarator.declarator parenthesized_declarator attributed_declarator init_declarator.declarator"))
(field_expression argument: (_) @receiver field: (_) @member)
(field_identifier) @member

; Labels
((statement_identifier) @ignored (#match? @ignored "^(public|private|protected)$"))
(labeled_statement label: (_) @definition.label (#set! in "function") (#set! namespace "label"))
(goto_statement label: (_) @reference (#set! namespace "label"))
(pointer_expression "&" argument: (pointer_expression "&" argument: (identifier) @reference (#set! namespace "label")))

; Functions. The types of parameters may be between them and the body.
((function_definition . (_) @_static declarator: (_) @definition.function) (#eq? @_static "static") (#set! namespace "value") (#set! private) (#set! into "pointer_declarator.declarator array_declarator.declarator function_declarator.declarator parenthesized_declarator attributed_declarator init_declarator.declarator"))
((function_definition declarator: (_) @definition.function) (#match? @definition.function "[(]") (#set! namespace "value") (#set! into "pointer_declarator.declarator array_declarator.declarator function_declarator.declarator parenthesized_declarator attributed_declarator init_declarator.declarator"))
(function_definition declarator: (_ parameters: (_ (identifier) @definition.parameter)))
(function_definition declarator: (_ declarator: (_ parameters: (_ (identifier) @definition.parameter))))
((function_definition declarator: (_) @_function (declaration declarator: (_) @definition.parameter)) (#match? @_function "[(]\\s*[A-Za-z_]\\w*(\\s*,\\s*\\w+)*\\s*[)]$")
  (#set! in "parent") (#set! namespace "value") (#set! alone) (#set! into "pointer_declarator.declarator array_declarator.declarator function_declarator.declarator parenthesized_declarator attributed_declarator init_declarator.declarator"))
((parameter_declaration declarator: (_) @definition.parameter) @_all (#not-match? @_all ";") (#set! namespace "value") (#set! into "pointer_declarator.declarator array_declarator.declarator function_declarator.declarator parenthesized_declarator attributed_declarator init_declarator.declarator"))

; Declarations without a body: functions belong to the file wherever they are declared; `extern`
; only announces.
((declaration . (_) @_extern declarator: (_) @definition.variable) (#eq? @_extern "extern") (#set! alone) (#set! in "nowhere") (#set! in.function "file")
  (#set! otherwise "value macro") (#set! namespace "value") (#set! through.function_declarator "function") (#set! through.pointer_declarator "variable") (#set! through.array_declarator "variable") (#set! into "pointer_declarator.declarator array_declarator.declarator function_declarator.declarator parenthesized_declarator attributed_declarator init_declarator.declarator"))
((declaration . (_) @_static declarator: (_) @definition.variable) (#eq? @_static "static") (#set! private) (#set! after "inside") (#set! in.function "file")
  (#set! namespace "value") (#set! through.function_declarator "function") (#set! through.pointer_declarator "variable") (#set! through.array_declarator "variable") (#set! into "pointer_declarator.declarator array_declarator.declarator function_declarator.declarator parenthesized_declarator attributed_declarator init_declarator.declarator"))
(declaration declarator: (_) @definition.variable (#set! after "inside") (#set! in.function "file") (#set! namespace "value") (#set! through.function_declarator "function") (#set! through.pointer_declarator "variable") (#set! through.array_declarator "variable") (#set! into "pointer_declarator.declarator array_declarator.declarator function_declarator.declarator parenthesized_declarator attributed_declarator init_declarator.declarator"))
(type_definition declarator: (_) @definition.class (#set! after "inside") (#set! namespace "value") (#set! into "pointer_declarator.declarator array_declarator.declarator function_declarator.declarator parenthesized_declarator attributed_declarator init_declarator.declarator"))

; Uses
(assignment_expression . (identifier) @reference (#set! namespace "value macro") (#set! write))
(update_expression (identifier) @reference (#set! namespace "value macro") (#set! write))
((type_identifier) @reference (#set! namespace "value macro") (#set! type))
((identifier) @reference (#set! namespace "value macro"))

; The file that an include names.
(preproc_include path: (string_literal) @source)
