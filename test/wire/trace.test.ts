import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { frameOf } from "../../src/wire/frames.js";
import { openTrace, type Tap, tapReadable, tapWritable, traceTo } from "../../src/wire/trace.js";
import { law } from "../text/random.js";

const session = { version: "1.2.3", argv: ["--", "server"] };

/** A disk that writes nothing while `holds`. */
function disk(holdsAtMost = 1_000_000) {
  const written: string[] = [];
  let release = () => {};
  let holds = false;
  const stream = new Writable({
    highWaterMark: holdsAtMost,
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk.toString());
      if (holds) release = done;
      else done();
    },
  });
  return {
    stream,
    hold: () => {
      holds = true;
    },
    release: () => {
      holds = false;
      release();
    },
    /** The lines after the header, without the times. */
    lines: () => {
      const lines = written.join("").split("\n");
      expect(lines.pop()).toBe(""); // every line has ended
      return lines.slice(1).map((line) => line.replace(/^\{"at":\d+,/, "{"));
    },
  };
}

/** The lines that a tap from the client to the proxy writes for these bytes. */
async function traced(...chunks: readonly (Buffer | string)[]): Promise<string[]> {
  const { stream, lines } = disk();
  const trace = traceTo(stream, session);
  const tap = trace.tap("client", "proxy");
  for (const chunk of chunks) tap(Buffer.from(chunk));
  await trace.end();
  return lines();
}

const direction = '"from":"client","to":"proxy"';

test.each([
  ["a message is written with the bytes it came in", '{"id":1}', '"message":{"id":1}'],
  ["a number that no double holds", '{"id":9007199254740993}', '"message":{"id":9007199254740993}'],
  ["spaces and escapes stay", '{ "a\\/b" : "\\u00e9💣" }', '"message":{ "a\\/b" : "\\u00e9💣" }'],
  ["JSON on several lines is no line", '{\n"a":1}', '"raw":"{\\n\\"a\\":1}"'],
  ["nor is one with a lone CR", '{\r"a":1}', '"raw":"{\\r\\"a\\":1}"'],
  ["what is no JSON", "{'a':1}", '"raw":"{\'a\':1}"'],
  ["two values", "{} {}", '"raw":"{} {}"'],
  ["a byte order mark", "\ufeff{}", '"raw":"\ufeff{}"'],
  ["an empty body", "", '"raw":""'],
  ["what is no UTF-8", Buffer.of(0x22, 0xff, 0x22), '"raw_base64":"Iv8i"'],
])("A trace keeps %s", async (_title, body, expected) => {
  expect(await traced(frameOf(body))).toEqual([`{${direction},${expected}}`]);
});

test("Text between frames is written as stray text", async () => {
  const lines = await traced("loading é\n", frameOf("{}"), Buffer.of(0xff, 0x0a), frameOf("[]"));
  expect(lines).toEqual([
    `{${direction},"stray":"loading é\\n"}`,
    `{${direction},"message":{}}`,
    `{${direction},"stray_base64":"/wo="}`,
    `{${direction},"message":[]}`,
  ]);
});

law("whatever the chunks, one line a message, in order", 50, (random) => {
  const bodies = Array.from({ length: 1 + random(6) }, (_, n) =>
    JSON.stringify({ n, text: "é".repeat(random(3) === 0 ? random(3000) : random(20)) }),
  );
  const bytes = Buffer.concat(bodies.map((body) => frameOf(body)));
  const { stream, lines } = disk();
  const tap = traceTo(stream, session).tap("client", "proxy");
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + random(random(2) === 0 ? 3 : 900);
    tap(bytes.subarray(at, at + size));
    at += size;
  }
  expect(lines()).toEqual(bodies.map((body) => `{${direction},"message":${body}}`));
});

test("Frames of two directions may come in pieces at the same time", async () => {
  const { stream, lines } = disk();
  const trace = traceTo(stream, session);
  const [there, back] = [trace.tap("proxy", 'the "server"'), trace.tap('the "server"', "proxy")];
  const [one, two] = [frameOf("1"), frameOf("2")];
  there(one.subarray(0, 9));
  back(two.subarray(0, 12));
  there(one.subarray(9));
  back(two.subarray(12));
  await trace.end();
  expect(lines()).toEqual([
    '{"from":"proxy","to":"the \\"server\\"","message":1}',
    '{"from":"the \\"server\\"","to":"proxy","message":2}',
  ]);
});

test("Messages are left out while the disk is slow, and counted in their place", async () => {
  const { stream, lines, hold, release } = disk(1000);
  const trace = traceTo(stream, session);
  const [client, proxy] = [trace.tap("client", "proxy"), trace.tap("proxy", "client")];
  const large = `"${"x".repeat(900)}"`;
  hold();
  for (const body of ["1", large, "3", "4"]) client(frameOf(body));
  proxy(frameOf("5"));
  proxy(Buffer.from("stray\r\n\r\n"));
  const drained = new Promise((resolve) => stream.once("drain", resolve));
  release();
  await drained;
  client(frameOf("6"));
  await trace.end();
  expect(lines()).toEqual([
    `{${direction},"message":1}`,
    `{${direction},"message":${large}}`,
    `{${direction},"left_out":2}`,
    '{"from":"proxy","to":"client","left_out":2}',
    `{${direction},"message":6}`,
  ]);
});

test("Messages left out at the end are counted there", async () => {
  const { stream, lines, hold, release } = disk(1000);
  const trace = traceTo(stream, session);
  const tap = trace.tap("client", "proxy");
  hold();
  for (const body of [`"${"x".repeat(990)}"`, "2"]) tap(frameOf(body));
  const ended = trace.end();
  tap(frameOf("3"));
  release();
  await ended;
  expect(lines().at(-1)).toBe(`{${direction},"left_out":1}`);
});

test("A message larger than the buffer is left out, the others are not", async () => {
  const { stream, lines } = disk(1000);
  const trace = traceTo(stream, session);
  const tap = trace.tap("client", "proxy");
  for (const body of ["1", `"${"x".repeat(1000)}"`, "3"]) tap(frameOf(body));
  await trace.end();
  expect(lines()).toEqual([`{${direction},"message":1}`, `{${direction},"left_out":1}`, `{${direction},"message":3}`]);
});

describe("streams", () => {
  const noted: string[] = [];
  const tap: Tap = (chunk) => noted.push(chunk.toString());
  beforeEach(() => noted.splice(0));

  test("A tap does not make a stream flow, and gets its bytes before later readers", () => {
    const stream = new PassThrough();
    tapReadable(stream, tap);
    stream.write("one");
    expect(stream.readableFlowing).toBe(null);
    const order: string[] = [];
    stream.on("data", (chunk: Buffer) => order.push(`${noted.join()} → ${chunk}`));
    stream.write("two");
    return new Promise<void>((resolve) => {
      stream.on("end", resolve).end();
    }).then(() => expect(order).toEqual(["one → one", "one,two → two"]));
  });

  test("A tap gets written bytes first and keeps back-pressure", async () => {
    const order: string[] = [];
    const stream = new Writable({
      highWaterMark: 5,
      write(chunk: Buffer, _encoding, done) {
        order.push(`${noted.join()} → ${chunk}`);
        setImmediate(done);
      },
    });
    tapWritable(stream, tap);
    const called = jest.fn();
    expect(stream.write(Buffer.from("abc"), called)).toBe(true);
    expect(order).toEqual(["abc → abc"]);
    expect(stream.write("63", "hex")).toBe(true);
    expect(stream.write("é")).toBe(false);
    expect(noted).toEqual(["abc", "c", "é"]);
    await new Promise<void>((resolve) => stream.end(resolve));
    expect(order.map((line) => line.split(" → ")[1])).toEqual(noted);
    expect(called).toHaveBeenCalledTimes(1);
  });
});

describe("files", () => {
  let folder: string;
  beforeEach(() => {
    complaints.splice(0);
    folder = mkdtempSync(join(tmpdir(), "locate-trace-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const complaints: string[] = [];
  const open = (path: string) => openTrace(path, session, (line) => complaints.push(line));

  test("The first line describes the session, and only the owner can read the file", async () => {
    const path = join(folder, "trace.jsonl");
    await open(path).end();
    const text = readFileSync(path, "utf8");
    expect(text.endsWith("}\n")).toBe(true);
    expect(JSON.parse(text)).toEqual({
      trace: 1,
      lsp_locate: "1.2.3",
      argv: ["--", "server"],
      cwd: process.cwd(),
      platform: `${process.platform} ${process.arch}`,
      node: process.version,
      started: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("The previous trace is kept", async () => {
    const path = join(folder, "trace.jsonl");
    const first = open(path);
    first.tap("client", "proxy")(frameOf('"first"'));
    await first.end();
    await open(path).end();
    expect(readFileSync(`${path}.old`, "utf8")).toContain('"message":"first"');
    expect(readFileSync(path, "utf8")).not.toContain('"message"');
  });

  test("A failure to write is logged once, and the taps go on", async () => {
    const trace = open(join(folder, "none", "trace.jsonl"));
    const tap = trace.tap("client", "proxy");
    tap(frameOf("1"));
    await trace.end();
    tap(frameOf("2"));
    expect(complaints).toEqual([expect.stringContaining("the session goes on without it: ENOENT")]);
  });
});
