/**
 * Sends unsaved text to the proxy for as long as a command runs. This concerns documents that the
 * proxy is not synchronised with: those that VS Code serves itself (TypeScript), and those never
 * saved. The language client synchronises served documents, and saved ones are read from disk.
 */

/** VS Code's documents, the active one, and their changes. */
export interface EditorTexts<Text extends EditorText> {
  all(): readonly Text[];
  active(): Text | undefined;
  onDidChange(listen: (text: Text) => void): Disposable;
}

/** The parts of a document that are needed here. */
export interface EditorText {
  readonly uri: { readonly scheme: string; toString(): string };
  readonly languageId: string;
  readonly version: number;
  readonly isDirty: boolean;
  readonly isUntitled: boolean;
  getText(): string;
}

/** The parts of the connection that are needed here. */
export interface TextReceiver<Text> {
  ensureRunning(): Promise<void>;
  sendNotification(method: string, params: object): Promise<void>;
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
export type ShareTexts = () => Promise<Disposable>;

export interface TextSharing extends Disposable {
  readonly share: ShareTexts;
}

interface SharedText<Text> {
  readonly text: Text;
  /** How many commands need it; the last of them closes it. */
  users: number;
}

export function shareUnsavedTexts<Text extends EditorText>(
  proxy: TextReceiver<Text>,
  texts: EditorTexts<Text>,
): TextSharing {
  const sharedTexts = new Map<string, SharedText<Text>>();
  const notify = (method: string, params: object) =>
    proxy.sendNotification(`textDocument/${method}`, params).catch(ignoreError);
  const open = (text: Text) => {
    const { languageId, version } = text;
    return notify("didOpen", { textDocument: { uri: uriOf(text), languageId, version, text: text.getText() } });
  };
  const acquire = async (text: Text): Promise<SharedText<Text>> => {
    const existing = sharedTexts.get(uriOf(text));
    const shared = existing ?? { text, users: 0 };
    shared.users++;
    sharedTexts.set(uriOf(text), shared);
    if (existing === undefined) await open(text);
    return shared;
  };
  const release = (shared: SharedText<Text>) => {
    const uri = uriOf(shared.text);
    if (--shared.users > 0 || sharedTexts.get(uri) !== shared) return;
    sharedTexts.delete(uri);
    void notify("didClose", { textDocument: { uri } });
  };
  const subscriptions = [
    texts.onDidChange((text) => {
      if (sharedTexts.get(uriOf(text))?.text !== text) return;
      const textDocument = { uri: uriOf(text), version: text.version };
      void notify("didChange", { textDocument, contentChanges: [{ text: text.getText() }] });
    }),
    proxy.onDidStart(() => {
      for (const [uri, { text }] of sharedTexts) {
        // The language client has opened it, because it is served now.
        if (proxy.serves(text)) sharedTexts.delete(uri);
        else void open(text);
      }
    }),
  ];
  return {
    async share() {
      // Comes first: a proxy that starts later gets the text through the subscription.
      await proxy.ensureRunning();
      const active = texts.active();
      const unsaved = texts.all().filter((each) => !proxy.serves(each) && differs(each, active));
      const acquired = await Promise.all(unsaved.map(acquire));
      return { dispose: () => acquired.forEach(release) };
    },
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

/** A proxy that has ended needs no update. */
function ignoreError(): void {}

/** Returns whether the text differs from the file on disk. */
function differs(text: EditorText, active: EditorText | undefined): boolean {
  return text.isDirty || text.isUntitled || (text === active && text.uri.scheme !== "file");
}

function uriOf({ uri }: EditorText): string {
  return uri.toString();
}
