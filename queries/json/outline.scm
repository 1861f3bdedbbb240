(pair key: (string (string_content) @name)) @definition.property
(array (_) @definition.object (#set! ordinal))
