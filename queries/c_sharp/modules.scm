; What C#'s files take from namespaces and types as a whole, and their namespace.

((using_directive "static" (_) @wildcard) (#set! static))
(using_directive !name "using" . [(identifier) (qualified_name)] @wildcard)
(namespace_declaration name: (_) @namespace)
(file_scoped_namespace_declaration name: (_) @namespace)
