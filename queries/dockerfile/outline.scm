; Outlines of Dockerfiles (tree-sitter-dockerfile). A stage extends to the next; one without a name
; has the name of its image.

(comment) @comment
(env_instruction) @wrapper

(from_instruction as: (image_alias) @name (#set! level 1)) @definition.module
(from_instruction (image_spec) @name !as (#set! level 1)) @definition.module
(arg_instruction name: (unquoted_string) @name) @definition.variable
(env_pair name: (unquoted_string) @name) @definition.variable
