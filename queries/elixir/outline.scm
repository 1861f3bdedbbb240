; Outlines of Elixir (tree-sitter-elixir). Kinds as in ElixirLS, and every clause of a function;
; names also contain `def` and the parameters. To this grammar everything is calls and operators:
; patterns anchored at their types take long to compile, patterns by fields alone do not.

((comment) @comment (#not-match? @comment "^#!"))
((unary_operator) @comment (#match? @comment "^@(doc|typedoc)\\b"))
((unary_operator) @attached (#match? @attached "^@(spec|impl|deprecated|since|dialyzer|tag|describetag|derive)\\b"))

((_ target: (_) @_define . (_ . (alias) @name)) @definition.interface (#eq? @_define "defprotocol"))
((_ target: (_) @_define . (_ . (alias) @name (_ (_ key: (_) @_key value: (_) @_for)))) @definition.module
  (#eq? @_define "defimpl") (#match? @_key "^for:") (#set! name "{name}, for: {_for}"))
((_ target: (_) @_define . (_ . (alias) @name)) @definition.module (#any-of? @_define "defmodule" "defimpl"))

((_ target: (_) @_define . (_ . [
  (identifier) @name
  (_ target: (identifier) @name (_)? @detail)
  (_ left: [(identifier) @name (_ target: (identifier) @name (_)? @detail)] operator: "when")
])) @definition.function
  (#any-of? @_define "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate" "defn" "defnp"))
((_ target: (_) @_define . (_ . (_ left: (_) operator: _ @name))) @definition.function
  (#any-of? @_define "def" "defp" "defmacro" "defmacrop") (#not-eq? @name "when"))
((_ target: (_) @_define . (_ . [(list [(atom) @name @definition.field (keywords (pair key: (keyword) @name) @definition.field)]) (keywords (pair key: (keyword) @name) @definition.field)]))
  (#any-of? @_define "defstruct" "defexception") (#set! trim ":\\s*"))
((_ target: (_) @_test . (_ . (string (_) @name))) @definition.function (#any-of? @_test "describe" "test") (#set! name "{_test} \"{name}\""))

((_ operator: "@" operand: (_ target: (_) @_type . (_ . (_ left: [(identifier) @name (_ target: (identifier) @name)] operator: "::")))) @definition.class
  (#any-of? @_type "type" "typep" "opaque"))
((_ operator: "@" operand: (_ target: (_) @_type . (_ . (_ left: [
  (identifier) @name
  (_ target: (identifier) @name)
  (_ left: (_ target: (identifier) @name) operator: "::")
])))) @definition.event (#any-of? @_type "callback" "macrocallback"))
((_ operator: "@" operand: (_ target: (_) @name . (_))) @definition.constant
  (#not-any-of? @name "doc" "typedoc" "moduledoc" "shortdoc" "spec" "type" "typep" "opaque" "callback" "macrocallback" "optional_callbacks" "impl" "behaviour"
    "deprecated" "since" "dialyzer" "derive" "enforce_keys" "compile" "before_compile" "after_compile" "on_definition" "on_load" "external_resource"
    "tag" "moduletag" "describetag")
  (#set! name "@{name}"))

((_ left: (_) @name operator: ["=" "<-"]) @definition.variable (#match? @name "^[a-z]\\w*[?!]?$") (#set! once))
((_ left: (_ (identifier) @name @definition.variable) operator: ["=" "<-"]) (#match? @name "^[a-z]") (#set! once))
