/**
 * A language server for the tests of routing, as a process: it keeps documents, reports them, and
 * misbehaves on request.
 */
import { createHash } from "node:crypto";
import { appendFileSync, writeSync } from "node:fs";

/**
 * The members of the JSON in FAKE_SERVER. A server's initializationOptions override them.
 *
 *   name          the name of its language
 *   journal       a file: a line for its start, and one for each message that no proxy should send
 *   sync          1: whole texts, 2: changes (the default)
 *   slow          milliseconds between two chunks that it reads
 *   stderr        megabytes that it writes to stderr at its start
 *   exitAtOnce    exit code with which it ends before it has read a byte
 *   refuse        the message of its error to initialize
 *   encoding      the position encoding that it insists on
 *   dieOn         methods that kill it
 *   dieInFrameOn  methods whose answer it begins to write, and dies
 *   dieOneIn      n: one in n messages kills it
 *   hangOn        methods that it never answers
 *   deaf          reads nothing more after initialized
 *   twiceOn       methods that it answers twice
 *   unasked       sends a response to no request, after initialized
 *   stray         text that it prints between its frames
 *
 * Its own requests have the ids 1, 2, 3 and its progress the token 1, so that they collide with
 * those of other servers. It answers two methods of its own, which are routed by a document:
 * `fake/state` returns its state, `fake/flood { bytes }` is answered after that many bytes of log
 * messages.
 */
let options = JSON.parse(process.env["FAKE_SERVER"] ?? "{}");
const { name = "fake" } = options;

note("started");
process.stderr.write(`${"It complains. ".repeat(4681)}\n`.repeat(16 * (options.stderr ?? 0)));
if (options.exitAtOnce !== undefined) process.exit(options.exitAtOnce);

/** By URI: version, text. */
const documents = new Map();
/** The responses to its own requests, by id, and other facts from the client. */
const heard = {};
let introduced;
let isWorking = false;

const errors = { methodNotFound: -32601, invalidParams: -32602, internal: -32603 };
const refused = (code, message) => ({ error: { code, message } });
const start = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

const requests = {
  initialize: (params) => {
    introduced = params;
    options = { ...options, ...params.initializationOptions };
    return options.refuse ? refused(errors.internal, options.refuse) : { result: introduction() };
  },
  shutdown: () => ({ result: null }),
  "textDocument/hover": ({ textDocument: { uri } }) => {
    endWork();
    return { result: { contents: JSON.stringify({ name, pid: process.pid, ...told(uri) }) } };
  },
  "textDocument/definition": ({ textDocument: { uri } }) => ({ result: [{ uri, range: start }] }),
  "textDocument/documentHighlight": () => ({ result: [{ range: start }] }),
  "textDocument/documentSymbol": () => ({
    result: [{ name: `${name}Symbol`, kind: 12, range: start, selectionRange: start }],
  }),
  "workspace/symbol": () => ({
    result: [...documents.keys()].map((uri) => ({ name: `${name}Symbol`, kind: 12, location: { uri, range: start } })),
  }),
  "textDocument/completion": () => ({
    result: { isIncomplete: false, items: [1, 2].map((n) => ({ label: `${name}${n}`, data: secret(n) })) },
  }),
  "completionItem/resolve": (item) => resolved(item, { detail: `resolved by ${name}` }),
  "textDocument/codeAction": () => ({
    result: [
      { title: `${name} does it at once`, command: commandOf("fake.shared") },
      { title: `${name} does it later`, data: secret(1) },
    ],
  }),
  "codeAction/resolve": (action) => resolved(action, { command: commandOf(`fake.${name}`) }),
  "workspace/executeCommand": ({ command, arguments: [argument] = [] }) =>
    argument?.of === name
      ? { result: { ran: command, by: name } }
      : refused(errors.invalidParams, `${name} was sent ${command} of ${argument?.of}`),
  "fake/state": () => ({
    result: {
      name,
      pid: process.pid,
      processId: introduced.processId,
      rootUri: introduced.rootUri,
      heard,
      documents: [...documents.keys()].map((uri) => ({ uri, ...told(uri) })),
    },
  }),
  "fake/flood": async ({ bytes }) => {
    const message = "x".repeat(64 * 1024);
    for (let sent = 0; sent < bytes; sent += message.length) {
      const goesOn = send({ method: "window/logMessage", params: { type: 4, message } });
      if (!goesOn) await new Promise((resolve) => process.stdout.once("drain", resolve));
    }
    return { result: null };
  },
};

const notifications = {
  initialized: () => {
    ask("window/workDoneProgress/create", { token: 1 }, beginWork);
    const registerOptions = { documentSelector: [{ language: name }] };
    const registrations = [{ id: "1", method: "textDocument/documentHighlight", registerOptions }];
    ask("client/registerCapability", { registrations });
    ask("window/showMessageRequest", { type: 3, message: name, actions: [{ title: name }] });
    if (options.unasked) send({ id: "unknown", result: null });
    if (options.deaf) fallSilent();
  },
  exit: () => process.exit(0),
  "window/workDoneProgress/cancel": ({ token }) => {
    heard.cancelled = token;
  },
  "textDocument/didOpen": ({ textDocument: { uri, version, text } }) => {
    if (documents.has(uri)) note("opened twice", uri);
    documents.set(uri, { version, text });
  },
  "textDocument/didChange": ({ textDocument: { uri, version }, contentChanges }) => {
    const before = documents.get(uri);
    if (!before) return note("changed and not open", uri);
    if (version <= before.version) note(`version ${version} after ${before.version}`, uri);
    if (options.sync === 1 && contentChanges.some(({ range }) => range)) note("part of a text", uri);
    documents.set(uri, { version, text: contentChanges.reduce(changed, before.text) });
  },
  "textDocument/didClose": ({ textDocument: { uri } }) => {
    if (!documents.delete(uri)) note("closed and not open", uri);
  },
};

function introduction() {
  return {
    capabilities: {
      ...(options.encoding ? { positionEncoding: options.encoding } : {}),
      textDocumentSync: { openClose: true, change: options.sync ?? 2 },
      hoverProvider: true,
      definitionProvider: true,
      documentSymbolProvider: true,
      workspaceSymbolProvider: true,
      completionProvider: { resolveProvider: true },
      codeActionProvider: { resolveProvider: true },
      executeCommandProvider: { commands: ["fake.shared", `fake.${name}`] },
    },
    serverInfo: { name },
  };
}

/** The state of a document; null members if it is not open. */
function told(uri) {
  const { version, text } = documents.get(uri) ?? {};
  if (text === undefined) return { version: null, length: null, sha1: null };
  return { version, length: text.length, sha1: createHash("sha1").update(text).digest("hex") };
}

/**
 * The data of an item, to recognise it later. Its JSON is odd, so that serializing it again would
 * change it.
 */
function secret(n) {
  return { of: name, n, odd: ["a/b", "💣", "", null, 1e21, { "lsp-locate": n }] };
}

function resolved(item, more) {
  const isOwn = JSON.stringify(item.data) === JSON.stringify(secret(item.data?.n));
  return isOwn
    ? { result: { ...item, ...more } }
    : refused(errors.invalidParams, `${name} was sent ${JSON.stringify(item)}`);
}

function commandOf(command) {
  return { title: command, command, arguments: [{ of: name }] };
}

/** One content change; characters are UTF-16 code units, lines end with `\n` alone. */
function changed(text, { range, text: inserted }) {
  if (!range) return inserted;
  const offset = ({ line, character }) => {
    let from = 0;
    for (let n = 0; n < line; n++) from = text.indexOf("\n", from) + 1;
    return from + character;
  };
  return text.slice(0, offset(range.start)) + inserted + text.slice(offset(range.end));
}

function beginWork() {
  isWorking = true;
  send({ method: "$/progress", params: { token: 1, value: { kind: "begin", title: `${name} works` } } });
}

function endWork() {
  if (isWorking) send({ method: "$/progress", params: { token: 1, value: { kind: "end" } } });
  isWorking = false;
}

/** Callbacks for the responses to its own requests, by id. */
const waiting = new Map();
let asked = 0;

function ask(method, params, then = () => {}) {
  waiting.set(++asked, then);
  send({ id: asked, method, params });
}

function receive({ id, method, params, result, error }) {
  if (method === undefined) {
    const then = waiting.get(id);
    if (!then) return note(`answered what it didn't ask, or twice: ${JSON.stringify(id)}`);
    waiting.delete(id);
    heard[id] = error ? { error: error.message } : result;
    if (!error) then();
    return;
  }
  const has = (list) => list?.includes(method);
  if (has(options.dieOn) || Math.random() < 1 / options.dieOneIn) die();
  if (id === undefined) return notifications[method]?.(params);
  if (has(options.hangOn)) return;
  const answer = requests[method]?.(params ?? {}) ?? refused(errors.methodNotFound, `no ${method} here`);
  if (answer instanceof Promise) answer.then((answer) => reply(id, method, answer));
  else reply(id, method, answer);
}

function reply(id, method, answer) {
  if (options.dieInFrameOn?.includes(method)) dieInFrame({ id, ...answer });
  if (options.stray) process.stdout.write(options.stray);
  send({ id, ...answer });
  if (options.twiceOn?.includes(method)) send({ id, ...answer });
}

function frame(message) {
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

function send(message) {
  return process.stdout.write(frame(message));
}

/** Exits as by SIGKILL, without flushing anything. */
function die() {
  process.kill(process.pid, "SIGKILL");
}

function dieInFrame(message) {
  const bytes = Buffer.from(frame(message));
  for (const part of [bytes.subarray(0, 7), bytes.subarray(7, -5)]) writeSync(1, part);
  die();
}

/** Writes a line to the journal at once, as the process may be killed in the next moment. */
function note(what, about = "") {
  if (options.journal) appendFileSync(options.journal, `${JSON.stringify({ name, pid: process.pid, what, about })}\n`);
}

function fallSilent() {
  process.stdin.pause();
  // Nothing else keeps it alive then.
  setInterval(() => {}, 1_000_000);
}

let chunks = [];
let length = 0;
/** Returns the length of the first frame; 0 if its header is incomplete. */
let needed = 0;

function read(chunk) {
  chunks.push(chunk);
  length += chunk.length;
  if (length < needed) return;
  let bytes = Buffer.concat(chunks);
  for (;;) {
    const headerEnd = bytes.indexOf("\r\n\r\n");
    needed =
      headerEnd < 0 ? 0 : headerEnd + 4 + Number(/content-length: *(\d+)/i.exec(bytes.latin1Slice(0, headerEnd))?.[1]);
    if (needed === 0 || bytes.length < needed) break;
    receive(JSON.parse(bytes.utf8Slice(headerEnd + 4, needed)));
    bytes = bytes.subarray(needed);
  }
  chunks = [bytes];
  length = bytes.length;
}

process.stdin.on("data", (chunk) => {
  read(chunk);
  if (!options.slow) return;
  process.stdin.pause();
  setTimeout(() => process.stdin.resume(), options.slow);
});
process.stdin.on("end", () => process.exit(0));
