import { type Many, type ManyOptions, many, poor, turns } from "./many.js";
import { silence } from "../session/pair.js";
let session: Many;
afterEach(async () => { await session.close(); });
const open = async (options: ManyOptions = {}) => { session = many(options); await session.open(); };
const telling = { "textDocument/hover": (_p: never, { name, nth }: { name: string; nth: number }) => ({ contents: `${name} ${nth}` }) };

test("guest orphaned", async () => {
  await open({ files: { "x/a.red": "", "y/b.red": "" }, folders: ["x", "y"], handlers: { redls: telling },
    can: { redls: { workspace: { workspaceFolders: { supported: true, changeNotifications: true } } } } });
  session.didOpen("x/a.red"); await session.hover("x/a.red");
  session.didOpen("y/b.red"); console.log(JSON.stringify(await session.hover("y/b.red")));
  session.didClose("x/a.red"); session.didClose("y/b.red");
  session.notify("workspace/didChangeWorkspaceFolders", { event: { added: [], removed: [session.folder("x")] } });
  await turns();
  session.didOpen("y/b.red");
  console.log("AFTER", JSON.stringify(await session.hover("y/b.red")));
});

test("broken JSON answers to a translated request", async () => {
  await open({ capabilities: poor });
  session.didOpen("a.red"); await session.hover("a.red");
  const red = await session.backend("redls");
  session.handlers("redls")["textDocument/documentSymbol"] = () => silence;
  const asked = session.asking("textDocument/documentSymbol", session.about("a.red"));
  await red.got("textDocument/documentSymbol");
  red.send(`{"jsonrpc":"2.0","id":${asked.id},"result":[{"name":}]}`);
  await turns(60);
  console.log("BROKEN", session.client.messages.some((m) => m.id === asked.id && m.method === undefined), session.logged.slice(-1));
});

test("registerOptions null commands / weird executeCommandProvider", async () => {
  process.once("uncaughtException", (e) => console.log("UNCAUGHT", e.message));
  await open({ can: { redls: { executeCommandProvider: { commands: {} } } } });
  session.didOpen("a.red");
  const asked = session.asking("textDocument/hover", session.about("a.red"));
  await turns(100);
  console.log("WEIRD", session.client.messages.some((m) => m.id === asked.id && m.method === undefined), session.logged);
});

test("deaf lose", async () => {
  await open({ capabilities: poor });
  for (let n = 0; n < 3; n++) await session.request("textDocument/documentSymbol", { textDocument: { uri: session.uri(`a.mystery`) } });
});
