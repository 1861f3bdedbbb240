/**
 * `scripts/replay.mjs` as a process: hand-written traces with servers of a few lines, and the trace
 * of a session with a real server.
 */

import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { openTrace, tapReadable, tapWritable } from "../../src/wire/trace.js";
import { buildCommand } from "../buildCommand.js";
import { repository, startRaw } from "../peer.js";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "locate-replay-")));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Outcome {
  readonly code: number;
  /** The printed lines, trimmed, without the one about the trace. */
  readonly lines: readonly string[];
  readonly stderr: string;
}

function replay(trace: string, options: readonly string[], server: readonly string[]): Promise<Outcome> {
  const script = join(repository, "scripts/replay.mjs");
  const path = [join(repository, "node_modules", ".bin"), process.env["PATH"]].join(delimiter);
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [script, trace, ...options, "--", ...server],
      { cwd: folder, env: { ...process.env, PATH: path } },
      (error, stdout, stderr) => {
        const lines = stdout.split("\n").map((line) => line.trim());
        resolve({
          code: error ? Number(error.code) : 0,
          lines: lines.slice(1).filter((line) => line !== ""),
          stderr,
        });
      },
    );
  });
}

/**
 * A server in a few lines: `on` has a function of `(id, params)` for each method, which may use
 * `reply`, `send` and `seen`, the methods received so far.
 */
const serverOf = (on: string) => `
let buffer = Buffer.alloc(0);
const seen = [];
const send = (message) => {
  const body = typeof message === "string" ? message : JSON.stringify({ jsonrpc: "2.0", ...message });
  process.stdout.write("Content-Length: " + Buffer.byteLength(body) + "\\r\\n\\r\\n" + body);
};
const reply = (id, result) => send({ id, result });
const answered = {};
const ask = (id, method, params) => new Promise((resolve) => { answered[id] = resolve; send({ id, method, params }); });
const on = { ${on} };
process.stdin.on("data", (chunk) => {
  buffer = Buffer.concat([buffer, chunk]);
  for (;;) {
    const end = buffer.indexOf("\\r\\n\\r\\n");
    if (end < 0) return;
    const length = Number(/Content-Length: (\\d+)/i.exec(buffer.toString("latin1", 0, end))[1]);
    if (buffer.length < end + 4 + length) return;
    const text = buffer.toString("utf8", end + 4, end + 4 + length);
    buffer = buffer.subarray(end + 4 + length);
    const { id, method, params, result, error } = JSON.parse(text);
    if (method) (seen.push(method), on[method]?.(id, params, text));
    else (seen.push("answer"), answered[id]?.(result ?? error));
  }
});
`;

/** A trace of messages, `→` from the client and `←` from the proxy; other lines are unchanged. */
function traceOf(lines: readonly string[]): string {
  const header = JSON.stringify({ trace: 1, lsp_locate: "0", platform: "here", started: "now" });
  const written = lines.map((line) => {
    const [, arrow, message] = /^([→←]) (.*)$/.exec(line) ?? [];
    if (arrow === undefined) return line;
    const direction = arrow === "→" ? '"from":"client","to":"proxy"' : '"from":"proxy","to":"client"';
    return `{"at":0,${direction},"message":${message}}`;
  });
  const path = join(folder, "trace.jsonl");
  writeFileSync(path, `${[header, ...written].join("\n")}\n`);
  return path;
}

const replayTrace = (lines: readonly string[], on: string, options: readonly string[] = []) =>
  replay(traceOf(lines), options, [process.execPath, "-e", serverOf(on)]);

describe("The responses of a replay", () => {
  const ask = '→ {"id":1,"method":"a"}';

  /** The response in the trace, the one in the replay, and the printed differences. */
  const rows: readonly (readonly [string, string, ...string[]])[] = [
    ['"result":{"x":1}', '"result":{"x":1}'],
    ['"result":{"x":1,"y":[2]}', '"result": {"y":[2], "x":1}'],
    ['"result":{"x":[1,2]}', '"result":{"x":[1,3]}', "result.x[1]: 2 → 3"],
    ['"result":{"x":"é"}', '"result":{}', 'result.x: "é" → nothing'],
    ['"result":[1,2]', '"result":[1]', "result: 2 elements → 1"],
    ['"result":null', '"result":{}', "result: null → {}"],
    ['"result":[]', '"result":{}', "result: [] → {}"],
    [
      '"result":null',
      '"error":{"code":1,"message":"no"}',
      "result: null → nothing",
      'error: nothing → {"code":1,"message":"no"}',
    ],
    ['"result":9007199254740993', '"result":9007199254740992', 'result: "9007199254740993" → "9007199254740992"'],
    ['"result":[0.12345678901234567, "1234567890123456"]', '"result":[0.12345678901234567,"1234567890123456"]'],
    [
      '"result":[1,2,3,4,5]',
      '"result":[2,3,4,5,6]',
      "result[0]: 1 → 2",
      "result[1]: 2 → 3",
      "result[2]: 3 → 4",
      "… and 2 more",
    ],
    ['"result":"a"', `"result":"${"b".repeat(100)}"`, `result: "a" → "${"b".repeat(79)}…`],
  ];

  test("are compared, and the differences are printed", async () => {
    const trace = rows.flatMap(([before], n) => [`→ {"id":${n},"method":"a"}`, `← {"id":${n},${before}}`]);
    const bodies = rows.map(([, now], n) => `{"id":${n},${now}}`);
    const { code, lines } = await replayTrace(trace, `a: (id) => send(${JSON.stringify(bodies)}[id])`);
    const width = String(rows.length).length;
    const expected = rows.flatMap(([, , ...differences], n) => [
      `${differences.length > 0 ? "differs" : "same   "}  ${String(n).padStart(width)}  a`,
      ...differences,
    ]);
    expect(lines).toEqual([...expected, "3 same, 9 differs"]);
    expect(code).toBe(1);
  });

  test("have exit code 0 if all are the same", async () => {
    const { code, lines } = await replayTrace([ask, '← {"id":1,"result":1}'], "a: (id) => reply(id, 1)");
    expect({ code, lines }).toEqual({ code: 0, lines: ["same     1  a", "1 same"] });
  });

  test("belong to requests by the JSON text of the id, and a repeated id means the next request", async () => {
    const large = "9007199254740993";
    const { lines } = await replayTrace(
      [
        '→ {"id":1,"method":"a"}',
        '→ {"id":"1","method":"a"}',
        `→ {"method":"a","id":${large}}`,
        '← {"id":"1","result":"1"}',
        '← {"id":1,"result":1}',
        `← {"result":${large},"id":${large}}`,
        '→ {"id":1,"method":"a"}',
        '← {"id":1,"result":1}',
      ],
      `a: (id, params, text) => {
         const [member, raw] = /"id":([^,}]*)/.exec(text);
         send("{" + member + ',"result":' + raw + "}");
       }`,
    );
    expect(lines.at(-1)).toBe("4 same");
  });

  test("are missing after the command has exited", async () => {
    const on = "a: (id) => reply(id, 1), b: () => process.exit(7)";
    const { code, lines } = await replayTrace(
      [ask, '← {"id":1,"result":1}', '→ {"id":2,"method":"b"}', '← {"id":2,"result":1}'],
      on,
    );
    expect(lines).toEqual([
      "The command ended (exit code 7) before everything was sent.",
      "same     1  a",
      "missing  2  b",
      "1 same, 1 missing",
    ]);
    expect(code).toBe(1);
  });

  test("are missing for a command that does not exist", async () => {
    const { code, lines } = await replay(traceOf([ask, '← {"id":1,"result":1}']), [], ["no-such-server"]);
    expect(lines[0]).toContain("no-such-server ENOENT");
    expect(lines.at(-1)).toBe("0 same, 1 missing");
    expect(code).toBe(1);
  });

  test("are missing after a timeout, and the following messages of the client are sent", async () => {
    const { code, lines } = await replayTrace(
      [ask, '← {"id":1,"result":1}', '→ {"id":2,"method":"b"}', '← {"id":2,"result":["a","b"]}'],
      "b: (id) => reply(id, seen)",
      ["--timeout", "0.5"],
    );
    expect(lines).toEqual([
      "The trace has a response to 1, the replay has not: the next messages were sent without it.",
      "missing  1  a",
      "same     2  b",
      "1 same, 1 missing",
    ]);
    expect(code).toBe(1);
  });

  test("are skipped for requests that were cancelled or have no response in the trace", async () => {
    const { code, lines } = await replayTrace(
      [
        ask,
        '→ {"id":2,"method":"b"}',
        '→ {"method":"$/cancelRequest","params":{"id":2}}',
        '← {"id":2,"error":{"code":-32800,"message":"cancelled"}}',
        '→ {"id":3,"method":"c"}',
        '← {"id":3,"result":3}',
      ],
      "b: (id) => reply(id, 2), c: (id) => reply(id, 3)",
    );
    expect(lines).toEqual([
      "skipped  1  a (not answered in the trace)",
      "skipped  2  b (it was cancelled)",
      "same     3  c",
      "1 same, 2 skipped",
    ]);
    expect(code).toBe(0);
  });
});

describe("The order of messages in a replay", () => {
  const afterDelay = (act: string) => `setTimeout(() => { ${act} }, 30)`;
  const expectSame = async (lines: readonly string[], on: string, options: readonly string[] = []) => {
    const outcome = await replayTrace(lines, on, options);
    expect(outcome).toMatchObject({ code: 0, stderr: "" });
    return outcome.lines;
  };

  test("keeps a message of the client after the response that came before it", () =>
    expectSame(
      [
        '→ {"id":1,"method":"slow"}',
        '← {"id":1,"result":1}',
        '→ {"method":"n"}',
        '→ {"id":2,"method":"order"}',
        '← {"id":2,"result":["slow","answered","n","order"]}',
      ],
      `slow: (id) => ${afterDelay('seen.push("answered"); reply(id, 1)')}, order: (id) => reply(id, seen)`,
    ));

  test("does not delay a message of the client for a later response", () =>
    expectSame(
      ['→ {"id":1,"method":"first"}', '→ {"id":2,"method":"second"}', '← {"id":2,"result":2}', '← {"id":1,"result":1}'],
      "first: (id) => { on.second = (other) => { reply(other, 2); reply(id, 1); } }",
    ));

  test("allows responses in another order", () =>
    expectSame(
      ['→ {"id":1,"method":"first"}', '→ {"id":2,"method":"second"}', '← {"id":1,"result":1}', '← {"id":2,"result":2}'],
      "first: (id) => { on.second = (other) => { reply(other, 2); reply(id, 1); } }",
    ));

  test("keeps a message of the client after the same notification, such as the second for one file", () =>
    expectSame(
      [
        '→ {"method":"open"}',
        '← {"method":"publish","params":{"uri":"file:///a"}}',
        '← {"method":"publish","params":{"uri":"file:///b"}}',
        '← {"method":"publish","params":{"uri":"file:///a"}}',
        '→ {"id":1,"method":"order"}',
        '← {"id":1,"result":["open","a","b","b","a","order"]}',
      ],
      `open: () => {
         const publish = (name) => { seen.push(name); send({ method: "publish", params: { uri: "file:///" + name } }); };
         publish("a"); publish("b"); publish("b");
         ${afterDelay('publish("a")')};
       }, order: (id) => reply(id, seen)`,
    ));

  test("compares progress by its kind, as tokens differ, and does not wait for reports and logs", () =>
    expectSame(
      [
        '→ {"method":"open"}',
        '← {"method":"window/logMessage","params":{"message":"x"}}',
        '← {"method":"$/progress","params":{"token":"t1","value":{"kind":"begin"}}}',
        '← {"method":"$/progress","params":{"token":"t1","value":{"kind":"report"}}}',
        '← {"method":"$/progress","params":{"token":"t1","value":{"kind":"end"}}}',
        '→ {"id":1,"method":"order"}',
        '← {"id":1,"result":["open","ended","order"]}',
      ],
      `open: () => {
         const progress = (kind) => send({ method: "$/progress", params: { token: "t2", value: { kind } } });
         progress("begin");
         ${afterDelay('seen.push("ended"); progress("end")')};
       }, order: (id) => reply(id, seen)`,
    ).then((lines) => expect(lines).toEqual(["same     1  order", "1 same"])));

  test("includes each missing notification once in the output", async () => {
    const lines = await expectSame(
      [
        '→ {"method":"open"}',
        '← {"method":"publish","params":{"uri":"file:///a"}}',
        '← {"method":"publish","params":{"uri":"file:///a"}}',
        '→ {"id":1,"method":"order"}',
        '← {"id":1,"result":["open","order"]}',
      ],
      "order: (id) => reply(id, seen)",
      ["--timeout", "2"],
    );
    expect(lines).toEqual([
      "The trace has publish file:///a, the replay has not: the next messages were sent without it.",
      "same     1  order",
      "1 same",
    ]);
  });
});

describe("A request from the server in a replay", () => {
  test("gets the response of the trace, whatever its id, and at the same point", async () => {
    const { code, lines } = await replayTrace(
      [
        '→ {"method":"open"}',
        '← {"id":1,"method":"config","params":1}',
        '→ {"method":"between"}',
        '→ {"id":1,"result":{"id":1,"large":9007199254740993}}',
        '→ {"id":5,"method":"order"}',
        '← {"id":5,"result":["open","between","answer","order","{\\"id\\":1,\\"large\\":9007199254740993}"]}',
      ],
      `open: () => {
         const { parse } = JSON;
         JSON.parse = (text) => (text.includes('"result"') && seen.push(text), parse(text));
         send({ id: "s-7", method: "config", params: 1 });
       },
       order: (id) => {
         const at = seen.findIndex((text) => text.includes("large"));
         const [text] = seen.splice(at, 1);
         if (!text.startsWith('{"id":"s-7",')) return reply(id, text);
         reply(id, [...seen, text.slice('{"id":"s-7","result":'.length, -1)]);
       }`,
    );
    expect({ code, lines }).toEqual({ code: 0, lines: ["same     5  order", "1 same"] });
  });

  test("finds its response by method and params, then in turn, then the last again; an unknown one is rejected", async () => {
    const { code, lines } = await replayTrace(
      [
        '→ {"method":"open"}',
        '← {"id":1,"method":"config","params":"a"}',
        '← {"id":2,"method":"config","params":"b"}',
        '← {"id":3,"method":"create","params":"token"}',
        '→ {"id":3,"result":null}',
        '→ {"id":2,"result":"for b"}',
        '→ {"id":1,"result":"for a"}',
        '→ {"id":9,"method":"answers"}',
        '← {"id":9,"result":["for b","for a","for a",null,"The client of the trace got no request unheard."]}',
      ],
      `open: () => { all = Promise.all([ask(11, "config", "b"), ask(12, "config", "c"), ask(13, "config", "c"),
         new Promise((resolve) => { answered[14] = () => resolve(null); send({ id: 14, method: "create", params: "other" }); }),
         ask(15, "unheard").then(({ message }) => message)]); },
       answers: (id) => all.then((list) => reply(id, list))`,
    );
    expect({ code, lines }).toEqual({ code: 0, lines: ["same     9  answers", "1 same"] });
  });

  test("gets no response if it has none in the trace", async () => {
    const { code } = await replayTrace(
      [
        '→ {"method":"open"}',
        '← {"id":1,"method":"config"}',
        '→ {"id":2,"method":"order"}',
        '← {"id":2,"result":["open","order"]}',
      ],
      'open: () => send({ id: 1, method: "config" }), order: (id) => setImmediate(() => reply(id, seen))',
    );
    expect(code).toBe(0);
  });
});

describe("A message sent in a replay", () => {
  const echo = "a: (id, params, text) => send({ id, result: text })";
  const expectEcho = async (sent: string, expected: string, options: readonly string[] = []) => {
    const trace = [`→ ${sent}`, `← {"id":1,"result":${JSON.stringify(sent)}}`];
    const { lines } = await replayTrace(trace, echo, options);
    const [, difference] = lines;
    if (expected === sent) expect(lines.at(-1)).toBe("1 same");
    else expect(difference).toContain(` → ${JSON.stringify(expected)}`);
  };

  test("has the bytes of the trace", () =>
    expectEcho('{"id":1, "method":"a","params":9007199254740993}', '{"id":1, "method":"a","params":9007199254740993}'));

  test("has the bytes of the trace even if it is not JSON on one line", async () => {
    const raw = JSON.stringify('{"id":1,\n"method":"a"}');
    const { lines } = await replayTrace(
      [
        `{"at":0,"from":"client","to":"proxy","raw":${raw}}`,
        `{"at":0,"from":"client","to":"proxy","raw_base64":"${Buffer.from('{"id":2,"method":"a"}').toString("base64")}"}`,
        `← {"id":1,"result":${raw}}`,
        '← {"id":2,"result":"{\\"id\\":2,\\"method\\":\\"a\\"}"}',
      ],
      echo,
    );
    expect(lines.at(-1)).toBe("2 same");
  });

  test("has the process id of the replay, as a server may watch the process", async () => {
    const { code } = await replayTrace(
      [
        '→ {"id":1,"method":"initialize","params":{"processId":999999,"x":{"processId":5}}}',
        '← {"id":1,"result":true}',
      ],
      "initialize: (id, { processId, x }) => reply(id, processId === process.ppid && x.processId === 5)",
    );
    expect(code).toBe(0);
  });

  const roots = ["/home/ann=/new place", "C:\\old dir=/new", "/a=/a/b", "/a/b=/a/"].flatMap((root) => ["--root", root]);
  /** The text in the trace, and the text sent instead. */
  const paths: readonly (readonly [string, string])[] = [
    ["/home/ann", "/new place"],
    ["/home/ann/x.py", "/new place/x.py"],
    ["file:///home/ann/x.py", "file:///new%20place/x.py"], // in a URI, encoded as URIs are
    ["see\n/home/ann/x.py:3", "see\n/new place/x.py:3"], // after an escape
    ["/home/anna/x.py", "/home/anna/x.py"],
    ["/home/ann.old", "/home/ann.old"],
    ["/mnt/home/ann", "/mnt/home/ann"],
    ["file:///c%3A/old%20dir/x", "file:///new/x"], // as most editors encode a drive
    ["file:///C:/old%20dir/x", "file:///new/x"],
    ["C:\\old dir", "/new"],
    ["/a/x /a/b/x", "/a/b/x /a/x"], // the longer first, and none twice
  ];

  test("has its paths rewritten with --root", async () => {
    const trace = paths.flatMap(([path], id) => [
      `→ ${JSON.stringify({ id, method: "a", params: path })}`,
      `← {"id":${id},"result":true}`,
    ]);
    const expected = JSON.stringify(paths.map(([, now]) => now));
    const { lines } = await replayTrace(
      trace,
      `a: (id, params) => reply(id, params === ${expected}[id] || params)`,
      roots,
    );
    expect(lines.filter((line) => !line.startsWith("same"))).toEqual([`${paths.length} same`]);
  });

  test("is compared with the rewritten response with --root", async () => {
    const trace = ['→ {"id":1,"method":"a"}', '← {"id":1,"result":"file:///home/ann/x"}'];
    const { code } = await replayTrace(trace, 'a: (id) => reply(id, "file:///new%20place/x")', roots);
    expect(code).toBe(0);
  });
});

describe("A trace of a session with a real server", () => {
  const server = ["vscode-json-language-server", "--stdio"];
  const isAnswerTo = (id: number) => (message: unknown) =>
    (message as { id?: number }).id === id && !("method" in (message as object));
  const isAbout = (name: string) => (message: unknown) => {
    const { method, params } = message as { method?: string; params?: { uri?: string } };
    return method === "textDocument/publishDiagnostics" && params?.uri?.endsWith(name) === true;
  };

  /** A session of an editor with the proxy, recorded on the side of the client. */
  async function record(root: string): Promise<string> {
    const path = join(folder, "recorded.jsonl");
    const client = startRaw(server, { root });
    const trace = openTrace(path, { version: "0", argv: ["--", ...server] }, (line) => {
      throw new Error(line);
    });
    tapWritable(client.process.stdin, trace.tap("client", "proxy"));
    tapReadable(client.process.stdout, trace.tap("proxy", "client"));
    const uri = pathToFileURL(join(root, "shop.json")).href;
    let id = 0;
    const request = (method: string, params?: object) => {
      client.send({ jsonrpc: "2.0", id: ++id, method, ...(params && { params }) });
      return client.messageThat(isAnswerTo(id));
    };
    const notify = (method: string, params?: object) =>
      client.send({ jsonrpc: "2.0", method, ...(params && { params }) });
    await request("initialize", {
      processId: process.pid,
      rootUri: pathToFileURL(root).href,
      workspaceFolders: [{ uri: pathToFileURL(root).href, name: "shop" }],
      capabilities: { textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } } },
    });
    notify("initialized", {});
    const text = '{ "cart": { "größe": 💣, "total": 1 } }';
    notify("textDocument/didOpen", { textDocument: { uri, languageId: "json", version: 1, text } });
    await client.messageThat(isAbout("shop.json"));
    await request("locate/resolve", { locate: "shop.json:cart.total" });
    await request("textDocument/documentSymbol", { textDocument: { uri } });
    await request("locate/hover", { locate: "shop.json@totl" });
    await request("shutdown");
    notify("exit");
    expect(await client.exit()).toBe(0);
    await trace.end();
    return path;
  }

  test("is replayed with the same responses, also in another folder; a change is found", async () => {
    const [there, here] = [join(folder, "there"), join(folder, "here and now")];
    mkdirSync(there);
    writeFileSync(join(there, "shop.json"), "{}");
    await buildCommand();
    const trace = await record(there);
    cpSync(there, here, { recursive: true });
    rmSync(there, { recursive: true });
    const moved = ["--root", `${there}=${here}`];
    const proxy = [process.execPath, await buildCommand(), "--", ...server];
    const expected = [
      "same     1  initialize",
      "same     2  locate/resolve",
      "same     3  textDocument/documentSymbol",
      "same     4  locate/hover",
      "same     5  shutdown",
      "5 same",
    ];
    expect(await replay(trace, moved, proxy)).toEqual({ code: 0, lines: expected, stderr: "" });

    writeFileSync(trace, readFileSync(trace, "utf8").replace('"path":["cart","total"]', '"path":["cart","sum"]'));
    const { code, lines } = await replay(trace, moved, proxy);
    expect(code).toBe(1);
    expect(lines.slice(1, 3)).toEqual(["differs  2  locate/resolve", 'result.symbol.path[1]: "sum" → "total"']);
  });
});
