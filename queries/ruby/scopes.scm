; Scopes of Ruby. Instance methods are in the namespace `function`, class methods in `constant`;
; constants, classes and modules in `type`. A local variable exists from its first assignment on;
; before that, or without one, its name calls a method. The grammar is large: patterns anchored at
; the types of assignments and calls take long to compile. Fields and operators identify them as
; well.

; Scopes. Only a method does not see the locals around it; class methods and instance methods do not
; call each other.
((method) @scope (#set! kind "function") (#set! hides "variable parameter function"))
((singleton_method) @scope (#set! kind "function") (#set! self) (#set! hides "variable parameter method"))
((class name: (_) @type) @scope (#set! kind "class") (#set! hides "variable parameter method function"))
((module name: (_) @type) @scope (#set! kind "class") (#set! hides "variable parameter method function"))
((singleton_class) @scope (#set! kind "class") (#set! hides "variable parameter method function"))
(superclass) @outside
(singleton_class value: (_) @outside)
; Names that a class declares are its own, except for the locals of its body.
(class body: (_) @scope (#set! only "variable"))
(module body: (_) @scope (#set! only "variable"))
(singleton_class body: (_) @scope (#set! only "variable"))
; So are the names in a block that is the body of a class, or that is passed to another object.
((_ method: (_) @_method block: (_ body: (_) @scope (#set! kind "class") (#set! hides "method")))
  (#any-of? @_method "included" "prepended" "extended" "class_methods" "concerning" "class_eval" "module_eval" "class_exec" "module_exec" "instance_eval" "instance_exec" "refine"))
((_ receiver: (constant) @_class method: (_) @_method block: (_ body: (_) @scope (#set! kind "class") (#set! hides "method")))
  (#any-of? @_class "Class" "Module" "Struct" "Data") (#any-of? @_method "new" "define"))
((block) @scope (#set! only "variable parameter"))
((do_block) @scope (#set! only "variable parameter"))
((lambda) @scope (#set! only "variable parameter"))

; Constants
(class name: (constant) @definition.class (#set! in "parent") (#set! namespace "type"))
(module name: (constant) @definition.module (#set! in "parent") (#set! namespace "type"))
(_ left: (constant) @definition.constant ["=" "||="] (#set! namespace "type"))
(left_assignment_list (constant) @definition.constant (#set! namespace "type"))

; Methods
(method name: (setter name: (_) @definition.method) (#set! in "parent") (#set! namespace "function"))
(method name: (_) @definition.method (#set! in "parent") (#set! namespace "function"))
(singleton_method name: (_) @definition.function (#set! in "parent") (#set! namespace "constant"))
(alias name: (identifier) @definition.method (#set! namespace "function"))
(alias alias: (identifier) @reference (#set! namespace "function"))
((_ !receiver method: (_) @_method arguments: (_ (simple_symbol) @definition.method) (#set! namespace "function") (#set! trim ":"))
  (#any-of? @_method "attr_accessor" "attr_reader" "attr_writer" "attr"))
((_ !receiver method: (_) @_method arguments: (_ . (simple_symbol) @definition.method) (#set! namespace "function") (#set! trim ":"))
  (#any-of? @_method "define_method" "alias_method"))

; Variables of objects, class variables and globals
(_ left: (instance_variable) @definition.field ["=" "||="] (#set! in "class") (#set! namespace "member"))
(left_assignment_list (instance_variable) @definition.field (#set! in "class") (#set! namespace "member"))
((instance_variable) @reference (#set! of "self") (#set! namespace "member"))
(_ left: (class_variable) @definition.field ["=" "||="] (#set! in "class") (#set! namespace "value"))
((class_variable) @reference (#set! namespace "value"))
(_ left: (global_variable) @definition.field ["=" "||="] (#set! in "file") (#set! namespace "value"))
((global_variable) @reference (#set! namespace "value"))

; Parameters
(method_parameters (identifier) @definition.parameter (#set! namespace "value"))
(block_parameters (identifier) @definition.parameter (#set! namespace "value"))
(lambda_parameters (identifier) @definition.parameter (#set! namespace "value"))
(destructured_parameter (identifier) @definition.parameter (#set! namespace "value"))
(optional_parameter name: (_) @definition.parameter (#set! namespace "value"))
(keyword_parameter name: (_) @definition.parameter (#set! namespace "value") (#set! rename "no"))
(splat_parameter name: (_) @definition.parameter (#set! namespace "value"))
(hash_splat_parameter name: (_) @definition.parameter (#set! namespace "value"))
(block_parameter name: (_) @definition.parameter (#set! namespace "value"))

; Local variables, which nothing outside of the file can name, even at the top level
(_ left: (identifier) @definition.variable ["=" "||="] (#set! in "seen") (#set! after) (#set! private) (#set! namespace "value"))
(left_assignment_list (identifier) @definition.variable (#set! in "seen") (#set! after) (#set! private) (#set! namespace "value"))
(destructured_left_assignment (identifier) @definition.variable (#set! in "seen") (#set! after) (#set! private) (#set! namespace "value"))
(rest_assignment (identifier) @definition.variable (#set! in "seen") (#set! after) (#set! private) (#set! namespace "value"))
(exception_variable (identifier) @definition.variable (#set! in "seen") (#set! after) (#set! private) (#set! namespace "value"))
(_ pattern: (identifier) @definition.variable (#set! in "seen") (#set! after) (#set! private) (#set! namespace "value"))
(array_pattern (identifier) @definition.variable (#set! in "seen") (#set! after) (#set! private) (#set! namespace "value"))
(find_pattern (identifier) @definition.variable (#set! in "seen") (#set! after) (#set! private) (#set! namespace "value"))
(as_pattern name: (_) @definition.variable (#set! in "seen") (#set! after) (#set! private) (#set! namespace "value"))
(keyword_pattern value: (identifier) @definition.variable (#set! in "seen") (#set! after) (#set! private) (#set! namespace "value"))
(keyword_pattern key: (hash_key_symbol) @definition.variable !value (#set! in "seen") (#set! after) (#set! private) (#set! namespace "value")
  (#set! rewrite "{name}: {new}"))

; Members with a receiver
(super) @ignored
(_ receiver: (self) method: (identifier) @reference (#set! of "self") (#set! namespace "function"))
(_ receiver: (_) @receiver method: (_) @member (#set! of "type") (#set! namespace "constant"))
(_ method: (_) @reference (#set! namespace "function constant"))
(scope_resolution scope: (_)? @receiver name: (_) @member (#set! of "type") (#set! namespace "type"))

; Keys
(pair key: (hash_key_symbol) @reference !value (#set! namespace "value function constant") (#set! rewrite "{name}: {new}"))
((hash_key_symbol) @member)

; Uses
(operator_assignment left: (identifier) @reference (#set! namespace "value function constant") (#set! write))
((constant) @reference (#set! namespace "type"))
((identifier) @reference (#set! namespace "value function constant"))
