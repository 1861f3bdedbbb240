; Outlines of YAML (tree-sitter-yaml). Kinds and item names as in yaml-language-server. With `_` for
; the nodes between, it compiles in half the time.

(comment) @comment

(block_mapping_pair key: (flow_node) @name value: (_ (block_mapping))
  (#set! trim "[\"']")) @definition.module
(block_mapping_pair key: (flow_node) @name value: (_ (block_sequence))
  (#set! trim "[\"']")) @definition.array
(block_mapping_pair key: (flow_node) @name value: (_ . (flow_mapping))
  (#set! trim "[\"']")) @definition.module
(block_mapping_pair key: (flow_node) @name value: (_ . (flow_sequence))
  (#set! trim "[\"']")) @definition.array
(block_mapping_pair key: (flow_node) @name value: (_ . (_ . [(integer_scalar) (float_scalar)]))
  (#set! trim "[\"']")) @definition.number
(block_mapping_pair key: (flow_node) @name value: (_ . (_ . (boolean_scalar)))
  (#set! trim "[\"']")) @definition.boolean
(block_mapping_pair key: (flow_node) @name value: (_ . (_ . (null_scalar)))
  (#set! trim "[\"']")) @definition.variable
(block_mapping_pair key: (flow_node) @name !value
  (#set! trim "[\"']")) @definition.variable
(block_mapping_pair key: (flow_node) @name
  (#set! trim "[\"']")) @definition.string

(flow_pair key: (flow_node) @name value: (_ . (flow_mapping))
  (#set! trim "[\"']")) @definition.module
(flow_pair key: (flow_node) @name value: (_ . (flow_sequence))
  (#set! trim "[\"']")) @definition.array
(flow_pair key: (flow_node) @name
  (#set! trim "[\"']")) @definition.string

(block_sequence_item "-" . (comment)* . (block_node (block_mapping) @name) (#set! ordinal)) @definition.module
(block_sequence_item "-" . (comment)* . (block_node (block_sequence) @name) (#set! ordinal)) @definition.array
(block_sequence_item "-" . (comment)* . (block_node (block_scalar) @name) (#set! ordinal)) @definition.string
(block_sequence_item "-" . (comment)* . (_ . (flow_mapping)) @name (#set! ordinal)) @definition.module
(block_sequence_item "-" . (comment)* . (_ . (flow_sequence)) @name (#set! ordinal)) @definition.array
(block_sequence_item "-" . (comment)* . (_ . (_ . [(integer_scalar) (float_scalar)])) @name (#set! ordinal)) @definition.number
(block_sequence_item "-" . (comment)* . (_ . (_ . (boolean_scalar))) @name (#set! ordinal)) @definition.boolean
(block_sequence_item "-" . (comment)* . (_ . (_ . (null_scalar))) @name (#set! ordinal)) @definition.variable
(block_sequence_item "-" . (comment)* . (flow_node) @name (#set! ordinal)) @definition.string

(flow_sequence (_ . (flow_mapping)) @definition.module (#set! ordinal))
(flow_sequence (_ . (flow_sequence)) @definition.array (#set! ordinal))
(flow_sequence (flow_node) @definition.string (#set! ordinal))
