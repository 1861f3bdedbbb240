; What C++'s files include, and the namespaces they use.

((preproc_include path: (_) @wildcard) (#set! exported))
((using_declaration "namespace" (_) @wildcard) (#set! static))
