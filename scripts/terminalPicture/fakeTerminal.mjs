/**
 * Preloaded before the command: makes its stdout look like a terminal of $TERMINAL_COLUMNS columns.
 */
process.stdout.isTTY = true;
process.stdout.columns = Number(process.env.TERMINAL_COLUMNS);
