; YAML: tree-sitter-yaml. Kinds are those of yaml-language-server, and so are the names of items.
; Patterns of `[…]` and `{…}` are decided at the next node: they may be nested deep.

(comment) @comment

(block_mapping_pair key: (flow_node) @name value: (block_node (block_mapping))
  (#set! trim "[\"']")) @definition.module
(block_mapping_pair key: (flow_node) @name value: (block_node (block_sequence))
  (#set! trim "[\"']")) @definition.array
(block_mapping_pair key: (flow_node) @name value: (flow_node . (flow_mapping))
  (#set! trim "[\"']")) @definition.module
(block_mapping_pair key: (flow_node) @name value: (flow_node . (flow_sequence))
  (#set! trim "[\"']")) @definition.array
(block_mapping_pair key: (flow_node) @name value: (flow_node . (plain_scalar . [(integer_scalar) (float_scalar)]))
  (#set! trim "[\"']")) @definition.number
(block_mapping_pair key: (flow_node) @name value: (flow_node . (plain_scalar . (boolean_scalar)))
  (#set! trim "[\"']")) @definition.boolean
(block_mapping_pair key: (flow_node) @name value: (flow_node . (plain_scalar . (null_scalar)))
  (#set! trim "[\"']")) @definition.variable
(block_mapping_pair key: (flow_node) @name !value
  (#set! trim "[\"']")) @definition.variable
(block_mapping_pair key: (flow_node) @name
  (#set! trim "[\"']")) @definition.string

(flow_pair key: (flow_node) @name value: (flow_node . (flow_mapping))
  (#set! trim "[\"']")) @definition.module
(flow_pair key: (flow_node) @name value: (flow_node . (flow_sequence))
  (#set! trim "[\"']")) @definition.array
(flow_pair key: (flow_node) @name
  (#set! trim "[\"']")) @definition.string

(block_sequence_item "-" . (comment)* . (block_node (block_mapping) @name) (#set! ordinal)) @definition.module
(block_sequence_item "-" . (comment)* . (block_node (block_sequence) @name) (#set! ordinal)) @definition.array
(block_sequence_item "-" . (comment)* . (block_node (block_scalar) @name) (#set! ordinal)) @definition.string
(block_sequence_item "-" . (comment)* . (flow_node . (flow_mapping)) @name (#set! ordinal)) @definition.module
(block_sequence_item "-" . (comment)* . (flow_node . (flow_sequence)) @name (#set! ordinal)) @definition.array
(block_sequence_item "-" . (comment)* . (flow_node . (plain_scalar . [(integer_scalar) (float_scalar)])) @name (#set! ordinal)) @definition.number
(block_sequence_item "-" . (comment)* . (flow_node . (plain_scalar . (boolean_scalar))) @name (#set! ordinal)) @definition.boolean
(block_sequence_item "-" . (comment)* . (flow_node . (plain_scalar . (null_scalar))) @name (#set! ordinal)) @definition.variable
(block_sequence_item "-" . (comment)* . (flow_node) @name (#set! ordinal)) @definition.string

(["[" ","] . (comment)* . (flow_node . (flow_mapping)) @definition.module (#set! ordinal))
(["[" ","] . (comment)* . (flow_node . (flow_sequence)) @definition.array (#set! ordinal))
(["[" ","] . (comment)* . (flow_node) @definition.string (#set! ordinal))
