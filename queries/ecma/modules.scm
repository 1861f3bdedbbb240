; What ES modules pass on: names of other modules, and their own under other names.

((export_statement "*" source: (_) @wildcard) (#set! exported))
((export_statement (namespace_export (identifier) @export) source: (_) @source) (#set! whole))
(export_statement (export_clause (export_specifier name: (_) @original alias: (_) @export)) source: (_) @source)
(export_statement (export_clause (export_specifier !alias name: (_) @export)) source: (_) @source)
(export_statement !source (export_clause (export_specifier name: (_) @original alias: (_) @export)))
((export_statement "default" value: (identifier) @export @original) (#set! name "default"))
