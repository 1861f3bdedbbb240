/**
 * Unsaved text of documents that the proxy is not kept in step with (a TypeScript file, which VS Code serves itself; one that was never saved):
 * lent to it for as long as a command runs. What is served is kept in step by the language client, what is saved is read from disk.
 */

/** What is asked of VS Code: its documents, the one in the active editor, and changes. */
export interface Texts<Text extends LentText> {
  all(): readonly Text[];
  active(): Text | undefined;
  onDidChange(listen: (text: Text) => void): Disposable;
}

/** What is asked of a document. */
export interface LentText {
  readonly uri: { readonly scheme: string; toString(): string };
  readonly languageId: string;
  readonly version: number;
  readonly isDirty: boolean;
  readonly isUntitled: boolean;
  getText(): string;
}

/** What is asked of the connection. */
export interface Borrower<Text> {
  running(): Promise<void>;
  notify(method: string, params: object): Promise<void>;
  serves(text: Text): boolean;
  onDidStart(listen: () => void): Disposable;
}

interface Disposable {
  dispose(): void;
}

/** Until what it resolves to is disposed of, the proxy has what the editors have. Rejects where the proxy can't be started. */
export type Lend = () => Promise<Disposable>;

export interface Lending extends Disposable {
  readonly lend: Lend;
}

interface Loan<Text> {
  readonly text: Text;
  /** How many commands need it: the last of them closes it. */
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
        // The language client opens what is served since.
        if (proxy.serves(text)) loans.delete(uri);
        else void open(text);
      }
    }),
  ];
  return {
    async lend() {
      // First, as one that starts while something is lent is told of it by the subscription.
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

/** A proxy that is gone has nothing that is out of step. */
function unheard(): void {}

/** Whether the disk can't tell what the editor shows. */
function differs(text: LentText, active: LentText | undefined): boolean {
  return text.isDirty || text.isUntitled || (text === active && text.uri.scheme !== "file");
}

function uriOf({ uri }: LentText): string {
  return uri.toString();
}
