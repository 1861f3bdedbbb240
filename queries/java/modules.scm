; What Java's files take from packages and types as a whole, and their package.

((import_declaration "static" (_) @wildcard (asterisk)) (#set! static))
(import_declaration . "import" . (_) @wildcard (asterisk))
(package_declaration (_) @package)
