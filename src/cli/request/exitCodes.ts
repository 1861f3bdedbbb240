/** The exit codes of a command. Success is no default: it is set when the output is written. */
export const exitCodes = {
  /** Answered; the answer may be an empty list where that is no failure. */
  success: 0,
  /** Asked, and nothing found, or an error. */
  failure: 1,
  /** Used wrongly. */
  usage: 2,
  /** Ended without an answer. */
  notAnswered: 3,
} as const;
