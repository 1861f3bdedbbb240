; What Kotlin's files take from packages as a whole, and their package.

(import_header (identifier) @wildcard (wildcard_import))
(package_header (identifier) @package)
