; The namespace of a PHP file.

(namespace_definition name: (_) @package)
