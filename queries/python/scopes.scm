; Scopes of Python. The first pattern that matches a name wins, so general patterns come last. Only
; functions, classes and comprehensions have names of their own. A name bound anywhere in one of
; them belongs to all of it.

; Scopes. A class has two: its type parameters are visible in its methods, the names of its body are
; not.
((function_definition) @scope (#set! kind "function"))
((lambda) @scope (#set! kind "function"))
(class_definition) @scope
(class_definition body: (_) @scope (#set! kind "class") (#set! closed))
(list_comprehension) @scope
(set_comprehension) @scope
(dictionary_comprehension) @scope
(generator_expression) @scope
(type_alias_statement) @scope
; A nested function has another `self` if it declares one.
(function_definition body: (block (function_definition parameters: (parameters . (identifier) @_self)) @scope)
  (#any-of? @_self "self" "cls") (#set! self))
(function_definition body: (block (_ definition: (function_definition parameters: (parameters . (identifier) @_self)) @scope))
  (#any-of? @_self "self" "cls") (#set! self))

; Expressions evaluated before a scope is entered
(default_parameter value: (_) @outside)
(typed_default_parameter value: (_) @outside)
(function_definition !type_parameters parameters: (parameters (_ type: (_) @outside)))
(function_definition !type_parameters return_type: (_) @outside)
(class_definition !type_parameters superclasses: (_) @outside)
(_ body: (_) . (for_in_clause right: (_) @outside))

; Imports. Other files may import the imported names of a module.
(import_statement name: (dotted_name . (identifier) @definition.import @source .)
  (#set! in "function") (#set! whole) (#set! rename "inside") (#set! rewrite "{name} as {new}"))
(import_statement name: (dotted_name . (identifier) @definition.import @source) (#set! in "function") (#set! whole) (#set! rename "no"))
(import_statement name: (aliased_import name: (_) @source alias: (_) @definition.import)
  (#set! in "function") (#set! whole) (#set! rename "inside"))
(import_from_statement module_name: (_) @source name: (dotted_name (identifier) @definition.import)
  (#set! in "function") (#set! rename "inside") (#set! rewrite "{name} as {new}"))
(import_from_statement module_name: (_) @source name: (aliased_import name: (dotted_name (identifier) @original) alias: (_) @definition.import)
  (#set! in "function") (#set! rename "inside"))
(future_import_statement name: (dotted_name (identifier) @definition.import)
  (#set! in "function") (#set! source "__future__") (#set! rename "no"))
(future_import_statement name: (aliased_import name: (dotted_name (identifier) @original) alias: (_) @definition.import)
  (#set! in "function") (#set! source "__future__") (#set! rename "no"))
(import_from_statement module_name: (_) @source)
(import_from_statement module_name: (_ (identifier) @member))
(import_from_statement module_name: (_ (dotted_name (identifier) @member)))
(aliased_import name: (dotted_name (identifier) @member))

(class_definition name: (_) @definition.class (#set! in "parent") (#set! after "class"))
(function_definition name: (_) @definition.function (#set! in "parent") (#set! after "class") (#set! member "method"))

; Attributes that methods assign to their object or class
((assignment left: (attribute object: (identifier) @_self attribute: (_) @definition.variable))
  (#any-of? @_self "self" "cls") (#set! in "class") (#set! namespace "member"))
((augmented_assignment left: (attribute object: (identifier) @_self attribute: (_) @definition.variable))
  (#any-of? @_self "self" "cls") (#set! in "class") (#set! namespace "member"))
((pattern_list (attribute object: (identifier) @_self attribute: (_) @definition.variable))
  (#any-of? @_self "self" "cls") (#set! in "class") (#set! namespace "member"))
((attribute object: (identifier) @_self attribute: (_) @reference)
  (#any-of? @_self "self" "cls") (#set! of "self") (#set! namespace "member"))

; Type parameters
(type_alias_statement left: (type (identifier) @definition.variable) (#set! in "parent"))
(type_alias_statement left: (type (generic_type . (identifier) @definition.variable)) (#set! in "parent"))
(type_alias_statement left: (type (generic_type (type_parameter (type (_) @definition.type_parameter))))
  (#set! into "constrained_type splat_type list_splat"))
(class_definition type_parameters: (type_parameter (type (_) @definition.type_parameter)) (#set! into "splat_type list_splat"))
(class_definition type_parameters: (type_parameter (type (constrained_type . (type (_) @definition.type_parameter)))))
(function_definition type_parameters: (type_parameter (type (_) @definition.type_parameter)) (#set! into "splat_type list_splat"))
(function_definition type_parameters: (type_parameter (type (constrained_type . (type (_) @definition.type_parameter)))))

; Parameters. Callers may name them, except for the rest parameters, a method's own object and those
; of a lambda.
((parameters . (identifier) @definition.parameter) (#any-of? @definition.parameter "self" "cls" "mcs" "mcls"))
(lambda_parameters (_) @definition.parameter (#set! into "default_parameter.name list_splat_pattern dictionary_splat_pattern tuple_pattern"))
(parameters [(list_splat_pattern) (dictionary_splat_pattern)] @definition.parameter
  (#set! into "list_splat_pattern dictionary_splat_pattern"))
(parameters (typed_parameter . [(list_splat_pattern) (dictionary_splat_pattern)] @definition.parameter)
  (#set! into "list_splat_pattern dictionary_splat_pattern"))
(parameters (_) @definition.parameter (#set! rename "no")
  (#set! into "default_parameter.name typed_default_parameter.name typed_parameter tuple_pattern"))

; Variables
(assignment left: (_) @definition.variable (#set! in "function") (#set! after "class")
  (#set! into "pattern_list tuple_pattern list_pattern list_splat_pattern")) @after
(augmented_assignment left: (_) @definition.variable (#set! in "function") (#set! into "tuple_pattern"))
(named_expression name: (_) @definition.variable (#set! in "function"))
(for_statement left: (_) @definition.variable (#set! in "function") (#set! into "pattern_list tuple_pattern list_pattern list_splat_pattern"))
(for_in_clause left: (_) @definition.variable (#set! into "pattern_list tuple_pattern list_pattern list_splat_pattern"))
(as_pattern_target (_) @definition.variable (#set! in "function") (#set! into "tuple list list_splat"))

; Patterns of `match`
(case_pattern (dotted_name . (identifier) @definition.variable .) (#set! in "function"))
(keyword_pattern (identifier) (dotted_name . (identifier) @definition.variable .) (#set! in "function"))
(keyword_pattern . (identifier) @member)
(splat_pattern (identifier) @definition.variable (#set! in "function"))
(as_pattern (case_pattern) (identifier) @definition.variable (#set! in "function"))

; Names of outer scopes
(global_statement (identifier) @redirect (#set! to "file"))
(nonlocal_statement (identifier) @redirect)

; Members with a receiver
(attribute object: (_) @receiver attribute: (_) @member)
(dotted_name (identifier) @receiver . (identifier) @member)
(call function: (_) @callee arguments: (argument_list (keyword_argument name: (_) @member)))
(keyword_argument name: (_) @member)

; Types that are written as strings. What `Literal` lists is no type.
((generic_type (identifier) @_generic (type_parameter (type (string (string_content) @ignored))))
  (#eq? @_generic "Literal"))
(type (string (string_content) @reference) (#set! each "(?<![\\w.])([A-Za-z_]\\w*)"))
((subscript value: (_) @_generic subscript: (string (string_content) @reference))
  (#match? @_generic "^(?:\\w+\\.)?(?:Optional|Union|List|Dict|Set|Tuple|Type|Iterable|Iterator|Sequence|Mapping|ClassVar|Final|Annotated)$")
  (#set! each "(?<![\\w.])([A-Za-z_]\\w*)"))

; Uses
(delete_statement (identifier) @reference (#set! write))
(identifier) @reference
