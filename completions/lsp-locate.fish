# Completion for fish: lsp-locate itself returns the candidates. `lsp-locate complete fish` prints this file.

function __lsp_locate_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct | string replace -r '^[\'"]' '')
    # Without any text the word is empty.
    test (count $current) -eq 0; and set current ''
    set -l lines ($words[1] complete -- $words[2..] "$current" 2>/dev/null)
    set -l directive (string replace ':' '' -- $lines[-1])
    set -e lines[-1]
    if test (count $lines) -gt 0
        printf '%s\n' $lines
        return
    end
    # After `--servers=` the path begins.
    set -l option (string match -r '^--[\w-]+=' -- $current)
    set -l path (string replace -r '^--[\w-]+=' '' -- $current)
    switch "$directive"
        case 16 18
            printf "$option%s\n" (__fish_complete_directories $path)
        case 0 2
            printf "$option%s\n" (__fish_complete_path $path)
    end
end

complete -c lsp-locate -f -k -a '(__lsp_locate_complete)'
