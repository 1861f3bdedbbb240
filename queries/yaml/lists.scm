; Lists of YAML (tree-sitter-yaml). Those in blocks have a line for each element.

(flow_sequence "[" @open "]" @close) @list
(flow_mapping "{" @open "}" @close) @list
