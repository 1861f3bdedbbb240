# Completion for PowerShell: lsp-locate itself returns the candidates. `lsp-locate complete powershell` prints this file.

Register-ArgumentCompleter -Native -CommandName 'lsp-locate' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $words = @($commandAst.CommandElements |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object { if ($null -ne $_.Value) { "$($_.Value)" } else { "$_" } })
    # An empty word would not be passed to the program.
    $current = if ($wordToComplete -eq '') { '""' } else { "$wordToComplete".TrimStart("'", '"') }
    $program, $before = $words
    $lines = @(& $program complete '--' @before $current 2>$null)

    # Without candidates, PowerShell completes paths by itself.
    $lines | Where-Object { $_ -notmatch '^:\d+$' } | ForEach-Object {
        $value, $description = $_ -split "`t", 2
        if (-not $description) { $description = $value }
        $text = if ($value -match '^[\w./:=\\-]+$') { $value } else { "'" + ($value -replace "'", "''") + "'" }
        [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $description)
    }
}
