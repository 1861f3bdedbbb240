; Outlines of Nix (tree-sitter-nix). Bindings, by the whole path of attributes.

(comment) @comment

(binding attrpath: (attrpath) @name expression: (function_expression)) @definition.function
(let_expression (binding_set (binding attrpath: (attrpath) @name) @definition.variable))
(binding attrpath: (attrpath) @name) @definition.field
