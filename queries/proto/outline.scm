; Outlines of Protocol Buffers (tree-sitter-proto).

(comment) @comment

(package (full_ident) @name) @definition.package
(message (message_name) @name) @definition.class
(group (message_name) @name) @definition.class
((extend (full_ident) @name) @definition.class (#set! name "extend {name}"))
(enum (enum_name) @name) @definition.enum
(enum_field . (identifier) @name) @definition.enum_member
(service (service_name) @name) @definition.interface
(rpc (rpc_name) @name) @definition.method
(oneof (identifier) @name) @definition.struct
(field (identifier) @name) @definition.field
(map_field (identifier) @name) @definition.field
(oneof_field (identifier) @name) @definition.field
