; Outlines of Clojure (tree-sitter-clojure, whose nodes are only lists and symbols). Kinds as in
; clojure-lsp. Wildcards instead of types: a list can contain anything, and patterns anchored at its
; type take long to compile.

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
