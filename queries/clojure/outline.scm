; Clojure: tree-sitter-clojure, to which all is lists and symbols. Kinds as clojure-lsp has them.
; No type is named where a wildcard does: a list can hold anything, and anchoring at its type takes long to compile.

(comment) @comment

((_ . (_) @_define . (_ name: (sym_name) @name)) @definition.namespace (#any-of? @_define "ns" "in-ns"))
((_ . (_) @_define . (_ name: (sym_name) @name) (vec_lit)? @detail) @definition.function
  (#any-of? @_define "defn" "defn-" "defmacro" "defmulti" "deftest" "definline" "s/defn" "mu/defn"))
((_ . (_) @_define . (_ name: (sym_name) @name) . (_) @name) @definition.function (#eq? @_define "defmethod"))
((_ . (_) @_define . (_ name: (sym_name) @name)) @definition.interface (#any-of? @_define "defprotocol" "definterface"))
((_ . (_) @_define . (_ name: (sym_name) @name)) @definition.class (#any-of? @_define "defrecord" "deftype" "defstruct"))
((_ . (_) @_define . [(_ name: (sym_name) @name) (kwd_lit) @name]) @definition.variable
  (#any-of? @_define "def" "defonce" "declare" "s/def" "s/fdef" "defsc"))

((_ . (_) @_define . (_) . (_ (_ name: (sym_name) @name @definition.field))) (#any-of? @_define "defrecord" "deftype"))
((_ . (_) @_define (_ . (_ name: (sym_name) @name) . (vec_lit) @detail) @definition.method)
  (#any-of? @_define "defprotocol" "definterface" "defrecord" "deftype" "extend-type" "extend-protocol" "reify" "proxy"))
