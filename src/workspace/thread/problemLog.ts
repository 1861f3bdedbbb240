/** What is wrong with a workspace, as somebody wants to read it: each thing once, of things alike some, and not without end. */

const mostLines = 200;
/** What is wrong with a grammar is wrong with every file of its language. */
const mostAlike = 3;

export class Complaints {
  readonly #log: (line: string) => void;
  readonly #said = new Set<string>();
  readonly #alike = new Map<string, number>();

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  say(line: string): void {
    if (this.#said.has(line) || this.#said.size > mostLines) return;
    this.#said.add(line);
    this.#log(this.#said.size > mostLines ? "More is wrong with this workspace than is worth telling." : line);
  }

  /** Why a file has no declarations. */
  sayOf(path: string, why: string): void {
    const count = (this.#alike.get(why) ?? 0) + 1;
    if (count > mostAlike || this.#alike.size > mostLines) return;
    this.#alike.set(why, count);
    this.say(`${path} is not indexed: ${why}`);
  }
}
