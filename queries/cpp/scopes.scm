; Scopes of C++. Names that a function declares are certain. Names that a class declares are visible
; in its functions; a name not found there may belong to a base in another file. Then the scope is
; opaque, and only macros have a certain meaning. A name at the top of a file or namespace has one
; meaning in all of it: a use before its declaration has the same meaning through another
; declaration, in a header. Types hide no values, as `struct stat` does not hide `stat()`. Patterns
; that are cheap to compile with a grammar of this size have a wildcard as root and as first child;
; fields and text identify the nodes. An `into` type that does not exist matches only names, and
; nothing that has parts.

; The text of a macro contains no names yet. Names that headers declare are never the file's own.
(preproc_arg) @unread
((preproc_def name: (_) @shared !value) (#match? @shared "_[Hh](PP|XX|pp|xx)?_*$"))
((_ name: (_) @_guard . (preproc_def name: (_) @shared !value) (_)) (#eq? @_guard @shared))
((preproc_call directive: (_) @_pragma argument: (_) @shared) (#eq? @_pragma "#pragma") (#match? @shared "^once"))

; Scopes. Parameters are visible in their declaration, or in the function that it defines.
((function_definition) @scope (#set! kind "function") (#set! only "parameter label"))
((lambda_expression) @scope (#set! kind "function"))
([(declaration) (field_declaration) (type_definition) (type_descriptor) (template_instantiation)] @scope (#set! only "parameter"))
((template_declaration) @scope (#set! only "parameter type_parameter"))
(parameter_declaration declarator: (_ parameters: (_) @scope))
(parameter_declaration declarator: (_ declarator: (_ parameters: (_) @scope)))
(ERROR (_ parameters: (_) @scope))
((compound_statement) @scope (#set! open "outside"))
[(requires_expression) (for_statement) (for_range_loop) (if_statement) (while_statement) (switch_statement) (catch_clause)] @scope
((namespace_definition name: (_) @type body: (_) @scope) @_namespace (#not-match? @_namespace "^inline") (#set! kind "function") (#set! open) (#set! joined))

; Classes and enumerations, and their bodies. Forward declarations do not declare them. Names in a
; body without a name, of which there is no object, are declared around it.
((class_specifier name: (_) @definition.class @type body: (_) @scope) (#set! kind "class") (#set! into "-") (#set! namespace "type") (#set! member "class"))
((struct_specifier name: (_) @definition.struct @type body: (_) @scope) (#set! kind "class") (#set! into "-") (#set! namespace "type") (#set! member "struct"))
((union_specifier name: (_) @definition.class @type body: (_) @scope) (#set! kind "class") (#set! into "-") (#set! namespace "type") (#set! member "class"))
((enum_specifier ["class" "struct"] name: (_) @type body: (_) @scope) (#set! kind "class"))
(enum_specifier name: (_) @definition.enum body: (_) (#set! into "-") (#set! namespace "type") (#set! member "enum"))
(enumerator name: (_) @definition.enum_member (#set! namespace "value") (#set! member "enum_member"))
((_ type: (_ !name body: (_) @scope) @_of declarator: (_)) (#match? @_of "^(class|struct|union)") (#set! kind "class"))
((class_specifier (base_class_clause) @_base body: (_) @scope) (#not-match? @_base "^:\\s*public\\s+(::)?testing::Test$") (#set! opaque))
((struct_specifier (base_class_clause) body: (_) @scope) (#set! opaque))

; Members defined outside their class: functions and static members. The return type comes before
; the class is named, and so does the class's name.
((_ !type declarator: (_ declarator: (_ scope: (_) @type @outside @receiver name: (_) @definition.constructor)) body: (_)) @scope
  (#set! within) (#set! into "-") (#set! trim "<[\\s\\S]*") (#set! in "class") (#set! namespace "member") (#set! rename "no") (#set! alone))
((_ !type declarator: (_ declarator: (_ scope: (_) @type @outside name: (_ scope: (_) @type @receiver name: (_) @definition.constructor))) body: (_)) @scope
  (#set! within) (#set! into "-") (#set! trim "<[\\s\\S]*") (#set! in "class") (#set! namespace "member") (#set! rename "no") (#set! alone))
((_ type: (_) @outside declarator: (_ declarator: (_ scope: (_) @type @outside @receiver name: (_) @definition.function)) body: (_)) @scope
  (#set! within) (#set! into "-") (#set! trim "<[\\s\\S]*") (#set! in "class") (#set! namespace "value") (#set! member "method") (#set! rename "no") (#set! alone))
((_ type: (_) @outside declarator: (_ declarator: (_ scope: (_) @type @outside name: (_ scope: (_) @type @receiver name: (_) @definition.function))) body: (_)) @scope
  (#set! within) (#set! into "-") (#set! trim "<[\\s\\S]*") (#set! in "class") (#set! namespace "value") (#set! member "method") (#set! rename "no") (#set! alone))
((_ type: (_) @outside declarator: (_ (_ declarator: (_ scope: (_) @type @outside @receiver name: (_) @definition.function))) body: (_)) @scope
  (#set! within) (#set! into "-") (#set! trim "<[\\s\\S]*") (#set! in "class") (#set! namespace "value") (#set! member "method") (#set! rename "no") (#set! alone))
((_ type: (_) @outside declarator: (_ scope: (_) @type @outside @receiver name: (_) @definition.variable) ";") @scope
  (#set! within) (#set! into "-") (#set! trim "<[\\s\\S]*") (#set! in "class") (#set! namespace "value") (#set! member "field") (#set! rename "no") (#set! alone))
((_ type: (_) @outside declarator: (_ declarator: (_ scope: (_) @type @outside @receiver name: (_) @definition.variable)) ";") @scope
  (#set! within) (#set! into "-") (#set! trim "<[\\s\\S]*") (#set! in "class") (#set! namespace "value") (#set! member "field") (#set! rename "no") (#set! alone))

; Functions that macros make: those of a test see the names of its class.
((_ !type declarator: (_ declarator: (_) @reference parameters: (_ . (_ type: (_) @type))) body: (_)) @scope (#match? @reference "^(TYPED_)?TEST_[A-Z]$")
  (#set! namespace "value macro") (#set! within))
((_ !type declarator: (_ declarator: (_) @reference parameters: (_)) body: (_)) @scope (#match? @reference "^[A-Z][A-Z0-9_]+$")
  (#not-match? @reference "^((TYPED_)?TEST_[A-Z]|TEST|TEST_CASE)$") (#set! namespace "value macro") (#set! opaque))

; Text that is parsed wrongly because of macros. `class EXPORT A {`: a function whose body declares
; variables, with labels for access specifiers
((_ !right type: (_) @_class declarator: (_) @definition.class @type body: (_) @scope) (#match? @_class "^(class|struct)\\s") (#match? @type "^\\w+$")
  (#set! namespace "type") (#set! member "class") (#set! alone) (#set! kind "class") (#set! opaque))
((_ type: (_) @_class . (ERROR . (identifier) @definition.class @type) body: (_) @scope) (#match? @_class "^(class|struct)\\s")
  (#set! namespace "type") (#set! member "class") (#set! alone) (#set! kind "class") (#set! opaque))
((statement_identifier) @ignored (#match? @ignored "^(public|private|protected|signals|slots)$"))
((labeled_statement label: (_) @_label (_ (_ function: (_) @definition.constructor))) (#match? @_label "^(public|private|protected)$")
  (#set! into "-") (#set! in "class") (#set! namespace "member"))
((_ left: (_ function: (_) @definition.constructor) right: (_) @_default) (#match? @_default "^(default|delete)$")
  (#set! into "-") (#set! in "class") (#set! namespace "member"))
(ERROR . (_ declarator: (_) @definition.constructor parameters: (_)) (#set! into "-") (#set! in "class") (#set! namespace "member"))
; `int f(int) MACRO;`: nothing
((ERROR (_) (_ declarator: (_) @definition.function parameters: (_))) (#not-match? @definition.function "^[A-Z][A-Z0-9_]*$") (#set! into "-") (#set! namespace "value") (#set! member "method") (#set! rename "no"))
; `BEGIN namespace a {`: also a function
((_ !right !captures declarator: (_) @ignored body: (_) @scope) (#not-match? @ignored "[(]") (#set! open))
; `INLINE A(int x) : y(x) {`: a function called `y`
((_ type: (_) (ERROR (_ declarator: (_) @member parameters: (_))) declarator: (_ declarator: (identifier) @member) body: (_)))
; `TEST(A, b) {`: a function called `TEST`. Only constructors have no type, or one called
; `explicit`, in a class.
((declaration type: (_) @_explicit declarator: (_ declarator: (_) @definition.constructor parameters: (_))) (#eq? @_explicit "explicit")
  (#set! in "class") (#set! namespace "member") (#set! otherwise "value type macro") (#set! alone) (#set! into "-"))
([(function_definition !type declarator: (_ declarator: (_) @definition.constructor parameters: (_))) (declaration !type declarator: (_ declarator: (_) @definition.constructor parameters: (_)))]
  (#set! in "class") (#set! namespace "member") (#set! otherwise "value type macro") (#set! alone) (#set! into "-"))
((_ type: (_) @_type declarator: (_ declarator: (_) @reference parameters: (_)) body: (_)) (#match? @_type "^[A-Z][A-Z0-9_]+$")
  (#match? @reference "^[A-Z][A-Z0-9_]+$") (#set! namespace "value macro"))
; `EXPORT type_t name(int)`: a function called `type_t`; `INLINE type_t x = y`: a variable called
; `type_t`, and `EXTERN type_t x;`
(_ declarator: (_) @reference . (ERROR . (identifier) @definition.function .) parameters: (_) (#set! namespace "value macro"))
(init_declarator declarator: (_) @reference . (ERROR . (identifier) @definition.variable .) (#set! after "inside") (#set! namespace "value type macro"))
((_ type: (_) @_type declarator: (identifier) @reference (MISSING ";")) (#not-match? @_type "^(auto|bool|char|double|float|int|long|short|void)$|\\s")
  (#set! namespace "value type macro"))
; `int name UNUSED` as a parameter: one called `UNUSED`; `UNUSED int name`: one called `int`
(parameter_list (parameter_declaration type: (_) declarator: (identifier) @reference) . (ERROR . (identifier) @definition.parameter .) (#set! namespace "value macro"))
((parameter_declaration (ERROR (identifier) @definition.parameter) declarator: (identifier) @reference) (#set! namespace "value macro")
  (#match? @reference "^(__\\w+|[A-Z][A-Z0-9_]*)$"))
; After an `#if`, `else if (a == b) {` is a function and `else` a type
((_ declarator: (_) @ignored parameters: (_ (_ declarator: (identifier) @reference))) (#match? @ignored "^(if|while|for|switch)$")
  (#set! namespace "value type macro"))
((_ type: (_) @ignored declarator: (identifier) @reference) (#match? @ignored "^(else|return|goto|case)$") (#set! namespace "value type macro"))
; Calls with a type
((_ type: (_) @_called declarator: (parenthesized_declarator (identifier) @reference) ";") (#set! namespace "value type macro") (#match? @_called "^\\w+$"))

; Preprocessing
(preproc_def name: (_) @definition.constant (#set! in "file") (#set! namespace "value type macro"))
(preproc_function_def name: (_) @definition.function (#set! in "file") (#set! namespace "value type macro"))
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
[(operator_name (_) @ignored) (destructor_name (_) @ignored)]

; Namespaces, which many files declare alike
(nested_namespace_specifier (_) (namespace_identifier) @member)
(namespace_alias_definition name: (_) @definition.namespace (#set! namespace "type") (#set! after "inside"))
(using_declaration (_ scope: (namespace_identifier) @source name: (identifier) @definition.import) (#set! namespace "value type member"))
(using_declaration (_) @definition.import (#set! into "qualified_identifier.name") (#set! source "") (#set! namespace "value type member") (#match? @definition.import "::"))

; Other names of types, templates
(alias_declaration name: (_) @definition.class (#set! namespace "type") (#set! after "inside") (#set! member "class"))
(type_definition declarator: (_) @definition.class (#set! alone) (#set! namespace "type") (#set! after "inside") (#set! member "class") (#set! into "pointer_declarator.declarator reference_declarator array_declarator.declarator function_declarator.declarator parenthesized_declarator attributed_declarator init_declarator.declarator structured_binding_declarator variadic_declarator"))
(concept_definition name: (_) @definition.interface)
(type_parameter_declaration (type_identifier) @definition.type_parameter (#set! namespace "type"))
(variadic_type_parameter_declaration (type_identifier) @definition.type_parameter (#set! namespace "type"))
(optional_type_parameter_declaration name: (_) @definition.type_parameter (#set! namespace "type"))

; Labels
(labeled_statement label: (_) @definition.label (#set! in "function") (#set! namespace "label"))
(goto_statement label: (_) @reference (#set! namespace "label"))

; A friend declaration belongs to the namespace around.
(friend_declaration (_ declarator: (_ declarator: (_) @member)))
(friend_declaration (_ declarator: (_ (_ declarator: (_) @member))))

; Parameters and other declarations that begin a scope. A loop's variable is not visible in the
; range it iterates over.
((parameter_declaration declarator: (_) @definition.parameter) @_all (#not-match? @_all ";") (#set! namespace "value") (#set! into "pointer_declarator.declarator reference_declarator array_declarator.declarator function_declarator.declarator parenthesized_declarator attributed_declarator init_declarator.declarator structured_binding_declarator variadic_declarator"))
((optional_parameter_declaration declarator: (_) @definition.parameter) @_all (#not-match? @_all ";") (#set! namespace "value") (#set! into "pointer_declarator.declarator reference_declarator array_declarator.declarator function_declarator.declarator parenthesized_declarator attributed_declarator init_declarator.declarator structured_binding_declarator variadic_declarator"))
(variadic_parameter_declaration declarator: (_) @definition.parameter (#set! namespace "value") (#set! into "pointer_declarator.declarator reference_declarator array_declarator.declarator function_declarator.declarator parenthesized_declarator attributed_declarator init_declarator.declarator structured_binding_declarator variadic_declarator"))
(for_range_loop declarator: (_) @definition.variable right: (_) @after (#set! namespace "value") (#set! into "pointer_declarator.declarator reference_declarator array_declarator.declarator function_declarator.declarator parenthesized_declarator attributed_declarator init_declarator.declarator structured_binding_declarator variadic_declarator"))
((lambda_capture_initializer left: (_) @definition.variable) @after (#set! namespace "value"))

; Members
(field_declaration declarator: (_ declarator: (_) @definition.method parameters: (_)) (#set! into "-") (#set! namespace "value member") (#set! alone))
(field_declaration declarator: (_) @definition.field (#set! namespace "value member") (#set! alone) (#set! into "pointer_declarator.declarator reference_declarator array_declarator.declarator function_declarator.declarator parenthesized_declarator attributed_declarator init_declarator.declarator structured_binding_declarator variadic_declarator"))
((field_expression argument: (_) @_this field: (_) @reference) (#eq? @_this "this") (#set! of "self") (#set! namespace "member") (#set! trim "template\\s+|<[\\s\\S]*"))
(field_initializer . (field_identifier) @reference (#set! of "self") (#set! namespace "member"))

(pointer_type_declarator declarator: (_) @definition.variable (#set! namespace "value") (#set! after "inside") (#set! member "field") (#set! into "pointer_declarator.declarator reference_declarator array_declarator.declarator function_declarator.declarator parenthesized_declarator attributed_declarator init_declarator.declarator structured_binding_declarator variadic_declarator"))

; Functions
((function_definition . (_) @_static declarator: (_) @definition.function) (#eq? @_static "static") (#match? @definition.function "[(]")
  (#set! namespace "value") (#set! member "method") (#set! private "file") (#set! into "pointer_declarator.declarator reference_declarator array_declarator.declarator function_declarator.declarator parenthesized_declarator attributed_declarator init_declarator.declarator structured_binding_declarator variadic_declarator"))
((function_definition declarator: (_) @definition.function) (#match? @definition.function "[(]") (#set! namespace "value") (#set! member "method") (#set! rename "inside") (#set! into "pointer_declarator.declarator reference_declarator array_declarator.declarator function_declarator.declarator parenthesized_declarator attributed_declarator init_declarator.declarator structured_binding_declarator variadic_declarator"))

; Declarations without a body; `extern` only announces. `A x(y);` in a function makes an object,
; though it looks like a function.
((declaration . (_) @_extern declarator: (_) @definition.variable) (#eq? @_extern "extern") (#set! alone) (#set! in "nowhere") (#set! in.function "file")
  (#set! otherwise "value macro") (#set! namespace "value") (#set! rename "no") (#set! through.function_declarator "function") (#set! through.pointer_declarator "variable") (#set! through.array_declarator "variable") (#set! into "pointer_declarator.declarator reference_declarator array_declarator.declarator function_declarator.declarator parenthesized_declarator attributed_declarator init_declarator.declarator structured_binding_declarator variadic_declarator"))
((declaration . (_) @_static declarator: (_) @definition.variable) (#eq? @_static "static") (#set! private "file") (#set! after "inside")
  (#set! namespace "value") (#set! member "field") (#set! member.function "method") (#set! through.function_declarator "function") (#set! through.pointer_declarator "variable") (#set! through.array_declarator "variable") (#set! into "pointer_declarator.declarator reference_declarator array_declarator.declarator function_declarator.declarator parenthesized_declarator attributed_declarator init_declarator.declarator structured_binding_declarator variadic_declarator"))
(declaration declarator: (_) @definition.variable (#set! after "inside") (#set! rename "inside") (#set! namespace "value")
  (#set! member "field") (#set! member.function "method") (#set! through.function_declarator "function") (#set! through.pointer_declarator "variable") (#set! through.array_declarator "variable") (#set! into "pointer_declarator.declarator reference_declarator array_declarator.declarator function_declarator.declarator parenthesized_declarator attributed_declarator init_declarator.declarator structured_binding_declarator variadic_declarator"))

; Members with a receiver
(qualified_identifier scope: (_) name: (_ scope: (_) @receiver name: (_) @member) (#set! trim "template\\s+|<[\\s\\S]*|::[\\s\\S]*"))
(qualified_identifier scope: (_) @receiver name: (_) @member (#set! of "type") (#set! namespace "value type") (#set! trim "template\\s+|<[\\s\\S]*|::[\\s\\S]*"))
((qualified_identifier !scope name: (_) @member) (#set! trim "template\\s+|<[\\s\\S]*|::[\\s\\S]*"))
(field_expression argument: (_) @receiver field: (_) @member (#set! trim "template\\s+|<[\\s\\S]*"))
(field_identifier) @member
((destructor_name) @definition.constructor (#set! in "class") (#set! namespace "member"))

; Uses
(assignment_expression . (identifier) @reference (#set! namespace "value type macro") (#set! write))
(update_expression (identifier) @reference (#set! namespace "value type macro") (#set! write))
((type_identifier) @reference (#set! namespace "value type macro") (#set! type))
((namespace_identifier) @reference (#set! namespace "type"))
((identifier) @reference (#set! namespace "value type macro"))

; The file that an include names.
(preproc_include path: (string_literal) @source)
