; Lists of HCL (tree-sitter-hcl).

(tuple (tuple_start) @open (tuple_end) @close) @list
(object (object_start) @open (object_end) @close) @list
(function_arguments) @list
