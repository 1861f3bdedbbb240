; What ES modules pass on: names of other modules, and their own under other names.

((export_statement "*" source: (_) @wildcard) (#set! exported))
((export_statement (namespace_export (identifier) @export) source: (_) @source) (#set! whole))
(export_statement (export_clause (export_specifier name: (_) @original alias: (_) @export)) source: (_) @source)
(export_statement (export_clause (export_specifier !alias name: (_) @export)) source: (_) @source)
(export_statement !source (export_clause (export_specifier name: (_) @original alias: (_) @export)))
((export_statement "default" value: (identifier) @export @original) (#set! name "default"))
((export_statement "default" declaration: (_ name: (_) @export @original)) (#set! name "default"))
; `module.exports = require("…")` passes on what that module has.
((expression_statement (assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (call_expression function: (identifier) @_require arguments: (arguments . (string) @wildcard .))))
  (#eq? @_module "module") (#eq? @_exports "exports") (#eq? @_require "require") (#set! exported))
