/**
 * Sends unsaved text to the proxy for as long as a command runs. This concerns documents that the
 * proxy is not synchronised with: those that VS Code serves itself (TypeScript), and those never
 * saved. The language client synchronises served documents, and saved ones are read from disk.
 */

/** VS Code's documents, the active one, and their changes. */
export interface Texts<Text extends LentText> {
  all(): readonly Text[];
  active(): Text | undefined;
  onDidChange(listen: (text: Text) => void): Disposable;
}

/** The parts of a document that are needed here. */
export interface LentText {
  readonly uri: { readonly scheme: string; toString(): string };
  readonly languageId: string;
  readonly version: number;
  readonly isDirty: boolean;
  readonly isUntitled: boolean;
  getText(): string;
}

/** The parts of the connection that are needed here. */
export interface Borrower<Text> {
  running(): Promise<void>;
  notify(method: string, params: object): Promise<void>;
  serves(text: Text): boolean;
  onDidStart(listen: () => void): Disposable;
}

interface Disposable {
  dispose(): void;
}

/**
 * Gives the proxy the text of the editors until the result is disposed of. Rejects if the proxy
 * can't be started.
 */
export type Lend = () => Promise<Disposable>;

export interface Lending extends Disposable {
  readonly lend: Lend;
}

interface Loan<Text> {
  readonly text: Text;
  /** How many commands need it; the last of them closes it. */
  needed: number;
}

export function lendingTo<Text extends LentText>(proxy: Borrower<Text>, texts: Texts<Text>): Lending {
  const loans = new Map<string, Loan<Text>>();
  const tell = (method: string, params: object) => proxy.notify(`textDocument/${method}`, params).catch(unheard);
  const open = (text: Text) => {
    const { languageId, version } = text;
    return tell("didOpen", { textDocument: { uri: uriOf(text), languageId, version, text: text.getText() } });
  };
  const take = async (text: Text): Promise<Loan<Text>> => {
    const known = loans.get(uriOf(text));
    const loan = known ?? { text, needed: 0 };
    loan.needed++;
    loans.set(uriOf(text), loan);
    if (known === undefined) await open(text);
    return loan;
  };
  const giveBack = (loan: Loan<Text>) => {
    const uri = uriOf(loan.text);
    if (--loan.needed > 0 || loans.get(uri) !== loan) return;
    loans.delete(uri);
    void tell("didClose", { textDocument: { uri } });
  };
  const subscriptions = [
    texts.onDidChange((text) => {
      if (loans.get(uriOf(text))?.text !== text) return;
      const textDocument = { uri: uriOf(text), version: text.version };
      void tell("didChange", { textDocument, contentChanges: [{ text: text.getText() }] });
    }),
    proxy.onDidStart(() => {
      for (const [uri, { text }] of loans) {
        // The language client has opened it, because it is served now.
        if (proxy.serves(text)) loans.delete(uri);
        else void open(text);
      }
    }),
  ];
  return {
    async lend() {
      // Comes first: a proxy that starts later gets the text through the subscription.
      await proxy.running();
      const active = texts.active();
      const needed = texts.all().filter((each) => !proxy.serves(each) && differs(each, active));
      const taken = await Promise.all(needed.map(take));
      return { dispose: () => taken.forEach(giveBack) };
    },
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

/** A proxy that has ended needs no update. */
function unheard(): void {}

/** Returns whether the text differs from the file on disk. */
function differs(text: LentText, active: LentText | undefined): boolean {
  return text.isDirty || text.isUntitled || (text === active && text.uri.scheme !== "file");
}

function uriOf({ uri }: LentText): string {
  return uri.toString();
}
