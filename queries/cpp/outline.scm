; Outlines of C++ (tree-sitter-cpp). Names and kinds as in clangd; also macros and locals, which
; clangd leaves out. `namespace a::b` is one. To be cheap to compile with a grammar of this size,
; patterns use wildcards and alternations (a plain pattern per shape took 0.4 s), no `body:`, and
; only one child of a specifier or statement.

(comment) @comment
(lambda_expression) @callable
(template_declaration) @wrapper
(linkage_specification body: (declaration)) @wrapper
(linkage_specification body: (function_definition)) @wrapper

(preproc_def name: (identifier) @name value: (preproc_arg)) @definition.constant
; Include guards are not declarations.
((preproc_def name: (identifier) @name !value) @definition.constant (#not-match? @name "_[Hh](PP|XX|pp|xx)?_*$"))
(preproc_function_def name: (identifier) @name parameters: (preproc_params) @detail) @definition.function

(namespace_definition name: (namespace_identifier) @name) @definition.namespace
(namespace_definition name: (nested_namespace_specifier) @name) @definition.namespace
((namespace_definition !name body: (declaration_list "{" @name)) @definition.namespace (#set! name "(anonymous namespace)"))
(namespace_alias_definition name: (namespace_identifier) @name) @definition.namespace

; Without braces it is a forward declaration or a mention.
((class_specifier name: (_) @name (_ "{")) @definition.class
  (#set! descend "name") (#set! whole "template_type") (#set! qualified "qualified_identifier"))
((struct_specifier name: (_) @name (_ "{")) @definition.struct
  (#set! descend "name") (#set! whole "template_type") (#set! qualified "qualified_identifier"))
(translation_unit (_ "union" name: (_) @name (_ "{")) @definition.class)
(declaration_list (_ "union" name: (_) @name (_ "{")) @definition.class)
(field_declaration_list (_ type: (_ "union" name: (_) @name (_ "{")) @definition.class))
(type_definition (_ "union" name: (_) @name (_ "{")) @definition.class)
(enum_specifier name: (_) @name (_ "{")) @definition.enum
((struct_specifier "struct" @name !name) @definition.struct (#set! name "(anonymous struct)"))
((union_specifier "union" @name !name) @definition.class (#set! name "(anonymous union)"))
((enum_specifier "enum" @name !name) @definition.enum (#set! name "(anonymous enum)"))
(translation_unit (_ "class" name: (_) @name !body) @definition.class)
(translation_unit (_ "struct" name: (_) @name !body) @definition.struct)
(translation_unit (_ . "enum" name: (_) @name !body) @definition.enum)
(declaration_list (_ "class" name: (_) @name !body) @definition.class)
(declaration_list (_ "struct" name: (_) @name !body) @definition.struct)
(declaration_list (_ . "enum" name: (_) @name !body) @definition.enum)
(preproc_ifdef (_ "class" name: (_) @name !body) @definition.class)
(preproc_ifdef (_ "struct" name: (_) @name !body) @definition.struct)
(template_declaration (_ "class" name: (_) @name !body) @definition.class)
(template_declaration (_ "struct" name: (_) @name !body) @definition.struct)
(field_declaration_list (_ !declarator type: (_ "class" name: (_) @name !body)) @definition.class)
(field_declaration_list (_ !declarator type: (_ "struct" name: (_) @name !body)) @definition.struct)
; The result of a macro before the name (`class EXPORT A {`): a function of that type, whose body
; has statements for members, labels for access specifiers, and calls for constructors. Declarations
; directly in a body that is not a class's are local.
(_ type: (_ "class") . [(identifier) @name (ERROR . (identifier) @name)] (_ "{")) @definition.class
(_ type: (_ "struct") . [(identifier) @name (ERROR . (identifier) @name)] (_ "{")) @definition.struct
((_ type: (_) . [(identifier) @_class (ERROR . (identifier) @_class)] (_ "{" [
  (_ . (_ function: (_) @name @_constructor arguments: (_) @detail)) @definition.constructor
  (ERROR (_ declarator: [(identifier) @name @_constructor (destructor_name) @name] parameters: (_) @detail) @definition.constructor)
  (_ label: (_) (_ . (_ function: (_) @name @_constructor arguments: (_) @detail)) @definition.constructor)
])) (#eq? @_constructor @_class))
((_ type: (_) @_explicit declarator: (_) @name ";") @definition.function (#eq? @_explicit "explicit") (#set! member "constructor")
  (#set! descend "declarator") (#set! detail "parameters"))

; `friend class a::B;` in it.
((_ type: (_) @_friend declarator: (_) @_of ";") @ignored (#eq? @_friend "friend") (#not-match? @_of "[(]"))

(enumerator name: (identifier) @name) @definition.enum_member
(concept_definition name: (identifier) @name) @definition.interface
(alias_declaration name: (type_identifier) @name) @definition.class

; The result of a macro after a prototype (`__THROW`).
(ERROR (_ declarator: (identifier) @name parameters: (parameter_list) @detail) @definition.function)
; `EXPORT Type name()` and `EXPORT const Type *name()` are parsed as a qualified name without its
; `::`.
(_ declarator: (_ declarator: (_ (MISSING "::") name: (identifier) @name) parameters: (_) @detail)) @definition.function
((_ declarator: (_ (MISSING "::") name: (_) @name) ";") @definition.variable (#set! descend "declarator") (#set! detail "parameters")
  (#set! through.function_declarator "function"))

; A conversion is named by its type.
(_ declarator: (_ "operator" @name type: (_) @name)) @definition.function
((_ declarator: (_ scope: (_) @scope name: (_ "operator" @name type: (_) @name))) @definition.function (#set! name "{scope}::{name}"))
(_ declarator: (_ [(structured_binding_declarator (identifier) @name) (_ (structured_binding_declarator (identifier) @name))]) ";") @definition.variable

; A declarator describes a declaration from the inside out: `*(*name)[3]`. All names of a statement
; share its whole range. A function without a type is a constructor or destructor. Members are
; recognised by position or by the kind of name; a template and a friend are functions in a class
; too.
(field_declaration_list (_ declarator: (_ declarator: (destructor_name) @name)) @definition.constructor)
((field_declaration_list (_ !type declarator: (_) @name) @definition.constructor)
  (#set! descend "declarator name") (#set! whole "template_function") (#set! qualified "qualified_identifier") (#set! detail "parameters")
  (#set! except "operator_cast structured_binding_declarator") (#set! through.destructor_name "constructor"))
((field_declaration_list (_ type: (_) declarator: (_) @name [(_ "{") (_ "=")]) @definition.method)
  (#match? @name "[(]")
  (#set! descend "declarator name") (#set! whole "template_function") (#set! qualified "qualified_identifier") (#set! detail "parameters")
  (#set! except "operator_cast structured_binding_declarator") (#set! through.destructor_name "constructor"))
; In the body of a function, or of a class as above.
((compound_statement (_ !type declarator: (_) @name (_ "{")) @definition.function)
  (#match? @name "[(]") (#set! member "constructor")
  (#set! descend "declarator name") (#set! whole "template_function") (#set! qualified "qualified_identifier") (#set! detail "parameters")
  (#set! except "operator_cast structured_binding_declarator") (#set! through.destructor_name "constructor"))
((compound_statement (_ type: (_) declarator: (_) @name (_ "{")) @definition.function)
  (#match? @name "[(]") (#set! member "method")
  (#set! descend "declarator name") (#set! whole "template_function") (#set! qualified "qualified_identifier") (#set! detail "parameters")
  (#set! except "operator_cast structured_binding_declarator") (#set! through.destructor_name "constructor"))
([
  (compound_statement (_ type: (_) declarator: (_) @name ";") @definition.variable)
  (labeled_statement (_ declarator: (_) @name ";") @definition.variable)
]
  (#not-match? @name "^(auto|bool|char|class|const|constexpr|double|enum|explicit|extern|float|inline|int|long|short|signed|static|struct|template|typedef|typename|union|unsigned|using|virtual|void|volatile)\\b")
  (#set! member.function "method") (#set! member.variable "field")
  (#set! through.function_declarator "function") (#set! through.pointer_declarator "variable") (#set! through.array_declarator "variable")
  (#set! descend "declarator name") (#set! whole "template_function") (#set! qualified "qualified_identifier") (#set! detail "parameters")
  (#set! except "operator_cast structured_binding_declarator") (#set! through.destructor_name "constructor"))
; Anywhere.
((function_definition !type declarator: (_) @name) @definition.function
  (#match? @name "[(]") (#set! through.qualified_identifier "constructor")
  (#set! descend "declarator name") (#set! whole "template_function") (#set! qualified "qualified_identifier") (#set! detail "parameters")
  (#set! except "operator_cast structured_binding_declarator") (#set! through.destructor_name "constructor"))
((declaration declarator: (_) @name) @definition.variable
  (#not-match? @name "^(auto|bool|char|class|const|constexpr|double|enum|explicit|extern|float|inline|int|long|short|signed|static|struct|template|typedef|typename|union|unsigned|using|virtual|void|volatile)\\b")
  (#set! through.function_declarator "function") (#set! through.pointer_declarator "variable") (#set! through.array_declarator "variable")
  (#set! through.qualified_identifier.function "method") (#set! through.qualified_identifier.variable "field")
  (#set! descend "declarator name") (#set! whole "template_function") (#set! qualified "qualified_identifier") (#set! detail "parameters")
  (#set! except "operator_cast structured_binding_declarator") (#set! through.destructor_name "constructor"))
(field_declaration declarator: (_) @name (#set! descend "declarator") (#set! detail "parameters") (#set! except "operator_cast")
  (#set! through.function_declarator "method") (#set! through.pointer_declarator "field") (#set! through.array_declarator "field")) @definition.field
; With a body, or `= default`; declarations with values for some of their names are handled above.
((_ type: (_) declarator: (_) @name [(_ "{") (_ "=") (_ "try")]) @definition.function
  (#match? @name "[(]") (#set! through.qualified_identifier "method") (#set! through.field_identifier "method")
  (#set! descend "declarator name") (#set! whole "template_function") (#set! qualified "qualified_identifier") (#set! detail "parameters")
  (#set! except "operator_cast structured_binding_declarator") (#set! through.destructor_name "constructor"))
((type_definition declarator: (_) @name (#set! descend "declarator")) @definition.class (#not-match? @name "^[(]\\w+[)]$"))
; `MACRO typedef void (*H)(…)` is parsed as a variable with the value `*H`.
((init_declarator declarator: (_) @_typedef value: (_ . (_ argument: (identifier) @name))) @definition.class (#eq? @_typedef "typedef"))
; The body of a loop is not part of its variable.
(for_range_loop declarator: [
  (identifier) @name @definition.variable
  (_ (identifier) @name @definition.variable)
  (_ (_ (identifier) @name @definition.variable))
])
