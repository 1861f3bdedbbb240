; Outlines of C (tree-sitter-c). Names and kinds as in clangd; also macros and locals, which clangd
; leaves out.

(comment) @comment

(preproc_def name: (identifier) @name value: (preproc_arg)) @definition.constant
; Include guards are not declarations.
((preproc_def name: (identifier) @name !value) @definition.constant (#not-match? @name "_[Hh](PP|XX|pp|xx)?_*$"))
(preproc_function_def name: (identifier) @name parameters: (preproc_params) @detail) @definition.function

(struct_specifier name: (type_identifier) @name body: (field_declaration_list)) @definition.struct
(union_specifier name: (type_identifier) @name body: (field_declaration_list)) @definition.class
(enum_specifier name: (type_identifier) @name body: (enumerator_list)) @definition.enum
((struct_specifier "struct" @name !name body: (field_declaration_list)) @definition.struct (#set! name "(anonymous struct)"))
((union_specifier "union" @name !name body: (field_declaration_list)) @definition.class (#set! name "(anonymous union)"))
((enum_specifier "enum" @name !name body: (enumerator_list)) @definition.enum (#set! name "(anonymous enum)"))
(enumerator name: (identifier) @name) @definition.enum_member

; Forward declarations; anywhere else a specifier without a body is a mere mention.
(translation_unit (struct_specifier name: (type_identifier) @name !body) @definition.struct)
(translation_unit (union_specifier name: (type_identifier) @name !body) @definition.class)
(translation_unit (enum_specifier name: (type_identifier) @name !body) @definition.enum)
(preproc_ifdef (struct_specifier name: (type_identifier) @name !body) @definition.struct)
(declaration_list (struct_specifier name: (type_identifier) @name !body) @definition.struct)

; The result of a macro after a prototype (`__THROW`).
(ERROR (function_declarator declarator: (identifier) @name parameters: (parameter_list) @detail) @definition.function)
(ERROR (pointer_declarator declarator: (function_declarator declarator: (identifier) @name parameters: (parameter_list) @detail)) @definition.function)

; `MACRO const Type *name(void);` is parsed as a variable called `Type`, and as a call, which does
; not occur outside of functions. (In text with errors anything may occur.)
(translation_unit (_ (MISSING ";")) @attached @ignored . (_ (_ "*" argument: [
  (_ function: (identifier) @name arguments: (_) @detail)
  (_ "*" argument: (_ function: (identifier) @name arguments: (_) @detail))
])) @definition.function)
(preproc_ifdef (_ (MISSING ";")) @attached @ignored . (_ (_ "*" argument: [
  (_ function: (identifier) @name arguments: (_) @detail)
  (_ "*" argument: (_ function: (identifier) @name arguments: (_) @detail))
])) @definition.function)
(declaration_list (_ (MISSING ";")) @attached @ignored . (_ (_ "*" argument: [
  (_ function: (identifier) @name arguments: (_) @detail)
  (_ "*" argument: (_ function: (identifier) @name arguments: (_) @detail))
])) @definition.function)
(ERROR (_ (MISSING ";")) @attached @ignored . (_ (_ "*" argument: [
  (_ function: (identifier) @name arguments: (_) @detail)
  (_ "*" argument: (_ function: (identifier) @name arguments: (_) @detail))
])) @definition.function (#eq? @detail "(void)"))

; A declarator describes a declaration from the inside out: `*(*name)[3]`. All names of a statement
; share its whole range. (`MACRO struct s {` is parsed as something without parameters.)
(function_definition declarator: (_) @name (#set! descend "declarator") (#set! detail "parameters") (#match? @name "[(]")) @definition.function
((declaration declarator: (_) @name (#set! descend "declarator") (#set! detail "parameters")
  (#set! through.function_declarator "function") (#set! through.pointer_declarator "variable") (#set! through.array_declarator "variable")) @definition.variable
  (#not-match? @name "^(auto|bool|char|const|double|enum|extern|float|inline|int|long|register|short|signed|static|struct|typedef|union|unsigned|using|void|volatile)$"))
(field_declaration declarator: (_) @name (#set! descend "declarator")) @definition.field
(type_definition declarator: (_) @name (#set! descend "declarator")) @definition.class
