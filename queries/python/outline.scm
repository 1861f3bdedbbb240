; Python: tree-sitter-python.

(comment) @comment
(decorated_definition) @wrapper
(expression_statement (assignment)) @wrapper

(class_definition name: (identifier) @name) @definition.class

(class_definition body: (block (function_definition name: (identifier) @name parameters: (parameters) @detail) @definition.method))
(class_definition body: (block (decorated_definition definition: (function_definition name: (identifier) @name parameters: (parameters) @detail) @definition.method)))
(function_definition name: (identifier) @name parameters: (parameters) @detail) @definition.function

(assignment left: (identifier) @name) @definition.variable
