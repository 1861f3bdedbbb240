/** Reads from what a harness tells a hook whether it has searched text for a symbol. */

/** A search for what looks like a symbol. */
export interface SymbolSearch {
  /** The name of the event, which the answer repeats. */
  readonly event: string;
  /** A name, or a path of names. */
  readonly symbol: string;
  /** Where the search was made. */
  readonly workingDirectory: string;
  /** Whether its spelling alone shows that it is a name in code. */
  readonly isSurelyCode: boolean;
}

/** Returns undefined for anything but such a search. */
export function readSearch(input: string): SymbolSearch | undefined {
  const event = parseObject(input);
  const { pattern, command } = (event["tool_input"] ?? {}) as Readonly<Record<string, unknown>>;
  const name = event["hook_event_name"];
  const written = typeof pattern === "string" ? pattern : typeof command === "string" ? patternOf(command) : undefined;
  const found = written === undefined ? undefined : symbolIn(written);
  if (found === undefined || typeof name !== "string") return undefined;
  const folder = event["cwd"];
  return { event: name, ...found, workingDirectory: typeof folder === "string" ? folder : process.cwd() };
}

function parseObject(input: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(input);
    return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}

const SEARCH_PROGRAM = /(?:^|[;&|(]\s*)(?:git\s+grep|grep|egrep|fgrep|rg|ag|ack)\s+(.*)/;
const WORD = /"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g;

/** Returns the pattern of a command that searches files; undefined for other commands. */
function patternOf(command: string): string | undefined {
  const [, rest] = SEARCH_PROGRAM.exec(command.slice(0, 2_000)) ?? [];
  if (rest === undefined) return undefined;
  for (const [, double, single, plain] of rest.matchAll(WORD)) {
    const word = double ?? single ?? plain ?? "";
    const isOption = plain?.startsWith("-") === true;
    if (!isOption) return word;
    // An option that names what is searched for comes before it.
    if (word === "--") continue;
  }
  return undefined;
}

const DECLARING_WORDS =
  /^(?:(?:export|public|private|async|static)\s+)*(?:def|class|func|fn|function|interface|struct|type|enum|trait|impl|const|let|var)\s+/;
const NAME = /^[\p{ID_Start}_$][\p{ID_Continue}$]*(?:(?:\.|::)[\p{ID_Start}_$][\p{ID_Continue}$]*)*$/u;
const MIN_LENGTH = 3;

/** Returns the name that a pattern searches for, without the marks of an expression around it. */
function symbolIn(pattern: string): Pick<SymbolSearch, "symbol" | "isSurelyCode"> | undefined {
  const plain = pattern
    .trim()
    .replace(/\\s[*+]?|\[\[:space:\]\][*+]?/g, " ")
    .replace(/^\^|\$$/g, "")
    .trim();
  const declared = plain.replace(DECLARING_WORDS, "");
  const called = declared.replace(/\\?\($/, "");
  const symbol = called
    .replace(/\\b|\\<|\\>/g, "")
    .replaceAll("\\.", ".")
    .trim();
  if (symbol.length < MIN_LENGTH || symbol.length > 200 || !NAME.test(symbol)) return undefined;
  const isMarked = declared !== plain || called !== declared || /[_$.:]|\p{Ll}\p{Lu}/u.test(symbol);
  return { symbol, isSurelyCode: isMarked };
}
