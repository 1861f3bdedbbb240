/** The ready rule of a server: the signs by which it shows that it has loaded. */

/** The client capabilities that a server's signs can depend on. */
export type RequiredCapability = "window.workDoneProgress" | "experimental.serverStatusNotification";

/**
 * The ready rule of a server in servers.json. Without a sign, all progress created by the server
 * counts.
 */
export interface ReadyRule {
  /** Regular expression for titles of progress: loading while one is open. */
  readonly progress?: string;
  /** Regular expression for tokens of progress: loading while one is open. */
  readonly token?: string;
  /**
   * Regular expression for logged or shown messages: loaded once one comes, or one per folder with
   * `perFolder`.
   */
  readonly log?: string;
  readonly perFolder?: boolean;
  /**
   * Loaded once this notification comes with these values in its params; with `flaps`, loading
   * again on others.
   */
  readonly notification?: string;
  readonly where?: Readonly<Record<string, unknown>>;
  readonly flaps?: boolean;
  /**
   * Answers before loading may be wrong, not only empty: requests (all, or the methods listed)
   * wait.
   */
  readonly guesses?: boolean | readonly string[];
  /** Regular expression for messages that mean that loading has failed. */
  readonly failure?: string;
  readonly needs?: readonly RequiredCapability[];
  /** The start of the grace time: `initialized`, or the first opened document. Default "open". */
  readonly from?: "start" | "open";
  /** Seconds of silence that count as loaded. Without it, the sign is required. */
  readonly grace?: number;
  /**
   * Seconds after a document was opened or changed in which the server may still analyse it: an
   * empty answer about it is requested again.
   */
  readonly analysis?: number;
  /**
   * Its progress ends only when it gets a further message: one without effect is sent from time to
   * time while a request waits.
   */
  readonly nudge?: boolean;
  /**
   * Endings of file names. After a file with such a name was created or deleted, the server lists
   * its files again and then gives the sign `log`: until then it may leave out the new file.
   */
  readonly relists?: readonly string[];
  /** Seconds, 60 by default. */
  readonly timeout?: number;
}

/** The rule for servers that are not in servers.json. */
export const defaultRule: ReadyRule = { from: "open", grace: 1.5 };

/** Returns the client capabilities without which a server does not give its signs. */
export function requiredCapabilities(rule: ReadyRule | "at once" | undefined): readonly RequiredCapability[] {
  if (rule === "at once") return [];
  const { progress, token, log, notification, needs = [] } = rule ?? defaultRule;
  const hasOnlyOtherSigns = progress === undefined && token === undefined && (log ?? notification) !== undefined;
  return hasOnlyOtherSigns ? needs : [...new Set<RequiredCapability>(["window.workDoneProgress", ...needs])];
}

/** The regular expressions of a rule. */
export interface Patterns {
  readonly progress: RegExp | undefined;
  readonly token: RegExp | undefined;
  readonly log: RegExp | undefined;
  readonly failure: RegExp | undefined;
  readonly hasSigns: boolean;
}

export function patternsOf({ progress, token, log, failure, notification }: ReadyRule): Patterns {
  const pattern = (source: string | undefined): RegExp | undefined =>
    source === undefined ? undefined : new RegExp(source);
  const hasSigns = (progress ?? token ?? log ?? notification) !== undefined;
  return { progress: pattern(progress), token: pattern(token), log: pattern(log), failure: pattern(failure), hasSigns };
}

const DEFAULT_TIMEOUT_S = 60;

/** Returns how long a server may load, in milliseconds. */
export function timeoutOf(rule: ReadyRule): number {
  return (rule.timeout ?? DEFAULT_TIMEOUT_S) * 1000;
}

/**
 * Describes the sign that a rule expects, while the server has given none. A regular expression
 * says little to people, so none is quoted.
 */
export function expectedSign({ progress, token, log, notification, where }: ReadyRule): string {
  if (notification !== undefined)
    return where === undefined ? `the notification ${notification}` : `${notification} with ${JSON.stringify(where)}`;
  if (log !== undefined) return "the log message that says it has loaded";
  return (progress ?? token) === undefined ? "a first sign of loading" : "its progress of loading";
}
