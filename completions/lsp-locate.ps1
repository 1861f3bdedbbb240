# Completion for PowerShell: what can stand there is asked of lsp-locate itself. `lsp-locate complete powershell` prints this file.

Register-ArgumentCompleter -Native -CommandName 'lsp-locate' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $words = @($commandAst.CommandElements |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object { if ($null -ne $_.Value) { "$($_.Value)" } else { "$_" } })
    # A word that is empty would be lost on its way to the program.
    $current = if ($wordToComplete -eq '') { '""' } else { "$wordToComplete".TrimStart("'", '"') }
    $program, $before = $words
    $lines = @(& $program complete '--' @before $current 2>$null)

    # Where no line but the last one is there, PowerShell completes paths by itself.
    $lines | Where-Object { $_ -notmatch '^:\d+$' } | ForEach-Object {
        $value, $says = $_ -split "`t", 2
        if (-not $says) { $says = $value }
        $text = if ($value -match '^[\w./:=\\-]+$') { $value } else { "'" + ($value -replace "'", "''") + "'" }
        [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $says)
    }
}
