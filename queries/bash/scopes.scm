; Scopes of Bash. The first pattern that matches a name wins, so general patterns come last. A
; function's own names are only those it declares with `local`, from that statement on. Functions
; that it calls see them too, so they can't be renamed. Everything else is shared by all code in the
; same shell. A function and a variable may have the same name.

(function_definition) @scope

; Functions
(function_definition name: (_) @definition.function (#set! in "file") (#set! namespace "function"))
(command_name . (word) @reference . (#set! namespace "function"))
((declaration_command (word) @_option (variable_name) @reference) (#match? @_option "^-\\w*[fF]") (#set! namespace "function"))
((unset_command (word) @_option (variable_name) @reference) (#match? @_option "^-\\w*f") (#set! namespace "function") (#set! write))
; A word that is a function's name by chance hardly ever has an underscore.
((command argument: (word) @reference) (#match? @reference "\\w_\\w") (#set! namespace "function") (#set! tentative))
((command name: (_) @_trap . argument: (word) @reference) (#eq? @_trap "trap") (#set! namespace "function") (#set! tentative))

; Sourced files
((command name: (_) @_source . argument: (word) @source) (#any-of? @_source "source" "."))
((command name: (_) @_source . argument: (string . (string_content) @source .)) (#any-of? @_source "source" "."))
((command name: (_) @_source . argument: (raw_string) @source) (#any-of? @_source "source" "."))

; Variables of a function
((declaration_command (word) @_option (variable_name) @reference) (#match? @_option "^-\\w*p") (#set! namespace "value"))
((declaration_command ["declare" "typeset"] (word) @_option [
  (variable_name) @definition.variable
  (variable_assignment name: (variable_name) @definition.variable)
]) (#match? @_option "^-\\w*g") (#set! in "file") (#set! namespace "value") (#set! rename "no") (#set! alone))
((declaration_command ["local" "declare" "typeset"] [
  (variable_name) @definition.variable
  (variable_assignment name: (variable_name) @definition.variable)
]) @after (#set! after "inside") (#set! namespace "value") (#set! rename "no") (#set! alone))

; Variables of the function that has declared them, or else global ones
(command (variable_assignment name: (variable_name) @reference (#set! namespace "value")))
(variable_assignment name: (variable_name) @definition.variable (#set! in "known") (#set! namespace "value"))
(variable_assignment name: (subscript name: (_) @definition.variable) (#set! in "known") (#set! namespace "value"))
(for_statement variable: (_) @definition.variable (#set! in "known") (#set! namespace "value"))
((binary_expression left: (variable_name) @definition.variable operator: ["=" "+=" "-=" "*=" "/=" "|=" "&="])
  (#set! in "known") (#set! namespace "value"))
((expansion (variable_name) @definition.variable operator: ["=" ":="]) (#set! in "known") (#set! namespace "value"))
((command name: (_) @_read argument: (word) @definition.variable)
  (#any-of? @_read "read" "mapfile" "readarray") (#match? @definition.variable "^[A-Za-z_]\\w*$")
  (#set! in "known") (#set! namespace "value"))
((command name: (_) @_getopts . argument: (_) . argument: (word) @definition.variable)
  (#eq? @_getopts "getopts") (#set! in "known") (#set! namespace "value"))
((command name: (_) @_printf argument: (word) @_option . argument: (word) @definition.variable)
  (#eq? @_printf "printf") (#eq? @_option "-v") (#set! in "known") (#set! namespace "value"))

; Uses
((variable_name) @ignored (#match? @ignored "^\\d"))
(unset_command (variable_name) @reference (#set! namespace "value") (#set! write))
(postfix_expression (variable_name) @reference (#set! namespace "value") (#set! write))
(c_style_for_statement (binary_expression (word) @reference) (#set! namespace "value"))
(c_style_for_statement (postfix_expression (word) @reference) (#set! namespace "value") (#set! write))
((variable_name) @reference (#set! namespace "value"))
