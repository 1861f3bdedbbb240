; What Python's modules take from others as a whole.

((import_from_statement module_name: (_) @wildcard (wildcard_import)) (#set! exported))
