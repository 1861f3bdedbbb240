; C++: tree-sitter-cpp. Names and kinds as clangd has them; what it leaves out (macros, locals) is here. `namespace a::b` is one.
; What is cheap to compile with a grammar of this size: wildcards and alternations (a plain pattern per shape took 0.4 s), no `body:`, and of a specifier or
; a statement only one child.

(comment) @comment
(lambda_expression) @callable
(template_declaration) @wrapper
(linkage_specification body: (declaration)) @wrapper
(linkage_specification body: (function_definition)) @wrapper

(preproc_def name: (identifier) @name value: (preproc_arg)) @definition.constant
; What guards a header from being read twice is nothing that it declares.
((preproc_def name: (identifier) @name !value) @definition.constant (#not-match? @name "_[Hh](PP|XX|pp|xx)?_*$"))
(preproc_function_def name: (identifier) @name parameters: (preproc_params) @detail) @definition.function

(namespace_definition name: (namespace_identifier) @name) @definition.namespace
(namespace_definition name: (nested_namespace_specifier) @name) @definition.namespace
((namespace_definition !name body: (declaration_list "{" @name)) @definition.namespace (#set! name "(anonymous namespace)"))
(namespace_alias_definition name: (namespace_identifier) @name) @definition.namespace

; What has no braces is declared ahead, or mentioned.
(class_specifier name: (_) @name (_ "{")) @definition.class
(struct_specifier name: (_) @name (_ "{")) @definition.struct
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
; What a macro before the name (`class EXPORT A {`) makes of a class: a function of that type, in whose body statements stand for members, labels for who may use
; them, and calls for constructors. What is directly in a body that is none of a class is local.
(translation_unit (_ type: (_ "class") . [(identifier) @name (ERROR . (identifier) @name)] (_ "{")) @definition.class)
(translation_unit (_ type: (_ "struct") . [(identifier) @name (ERROR . (identifier) @name)] (_ "{")) @definition.struct)
(declaration_list (_ type: (_ "class") . [(identifier) @name (ERROR . (identifier) @name)] (_ "{")) @definition.class)
(declaration_list (_ type: (_ "struct") . [(identifier) @name (ERROR . (identifier) @name)] (_ "{")) @definition.struct)
(preproc_ifdef (_ type: (_ "class") . [(identifier) @name (ERROR . (identifier) @name)] (_ "{")) @definition.class)
(preproc_ifdef (_ type: (_ "struct") . [(identifier) @name (ERROR . (identifier) @name)] (_ "{")) @definition.struct)
(template_declaration (_ type: (_ "class") . [(identifier) @name (ERROR . (identifier) @name)] (_ "{")) @definition.class)
(template_declaration (_ type: (_ "struct") . [(identifier) @name (ERROR . (identifier) @name)] (_ "{")) @definition.struct)
((translation_unit (_ type: (_) . [(identifier) @_class (ERROR . (identifier) @_class)] (_ "{" [
  (_ declarator: [
    (_ declarator: (identifier) @name @_constructor parameters: (_) @detail)
    (_ declarator: (_ declarator: (identifier) @name @_constructor parameters: (_) @detail))
    (_ declarator: (destructor_name) @name)
  ]) @definition.constructor
  (_ declarator: (_ "operator" @name type: (_) @name)) @definition.function
  (_ . (_ function: (_) @name @_constructor arguments: (_) @detail)) @definition.constructor
  (ERROR (_ declarator: [(identifier) @name @_constructor (destructor_name) @name] parameters: (_) @detail) @definition.constructor)
  (_ label: (_) [
    (_ declarator: [
      (_ declarator: (identifier) @name @_constructor parameters: (_) @detail)
      (_ declarator: (_ declarator: (identifier) @name @_constructor parameters: (_) @detail))
      (_ declarator: (destructor_name) @name)
    ]) @definition.constructor
    (_ declarator: (_ "operator" @name type: (_) @name)) @definition.function
    (_ . (_ function: (_) @name @_constructor arguments: (_) @detail)) @definition.constructor
  ])
]))) (#eq? @_constructor @_class))
((declaration_list (_ type: (_) . [(identifier) @_class (ERROR . (identifier) @_class)] (_ "{" [
  (_ declarator: [
    (_ declarator: (identifier) @name @_constructor parameters: (_) @detail)
    (_ declarator: (_ declarator: (identifier) @name @_constructor parameters: (_) @detail))
    (_ declarator: (destructor_name) @name)
  ]) @definition.constructor
  (_ declarator: (_ "operator" @name type: (_) @name)) @definition.function
  (_ . (_ function: (_) @name @_constructor arguments: (_) @detail)) @definition.constructor
  (ERROR (_ declarator: [(identifier) @name @_constructor (destructor_name) @name] parameters: (_) @detail) @definition.constructor)
  (_ label: (_) [
    (_ declarator: [
      (_ declarator: (identifier) @name @_constructor parameters: (_) @detail)
      (_ declarator: (_ declarator: (identifier) @name @_constructor parameters: (_) @detail))
      (_ declarator: (destructor_name) @name)
    ]) @definition.constructor
    (_ declarator: (_ "operator" @name type: (_) @name)) @definition.function
    (_ . (_ function: (_) @name @_constructor arguments: (_) @detail)) @definition.constructor
  ])
]))) (#eq? @_constructor @_class))
((preproc_ifdef (_ type: (_) . [(identifier) @_class (ERROR . (identifier) @_class)] (_ "{" [
  (_ declarator: [
    (_ declarator: (identifier) @name @_constructor parameters: (_) @detail)
    (_ declarator: (_ declarator: (identifier) @name @_constructor parameters: (_) @detail))
    (_ declarator: (destructor_name) @name)
  ]) @definition.constructor
  (_ declarator: (_ "operator" @name type: (_) @name)) @definition.function
  (_ . (_ function: (_) @name @_constructor arguments: (_) @detail)) @definition.constructor
  (ERROR (_ declarator: [(identifier) @name @_constructor (destructor_name) @name] parameters: (_) @detail) @definition.constructor)
  (_ label: (_) [
    (_ declarator: [
      (_ declarator: (identifier) @name @_constructor parameters: (_) @detail)
      (_ declarator: (_ declarator: (identifier) @name @_constructor parameters: (_) @detail))
      (_ declarator: (destructor_name) @name)
    ]) @definition.constructor
    (_ declarator: (_ "operator" @name type: (_) @name)) @definition.function
    (_ . (_ function: (_) @name @_constructor arguments: (_) @detail)) @definition.constructor
  ])
]))) (#eq? @_constructor @_class))
((template_declaration (_ type: (_) . [(identifier) @_class (ERROR . (identifier) @_class)] (_ "{" [
  (_ declarator: [
    (_ declarator: (identifier) @name @_constructor parameters: (_) @detail)
    (_ declarator: (_ declarator: (identifier) @name @_constructor parameters: (_) @detail))
    (_ declarator: (destructor_name) @name)
  ]) @definition.constructor
  (_ declarator: (_ "operator" @name type: (_) @name)) @definition.function
  (_ . (_ function: (_) @name @_constructor arguments: (_) @detail)) @definition.constructor
  (ERROR (_ declarator: [(identifier) @name @_constructor (destructor_name) @name] parameters: (_) @detail) @definition.constructor)
  (_ label: (_) [
    (_ declarator: [
      (_ declarator: (identifier) @name @_constructor parameters: (_) @detail)
      (_ declarator: (_ declarator: (identifier) @name @_constructor parameters: (_) @detail))
      (_ declarator: (destructor_name) @name)
    ]) @definition.constructor
    (_ declarator: (_ "operator" @name type: (_) @name)) @definition.function
    (_ . (_ function: (_) @name @_constructor arguments: (_) @detail)) @definition.constructor
  ])
]))) (#eq? @_constructor @_class))
(labeled_statement (_ declarator: [
  (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (parameter_list) @detail)
  (_ (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (parameter_list) @detail))
  (_ (_ (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (parameter_list) @detail)))
]) @definition.function (#set! member "method"))
((labeled_statement (_ type: (_) declarator: [
  (_) @name
  (_ . ["&" "&&"] (identifier) @name)
  (_ declarator: [
    (identifier) @name
    (_ . ["&" "&&"] (identifier) @name)
    (_ . "[" (identifier) @name)
    (_ . "(" (_ declarator: [
      (identifier) @name
      (_ declarator: (identifier) @name)
    ]))
    (_ declarator: (identifier) @name)
  ])
]) @definition.variable)
  (#match? @name "^(?!(?:auto|bool|char|class|const|constexpr|double|enum|explicit|extern|float|inline|int|long|short|signed|static|struct|template|typedef|typename|union|unsigned|using|virtual|void|volatile)$)[^\\s()*&,;:<>{}~\\[\\]]+$") (#set! member "field"))
(compound_statement (_ declarator: [
  (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (parameter_list) @detail)
  (_ (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (parameter_list) @detail))
  (_ (_ (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (parameter_list) @detail)))
]) @definition.function (#set! member "method"))
((compound_statement (_ type: (_) declarator: [
  (_) @name
  (_ . ["&" "&&"] (identifier) @name)
  (_ declarator: [
    (identifier) @name
    (_ . ["&" "&&"] (identifier) @name)
    (_ . "[" (identifier) @name)
    (_ . "(" (_ declarator: [
      (identifier) @name
      (_ declarator: (identifier) @name)
    ]))
    (_ declarator: (identifier) @name)
  ])
] ";") @definition.variable)
  (#match? @name "^(?!(?:auto|bool|char|class|const|constexpr|double|enum|explicit|extern|float|inline|int|long|short|signed|static|struct|template|typedef|typename|union|unsigned|using|virtual|void|volatile)$)[^\\s()*&,;:<>{}~\\[\\]]+$") (#set! member "field"))
(enumerator name: (identifier) @name) @definition.enum_member
(concept_definition name: (identifier) @name) @definition.interface
(alias_declaration name: (type_identifier) @name) @definition.class

; A declarator says what is declared from the inside out: `*(*name)[3]`. All names of a statement share the whole of it. Functions go first: a wildcard fits
; their declarators too.
(field_declaration_list [
  (_ !type declarator: (_ declarator: (identifier) @name parameters: (parameter_list) @detail)) @definition.constructor
  (_ declarator: (_ declarator: (destructor_name) @name)) @definition.constructor
  (_ declarator: (_ "operator" @name type: (_) @name)) @definition.function
])
(field_declaration_list (_ declarator: [
  (_ declarator: [(field_identifier) (operator_name)] @name parameters: (parameter_list) @detail)
  (_ (_ declarator: [(field_identifier) (operator_name)] @name parameters: (parameter_list) @detail))
  (_ (_ (_ declarator: [(field_identifier) (operator_name)] @name parameters: (parameter_list) @detail)))
]) @definition.method)
(preproc_ifdef (_ declarator: [
  (_ declarator: (field_identifier) @name parameters: (parameter_list) @detail)
  (_ (_ declarator: (field_identifier) @name parameters: (parameter_list) @detail))
  (_ (_ (_ declarator: (field_identifier) @name parameters: (parameter_list) @detail)))
]) @definition.method)
(preproc_if (_ declarator: [
  (_ declarator: (field_identifier) @name parameters: (parameter_list) @detail)
  (_ (_ declarator: (field_identifier) @name parameters: (parameter_list) @detail))
  (_ (_ (_ declarator: (field_identifier) @name parameters: (parameter_list) @detail)))
]) @definition.method)
(preproc_else (_ declarator: [
  (_ declarator: (field_identifier) @name parameters: (parameter_list) @detail)
  (_ (_ declarator: (field_identifier) @name parameters: (parameter_list) @detail))
  (_ (_ (_ declarator: (field_identifier) @name parameters: (parameter_list) @detail)))
]) @definition.method)
(field_declaration_list (_ declarator: [
  (field_identifier) @name
  (reference_declarator (field_identifier) @name)
  (_ declarator: [
    (field_identifier) @name
    (reference_declarator (field_identifier) @name)
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
]) @definition.field)
(preproc_ifdef (_ declarator: [
  (field_identifier) @name
  (_ (field_identifier) @name)
]) @definition.field)
(preproc_if (_ declarator: [
  (field_identifier) @name
  (_ (field_identifier) @name)
]) @definition.field)
(preproc_else (_ declarator: [
  (field_identifier) @name
  (_ (field_identifier) @name)
]) @definition.field)
((translation_unit (_ !type declarator: (_ declarator: (_ scope: (_) name: [
    (identifier) @name
    (operator_name) @name
    (destructor_name) @name
    (_ name: [
      (identifier) @name
      (operator_name) @name
      (destructor_name) @name
      (_ name: (_) @name)
    ])
  ]) @path parameters: (parameter_list) @detail)) @definition.constructor)
  (#match? @path "::") (#set! name "{path}"))
((declaration_list (_ !type declarator: (_ declarator: (_ scope: (_) name: [
    (identifier) @name
    (operator_name) @name
    (destructor_name) @name
    (_ name: [
      (identifier) @name
      (operator_name) @name
      (destructor_name) @name
      (_ name: (_) @name)
    ])
  ]) @path parameters: (parameter_list) @detail)) @definition.constructor)
  (#match? @path "::") (#set! name "{path}"))
((template_declaration (_ !type declarator: (_ declarator: (_ scope: (_) name: [
    (identifier) @name
    (operator_name) @name
    (destructor_name) @name
    (_ name: [
      (identifier) @name
      (operator_name) @name
      (destructor_name) @name
      (_ name: (_) @name)
    ])
  ]) @path parameters: (parameter_list) @detail)) @definition.constructor)
  (#match? @path "::") (#set! name "{path}"))
((translation_unit (_ declarator: [
  (_ declarator: (_ scope: (_) name: [
    (identifier) @name
    (operator_name) @name
    (destructor_name) @name
    (_ name: [
      (identifier) @name
      (operator_name) @name
      (destructor_name) @name
      (_ name: (_) @name)
    ])
  ]) @path parameters: (parameter_list) @detail)
  (_ (_ declarator: (_ scope: (_) name: [
    (identifier) @name
    (operator_name) @name
    (destructor_name) @name
    (_ name: [
      (identifier) @name
      (operator_name) @name
      (destructor_name) @name
      (_ name: (_) @name)
    ])
  ]) @path parameters: (parameter_list) @detail))
]) @definition.method)
  (#match? @path "::") (#set! name "{path}"))
((declaration_list (_ declarator: [
  (_ declarator: (_ scope: (_) name: [
    (identifier) @name
    (operator_name) @name
    (destructor_name) @name
    (_ name: [
      (identifier) @name
      (operator_name) @name
      (destructor_name) @name
      (_ name: (_) @name)
    ])
  ]) @path parameters: (parameter_list) @detail)
  (_ (_ declarator: (_ scope: (_) name: [
    (identifier) @name
    (operator_name) @name
    (destructor_name) @name
    (_ name: [
      (identifier) @name
      (operator_name) @name
      (destructor_name) @name
      (_ name: (_) @name)
    ])
  ]) @path parameters: (parameter_list) @detail))
]) @definition.method)
  (#match? @path "::") (#set! name "{path}"))
((template_declaration (_ declarator: [
  (_ declarator: (_ scope: (_) name: [
    (identifier) @name
    (operator_name) @name
    (destructor_name) @name
    (_ name: [
      (identifier) @name
      (operator_name) @name
      (destructor_name) @name
      (_ name: (_) @name)
    ])
  ]) @path parameters: (parameter_list) @detail)
  (_ (_ declarator: (_ scope: (_) name: [
    (identifier) @name
    (operator_name) @name
    (destructor_name) @name
    (_ name: [
      (identifier) @name
      (operator_name) @name
      (destructor_name) @name
      (_ name: (_) @name)
    ])
  ]) @path parameters: (parameter_list) @detail))
]) @definition.method)
  (#match? @path "::") (#set! name "{path}"))
((preproc_ifdef (_ declarator: [
  (_ declarator: (_ scope: (_) name: [
    (identifier) @name
    (operator_name) @name
    (destructor_name) @name
    (_ name: [
      (identifier) @name
      (operator_name) @name
      (destructor_name) @name
      (_ name: (_) @name)
    ])
  ]) @path parameters: (parameter_list) @detail)
  (_ (_ declarator: (_ scope: (_) name: [
    (identifier) @name
    (operator_name) @name
    (destructor_name) @name
    (_ name: [
      (identifier) @name
      (operator_name) @name
      (destructor_name) @name
      (_ name: (_) @name)
    ])
  ]) @path parameters: (parameter_list) @detail))
]) @definition.method)
  (#match? @path "::") (#set! name "{path}"))
((translation_unit (_ declarator: (_ scope: (_) @scope name: (_ "operator" @name type: (_) @name))) @definition.function)
  (#set! name "{scope}::{name}"))
((declaration_list (_ declarator: (_ scope: (_) @scope name: (_ "operator" @name type: (_) @name))) @definition.function)
  (#set! name "{scope}::{name}"))
; What a macro behind a prototype (`__THROW`) makes of it.
(ERROR (_ declarator: (identifier) @name parameters: (parameter_list) @detail) @definition.function)
; `EXPORT Type name()` and `EXPORT const Type *name()` are taken for a qualified name that lacks its `::`.
(translation_unit (_ declarator: (_ declarator: (_ (MISSING "::") name: (identifier) @name) parameters: (_) @detail)) @definition.function)
(declaration_list (_ declarator: (_ declarator: (_ (MISSING "::") name: (identifier) @name) parameters: (_) @detail)) @definition.function)
(preproc_ifdef (_ declarator: (_ declarator: (_ (MISSING "::") name: (identifier) @name) parameters: (_) @detail)) @definition.function)
(ERROR (_ declarator: (_ declarator: (_ (MISSING "::") name: (identifier) @name) parameters: (_) @detail)) @definition.function)
(translation_unit (_ declarator: (_ (MISSING "::") name: (_ . "*" [
  (_ declarator: (_) @name parameters: (_) @detail)
  (_ . "*" (_ declarator: (_) @name parameters: (_) @detail))
]))) @definition.function)
(declaration_list (_ declarator: (_ (MISSING "::") name: (_ . "*" [
  (_ declarator: (_) @name parameters: (_) @detail)
  (_ . "*" (_ declarator: (_) @name parameters: (_) @detail))
]))) @definition.function)
(preproc_ifdef (_ declarator: (_ (MISSING "::") name: (_ . "*" [
  (_ declarator: (_) @name parameters: (_) @detail)
  (_ . "*" (_ declarator: (_) @name parameters: (_) @detail))
]))) @definition.function)
(ERROR (_ declarator: (_ (MISSING "::") name: (_ . "*" [
  (_ declarator: (_) @name parameters: (_) @detail)
  (_ . "*" (_ declarator: (_) @name parameters: (_) @detail))
]))) @definition.function)
(translation_unit (_ declarator: [
  (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (parameter_list) @detail)
  (_ (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (parameter_list) @detail))
  (_ (_ (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (parameter_list) @detail)))
]) @definition.function)
(declaration_list (_ declarator: [
  (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (parameter_list) @detail)
  (_ (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (parameter_list) @detail))
  (_ (_ (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (parameter_list) @detail)))
]) @definition.function)
(template_declaration (_ declarator: [
  (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (parameter_list) @detail)
  (_ (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (parameter_list) @detail))
  (_ (_ (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (parameter_list) @detail)))
]) @definition.function)
(preproc_ifdef (_ declarator: [
  (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (parameter_list) @detail)
  (_ (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (parameter_list) @detail))
  (_ (_ (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (parameter_list) @detail)))
]) @definition.function)
(preproc_if (_ declarator: [
  (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (parameter_list) @detail)
  (_ (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (parameter_list) @detail))
  (_ (_ (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (parameter_list) @detail)))
]) @definition.function)
(preproc_else (_ declarator: [
  (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (parameter_list) @detail)
  (_ (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (parameter_list) @detail))
  (_ (_ (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (parameter_list) @detail)))
]) @definition.function)
(friend_declaration (_ declarator: [
  (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (parameter_list) @detail)
  (_ (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (parameter_list) @detail))
  (_ (_ (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (parameter_list) @detail)))
]) @definition.function)
(linkage_specification (_ declarator: [
  (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (parameter_list) @detail)
  (_ (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (parameter_list) @detail))
  (_ (_ (_ declarator: [(identifier) (operator_name) (template_function)] @name parameters: (parameter_list) @detail)))
]) @definition.function)
((translation_unit (_ declarator: [
  (_ scope: (_) name: (identifier) @name) @path
  (_ declarator: (_ scope: (_) name: (identifier) @name) @path)
  (_ declarator: (_ declarator: (_ scope: (_) name: (identifier) @name) @path))
] ";") @definition.field)
  (#match? @path "::") (#set! name "{path}"))
((declaration_list (_ declarator: [
  (_ scope: (_) name: (identifier) @name) @path
  (_ declarator: (_ scope: (_) name: (identifier) @name) @path)
  (_ declarator: (_ declarator: (_ scope: (_) name: (identifier) @name) @path))
] ";") @definition.field)
  (#match? @path "::") (#set! name "{path}"))
((template_declaration (_ declarator: [
  (_ scope: (_) name: (identifier) @name) @path
  (_ declarator: (_ scope: (_) name: (identifier) @name) @path)
  (_ declarator: (_ declarator: (_ scope: (_) name: (identifier) @name) @path))
]) @definition.field)
  (#match? @path "::") (#set! name "{path}"))
((declaration declarator: [
  (_) @name
  (reference_declarator (identifier) @name)
  (_ declarator: [
    (identifier) @name
    (reference_declarator (identifier) @name)
    (_ . "[" (identifier) @name)
    (_ . (_ . "[" (identifier) @name))
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
  (#match? @name "^(?!(?:auto|bool|char|class|const|constexpr|double|enum|explicit|extern|float|inline|int|long|short|signed|static|struct|template|typedef|typename|union|unsigned|using|virtual|void|volatile)$)[^\\s()*&,;:<>{}~\\[\\]]+$"))
((type_definition declarator: [
  (_) @name
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
  (#match? @name "^[^\\s()*&,;:<>{}~\\[\\]]+$"))
; `MACRO typedef void (*H)(…)` is taken for a variable that is given `*H`.
((init_declarator declarator: (_) @_typedef value: (_ . (_ argument: (identifier) @name))) @definition.class (#eq? @_typedef "typedef"))
; What a loop does is not part of its variable.
(for_range_loop declarator: [
  (identifier) @name @definition.variable
  (_ (identifier) @name @definition.variable)
  (_ (_ (identifier) @name @definition.variable))
])
