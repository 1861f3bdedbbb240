; What Go's files take from other packages without a qualifier, and their package.

(import_spec name: (dot) path: (_) @wildcard)
(package_clause (package_identifier) @package)
