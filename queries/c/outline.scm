; C: tree-sitter-c. Names and kinds as clangd has them; what it leaves out (macros, locals) is here.

(comment) @comment

(preproc_def name: (identifier) @name value: (preproc_arg)) @definition.constant
; What guards a header from being read twice is nothing that it declares.
((preproc_def name: (identifier) @name !value) @definition.constant (#not-match? @name "_[Hh](PP|XX|pp|xx)?_*$"))
(preproc_function_def name: (identifier) @name parameters: (preproc_params) @detail) @definition.function

(struct_specifier name: (type_identifier) @name body: (field_declaration_list)) @definition.struct
(union_specifier name: (type_identifier) @name body: (field_declaration_list)) @definition.class
(enum_specifier name: (type_identifier) @name body: (enumerator_list)) @definition.enum
((struct_specifier "struct" @name !name body: (field_declaration_list)) @definition.struct (#set! name "(anonymous struct)"))
((union_specifier "union" @name !name body: (field_declaration_list)) @definition.class (#set! name "(anonymous union)"))
((enum_specifier "enum" @name !name body: (enumerator_list)) @definition.enum (#set! name "(anonymous enum)"))
(enumerator name: (identifier) @name) @definition.enum_member

; Declared ahead; anywhere else a specifier without a body is a mention.
(translation_unit (struct_specifier name: (type_identifier) @name !body) @definition.struct)
(translation_unit (union_specifier name: (type_identifier) @name !body) @definition.class)
(translation_unit (enum_specifier name: (type_identifier) @name !body) @definition.enum)
(preproc_ifdef (struct_specifier name: (type_identifier) @name !body) @definition.struct)
(declaration_list (struct_specifier name: (type_identifier) @name !body) @definition.struct)

; What a macro behind a prototype (`__THROW`) makes of it.
(ERROR (function_declarator declarator: (identifier) @name parameters: (parameter_list) @detail) @definition.function)
(ERROR (pointer_declarator declarator: (function_declarator declarator: (identifier) @name parameters: (parameter_list) @detail)) @definition.function)

; A declarator says what is declared from the inside out: `*(*name)[3]`. All names of a statement share the whole of it. Wildcards, which match pointers,
; arrays, functions and initialized ones alike, and alternations cost a tenth of what as many plain patterns do; functions go first.
(function_definition declarator: [
  (function_declarator declarator: (identifier) @name parameters: (parameter_list) @detail)
  (function_declarator declarator: (parenthesized_declarator (identifier) @name) parameters: (parameter_list) @detail)
  (_ declarator: [
    (function_declarator declarator: (identifier) @name parameters: (parameter_list) @detail)
    (parenthesized_declarator (_ declarator: (function_declarator declarator: (identifier) @name parameters: (parameter_list) @detail)))
    (_ declarator: (function_declarator declarator: (identifier) @name parameters: (parameter_list) @detail))
  ])
]) @definition.function
(declaration declarator: [
  (function_declarator declarator: (identifier) @name parameters: (parameter_list) @detail)
  (function_declarator declarator: (parenthesized_declarator (identifier) @name) parameters: (parameter_list) @detail)
  (_ declarator: [
    (function_declarator declarator: (identifier) @name parameters: (parameter_list) @detail)
    (parenthesized_declarator (_ declarator: (function_declarator declarator: (identifier) @name parameters: (parameter_list) @detail)))
    (_ declarator: (function_declarator declarator: (identifier) @name parameters: (parameter_list) @detail))
  ])
]) @definition.function
(declaration declarator: [
  (identifier) @name
  (_ declarator: [
    (identifier) @name
    (_ . "(" (_ declarator: [
      (identifier) @name
      (_ declarator: (identifier) @name)
    ]))
    (_ declarator: [
      (identifier) @name
      (_ . "(" (_ declarator: (identifier) @name))
      (_ declarator: (identifier) @name)
    ])
  ])
]) @definition.variable
(field_declaration declarator: [
  (field_identifier) @name
  (_ declarator: [
    (field_identifier) @name
    (_ . "(" (_ declarator: [
      (field_identifier) @name
      (_ declarator: (field_identifier) @name)
    ]))
    (_ declarator: [
      (field_identifier) @name
      (_ . "(" (_ declarator: (field_identifier) @name))
      (_ declarator: (field_identifier) @name)
    ])
  ])
]) @definition.field
(type_definition declarator: [
  (type_identifier) @name
  (_ declarator: [
    (type_identifier) @name
    (_ . "(" (_ declarator: [
      (type_identifier) @name
      (_ declarator: (type_identifier) @name)
    ]))
    (_ declarator: [
      (type_identifier) @name
      (_ . "(" (_ declarator: (type_identifier) @name))
      (_ declarator: (type_identifier) @name)
    ])
  ])
]) @definition.class
