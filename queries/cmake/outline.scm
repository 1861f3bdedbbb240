; Outlines of CMake (tree-sitter-cmake). A variable is declared where it is first set; a target is
; an object.

(line_comment) @comment
(bracket_comment) @comment

(function_def (function_command (argument_list . (argument) @name))) @definition.function
(macro_def (macro_command (argument_list . (argument) @name))) @definition.function

((normal_command (identifier) @_command (argument_list . (argument (unquoted_argument) @name))) @definition.variable
  (#match? @_command "^([sS][eE][tT]|[oO][pP][tT][iI][oO][nN])$") (#not-match? @name "\\$") (#set! once))
((normal_command (identifier) @_command (argument_list . (argument (unquoted_argument) @name))) @definition.module
  (#match? @_command "^[pP][rR][oO][jJ][eE][cC][tT]$") (#not-match? @name "\\$"))
((normal_command (identifier) @_command (argument_list . (argument (unquoted_argument) @name))) @definition.object
  (#match? @_command "^[aA][dD][dD]_([eE][xX][eE][cC][uU][tT][aA][bB][lL][eE]|[lL][iI][bB][rR][aA][rR][yY]|[cC][uU][sS][tT][oO][mM]_[tT][aA][rR][gG][eE][tT])$") (#not-match? @name "\\$"))
((normal_command (identifier) @_command (argument_list . (argument (quoted_argument (quoted_element) @name)))) @definition.object
  (#match? @_command "^[aA][dD][dD]_([eE][xX][eE][cC][uU][tT][aA][bB][lL][eE]|[lL][iI][bB][rR][aA][rR][yY]|[cC][uU][sS][tT][oO][mM]_[tT][aA][rR][gG][eE][tT])$") (#not-match? @name "\\$"))
(foreach_command (argument_list . (argument (unquoted_argument) @name @definition.variable)))
