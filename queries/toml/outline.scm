; Outlines of TOML (tree-sitter-toml). Kinds and item names as in Taplo. The name of a table or a
; dotted key is all of it, `a.b`; quotes are removed only if all of it is quoted.

(comment) @comment

(table . (_) @name
  (#set! trim "[\"'](?=[^\"']*[\"']$)|(?<=^[^\"']*)[\"']$")) @definition.struct
(table_array_element . (_) @name
  (#set! trim "[\"'](?=[^\"']*[\"']$)|(?<=^[^\"']*)[\"']$")) @definition.struct

(pair . (_) @name . (inline_table)
  (#set! trim "[\"'](?=[^\"']*[\"']$)|(?<=^[^\"']*)[\"']$")) @definition.struct
(pair . (_) @name . (array)
  (#set! trim "[\"'](?=[^\"']*[\"']$)|(?<=^[^\"']*)[\"']$")) @definition.array
(pair . (_) @name . (string)
  (#set! trim "[\"'](?=[^\"']*[\"']$)|(?<=^[^\"']*)[\"']$")) @definition.string
(pair . (_) @name . [(integer) (float)]
  (#set! trim "[\"'](?=[^\"']*[\"']$)|(?<=^[^\"']*)[\"']$")) @definition.number
(pair . (_) @name . (boolean)
  (#set! trim "[\"'](?=[^\"']*[\"']$)|(?<=^[^\"']*)[\"']$")) @definition.boolean
(pair . (_) @name . [(offset_date_time) (local_date_time) (local_date) (local_time)]
  (#set! trim "[\"'](?=[^\"']*[\"']$)|(?<=^[^\"']*)[\"']$")) @definition.field

(array (inline_table) @definition.struct (#set! ordinal))
(array (array) @definition.array (#set! ordinal))
(array (string) @definition.string (#set! ordinal))
(array [(integer) (float)] @definition.number (#set! ordinal))
(array (boolean) @definition.boolean (#set! ordinal))
(array [(offset_date_time) (local_date_time) (local_date) (local_time)] @definition.field (#set! ordinal))
