; Scopes of PHP. Variables belong to their function; properties, methods, constants, functions and
; types have separate namespaces. Names are without `$`.

; Scopes
((function_definition) @scope (#set! kind "function") (#set! self) (#set! hides "variable parameter"))
((method_declaration) @scope (#set! kind "function") (#set! hides "variable parameter method field enum_member"))
((property_hook) @scope (#set! kind "function") (#set! hides "variable parameter method field enum_member"))
((anonymous_function) @scope (#set! kind "function") (#set! hides "variable parameter"))
((arrow_function) @scope (#set! kind "function"))
((class_declaration name: (_) @type) @scope (#set! kind "class"))
((interface_declaration name: (_) @type) @scope (#set! kind "class"))
((trait_declaration name: (_) @type) @scope (#set! kind "class"))
((enum_declaration name: (_) @type) @scope (#set! kind "class"))
((anonymous_class) @scope (#set! kind "class"))

; Variables captured from an outer function or the file
(anonymous_function_use_clause (variable_name (name) @redirect))
(anonymous_function_use_clause (by_ref (variable_name (name) @redirect)))
((global_declaration (variable_name (name) @redirect)) (#set! to "file"))

; Namespaces and imports
(namespace_definition (namespace_name (name) @ignored))
(namespace_use_declaration (namespace_name) @source body: (_ (namespace_use_clause (name) @original alias: (name) @definition.import))
  (#set! namespace "type function constant"))
(namespace_use_declaration (namespace_name) @source body: (_ (namespace_use_clause !alias (name) @definition.import))
  (#set! namespace "type function constant") (#set! rewrite "{name} as {new}"))
(namespace_use_clause (qualified_name prefix: (namespace_name) @source (name) @original) alias: (_) @definition.import
  (#set! namespace "type function constant"))
(namespace_use_clause !alias (qualified_name prefix: (namespace_name) @source (name) @definition.import)
  (#set! namespace "type function constant") (#set! rewrite "{name} as {new}"))
(namespace_use_clause (name) @original alias: (name) @definition.import (#set! namespace "type function constant"))
(namespace_use_clause !alias (name) @definition.import (#set! source "") (#set! namespace "type function constant")
  (#set! rewrite "{name} as {new}"))

; A declaration in a function or an `if` is global
(class_declaration name: (_) @definition.class (#set! in "file") (#set! namespace "type"))
(interface_declaration name: (_) @definition.interface (#set! in "file") (#set! namespace "type"))
(trait_declaration name: (_) @definition.class (#set! in "file") (#set! namespace "type"))
(enum_declaration name: (_) @definition.enum (#set! in "file") (#set! namespace "type"))
(function_definition name: (_) @definition.function (#set! in "file") (#set! namespace "function"))
(declaration_list (const_declaration (const_element . (name) @definition.field)) (#set! namespace "constant") (#set! alone))
(enum_declaration_list (const_declaration (const_element . (name) @definition.field)) (#set! namespace "constant") (#set! alone))
(const_element . (name) @definition.constant (#set! in "file") (#set! namespace "constant"))
((function_call_expression function: (name) @_define arguments: (arguments . (argument (string (string_content) @definition.constant)))
  (#set! in "file") (#set! namespace "constant")) (#eq? @_define "define"))

; Members
(method_declaration name: (_) @definition.method (#set! in "class") (#set! namespace "function"))
(property_element name: (variable_name (name) @definition.property) (#set! namespace "member"))
(property_promotion_parameter name: (variable_name (name) @definition.property) (#set! in "class") (#set! namespace "member") (#set! rename "no"))
(enum_case name: (_) @definition.enum_member (#set! namespace "constant"))
((property_hook !parameters . (name) @definition.parameter @_set (#set! name "value") (#set! namespace "value") (#set! rename "no"))
  (#eq? @_set "set"))
(property_hook . (name) @ignored)

; Names with a fixed meaning, or without a declaration
((variable_name (name) @ignored) (#eq? @ignored "this"))
((variable_name (name) @member) (#match? @member "^(_(GET|POST|SERVER|COOKIE|FILES|ENV|REQUEST|SESSION)|GLOBALS|argc|argv|php_errormsg|http_response_header)$"))

; Members of this class, or of a named one. By field, because patterns anchored at the types of
; these expressions take long to compile.
((_ object: (variable_name (name) @_this) name: (name) @reference arguments: (_) (#set! of "self") (#set! namespace "function"))
  (#eq? @_this "this"))
((_ object: (variable_name (name) @_this) name: (name) @reference (#set! of "self") (#set! namespace "member")) (#eq? @_this "this"))
(_ object: (_) @receiver name: (name) @member)
((_ scope: (relative_scope) @_self name: (name) @reference (#set! of "self") (#set! namespace "function")) (#any-of? @_self "self" "static"))
((_ scope: (relative_scope) @_self name: (variable_name (name) @reference) (#set! of "self") (#set! namespace "member"))
  (#any-of? @_self "self" "static"))
(_ scope: (_) @receiver name: (name) @member (#set! of "type") (#set! namespace "function"))
(_ scope: (_) @receiver name: (variable_name (name) @member) (#set! of "type") (#set! namespace "member"))
((class_constant_access_expression (_) . (name) @ignored) (#eq? @ignored "class"))
((class_constant_access_expression . (relative_scope) @_self (name) @reference (#set! of "self") (#set! namespace "constant"))
  (#any-of? @_self "self" "static"))
(class_constant_access_expression . (_) @receiver . (name) @member (#set! of "type") (#set! namespace "constant"))
(function_call_expression function: (_) @callee arguments: (arguments (argument name: (name) @member)))
(member_call_expression name: (_) @callee arguments: (arguments (argument name: (name) @member)))
(nullsafe_member_call_expression name: (_) @callee arguments: (arguments (argument name: (name) @member)))
(scoped_call_expression name: (_) @callee arguments: (arguments (argument name: (name) @member)))
(object_creation_expression (_) @callee . (arguments (argument name: (name) @member)))
(argument name: (name) @member)
(use_as_clause (name) @member)
(use_instead_of_clause (class_constant_access_expression . (name) @reference) (#set! namespace "type"))

; Parameters. Callers may name the parameters of a named function.
(anonymous_function parameters: (_ (_ name: (variable_name (name) @definition.parameter))) (#set! namespace "value"))
(arrow_function parameters: (_ (_ name: (variable_name (name) @definition.parameter))) (#set! namespace "value"))
(formal_parameters (_ name: (variable_name (name) @definition.parameter)) (#set! namespace "value") (#set! rename "no"))

; Variables
(assignment_expression left: (variable_name (name) @definition.variable) (#set! in "function") (#set! namespace "value"))
(reference_assignment_expression left: (variable_name (name) @definition.variable) (#set! in "function") (#set! namespace "value"))
(list_literal (variable_name (name) @reference) . "=>" (#set! namespace "value"))
(list_literal (variable_name (name) @definition.variable) (#set! in "function") (#set! namespace "value"))
(list_literal (by_ref (variable_name (name) @definition.variable)) (#set! in "function") (#set! namespace "value"))
(foreach_statement "as" . (variable_name (name) @definition.variable) (#set! in "function") (#set! namespace "value"))
(foreach_statement (by_ref (variable_name (name) @definition.variable)) (#set! in "function") (#set! namespace "value"))
(pair (variable_name (name) @definition.variable) (#set! in "function") (#set! namespace "value"))
(pair (by_ref (variable_name (name) @definition.variable)) (#set! in "function") (#set! namespace "value"))
(catch_clause name: (variable_name (name) @definition.variable) (#set! in "function") (#set! namespace "value"))
(static_variable_declaration name: (variable_name (name) @definition.variable) (#set! namespace "value"))

; Uses of variables
((function_call_expression function: (name) @_compact arguments: (arguments (argument (string (string_content) @reference @fixed)))
  (#set! namespace "value")) (#eq? @_compact "compact"))
(augmented_assignment_expression left: (variable_name (name) @reference) (#set! namespace "value") (#set! write))
(update_expression argument: (variable_name (name) @reference) (#set! namespace "value") (#set! write))
(variable_name (name) @reference (#set! namespace "value"))
(dynamic_variable_name (name) @reference (#set! namespace "value"))

; Labels
(named_label_statement (name) @definition.label (#set! in "function") (#set! namespace "label"))
(goto_statement (name) @reference (#set! namespace "label"))

; Other uses
((name) @ignored (#any-of? @ignored "self" "static" "parent"))
(encapsed_string (subscript_expression (variable_name) . (name) @ignored))
(heredoc_body (subscript_expression (variable_name) . (name) @ignored))
(function_call_expression function: (name) @reference (#set! namespace "function"))
(named_type (name) @reference (#set! namespace "type"))
(qualified_name prefix: (namespace_name . (name) @reference) (#set! namespace "type"))
(qualified_name (name) @member)
(relative_name (name) @member)
(namespace_name (name) @ignored)
((name) @reference (#set! namespace "type constant"))
