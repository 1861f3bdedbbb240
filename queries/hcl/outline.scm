; Outlines of HCL, including Terraform (tree-sitter-hcl). Blocks are named by type and labels, as in
; terraform-ls: `resource "aws_instance" "web"`.

(comment) @comment

(block . (identifier) @name . (string_lit) @name . (string_lit) @name) @definition.class
(block . (identifier) @name . (string_lit) @name) @definition.class
(block . (identifier) @name . (identifier) @name) @definition.class
(block . (identifier) @name) @definition.class
(attribute . (identifier) @name) @definition.property
(object_elem key: (expression . (variable_expr (identifier) @name) .)) @definition.property
(object_elem key: (expression (literal_value (string_lit (template_literal) @name)))) @definition.property
