/**
 * Loaded before the command: its standard output believes to be a terminal of $TERMINAL_COLUMNS
 * columns.
 */
process.stdout.isTTY = true;
process.stdout.columns = Number(process.env.TERMINAL_COLUMNS);
